// Who may know whom, and the few habits that a compiler does not enforce (docs/ARCHITECTURE.md). The second half turns
// each rule on a made-up file that breaks it, because a checker that cannot complain proves nothing.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { circlesOf } from "./support/architecture/circles.ts";
import { reachedFrom } from "./support/architecture/reached.ts";
import { repositoryFiles } from "./support/architecture/repository.ts";
import { ROOMS } from "./support/architecture/rooms.ts";
import type { SourceFile } from "./support/architecture/rules.ts";
import { checkShape, checkSource, checkText, factsOf, maximumLines } from "./support/architecture/rules.ts";
import type { SourceFacts } from "./support/architecture/source-facts.ts";
import { doubledTypeNames } from "./support/architecture/type-names.ts";

const lockText = readFileSync(new URL("../package-lock.json", import.meta.url), "utf8");
const files = repositoryFiles();
const inHouses = files.filter(
  ({ path }) => /^(engine|renderer|electron|shaders|tests)\//.test(path) || /^[^/]+\.config\.ts$/.test(path),
);
const isFixture = ({ path }: SourceFile) => path.startsWith("tests/fixtures/");

const product = allFacts(
  files.filter(
    ({ path }) => /^(engine|renderer|electron)\/.*\.tsx?$/.test(path) && !path.includes("/assembly/"),
  ),
);

describe("the repository", () => {
  test("is found", () => {
    expect(inHouses.filter(({ path }) => path.startsWith("engine/")).length).toBeGreaterThan(10);
  });

  // It parses every file of the house.
  test("keeps the rules for sources", { timeout: 120_000 }, () => {
    const sources = inHouses.filter((file) => /\.(ts|tsx|mjs|cjs|js)$/.test(file.path) && !isFixture(file));
    expect(sources.flatMap(checkSource)).toEqual([]);
  });

  test("has no circle of files", () => {
    expect(circlesOf(product)).toEqual([]);
  });

  test("loads neither analysis nor benchmarks nor exports for a document's worker", () => {
    const reached = [...reachedFrom("engine/worker/universe-worker.ts", product)];
    expect(reached).toContain("engine/algorithms/cpu/bitwise.ts");
    expect(reached.filter((path) => /^engine\/(analysis|bench|export)\//.test(path))).toEqual([]);
  });

  test("gives each type a name of its own", () => {
    expect(doubledTypeNames(product)).toEqual([]);
  });

  test("keeps the rules for shaders and style sheets", () => {
    const others = inHouses.filter((file) => /\.(wgsl|css)$/.test(file.path) && !isFixture(file));
    expect(others.flatMap(checkShape)).toEqual([]);
  });

  test("says of each room what lives there", () => {
    const page = readFileSync(new URL("../docs/ARCHITECTURE.md", import.meta.url), "utf8");
    const described = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, room]) => room);
    const rooms = ROOMS.filter(({ storey }) => storey !== undefined).map(({ at }) => at);
    expect(rooms.filter((room) => !described.includes(room))).toEqual([]);
    expect(described.filter((room) => !rooms.includes(room) && room !== "shaders")).toEqual([]);
    const named = [...page.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path]) => path);
    expect(named.filter((path) => !files.some((file) => file.path === path))).toEqual([]);
    expect(named).toHaveLength(10);
  });

  test("mentions no folder of one machine", () => {
    expect(files.flatMap(checkText)).toEqual([]);
  });

  test("locks its packages without naming where they were downloaded", () => {
    expect(lockAddresses(lockText)).toEqual([]);
    expect(lockAddresses('"resolved": "https://example.org/x.tgz"')).toHaveLength(1);
  });

  // A package for another platform that was missing on the registry at hand is left out of the lock without a word,
  // and then `npm ci` refuses the lock everywhere.
  test("locks every package for other platforms too", () => {
    expect(lockGaps(lockText)).toEqual([]);
    expect(lockGaps('{"packages":{"node_modules/a":{"optionalDependencies":{"a-mac":"1"}}}}')).toEqual([
      "a-mac",
    ]);
  });
});

