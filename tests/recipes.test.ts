/** docs/RECIPES.md, done: each file is built, each line stands in a copy of its list, and each new thing works. */

import type { Readable } from "node:stream";
import { text as textOf } from "node:stream/consumers";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { prerenderToNodeStream } from "react-dom/static";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createUniverse } from "../engine/algorithms/load.ts";
import type { Pattern } from "../engine/core/pattern.ts";
import { patternOf } from "../engine/core/pattern.ts";
import { rect } from "../engine/core/rect.ts";
import type { Registry, RegistryEntry } from "../engine/core/registry.ts";
import { runsPopulation } from "../engine/core/runs.ts";
import type { CellExporter } from "../engine/export/exporter.ts";
import { openFrames } from "../engine/export/frame-source.ts";
import type { GridKind } from "../engine/grids/grid-kind.ts";
import { SQUARE } from "../engine/grids/square.ts";
import { cameraOn } from "../engine/picture/camera-moves.ts";
import { createPicture, paint } from "../engine/picture/painter.ts";
import type { RuleFamily } from "../engine/rules/families/family.ts";
import { LIFE } from "../engine/rules/universe-rule.ts";
import type { Handlers } from "../engine/worker/rpc.ts";
import type { Command, DocumentCommand } from "../renderer/studio/command.ts";
import type { Lab, LabSurroundings } from "../renderer/studio/lab.ts";
import { TOOLS } from "../renderer/tools/registry.ts";
import type { ToolDescriptor } from "../renderer/tools/tool.ts";
import { sceneOf } from "./support/drawn-pictures.ts";
import { servedPair } from "./support/engine-pair.ts";
import { MemoryTarget } from "./support/memory-target.ts";
import { readRecipes, writeRecipes } from "./support/recipes.ts";
import { toolDriver } from "./support/tool-driver.ts";
import { cellsOf, drawn, GLIDER, universeWith } from "./support/universes.ts";

const recipes = readRecipes();
let files: ReadonlyMap<string, string>;

/** Something that a recipe's file exports. */
async function built<T>(path: string, name: string): Promise<T> {
  const module = (await import(/* @vite-ignore */ files.get(path) as string)) as Record<string, T>;
  expect(module, path).toHaveProperty(name);
  return module[name];
}

/** The entry as it stands in the registry that got the line. */
async function entry<T extends RegistryEntry>(path: string, list: string, id: string): Promise<T> {
  return (await built<Registry<T>>(path, list)).get(id);
}

