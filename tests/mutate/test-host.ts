/**
 * The process that runs tests in the copy. It stays for many mutants: starting vitest takes longer than most of them live.
 * A mutant that hangs takes this process along, and the next one gets another.
 */

import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Reporter, TestModule, TestSpecification } from "vitest/node";
import { BaseSequencer, createVitest } from "vitest/node";
import { ASSEMBLY } from "./related.ts";
import type { Verdict } from "./trials.ts";
import { OUTSIDE } from "./trials.ts";

/** A trial, as asked for. */
export interface TrialRequest {
  /** The file that has just changed, relative to the tree. */
  readonly changed: string;
  /** Test files in the order to run them in, relative to the tree. */
  readonly tests: readonly string[];
}

export type HostMessage =
  | { readonly kind: "ready" }
  /** A test has ended: the tests do not hang. */
  | { readonly kind: "alive" }
  | { readonly kind: "done"; readonly verdict: Verdict };

const KERNELS = "engine/algorithms/wasm";

/** As they were asked for. */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

export async function main(): Promise<void> {
  const folder = process.cwd();
  const tell = (message: HostMessage): void => void process.send?.(message);
  // Of this trial alone: vitest's own list keeps what earlier ones came to.
  let failed: TestModule | null = null;
  const watcher: Reporter = {
    onTestCaseResult: () => tell({ kind: "alive" }),
    onTestModuleEnd: (module) => {
      if (module.state() === "failed") failed ??= module;
    },
  };
  const vitest = await createVitest("test", {
    root: folder,
    watch: false,
    project: (process.env.TESSELLA_MUTATE_PROJECTS ?? "").split(","),
    reporters: [watcher],
    // No later run wants what is made of mistakes.
    experimental: { fsModuleCache: false },
    bail: 1,
    // What hangs is found out by silence; a busy machine is no mistake.
    testTimeout: 120_000,
    maxWorkers: 1,
    fileParallelism: false,
    sequence: { sequencer: InOrder },
  });
  await vitest.standalone();

  let former: string | null = null;
  /** Has a file loaded anew, and the kernels of an assembly file made anew. Throws if they do not compile. */
  function refresh(file: string): void {
    vitest.invalidateFile(join(folder, file));
    if (!file.startsWith(`${ASSEMBLY}/`)) return;
    execFileSync(process.execPath, [join(folder, KERNELS, "build.mjs")], { stdio: "pipe" });
    const built = join(folder, KERNELS, "build");
    for (const name of readdirSync(built)) vitest.invalidateFile(join(built, name));
  }

  async function trial({ changed, tests }: TrialRequest): Promise<Verdict> {
    // The former file is as it was again, which nobody has told vitest yet.
    const files = new Set([former ?? changed, changed]);
    former = changed;
    for (const file of files) {
      try {
        refresh(file);
      } catch (error) {
        return { fate: "refused", reason: String(error) };
      }
    }
    const all = await vitest.globTestSpecifications();
    const byPath = new Map(all.map((specification) => [specification.moduleId, specification]));
    const chosen = tests.map((test) => byPath.get(join(folder, test))).filter((test) => test !== undefined);
    failed = null;
    const { unhandledErrors } = await vitest.runTestSpecifications(chosen, false);
    const first = failed as TestModule | null;
    const [error] = unhandledErrors;
    if (first) return { fate: "killed", failed: first.relativeModuleId, reason: reasonOf(first) };
    return error === undefined ? { fate: "survived" } : outside(error);
  }

  function outside(error: unknown): Verdict {
    return { fate: "killed", failed: OUTSIDE, reason: String(error) };
  }

  process.on("message", (request: TrialRequest) => {
    trial(request)
      .catch(outside)
      .then((verdict) => tell({ kind: "done", verdict }));
  });
  tell({ kind: "ready" });
}

function reasonOf(module: TestModule): string {
  for (const test of module.children.allTests("failed")) {
    return `${test.fullName}: ${test.result().errors?.[0]?.message ?? ""}`;
  }
  return module.errors()[0]?.message ?? "";
}
