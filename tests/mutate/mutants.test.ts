// The mistakes that `npm run mutate` makes: each is one, none is a syntax error, and the tests that it runs reach them.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import ts from "typescript";
import { describe, expect, it, vi } from "vitest";
import { scratchFolder } from "../support/scratch.ts";
import { choose, shuffled } from "./choice.ts";
import type { Compiled } from "./compilers.ts";
import { Compilers } from "./compilers.ts";
import { ask, SoundTests, shareOut } from "./main.ts";
import { applied, mutantsOf } from "./mutants.ts";
import { ImportGraph, projectOf } from "./related.ts";
import type { Candidate } from "./report.ts";
import { Report } from "./report.ts";
import type { Trials, Verdict } from "./trials.ts";
import { OUTSIDE } from "./trials.ts";
import type { Wish } from "./wish.ts";
import { firstProjects, PROJECTS, readWish } from "./wish.ts";
import type { WorkingCopy } from "./working-copy.ts";

const mistakes = (source: string, path = "a.ts"): string[] =>
  mutantsOf(path, source).map((mutant) => applied(source, mutant));

/** The compiler keeps what it says of a syntax to itself. */
function parses(path: string, text: string): boolean {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  return (tree as unknown as { readonly parseDiagnostics: readonly unknown[] }).parseDiagnostics.length === 0;
}

describe("mistakes", () => {
  it.each<[string, string[]]>([
    ["a = b + c;", [";", "a = b - c;"]],
    ["a = 'b' + c;", [";"]],
    ["while (i < n) i++;", ["while (!(i < n)) i++;", "while (i <= n) i++;", "while (i < n) i--;"]],
    ["if (a === 1) f();", ["if (a !== 1) f();", "if (a === 2) f();", "if (a === 1) ;"]],
    ["const a = b && !c;", ["const a = b || !c;", "const a = b && c;"]],
    ["const a = b ?? 0xff;", ["const a = b;", "const a = b ?? 256;"]],
    ["const a = 7n;", ["const a = 8n;"]],
    [
      "const a = { mode: 'fast', on: true };",
      ['const a = { mode: "fast-", on: true };', "const a = { mode: 'fast', on: false };"],
    ],
    ["const a = f(b, c, 1);", ["const a = f(c, b, 1);", "const a = f(b, c, 2);"]],
    ["const a = f(b, () => c);", []],
    ["const a = Math.max(b, c);", []],
    ["await g(a);", [";"]],
    ["function f() { return a < b; }", ["function f() { return true; }", "function f() { return a <= b; }"]],
    ["function f() { return g; }", ["function f() { return null; }"]],
    ["throw new TypeError(f(1, a));", []],
    ["type A = 1 | 2; interface B { readonly c: 3; } import { d } from 'e';", []],
    ["let a: 1 | 2 = b as 1;", []],
  ])("in %s", (source, expected) => {
    expect(mistakes(source).sort()).toEqual([...expected].sort());
  });

  it("are single ones that still parse, all over real files", async () => {
    const root = join(import.meta.dirname, "../..");
    for (const path of [
      "engine/core/rect.ts",
      "engine/algorithms/wasm/assembly/_hashlife-collect.ts",
      "renderer/window/inspector/history-section.tsx",
    ]) {
      const source = await readFile(join(root, path), "utf8");
      const found = mutantsOf(path, source);
      expect(found.length).toBeGreaterThan(20);
      for (const mutant of [...shuffled(found, 1)].slice(0, 15)) {
        const text = applied(source, mutant);
        if (text === source || !parses(path, text)) expect(mutant).toEqual({});
      }
    }
  });
});

describe("the tests of a file", () => {
  const scratch = scratchFolder();

  it("are those that reach it, nearest first, through workers and kernels, but not through types", async () => {
    const files: Readonly<Record<string, string>> = {
      "engine/core/runs.ts": "export const a = 1;",
      "engine/core/block.ts": 'import {\n  a,\n} from "./runs.ts";',
      "engine/worker/w.ts": 'import "../core/block.ts";',
      "renderer/c.ts": 'new Worker(new URL("../engine/worker/w.ts", import.meta.url))',
      "engine/other.ts": 'import type { A } from "./core/runs.ts";',
      "engine/algorithms/wasm/assembly/_part.ts": "export {}",
      "engine/algorithms/wasm/assembly/life-threads.ts": 'import { b } from "./_part";',
      "engine/algorithms/life.ts": 'import url from "./wasm/build/life-threads.wasm?url&inline";',
      "tests/engine/core/runs.test.ts": 'import { a } from "../../../engine/core/runs.ts";',
      "tests/engine/formats/x.test.ts": 'import { a } from "../../../engine/core/runs.ts";',
      "tests/renderer/c.test.ts": 'await import("../../renderer/c.ts");',
      "tests/engine/other.test.ts": 'import "../../engine/other.ts";',
      "tests/engine/life.test.ts": 'import { l } from "../../engine/algorithms/life.ts";',
    };
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(scratch.path(name)), { recursive: true });
      await writeFile(scratch.path(name), text);
    }
    const graph = new ImportGraph(scratch.path(), Object.keys(files));
    expect(graph.testsOf("engine/core/runs.ts")).toEqual([
      "tests/engine/core/runs.test.ts",
      "tests/engine/formats/x.test.ts",
      "tests/renderer/c.test.ts",
    ]);
    expect(graph.testsOf("engine/algorithms/wasm/assembly/_part.ts")).toEqual(["tests/engine/life.test.ts"]);
  });
});