describe("the checker", () => {
  const importing = (path: string, specifier: string) =>
    checkSource({ path, text: `import { x } from "${specifier}";\nexport const y = x;\n` });

  test.each([
    ["engine/core/rect.ts", "../rules/rule.ts", "core may not import rules"],
    ["engine/rules/rule.ts", "../grids/hex.ts", "rules may not import grids"],
    ["engine/grids/hex.ts", "../formats/rle.ts", "grids may not import formats"],
    ["engine/formats/rle.ts", "../algorithms/algorithm.ts", "formats may not import algorithms"],
    ["engine/algorithms/cpu/block.ts", "../../formats/rle.ts", "algorithms may not import formats"],
    ["engine/export/png.ts", "../bench/report.ts", "export may not import bench"],
    ["engine/bench/runner.ts", "../worker/protocol/universe.ts", "bench may not import worker"],
    ["engine/analysis/identify.ts", "../worker/protocol/universe.ts", "analysis may not import worker"],
    ["engine/algorithms/load.ts", "../analysis/identify.ts", "algorithms may not import analysis"],
    [
      "renderer/window/dialogs/identify-dialog.tsx",
      "../../../engine/analysis/identify.ts",
      "runs in a worker",
    ],
    ["engine/worker/universe-handlers.ts", "../node/dawn.ts", "worker may not import node"],
    ["engine/node/files.ts", "../cli/main.ts", "node may not import cli"],
    ["engine/index.ts", "./node/dawn.ts", "engine/index.ts must not need node"],
    ["engine/core/rect.ts", "../index.ts", "engine/index.ts is for others"],
    ["engine/core/rect.ts", "../attic/old.ts", "engine/attic/old.ts lies in no room"],
    ["engine/core/rect.ts", "../../renderer/window/app.tsx", "the engine does not know renderer"],
    ["engine/core/rect.ts", "../../../elsewhere/x.ts", "leaves the repository"],
    ["engine/core/rect.ts", "node:fs", "node:fs in a room without Node"],
    ["engine/core/rect.ts", "fs", "fs in a room without Node"],
    ["engine/core/rect.ts", "react", "the engine does not know react"],
    ["engine/cli/main.ts", "electron", "the engine does not know electron"],
    ["engine/gpu/device.ts", "webgpu", "only engine/node imports webgpu"],
    ["engine/algorithms/cpu/block.ts", "../../../shaders/cpu/life.wgsl?raw", "of its own name"],
    ["engine/algorithms/gpu/draw/painter.ts", "../../../../shaders/dense/life.wgsl?raw", "of its own name"],
    ["engine/bench/common.ts", "../../shaders/common/life.wgsl?raw", "of its own name"],
    ["engine/evolve/majority.ts", "../../shaders/evolve/score.wgsl?raw", "of its own name"],
    ["engine/evolve/gpu/score.ts", "../../../shaders/gpu/copy.wgsl?raw", "of its own name"],
    ["renderer/canvas/view.ts", "../../shaders/draw/cells.wgsl?raw", "of its own name"],
    ["engine/gpu/device.ts", "../algorithms/algorithm.ts", "gpu may not import algorithms"],
    ["engine/algorithms/cpu/bitwise.ts", "../wasm/build/bitwise.wasm?inline", "?url&inline"],
    ["engine/algorithms/cpu/bitwise.ts", "../wasm/build.mjs", "a build script"],
    ["renderer/canvas/view.ts", "../../engine/algorithms/registry.ts", "runs in a worker"],
    ["renderer/canvas/view.ts", "../../engine/worker/universe-handlers.ts", "runs in a worker"],
    [
      "renderer/universe/client.ts",
      "../../engine/worker/universe-worker.ts",
      "only a room that starts workers",
    ],
    ["renderer/canvas/view.ts", "../../engine/bench/soup-figures.ts", "runs in a worker"],
    ["renderer/window/inspector/inspector.tsx", "../../../engine/export/film.ts", "runs in a worker"],
    ["renderer/export/video.ts", "../../engine/algorithms/load.ts", "runs in a worker"],
    ["renderer/window/rules.tsx", "radix-ui", "only renderer/ui imports radix-ui"],
    ["renderer/window/rates.tsx", "uplot/dist/uPlot.min.css", "only renderer/ui imports uplot"],
    ["renderer/host/host.ts", "electron", "the renderer does not know electron"],
    ["renderer/host/host.ts", "../../electron/preload.ts", "the renderer does not know electron"],
    ["renderer/host/host.ts", "node:fs", "node:fs in a room without Node"],
    ["electron/main.ts", "../engine/core/rect.ts", "electron never knows the engine"],
    ["electron/main.ts", "../renderer/host/host.ts", "only the host contract's types"],
  ])("refuses %s importing %s", (path, specifier, complaint) => {
    expect(importing(path, specifier).join()).toContain(complaint);
  });

  test.each([
    ["engine/core/rect.ts", "./integers.ts"],
    ["engine/gpu/copy-bandwidth.ts", "../../shaders/gpu/copy.wgsl?raw"],
    ["engine/algorithms/gpu/dense/step.ts", "../../../../shaders/dense/strips/join.wgsl?raw"],
    ["engine/algorithms/gpu/dense/step.ts", "../../../../shaders/common/bit-row.wgsl?raw"],
    ["engine/algorithms/gpu/dense/step.ts", "../../../gpu/device.ts"],
    ["engine/evolve/gpu/score.ts", "../../../shaders/evolve/score.wgsl?raw"],
    ["engine/cli/main.ts", "../node/dawn.ts"],
    ["engine/cli/main.ts", "../../package.json"],
    ["engine/node/files.ts", "node:fs"],
    ["engine/node/dawn.ts", "webgpu"],
    ["engine/algorithms/wasm/build.mjs", "node:path"],
    ["engine/index.ts", "./worker/protocol/universe.ts"],
    ["renderer/window/rules.tsx", "../../engine/rules/rule.ts"],
    ["renderer/studio/run.ts", "../../engine/worker/protocol/universe.ts"],
    ["renderer/labs/hello/hello.ts", "../../../engine/worker/rpc.ts"],
    ["renderer/canvas/stage-handlers.ts", "../../engine/worker/universe-handlers.ts"],
    ["renderer/labs/performance/benchmarks/benchmarks.ts", "../../../../engine/bench/gpu-bench.ts"],
    ["renderer/window/dialogs/identify-dialog.tsx", "../../../engine/analysis/identity-words.ts"],
    ["renderer/export/video.ts", "../../engine/export/yuv.ts"],
    ["renderer/export/export.worker.ts", "../../engine/worker/export-handlers.ts"],
    ["renderer/ui/button.tsx", "radix-ui"],
    ["tests/shaders/life.test.ts", "../../shaders/dense/life.wgsl?raw"],
  ])("allows %s importing %s", (path, specifier) => {
    expect(importing(path, specifier)).toEqual([]);
  });

  test.each([
    ["export const load = () => import('../cli/main.ts');"],
    ["export { main } from '../cli/main.ts'; export const x = 1;"],
    ["export type Main = import('../cli/main.ts').Main;"],
    ["export const url = new URL('../cli/main.ts', import.meta.url);"],
    ["export const all = import.meta.glob(['../cli/*.ts']);"],
    ["import '../cli/main.ts';"],
    ["import type {\n  Main,\n} from '../cli/main.ts';\nexport type M = Main;"],
    ["export const main = require('../cli/main.ts');"],
  ])("sees the import in %s", (text) => {
    expect(checkSource({ path: "engine/core/rect.ts", text }).join()).toContain("core may not import cli");
  });

  test("sees no import in comments and strings", () => {
    const text = `// import "../cli/main.ts"\nexport const text = 'import "../cli/main.ts"';\n`;
    expect(checkSource({ path: "engine/core/rect.ts", text })).toEqual([]);
  });

  test("lets types of what runs in the worker through, and starts workers in one room", () => {
    const type = `import type { Algorithm } from "../../engine/algorithms/algorithm.ts";\nexport type A = Algorithm;`;
    expect(checkSource({ path: "renderer/studio/run.ts", text: type })).toEqual([]);
    const worker = `export const url = new URL("../../engine/worker/universe-worker.ts", import.meta.url);`;
    expect(checkSource({ path: "renderer/universe/client.ts", text: worker })).toEqual([]);
    expect(checkSource({ path: "renderer/window/app.ts", text: worker })).toHaveLength(1);
    const host = `import type { Host } from "../renderer/host/host.ts";\nexport type H = Host;`;
    expect(checkSource({ path: "electron/main.ts", text: host })).toEqual([]);
  });

  test.each([
    ["export const width = window.innerWidth;", "window"],
    ["export const root = globalThis.document.body;", "document"],
    ["export const saved = localStorage.getItem('x');", "localStorage"],
    ["export function draw(canvas: HTMLCanvasElement): void { canvas.remove(); }", "HTMLCanvasElement"],
  ])("refuses a page's globals in the engine: %s", (text, name) => {
    expect(checkSource({ path: "engine/core/x.ts", text }).join()).toContain(`${name} in the engine`);
    expect(checkSource({ path: "renderer/window/x.ts", text })).toEqual([]);
  });

  test("knows a window that is no page", () => {
    const text =
      "export function mean(window: number[]): number { return window[0]; }\nexport const o = { document: 1 };";
    expect(checkSource({ path: "engine/core/x.ts", text })).toEqual([]);
  });

  test.each([
    ["export const x: any = 1;", "any"],
    ["export const x = JSON.parse('1') as any;", "any"],
    ["export enum Colour { Red }", "enum"],
    ["export const enum Colour { Red }", "enum"],
    ["export default 1;", "default export"],
    ["export default function run() {}", "default export"],
    ["const x = 1;\nexport { x as default };", "default export"],
    ["export * from './rect.ts';", "barrel"],
    ["export { x } from './rect.ts';\nexport { y } from './runs.ts';", "barrel"],
  ])("refuses %s", (text, complaint) => {
    expect(checkSource({ path: "engine/core/x.ts", text }).join()).toContain(complaint);
  });

  test("lets configs have a default export and engine/index.ts be a barrel", () => {
    expect(checkSource({ path: "vitest.config.ts", text: "export default 1;" })).toEqual([]);
    expect(checkSource({ path: "engine/index.ts", text: "export { x } from './core/rect.ts';" })).toEqual([]);
    expect(checkSource({ path: "engine/core/index.ts", text: "export const x = 1;" })).toHaveLength(1);
  });

  test("refuses effects that give back what they call", () => {
    const effect = (body: string) =>
      checkSource({ path: "renderer/window/x.tsx", text: `useLayoutEffect(() => ${body}, []);` });
    expect(effect("card.current?.scrollTo({ top: 0 })").join()).toContain("put it in braces");
    expect(effect("void load()").join()).toContain("put it in braces");
    expect(effect("{ card.current?.scrollTo({ top: 0 }); }")).toEqual([]);
    expect(effect("() => abort.current?.abort()")).toEqual([]);
  });

  test("refuses a fake module where a worker shares modules", () => {
    const fake = (path: string) => checkSource({ path, text: 'vi.mock("electron", () => ({}));\n' });
    expect(fake("tests/cli/run.test.ts").join()).toContain("APART");
    expect(fake("tests/electron/main.test.ts")).toEqual([]);
  });

  test("finds circles of files, through types too, and no circle where there is none", () => {
    const source = (path: string, ...targets: string[]) => ({
      path,
      text: targets.map((target) => `import type { X } from "${target}";`).join("\n"),
    });
    const a = source("engine/core/a.ts", "./b.ts");
    const b = source("engine/core/b.ts", "../rules/c.ts", "./d.ts");
    const c = source("engine/rules/c.ts", "../core/a.ts");
    const d = source("engine/core/d.ts");
    expect(circlesOf(allFacts([a, b, c, d]))).toEqual([[a.path, b.path, c.path]]);
    expect(circlesOf(allFacts([a, b, d]))).toEqual([]);
  });

  test("finds a type's name that means two things", () => {
    const one = { path: "engine/core/a.ts", text: "export interface Frame {}\nexport type Own = Frame;" };
    const other = { path: "renderer/ui/b.tsx", text: "interface Own {}\nexport class Frame {}" };
    expect(doubledTypeNames(allFacts([one, other]))).toEqual([
      "Frame: engine/core/a.ts:1, renderer/ui/b.tsx:2",
    ]);
  });

  test("refuses long files and names that are not kebab-case", () => {
    expect(checkShape({ path: "engine/core/x.ts", text: "\n".repeat(maximumLines) })).toEqual([]);
    expect(checkShape({ path: "engine/core/x.ts", text: "\n".repeat(maximumLines + 1) })).toHaveLength(1);
    for (const path of ["engine/core/stateHash.ts", "engine/Core/x.ts", "shaders/dense/life_step.wgsl"]) {
      expect(checkShape({ path, text: "" }), path).toHaveLength(1);
    }
    expect(checkShape({ path: "engine/core/state-hash.test.ts", text: "" })).toEqual([]);
    expect(checkShape({ path: "engine/algorithms/wasm/assembly/_planes.ts", text: "" })).toEqual([]);
  });

  test("refuses folders of one machine, and takes the engine's worker for none", () => {
    const parts = (...names: string[]) => names.join("/");
    for (const text of [
      parts("", "work", "x"),
      `cd ${parts("", "work")}`,
      parts("file:", "", "", "work", "x"),
    ]) {
      expect(checkText({ path: "docs/x.md", text }), text).toHaveLength(1);
    }
    expect(checkText({ path: "docs/x.md", text: `see ${parts("..", "shared", "x.md")}` })).toHaveLength(1);
    expect(checkText({ path: "docs/x.md", text: "engine/worker/protocol, ./work, net/work-flow" })).toEqual(
      [],
    );
  });
});

function allFacts(sources: readonly SourceFile[]): ReadonlyMap<string, SourceFacts> {
  return new Map(sources.map((file) => [file.path, factsOf(file)]));
}

function lockAddresses(lock: string): string[] {
  return lock.split("\n").filter((line) => line.includes('"resolved"'));
}

function lockGaps(lock: string): string[] {
  const { packages } = JSON.parse(lock) as {
    readonly packages: Readonly<
      Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>
    >;
  };
  const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, "")));
  const wanted = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
  return wanted.filter((name) => !locked.has(name));
}
