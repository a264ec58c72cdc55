/** Line, rectangle, ellipse, fill and the brush, as a hand uses them. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { runsBounds, runsPopulation } from "../../../engine/core/runs.ts";
import { TOOLS } from "../../../renderer/tools/registry.ts";
import type { ToolPointer } from "../../../renderer/tools/tool.ts";
import { Toolbox } from "../../../renderer/tools/toolbox.ts";
import { GLIDER } from "../../support/local-editor.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { equalRuns } from "../../support/runs.ts";
import { nameOf, slowBox, slowEllipse, slowRim } from "../../support/slow-shapes.ts";
import type { ToolDriver } from "../../support/tool-driver.ts";
import { toolDriver } from "../../support/tool-driver.ts";
import { until } from "../../support/until.ts";
import { cellNames } from "../editor/cells.ts";

async function expectCells(driver: ToolDriver, cells: Runs): Promise<void> {
  await driver.settled();
  const actual = await driver.universe.readRuns();
  if (!equalRuns(actual, cells)) expect(actual).toEqual(cells);
}

const drawn = async (driver: ToolDriver) =>
  cellNames((await driver.settled()).universe && (await driver.universe.readRuns()));
const labels = (driver: ToolDriver): string[] => driver.editor.history.map((item) => item.label);

describe("line", () => {
  it("shows the line while it is dragged and draws it when it is let go, as one change", async () => {
    const driver = await toolDriver();
    driver.tool("line").pointerDownAt(0, 0).pointerMoveAt(9, 9).pointerMoveAt(4, 2);
    expect(runsPopulation(driver.preview?.cells as Runs)).toBe(5n);
    expect(driver.hints.at(-1)).toBe("Line of 5 cells.");
    expect(await driver.universe.population()).toBe(0n);
    await driver.pointerUp().settled();
    expect(driver.preview).toBeNull();
    await expectCells(driver, cellsFromRle("o$b2o$3b2o!"));
    expect(labels(driver)).toEqual(["Line of 5 cells"]);
    await driver.key("z").settled();
    expect(await driver.universe.population()).toBe(0n);
  });

  it("is taken back by Escape", async () => {
    const driver = await toolDriver({ cells: GLIDER });
    driver.tool("line").pointerDownAt(-3, -3).pointerMoveAt(9, 9).key("Escape");
    expect(driver.preview).toBeNull();
    driver.pointerMoveAt(12, 12).pointerUp();
    await expectCells(driver, GLIDER);
    expect(labels(driver)).toEqual([]);
  });

  it("keeps to the lattice with Shift, and goes to both sides with Alt", async () => {
    const driver = await toolDriver();
    driver.tool("line").pointerDownAt(0, 0).pointerMoveAt(5, 1, { shiftKey: true }).pointerUp();
    await expectCells(driver, cellsFromRle("6o!"));
    await driver.key("z").settled();
    driver.pointerDownAt(0, 0).pointerMoveAt(2, 0, { altKey: true }).pointerUp();
    await expectCells(driver, cellsFromRle("5o!", -2n, 0n));
    const hex = await toolDriver({ rule: "B2/S34H" });
    hex.tool("line").pointerDownAt(0, 0).pointerMoveAt(4, 5, { shiftKey: true }).pointerUp();
    await expectCells(hex, cellsFromRle("o$bo$2bo$3bo$4bo$5bo!"));
  });

  it("kills with dead ink and with the other end of a pen, and leaves nothing behind when nothing changes", async () => {
    const driver = await toolDriver({ cells: cellsFromRle("9o!") });
    driver.tool("line").option("ink", "dead").pointerDownAt(2, 0).pointerMoveAt(4, 0);
    expect(driver.preview?.ink).toBe(0);
    driver.pointerUp();
    await expectCells(driver, cellsFromRle("2o3b4o!"));
    expect(labels(driver)).toEqual(["Line of 3 cells"]);
    const pen = { pointerType: "pen", button: 5, buttons: 32 } as const;
    driver
      .option("ink", "live")
      .pointerDownAt(0, 0, pen)
      .pointerMoveAt(1, 0, { ...pen, button: -1 })
      .pointerUp();
    await expectCells(driver, cellsFromRle("4o!", 5n, 0n));
    await driver.pointerDownAt(5, 0).pointerMoveAt(8, 0).pointerUp().settled();
    expect(labels(driver)).toHaveLength(2);
  });
});

describe.each([
  ["B3/S23", "moore"],
  ["B2/S34H", "hex"],
] as const)("rectangle and ellipse under %s", (rule, neighbourhood) => {
  it.each([
    ["rectangle", slowBox],
    ["ellipse", slowEllipse],
  ] as const)("%s draws the outline, or fills it", async (tool, slow) => {
    const driver = await toolDriver({ rule });
    const [a, b] = [
      { x: 0, y: 0 },
      { x: 9, y: 6 },
    ];
    const filled = slow(a, b, neighbourhood);
    driver.tool(tool).pointerDownAt(0, 0).pointerMoveAt(9, 6);
    expect(driver.hints.at(-1)).toContain(neighbourhood === "hex" ? " × 7, " : " of 10 × 7, ");
    driver.pointerUp();
    expect(await drawn(driver)).toEqual(slowRim(filled, neighbourhood));
    await driver.key("z").settled();
    driver.option("style", "filled").pointerDownAt(9, 6).pointerMoveAt(0, 0).pointerUp();
    expect(await drawn(driver)).toEqual(filled);
  });

  it("Shift makes it as high as it is wide, Alt draws it around its middle", async () => {
    const driver = await toolDriver({ rule });
    driver.tool("ellipse").option("style", "filled");
    driver.pointerDownAt(0, 0).pointerMoveAt(6, 0, { shiftKey: true, altKey: true }).pointerUp();
    const names = await drawn(driver);
    const kind = driver.view.kind;
    const box = { left: 0, right: 0, top: 0, bottom: 0 };
    const origin = kind.centreOf(0, 0);
    for (const name of names) {
      const [x, y] = name.split(",").map(Number) as [number, number];
      const at = kind.centreOf(x, y);
      box.left = Math.min(box.left, at.x - origin.x);
      box.right = Math.max(box.right, at.x - origin.x);
      box.top = Math.min(box.top, at.y - origin.y);
      box.bottom = Math.max(box.bottom, at.y - origin.y);
    }
    expect(box.right).toBe(6);
    expect(box.left).toBe(-6);
    expect(Math.abs(box.bottom - 6)).toBeLessThan(0.5);
    expect(box.bottom).toBeCloseTo(-box.top, 9);
    expect(names.has(nameOf({ x: 0, y: 0 }))).toBe(true);
  });
});

describe("a shape of any size", () => {
  it("of 16 million cells is previewed and drawn row by row, in a small history", async () => {
    const driver = await toolDriver({ zoom: -3 });
    driver.tool("ellipse").option("style", "filled");
    driver.pointerDownAt(-2000, -2000).pointerMoveAt(1999, 1999);
    expect(driver.preview?.cells?.rows.length).toBe(4000);
    await driver.pointerUp().settled();
    expect(Number(await driver.universe.population())).toBeGreaterThan(12_500_000);
    expect(driver.editor.historyBytes).toBeLessThan(500_000);
    // Over as much that lives: a snapshot instead of a list of what was there.
    driver.pointerDownAt(-1500, -1500).pointerMoveAt(2499, 2499).pointerUp();
    await driver.settled();
    const after = await driver.fingerprint();
    await driver.key("z").settled();
    expect(runsBounds(await driver.universe.readRuns())).toEqual(rect(-2000, -2000, 4000, 4000));
    await driver.key("Shift+z").settled();
    expect(await driver.fingerprint()).toBe(after);
    expect(driver.errors).toEqual([]);
  });

  it("beyond 65,536 cells says so and keeps the last that could be drawn", async () => {
    const driver = await toolDriver({ zoom: -8 });
    driver.tool("rectangle").pointerDownAt(0, 0).pointerMoveAt(20_000, 0).pointerMoveAt(80_000, 5);
    expect(driver.hints.at(-1)).toMatch(/too large to be drawn at once/);
    await driver.pointerUp().settled();
    expect(await driver.universe.bounds()).toEqual(rect(0, 0, 20_001, 1));
  });

  it("is cut off at the edge of the grid", async () => {
    const driver = await toolDriver({ rule: "B3/S23:T20,20" });
    driver.tool("rectangle").option("style", "filled").pointerDownAt(5, 5).pointerMoveAt(40, 40).pointerUp();
    expect(await driver.settled().then(() => driver.universe.bounds())).toEqual(rect(5, 5, 5, 5));
  });
});

describe("fill", () => {
  it("is said to go on when it takes a while, and can be ended then", async () => {
    const driver = await toolDriver({ cells: cellsFromRle("5o$o3bo$o3bo$o3bo$5o!") });
    const before = await driver.universe.readRuns();
    const watched: string[] = [];
    const toolbox = new Toolbox(
      {
        editor: driver.editor,
        view: driver.view,
        hint: () => {},
        report: (error) => void driver.errors.push(error),
        watch: (text, work) => {
          watched.push(text);
          const controller = new AbortController();
          const done = work({ signal: controller.signal });
          controller.abort();
          return done;
        },
      },
      "fill",
    );
    // Something else takes long before it.
    let goOn = (): void => {};
    const busy = driver.editor.edit(
      () =>
        new Promise<null>((resolve) => {
          goOn = () => resolve(null);
        }),
    );
    const pointer = { cell: { x: 2n, y: 2n } } as ToolPointer;
    toolbox.present.pointerDown(pointer);
    toolbox.present.pointerUp(pointer);
    await until(() => watched.length > 0);
    goOn();
    await busy;
    await driver.editor.settled();
    expect(watched).toEqual(["Filling the area"]);
    expect(driver.errors).toMatchObject([{ code: "aborted" }]);
    expect(await driver.universe.readRuns()).toEqual(before);
  });

  it("fills what is enclosed and empties what hangs together", async () => {
    const driver = await toolDriver({ cells: cellsFromRle("5o$o3bo$o3bo$5o!") });
    await driver.tool("fill").pointerDownAt(2, 2).pointerUp().settled();
    await expectCells(driver, cellsFromRle("5o$5o$5o$5o!"));
    await driver.pointerDownAt(0, 0).pointerUp().settled();
    expect(await driver.universe.population()).toBe(0n);
    expect(labels(driver)).toEqual(["Fill 6 cells", "Empty 20 cells"]);
    await driver.key("z").key("z").settled();
    await expectCells(driver, cellsFromRle("5o$o3bo$o3bo$5o!"));
  });

  it("does not leak through corners of squares, nor out of a ring of hexagons", async () => {
    const diamond = await toolDriver({ cells: cellsFromRle("2bo$bobo$o3bo$bobo$2bo!") });
    await diamond.tool("fill").pointerDownAt(2, 2).pointerUp().settled();
    expect(labels(diamond)).toEqual(["Fill 5 cells"]);
    const ring = await toolDriver({ rule: "B2/S34H" });
    ring.tool("ellipse").pointerDownAt(0, 0).pointerMoveAt(16, 12).pointerUp();
    await ring.settled();
    const rim = await ring.universe.population();
    await ring.tool("fill").pointerDownAt(8, 6).pointerUp().settled();
    const whole = slowEllipse({ x: 0, y: 0 }, { x: 16, y: 12 }, "hex").size;
    expect(labels(ring).at(-1)).toBe(`Fill ${whole - Number(rim)} cells`);
  });

  it("says what to do when the area has no end, and changes nothing", async () => {
    const driver = await toolDriver({ cells: GLIDER });
    await driver.tool("fill").pointerDownAt(20, 20).pointerUp().settled();
    expect(String(driver.errors[0])).toMatch(/go on without end/);
    await expectCells(driver, GLIDER);
    driver.pointerDownAt(20, 20).key("Escape").pointerUp();
    await driver.settled();
    expect(driver.errors).toHaveLength(1);
  });

  it("fills in a running universe, which runs on", async () => {
    const driver = await toolDriver({ rule: "B/S012345678", cells: cellsFromRle("30o$o28bo$o28bo$30o!") });
    await driver.editor.run({ increment: 1n, interval: 0 });
    await driver.tool("fill").pointerDownAt(3, 2).pointerUp().settled();
    expect(driver.editor.state.running).toBe(true);
    await driver.editor.stop();
    await driver.settled();
    expect(labels(driver)).toContain("Fill 56 cells");
  });
});

describe("the brush", () => {
  it("draws and erases as broad as it is set, each tool with its own", async () => {
    const driver = await toolDriver();
    driver.tool("draw").option("size", 3).option("form", "square");
    expect(runsBounds(driver.toolbox.present.footprint as Runs)).toEqual(rect(-1, -1, 3, 3));
    driver.pointerDownAt(0, 0).pointerMoveAt(4, 0).pointerUp();
    await expectCells(driver, cellsFromRle("7o$7o$7o!", -1n, -1n));
    driver.tool("erase").pointerDownAt(0, 0).pointerMoveAt(1, 0).pointerUp();
    await expectCells(driver, cellsFromRle("7o$o2b4o$7o!", -1n, -1n));
    expect(labels(driver)).toEqual(["Draw 21 cells", "Erase 2 cells"]);
  });

  it("is a hexagon on hexagons", async () => {
    const driver = await toolDriver({ rule: "B2/S34H" });
    driver.tool("draw").option("size", 3).pointerDownAt(0, 0).pointerUp();
    await expectCells(driver, cellsFromRle("2o$3o$b2o!", -1n, -1n));
  });

  it("grows and shrinks by keys, between one and 64 cells, and says how broad it is", async () => {
    const driver = await toolDriver();
    await driver.tool("draw").key("}").settled();
    expect(driver.hints.at(-1)).toBe("A brush of 2 cells across.");
    for (let n = 0; n < 40; n++) driver.key("}");
    await driver.settled();
    expect(runsBounds(driver.toolbox.present.footprint as Runs)?.w).toBe(64n);
    for (let n = 0; n < 40; n++) driver.key("{");
    await driver.settled();
    expect(driver.hints.at(-1)).toBe("A brush of one cell.");
    expect(driver.toolbox.present.footprint).toBeNull();
    // Where there is no brush the keys mean nothing.
    const before = driver.hints.length;
    await driver.tool("pan").key("}").settled();
    expect(driver.hints.slice(before).filter(Boolean)).toEqual([]);
  });

  it("erases where its stroke begins on a live cell, and may be used from further away than a fine one", async () => {
    const driver = await toolDriver({ cells: cellsFromRle("9o!"), zoom: 4 });
    driver.tool("draw").option("size", 4).pointerDownAt(4, 0).pointerUp();
    await expectCells(driver, cellsFromRle("3o4b2o!"));
    driver.camera = { ...driver.camera, zoom: -2 };
    await driver.pointerDown(100, 100).pointerUp().settled();
    expect(labels(driver)).toHaveLength(2);
    driver.camera = { ...driver.camera, zoom: -2.1 };
    await driver.pointerDown(100, 100).pointerUp().settled();
    expect(driver.hints.at(-1)).toMatch(/Zoom in to draw/);
  });
});

describe("the keyboard alone", () => {
  it("begins a shape with Alt-Enter and ends it with the next", async () => {
    const driver = await toolDriver();
    driver.tool("rectangle").altKey("Enter");
    expect(driver.gestures.held).toBe(true);
    driver.altKey("ArrowRight", { shiftKey: true }).altKey("ArrowDown").altKey("ArrowDown");
    expect(runsBounds(driver.preview?.cells as Runs)).toEqual(rect(0, 0, 11, 3));
    driver.altKey("Enter");
    expect(driver.gestures.held).toBe(false);
    await expectCells(driver, cellsFromRle("11o$o9bo$11o!"));
  });

  it("takes a shape back with Escape, and a mouse that presses meanwhile begins its own", async () => {
    const driver = await toolDriver();
    driver.tool("line").altKey("Enter").altKey("ArrowRight").key("Escape");
    expect(driver.gestures.held).toBe(false);
    driver.altKey("Enter").altKey("ArrowRight").pointerDownAt(5, 5).pointerMoveAt(7, 5).pointerUp();
    await expectCells(driver, cellsFromRle("3o!", 5n, 5n));
  });

  it("draws a cell at once with a pen, and fills at once", async () => {
    const driver = await toolDriver();
    driver.tool("draw").altKey("ArrowRight").altKey("Enter");
    await expectCells(driver, cellsFromRle("o!", 1n, 0n));
    await driver.tool("fill").altKey("Enter").settled();
    expect(await driver.universe.population()).toBe(0n);
  });
});

describe("every tool", () => {
  const spot = fc.record({ x: fc.integer({ min: -8, max: 8 }), y: fc.integer({ min: -8, max: 8 }) });
  const gesture = fc.record({
    tool: fc.constantFrom(...TOOLS.list().map(({ id }) => id)),
    way: fc.array(spot, { minLength: 1, maxLength: 4 }),
    held: fc.record({ shiftKey: fc.boolean(), altKey: fc.boolean(), ctrlKey: fc.boolean() }),
    choice: fc.integer({ min: 0, max: 2 }),
    bails: fc.boolean(),
  });

  it.each(["B3/S23", "B2/S34H", "B3/S23:T24,20"])(
    "changes nothing that cannot be undone (%s)",
    async (rule) => {
      await fc.assert(
        fc.asyncProperty(fc.array(gesture, { minLength: 1, maxLength: 6 }), async (gestures) => {
          const driver = await toolDriver({ rule, cells: cellsFromRle("5o$o3bo$obobo$o3bo$5o!", -2n, -2n) });
          const prints = [await driver.fingerprint()];
          for (const { tool, way, held, choice, bails } of gestures) {
            driver.tool(tool);
            for (const option of TOOLS.get(tool).options ?? []) {
              if (option.kind === "number") driver.option(option.id, 1 + choice * 2);
              else driver.option(option.id, option.choices[choice % option.choices.length]?.id ?? "");
            }
            const before = driver.editor.history.length;
            const [first, ...rest] = way as [{ x: number; y: number }];
            driver.pointerDownAt(first.x, first.y, held);
            for (const { x, y } of rest as readonly { x: number; y: number }[])
              driver.pointerMoveAt(x, y, held);
            if (bails) driver.key("Escape").pointerUp(held);
            else driver.pointerUp(held);
            await driver.settled();
            if (bails) expect(await driver.fingerprint()).toBe(prints.at(-1));
            // One gesture is at most one change.
            expect(driver.editor.history.length - before).toBeLessThanOrEqual(1);
            while (prints.length <= driver.editor.history.length) prints.push(await driver.fingerprint());
            expect(driver.preview).toBeNull();
          }
          for (let at = driver.editor.history.length - 1; at >= 0; at--) {
            await driver.editor.undo();
            expect(await driver.fingerprint()).toBe(prints[at]);
          }
          for (let at = 1; at < prints.length; at++) {
            await driver.editor.redo();
            expect(await driver.fingerprint()).toBe(prints[at]);
          }
        }),
        { numRuns: 60 },
      );
    },
  );
});