it("every source that runs is reached by a test", () => {
  const root = join(import.meta.dirname, "../..");
  const listed = execFileSync("git", ["ls-files", "-z", "engine", "renderer", "electron", "tests"], {
    cwd: root,
    encoding: "utf8",
  });
  const files = listed.split("\0").filter((file) => file && existsSync(join(root, file)));
  const graph = new ImportGraph(root, files);
  const lone = files.filter(
    (file) =>
      /^(engine|renderer|electron)\/.*\.tsx?$/.test(file) &&
      !file.endsWith(".d.ts") &&
      graph.testsOf(file).length === 0 &&
      mutantsOf(file, readFileSync(join(root, file), "utf8")).length > 0,
  );
  expect(lone).toEqual([]);
});

it.each([
  ["tests/engine/core/runs.test.ts", "unit"],
  ["tests/cli/run.test.ts", "process"],
  ["tests/electron/main.test.ts", "apart"],
  ["tests/shaders/sources.test.ts", "gpu"],
  ["tests/e2e/keys.test.ts", "e2e"],
])("%s belongs to project %s", (test, project) => {
  expect(projectOf(test)).toBe(project);
});

describe("before any test", () => {
  const scratch = scratchFolder();
  const source = "export const f = (a: number): number => {\n  const two = 1 + 1;\n  return a + two;\n};\n";
  const at = (place: string, replacement: string): Candidate => {
    const start = source.indexOf(place);
    return { file: "a.ts", source, line: 1, start, end: start + place.length, replacement };
  };

  it.each<[string, Candidate, Compiled]>([
    ["a mistake that is none once compiled", at("1 + 1", "4 - 2"), "same"],
    ["a name that only types know", at(": number =>", ": 0 | number =>"), "same"],
    ["what the compiler refuses", at("a + two", 'a + "two"'), "refused"],
    ["another result", at("a + two", "a - two"), "another"],
  ])("%s is told apart", async (_, mutant, compiled) => {
    await writeFile(scratch.path("a.ts"), source);
    const compilerOptions = { noLib: true, strict: true, types: [] };
    await writeFile(scratch.path("tsconfig.json"), JSON.stringify({ compilerOptions, files: ["a.ts"] }));
    const copy = { folder: scratch.path() } as WorkingCopy;
    expect(await new Compilers(copy).ask(mutant)).toBe(compiled);
  });

  it("those of a report that nobody noticed are found again, wherever their lines are now", async () => {
    const entry = { file: "a.ts", line: 1, before: "  return a + two;", after: "  return a - two;" };
    const rest = { failed: null, reason: "", asked: 3 };
    const entries = [
      { ...entry, fate: "survived", ...rest },
      { ...entry, fate: "killed", ...rest },
      { ...entry, before: "  return a + three;", fate: "untested", ...rest },
    ];
    await writeFile(scratch.path("report.json"), JSON.stringify(entries));
    const said: string[] = [];
    vi.spyOn(console, "log").mockImplementation((line: string) => void said.push(line));
    const wish = readWish(["--again", scratch.path("report.json")]) as Wish;
    const copy = { files: ["a.ts"], read: async () => source } as unknown as WorkingCopy;
    const { chosen } = await choose(wish, copy);
    vi.restoreAllMocks();
    expect(chosen.map(({ line, start, replacement }) => [line, source[start], replacement])).toEqual([
      [3, "+", "-"],
    ]);
    expect(said).toEqual(["gone      a.ts:1  return a + three;"]);
  });
});