beforeAll(() => {
  files = writeRecipes(recipes, "out/recipes");
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("the recipes", () => {
  it("are there, each with at most one file (a lab: one folder), a line, and a test", () => {
    expect(recipes.map(({ title }) => title)).toEqual([
      "A grid kind",
      "A rule family",
      "A pattern format",
      "An exporter",
      "A tool",
      "A command",
      "A dialog",
      "A lab",
      "A verb of a worker",
    ]);
    for (const { title, files: own, lines, saysTest } of recipes) {
      expect(saysTest, title).toBe(true);
      const isVerb = title === "A verb of a worker";
      expect(own.length, title).toBe(isVerb ? 0 : title === "A lab" ? 2 : 1);
      expect(lines.length, title).toBe(isVerb ? 2 : 1);
      for (const { text } of lines) {
        const code = text.split("\n").filter((line) => line !== "" && !/^\s*\/\*\*/.test(line));
        expect(code, title).toHaveLength(1);
      }
    }
  });

  it("add a lab in at most forty lines", () => {
    const lab = recipes.find(({ title }) => title === "A lab");
    const lines = lab?.files.map(({ text }) => text.trimEnd().split("\n").length) ?? [];
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(40);
  });
});

describe("what the recipes make", () => {
  it("a grid kind that shows cells", async () => {
    const kind = await entry<GridKind>("engine/grids/registry.ts", "GRID_KINDS", "pool");
    const { universe } = await createUniverse({ ...kind.fresh(), soup: kind.fresh().soup ?? undefined }, {});
    const block = await universe.readBlock(rect(-32, -32, 64, 64));
    const painted = (shown: GridKind): Uint32Array => {
      const camera = cameraOn({ x: 0n, y: 0n }, 2, shown);
      const picture = createPicture(96, 64);
      const frame = { kind: "block", generation: 0n, camera, block } as const;
      paint(picture, { ...sceneOf(universe, camera), kind: shown, frame });
      return picture.pixels;
    };
    expect(new Set(painted(kind)).size).toBeGreaterThan(1);
    expect(painted(kind)).toEqual(painted(SQUARE));
    universe.dispose();
  });

  it("a rule family whose rules run", async () => {
    const familyOf = await built<(text: string) => RuleFamily | undefined>(
      "engine/rules/families.ts",
      "familyOf",
    );
    const rule = familyOf("Majority5")?.parse?.("Majority5", "moore") ?? LIFE;
    expect(rule.text).toBe("B5678/S45678");
    const universe = await universeWith(cellsOf(["OOO", "OOO", "OOO"]), { rule, algorithm: "reference" });
    await universe.step(1n);
    expect(drawn(await universe.readRuns(), 0, 0, 3, 3)).toEqual([".O.", "OOO", ".O."]);
  });

  it("a pattern format that is read by its mark and written by its name", async () => {
    const path = "engine/formats/unpacked.ts";
    const write = await built<(pattern: Pattern, id: string) => Uint8Array>(path, "writeUnpacked");
    const read = await built<(bytes: Uint8Array) => { readonly pattern: Pattern }>(path, "readUnpacked");
    const cells = cellsOf(GLIDER, 5n, -3n);
    const bytes = write(patternOf(cells), "dots");
    expect(new TextDecoder().decode(bytes)).toBe("!Dots\n6 -3 1\n7 -2 1\n5 -1 3");
    const { pattern } = read(bytes);
    expect(pattern).toMatchObject({ positioned: true });
    expect(write(pattern, "dots")).toEqual(bytes);
  });

  it("an exporter that writes a file", async () => {
    const path = "engine/export/registry.ts";
    const exporterFor = await built<(name: string) => CellExporter>(path, "exporterForName");
    const universe = await universeWith(cellsOf([".OO", "OO.", ".O."]));
    const source = await openFrames(universe, { from: 0n, to: 4n, every: 2n }, rect(-9, -9, 20, 20));
    const target = new MemoryTarget();
    const report = await exporterFor("counts.csv").run(source, target, { name: "counts.csv" });
    const table = new TextDecoder().decode(target.files.get("counts.csv"));
    expect(table).toBe("0,5\n2,7\n4,8\n");
    expect(report).toMatchObject({ frames: 3, bytes: table.length });
  });

  it("a tool that draws", async () => {
    const tools = await built<Registry<ToolDescriptor>>("renderer/tools/registry.ts", "TOOLS");
    vi.spyOn(TOOLS, "get").mockImplementation((id) => tools.get(id));
    const driver = await toolDriver();
    await driver.tool("dab").pointerDownAt(0, 0).pointerUp().settled();
    expect(runsPopulation(await driver.universe.readRuns())).toBe(9n);
    expect(driver.editor.history.map(({ label }) => label)).toEqual(["Dab of 9 cells"]);
    expect(driver.errors).toEqual([]);
  });

  it("a command that runs in its context", async () => {
    const path = "renderer/window/commands/registry.ts";
    const command = (await entry<Command>(path, "COMMANDS", "view.tell")) as DocumentCommand;
    const driver = await toolDriver();
    await command.run(driver.context);
    expect(driver.hints).toEqual(["Generation 0."]);
  });

  it("a dialog that renders", async () => {
    type Page = (props: object) => { readonly props: { readonly title: string; readonly children: never } };
    type Dialogs = { readonly greeting: { readonly about: string; readonly page: Page } };
    const { greeting } = await built<Dialogs>("renderer/window/dialogs/registry.ts", "DIALOGS");
    expect(greeting.about).toBe("studio");
    const props = { name: "world", onClose: () => {} };
    // A dialog is a portal, of which nothing renders without a page: its inside is rendered by itself.
    const { title, children } = greeting.page(props).props;
    expect(title).toBe("Greeting");
    expect(renderToString(children)).toContain("world");
  });

  it("a lab that says hello from its worker", async () => {
    const path = files.get("renderer/labs/hello/hello.worker.ts") as string;
    const { port1, port2 } = new MessageChannel();
    const started: string[] = [];
    vi.stubGlobal("addEventListener", port2.addEventListener.bind(port2));
    vi.stubGlobal("postMessage", port2.postMessage.bind(port2));
    vi.stubGlobal(
      "Worker",
      class {
        constructor(url: URL) {
          started.push(url.pathname);
          void import(/* @vite-ignore */ path).then(() => port2.start());
          Object.assign(port1, { terminate: () => port1.close() });
          // biome-ignore lint/correctness/noConstructorReturn: the port stands for the worker.
          return port1;
        }
      },
    );
    const lab = await entry<Lab>("renderer/labs/registry.ts", "LABS", "hello");
    const { startLab } = await lab.load();
    const { Page, close } = startLab({} as LabSurroundings);
    const { prelude } = await prerenderToNodeStream(createElement(Page));
    expect(await textOf(prelude as Readable)).toContain("Hello, world.");
    expect(started).toEqual([expect.stringMatching(/hello\.worker\.ts$/)]);
    close?.();
  });

  it("a verb that answers over a port", async () => {
    const handlers = await built<Handlers<object>>("engine/worker/analysis-handlers.ts", "ANALYSIS");
    const { connection, close } = servedPair(handlers);
    const { rowCount } = connection.call as { readonly rowCount: (args: object) => Promise<number> };
    expect(await rowCount({ cells: cellsOf(GLIDER) })).toBe(3);
    await close();
  });
});
