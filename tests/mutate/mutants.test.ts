// The mistakes that `npm run mutate` makes: each is one, none is a syntax error, and the tests that it runs reach them.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import ts from "typescript";
import { describe, expect, it, vi } from "vitest";
import { scratchFolder } from "../support/scratch.ts";
import { sample, shareOut, usualProjects } from "./main.ts";
import { applied, mutantsOf } from "./mutants.ts";
import { ImportGraph } from "./related.ts";
import type { Candidate } from "./report.ts";
import { Report } from "./report.ts";

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
      for (const mutant of sample(found, 15, 1)) {
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
      "engine/algorithms/wasm/assembly/life.ts": 'import { b } from "./_part";',
      "engine/algorithms/life.ts": 'import url from "./wasm/build/life.wasm?url&inline";',
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

it.each<[string, boolean]>([
  ["engine/gpu", true],
  ["engine/algorithms/gpu/dense/kernel-shapes.ts", true],
  ["engine/picture/gpu-picture.ts:27", true],
  ["engine/core", false],
  ["engine/algorithms/cpu", false],
])("in %s the tests of project gpu run by themselves: %s", (place, onGpu) => {
  expect(usualProjects([place]).includes("gpu")).toBe(onGpu);
});

it("a sample is the same for the same seed, and takes none twice", () => {
  const all = Array.from({ length: 50 }, (_, i) => i);
  expect(sample(all, 20, 3)).toEqual(sample(all, 20, 3));
  expect(sample(all, 20, 3)).not.toEqual(sample(all, 20, 4));
  expect(new Set(sample(all, 20, 3)).size).toBe(20);
  expect([...sample(all, 90, 3)].sort((a, b) => a - b)).toEqual(all);
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

describe("the report", () => {
  const scratch = scratchFolder();

  it("keeps every mutant with what became of it as JSON after each, and counts what was noticed", async () => {
    const said: string[] = [];
    vi.spyOn(console, "log").mockImplementation((line: string) => void said.push(line));
    const source = "const a = 1;\nconst b = a < 2;\n";
    const mutant: Candidate = { file: "a.ts", source, line: 2, start: 25, end: 26, replacement: "<=" };
    const report = new Report(scratch.path("mutants.json"));
    report.add(mutant, { fate: "killed", failed: "tests/a.test.ts", reason: "is 3" }, 1.5);
    report.add(mutant, { fate: "survived", failed: null, reason: "" }, 2);
    const known = JSON.parse(await readFile(scratch.path("mutants.json"), "utf8")) as unknown[];
    report.add(mutant, null, 0);
    report.end();
    vi.restoreAllMocks();
    const place = { file: "a.ts", line: 2, before: "const b = a < 2;", after: "const b = a <= 2;" };
    expect(known).toEqual([
      { ...place, fate: "killed", failed: "tests/a.test.ts", reason: "is 3", seconds: 1.5 },
      { ...place, fate: "survived", failed: null, reason: "", seconds: 2 },
    ]);
    expect(said.at(-1)).toContain("1 of 3 mutants noticed (33.3 %)");
    expect(said.join("\n")).toContain("- const b = a < 2;\n+ const b = a <= 2;");
  });
});