it.each<[string, boolean]>([
  ["engine/gpu/device.ts", true],
  ["engine/algorithms/gpu/dense/kernel-shapes.ts", true],
  ["engine/picture/gpu-picture.ts", true],
  ["shaders/index.ts", true],
  ["engine/core/runs.ts", false],
  ["engine/algorithms/cpu/reference.ts", false],
])("of %s the tests of project gpu come first, too: %s", (file, onGpu) => {
  expect(firstProjects(file, PROJECTS)).toEqual(["unit", "process", "apart", ...(onGpu ? ["gpu"] : [])]);
  expect(firstProjects(file, ["unit", "gpu", "e2e"])).toEqual(onGpu ? ["unit", "gpu"] : ["unit"]);
  expect(firstProjects(file, ["browser", "e2e"])).toEqual(["browser", "e2e"]);
});

it("a choice is the same for the same seed, and takes none twice", () => {
  const all = Array.from({ length: 50 }, (_, i) => i);
  const [once, again, otherwise] = [3, 3, 4].map((seed) => [...shuffled(all, seed)]) as number[][];
  expect(once).toEqual(again);
  expect(once).not.toEqual(otherwise);
  expect(once?.sort((a, b) => a - b)).toEqual(all);
});

it("every mutant is tried once, by whichever copy has nothing to do", async () => {
  const done: string[] = [];
  let release = (): void => {};
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  await shareOut([1, 2, 3, 4, 5], ["a", "b"], async (item, worker) => {
    if (item === 1) await slow;
    done.push(`${item}${worker}`);
    if (item === 5) release();
  });
  expect(done).toEqual(["2b", "3b", "4b", "5b", "1a"]);
});

describe("what becomes of a mutant", () => {
  const source = "const a = 1;";
  const mutant: Candidate = { file: "a.ts", source, line: 1, start: 10, end: 11, replacement: "2" };
  const tests = ["tests/a.test.ts", "tests/b.test.ts"];

  /** `fails`: what fails in a tree with a mistake and in one without. */
  async function fateOf(
    fails: (isMistaken: boolean, asked: readonly string[]) => string | undefined,
  ): Promise<Verdict> {
    let text = source;
    const copy = { write: async (_: string, now: string) => void (text = now) } as unknown as WorkingCopy;
    const run: Trials["run"] = async ({ tests: asked }) => {
      const failed = fails(text !== source, asked);
      return failed === undefined ? { fate: "survived" } : { fate: "killed", failed };
    };
    const question = { mutant, first: tests, later: [] };
    return ask(question, tests, { copy, trials: { run } as unknown as Trials }, new SoundTests());
  }

  it("is told by what fails with the mistake alone, a test or an error outside of all", async () => {
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    const [a, b] = tests;
    expect(await fateOf((isMistaken) => (isMistaken ? a : undefined))).toEqual({ fate: "killed", failed: a });
    expect((await fateOf((_, asked) => asked.find((test) => test === a))).fate).toBe("survived");
    const either = await fateOf((isMistaken, asked) => (asked.includes(a) ? a : isMistaken ? b : undefined));
    expect(either).toEqual({ fate: "killed", failed: b });
    expect((await fateOf((isMistaken) => (isMistaken ? OUTSIDE : undefined))).fate).toBe("killed");
    expect((await fateOf(() => OUTSIDE)).fate).toBe("untested");
    vi.restoreAllMocks();
  });
});

describe("the report", () => {
  const scratch = scratchFolder();

  it("keeps every mutant with what became of it as JSON after each, and counts what was noticed", async () => {
    const said: string[] = [];
    vi.spyOn(console, "log").mockImplementation((line: string) => void said.push(line));
    const source = "const a = 1;\nconst b = a < 2;\n";
    const mutant: Candidate = { file: "a.ts", source, line: 2, start: 25, end: 26, replacement: "<=" };
    const report = new Report(scratch.path("mutants.json"));
    report.set(mutant, { fate: "killed", failed: "tests/a.test.ts", reason: "is 3" }, 4);
    report.set({ ...mutant }, { fate: "survived" }, 9);
    const known = JSON.parse(await readFile(scratch.path("mutants.json"), "utf8")) as unknown[];
    report.set({ ...mutant }, { fate: "refused" });
    report.end();
    vi.restoreAllMocks();
    const place = { file: "a.ts", line: 2, before: "const b = a < 2;", after: "const b = a <= 2;" };
    expect(known).toEqual([
      { ...place, fate: "killed", failed: "tests/a.test.ts", reason: "is 3", asked: 4 },
      { ...place, fate: "survived", failed: null, reason: "", asked: 9 },
    ]);
    expect(said.at(-1)).toContain("2 of 3 mutants noticed (66.7 %): 1 by the compiler, 1 by a failing test");
    expect(said.at(-1)).toContain("Of those that compile, 1 of 2 (50.0 %).");
    expect(said.join("\n")).toContain("- const b = a < 2;\n+ const b = a <= 2;");
  });
});
