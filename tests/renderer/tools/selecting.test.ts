/** Select, Lasso, Move and the keys that nudge, as a hand uses them. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { runsBounds } from "../../../engine/core/runs.ts";
import { extendUpright, selectUpright } from "../../../renderer/editor/selection/drag-selection.ts";
import { selectBox, selectCells, selectedCells } from "../../../renderer/editor/selection/selection.ts";
import { expectAtMost } from "../../support/expect-each.ts";
import { GLIDER } from "../../support/local-editor.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { equalRuns } from "../../support/runs.ts";
import { nameOf, slowBox, spotOf } from "../../support/slow-shapes.ts";
import type { ToolDriver } from "../../support/tool-driver.ts";
import { toolDriver } from "../../support/tool-driver.ts";
import { cellNames, cellsOf } from "../editor/cells.ts";

async function expectCells(driver: ToolDriver, cells: Runs): Promise<void> {
  await driver.settled();
  const actual = await driver.universe.readRuns();
  if (!equalRuns(actual, cells)) expect(actual).toEqual(cells);
}

const labels = (driver: ToolDriver): string[] => driver.editor.history.map((item) => item.label);
const chosen = (driver: ToolDriver) => {
  const { selection } = driver.editor.state;
  return selection && cellNames(selectedCells(selection));
};

async function selected(rule = "B3/S23", cells: Runs = GLIDER): Promise<ToolDriver> {
  const driver = await toolDriver({ rule, cells });
  await driver.editor.select(selectBox(rect(0, 0, 3, 3)));
  return driver;
}

describe("a box on hexagons", () => {
  const anySpot = fc.record({ x: fc.integer({ min: -12, max: 12 }), y: fc.integer({ min: -12, max: 12 }) });
  const cellAt = ({ x, y }: { readonly x: number; readonly y: number }) => ({ x: BigInt(x), y: BigInt(y) });

  it("has the cells whose centres lie in the box on the screen", async () => {
    const driver = await toolDriver({ rule: "B2/S34H" });
    driver.tool("select").pointerDownAt(0, 0).pointerMoveAt(7, 4);
    expect(driver.editor.state.draft?.mask).not.toBeNull();
    await driver.pointerUp().settled();
    expect(chosen(driver)).toEqual(slowBox({ x: 0, y: 0 }, { x: 7, y: 4 }, "hex"));
  });

  it("reaches to a cell with Shift, and stays upright, whatever was selected", () => {
    fc.assert(
      fc.property(anySpot, anySpot, anySpot, fc.boolean(), (a, b, to, lattice) => {
        const before = lattice
          ? selectUpright(cellAt(a), cellAt(b), "moore")
          : selectUpright(cellAt(a), cellAt(b), "hex");
        const after = extendUpright(before, cellAt(to), "hex");
        const spots = [...cellNames(selectedCells(before)), nameOf(to)].map(spotOf);
        // One side of each pair moved at most, so a part of what was selected is still there; and the cell is.
        const names = cellNames(selectedCells(after));
        expect(names.has(nameOf(to))).toBe(true);
        const places = spots.map(({ x, y }) => 2 * x - y);
        const [least, most] = [Math.min(...places), Math.max(...places)];
        const found = [...names].map(spotOf);
        for (const { x, y } of found) {
          expectAtMost(least - 1, 2 * x - y);
          expectAtMost(2 * x - y, most + 1);
        }
        // Upright: rows of the same parity are alike.
        const ends = new Map<number, string>();
        for (const y of new Set(found.map((spot) => spot.y))) {
          const row = found.filter((spot) => spot.y === y).map(({ x }) => 2 * x - y);
          const text = `${Math.min(...row)} ${Math.max(...row)}`;
          const parity = Math.abs(y % 2);
          expect(ends.get(parity) ?? text).toBe(text);
          ends.set(parity, text);
        }
      }),
    );
  });

  it("is turned by a sixth, and six turns lead back", async () => {
    const driver = await toolDriver({ rule: "B2/S34H", cells: cellsFromRle("3o$obo$b2o!", 1n, 1n) });
    await driver.tool("select").pointerDownAt(-2, -2).pointerMoveAt(9, 6).pointerUp().settled();
    const [cells, start] = [chosen(driver), await driver.fingerprint()];
    for (let turn = 1; turn <= 6; turn++) {
      await driver.key(">").settled();
      // Half way round a box stands as it stood.
      if (turn % 3 !== 0) expect(chosen(driver)).not.toEqual(cells);
    }
    expect(chosen(driver)).toEqual(cells);
    expect(await driver.fingerprint()).toBe(start);
  });

  it("too high to be listed says so and selects nothing new", async () => {
    const driver = await toolDriver({ rule: "B2/S34H", zoom: -9 });
    driver.tool("select").pointerDownAt(0, 0).pointerMoveAt(200_000, 140_000);
    expect(driver.hints.at(-1)).toMatch(/too large/);
    await driver.pointerUp().settled();
    expect(driver.editor.state.selection).toBeNull();
  });
});

describe("select", () => {
  it("takes a box away with Alt, and a click with Alt leaves all as it is", async () => {
    const driver = await selected();
    driver.tool("select").pointerDownAt(5, 5, { altKey: true }).pointerMoveAt(1, 1).pointerUp();
    await driver.settled();
    expect(chosen(driver)).toEqual(new Set(["0,0", "1,0", "2,0", "0,1", "0,2"]));
    await driver.pointerDownAt(9, 9, { altKey: true }).pointerUp().settled();
    expect(chosen(driver)?.size).toBe(5);
    await driver.pointerDownAt(-1, -1, { altKey: true }).pointerMoveAt(5, 5).pointerUp().settled();
    expect(chosen(driver)).toBeNull();
  });

  it("carries the cells with Ctrl, as one change", async () => {
    const driver = await selected();
    driver.tool("select").pointerDownAt(1, 1, { ctrlKey: true });
    await driver.settled();
    driver.pointerMoveAt(11, 6);
    expect(driver.toolbox.present.cursor).toBe("move");
    expect(driver.editor.state.draft?.box).toEqual(rect(10, 5, 3, 3));
    expect(runsBounds(driver.preview?.cells as Runs)).toEqual(rect(10, 5, 3, 3));
    await expectCells(driver, GLIDER);
    driver.pointerUp();
    await expectCells(driver, cellsFromRle("bo$2bo$3o!", 10n, 5n));
    expect(driver.editor.state.selection?.box).toEqual(rect(10, 5, 3, 3));
    expect(labels(driver).slice(1)).toEqual(["Move 5 cells"]);
    expect(driver.preview).toBeNull();
    await driver.key("z").settled();
    await expectCells(driver, GLIDER);
    expect(driver.editor.state.selection?.box).toEqual(rect(0, 0, 3, 3));
  });

  it("carries a copy with Ctrl and Alt, the frame with Ctrl and Shift, and nothing after Escape", async () => {
    const driver = await selected();
    driver
      .tool("select")
      .pointerDownAt(1, 1, { ctrlKey: true, altKey: true })
      .pointerMoveAt(11, 1)
      .pointerUp();
    await expectCells(driver, cellsFromRle("bo9bo$2bo9bo$3o7b3o!"));
    driver.pointerDownAt(11, 1, { ctrlKey: true, shiftKey: true }).pointerMoveAt(1, 1).pointerUp();
    await expectCells(driver, cellsFromRle("bo9bo$2bo9bo$3o7b3o!"));
    expect(driver.editor.state.selection?.box).toEqual(rect(0, 0, 3, 3));
    driver.pointerDownAt(1, 1, { ctrlKey: true }).pointerMoveAt(5, 5).key("Escape").pointerUp();
    await expectCells(driver, cellsFromRle("bo9bo$2bo9bo$3o7b3o!"));
    expect(driver.editor.state.draft).toBeNull();
    // Outside of it Ctrl is nothing special: a new box.
    driver.pointerDownAt(20, 20, { ctrlKey: true }).pointerMoveAt(21, 21).pointerUp();
    await driver.settled();
    expect(driver.editor.state.selection?.box).toEqual(rect(20, 20, 2, 2));
  });

  it("begins and ends by the keyboard alone", async () => {
    const driver = await toolDriver();
    driver.tool("select").altKey("Enter").altKey("ArrowRight").altKey("ArrowDown", { shiftKey: true });
    await driver.altKey("Enter").settled();
    expect(driver.editor.state.selection?.box).toEqual(rect(0, 0, 2, 11));
  });
});

describe("the selection in the hand", () => {
  const box = (driver: ToolDriver) => driver.editor.state.selection?.box;
  /** The middle of a handle: -1 left or top, 1 right or bottom. */
  const handle = (driver: ToolDriver, x: number, y: number) => {
    const points = driver.toolbox.present.handles ?? [];
    const xs = points.map((point) => point.x);
    const ys = points.map((point) => point.y);
    const at = (side: number, all: number[]) =>
      side < 0 ? Math.min(...all) : side > 0 ? Math.max(...all) : (Math.min(...all) + Math.max(...all)) / 2;
    return { x: at(x, xs), y: at(y, ys) };
  };
  const drag = async (driver: ToolDriver, x: number, y: number, by: readonly [number, number], held = {}) => {
    const from = handle(driver, x, y);
    driver.pointerMove(from.x, from.y).pointerDown(from.x, from.y, held);
    await driver
      .pointerMove(from.x + by[0], from.y + by[1], held)
      .pointerUp(held)
      .settled();
  };

  it("moves by a drag inside, a copy with Alt, along an axis with Shift, as one change each", async () => {
    const driver = await selected();
    driver.tool("select").pointerMoveAt(1, 1);
    expect(driver.toolbox.present.cursor).toBe("move");
    driver.pointerDownAt(1, 1).pointerMoveAt(11, 6).pointerUp();
    await expectCells(driver, cellsFromRle("bo$2bo$3o!", 10n, 5n));
    expect(box(driver)).toEqual(rect(10, 5, 3, 3));
    driver.pointerMoveAt(11, 6, { altKey: true });
    expect(driver.toolbox.present.cursor).toBe("copy");
    const alt = { altKey: true };
    driver.pointerDownAt(11, 6, alt).pointerMoveAt(1, 6, alt).pointerUp(alt);
    await expectCells(driver, cellsFromRle("bo9bo$2bo9bo$3o7b3o!", 0n, 5n));
    const shift = { shiftKey: true };
    driver.pointerDownAt(1, 6, shift).pointerMoveAt(3, 46, shift).pointerUp(shift);
    await driver.settled();
    expect(box(driver)).toEqual(rect(0, 45, 3, 3));
    expect(labels(driver).slice(1)).toEqual(["Move 5 cells", "Duplicate 5 cells", "Move 5 cells"]);
    for (let i = 0; i < 3; i++) await driver.key("z").settled();
    await expectCells(driver, GLIDER);
    expect(box(driver)).toEqual(rect(0, 0, 3, 3));
  });

  it("stays after a click inside, goes by a click outside and by Escape", async () => {
    const driver = await selected();
    await driver.tool("select").pointerDownAt(1, 1).pointerUp().settled();
    expect(box(driver)).toEqual(rect(0, 0, 3, 3));
    await driver.pointerDownAt(9, 9).pointerUp().settled();
    expect(box(driver)).toBeUndefined();
    await driver.editor.select(selectBox(rect(0, 0, 3, 3)));
    await driver.key("Escape").settled();
    expect(box(driver)).toBeUndefined();
    await expectCells(driver, GLIDER);
  });

  it("of millions of cells shows its frame on the way, and moves", async () => {
    const driver = await toolDriver({ cells: GLIDER });
    await driver.editor.select(selectBox(rect(-2500, -2500, 5000, 5000)));
    driver.tool("select").pointerDownAt(1, 1).pointerMoveAt(11, 6);
    await driver.settled();
    expect(driver.preview).toBeNull();
    expect(driver.editor.state.draft?.box).toEqual(rect(-2490, -2495, 5000, 5000));
    driver.pointerUp();
    await expectCells(driver, cellsFromRle("bo$2bo$3o!", 10n, 5n));
  });

  it("reaches by a Shift-click inside too", async () => {
    const driver = await toolDriver();
    await driver.editor.select(selectBox(rect(0, 0, 9, 9)));
    const shift = { shiftKey: true };
    await driver.tool("select").pointerDownAt(1, 7, shift).pointerUp(shift).settled();
    expect(box(driver)).toEqual(rect(1, 0, 8, 8));
  });

  it("has eight handles with cursors of their own, each of which moves its sides", async () => {
    const driver = await toolDriver();
    await driver.editor.select(selectBox(rect(0, 0, 10, 10)));
    expect(driver.toolbox.present.handles ?? []).toEqual([]);
    expect(driver.tool("select").toolbox.present.handles).toHaveLength(8);
    for (const [x, y, cursor] of [
      [-1, -1, "nwse-resize"],
      [1, 1, "nwse-resize"],
      [1, -1, "nesw-resize"],
      [-1, 1, "nesw-resize"],
      [0, -1, "ns-resize"],
      [1, 0, "ew-resize"],
    ] as const) {
      const at = handle(driver, x, y);
      // The target reaches further than the mark.
      driver.pointerMove(at.x + 7 * x, at.y + 7 * y);
      expect(driver.toolbox.present.cursor).toBe(cursor);
      driver.pointerMove(at.x + 10 * x, at.y + 10 * y);
      expect(driver.toolbox.present.cursor).toBe("cell");
    }
    await drag(driver, 1, 1, [32, 16]);
    expect(box(driver)).toEqual(rect(0, 0, 12, 11));
    await drag(driver, 0, -1, [99, 48]);
    expect(box(driver)).toEqual(rect(0, 3, 12, 8));
    // Past the opposite side the box turns over; it never is empty.
    await drag(driver, -1, 0, [16 * 14, 0]);
    expect(box(driver)).toEqual(rect(12, 3, 2, 8));
    await drag(driver, 1, 0, [-32, 0]);
    expect(box(driver)).toEqual(rect(12, 3, 1, 8));
    expect(labels(driver)).toEqual(["Select", "Select", "Select", "Select", "Select"]);
  });

  it("keeps its proportions with Shift, and its sides after Escape", async () => {
    const driver = await toolDriver();
    await driver.editor.select(selectBox(rect(0, 0, 10, 5)));
    await drag(driver.tool("select"), 1, 1, [160, 8], { shiftKey: true });
    expect(box(driver)).toEqual(rect(0, 0, 20, 10));
    const at = handle(driver, -1, -1);
    driver.pointerDown(at.x, at.y).pointerMove(at.x - 64, at.y - 64);
    expect(driver.editor.state.draft?.box).toEqual(rect(-4, -4, 24, 14));
    await driver.key("Escape").pointerUp().settled();
    expect(box(driver)).toEqual(rect(0, 0, 20, 10));
    // The side that went further, for its length, leads; past both sides the box turns over.
    await drag(driver, 1, 1, [16, 160], { shiftKey: true });
    expect(box(driver)).toEqual(rect(0, 0, 40, 20));
    await drag(driver, 1, 1, [-16 * 60, -16 * 5], { shiftKey: true });
    expect(box(driver)).toEqual(rect(-30, 0, 30, 15));
  });

  it("leaves the inside of a small box free for moving it", async () => {
    const driver = await toolDriver({ cells: GLIDER, zoom: 2 });
    await driver.editor.select(selectBox(rect(0, 0, 3, 3)));
    expect(driver.tool("select").toolbox.present.handles).toHaveLength(4);
    await driver.pointerDownAt(1, 1).pointerMoveAt(9, 1).pointerUp().settled();
    expect(box(driver)).toEqual(rect(8, 0, 3, 3));
  });

  it("has them on hexagons too, along the screen, and the box stays upright", async () => {
    const driver = await toolDriver({ rule: "B2/S34H" });
    await driver.tool("select").pointerDownAt(0, 0).pointerMoveAt(12, 8).pointerUp().settled();
    expect(chosen(driver)).toEqual(slowBox({ x: 0, y: 0 }, { x: 12, y: 8 }, "hex"));
    expect(driver.toolbox.present.handles).toHaveLength(8);
    // Three cells to the right and two rows down.
    await drag(driver, 1, 1, [48, 2 * 16 * Math.sqrt(0.75)]);
    expect(chosen(driver)).toEqual(slowBox({ x: 0, y: 0 }, { x: 16, y: 10 }, "hex"));
    await driver.pointerDownAt(5, 5).pointerMoveAt(7, 5).pointerUp().settled();
    expect(chosen(driver)).toEqual(slowBox({ x: 2, y: 0 }, { x: 18, y: 10 }, "hex"));
    // A lassoed set has no sides.
    await driver.editor.select(selectCells(cellsFromRle("5o$o$5o!")));
    expect(driver.toolbox.present.handles).toEqual([]);
  });
});

describe("moving", () => {
  it("leaves alive what it comes to lie on, and comes back by undo", async () => {
    const driver = await selected("B3/S23", cellsFromRle("3o5bo$3o$3o!"));
    const before = await driver.fingerprint();
    driver.tool("move").pointerDownAt(50, 50).pointerMoveAt(55, 49).pointerUp();
    await expectCells(driver, cellsFromRle("5b3o$5b4o$5b3o!", 0n, -1n));
    await driver.key("z").settled();
    expect(await driver.fingerprint()).toBe(before);
  });

  it("moves cells, a copy or the frame, as the option and the keys say", async () => {
    const driver = await selected();
    await driver
      .tool("move")
      .option("carried", "copy")
      .pointerDownAt(9, 9)
      .pointerMoveAt(14, 9)
      .pointerUp()
      .settled();
    expect(await driver.universe.population()).toBe(10n);
    await driver.option("carried", "frame").pointerDownAt(9, 9).pointerMoveAt(9, 14).pointerUp().settled();
    expect(driver.editor.state.selection?.box).toEqual(rect(5, 5, 3, 3));
    expect(await driver.universe.population()).toBe(10n);
    await driver.editor.select(null);
    await driver.pointerDownAt(0, 0).pointerMoveAt(4, 4).pointerUp().settled();
    expect(driver.hints.at(-1)).toMatch(/Nothing is selected/);
  });

  it("off the grid is refused and nothing is changed", async () => {
    const driver = await selected("B3/S23:T20,20");
    driver.tool("move").pointerDownAt(0, 0).pointerMoveAt(9, 0).pointerUp();
    await expectCells(driver, GLIDER);
    expect(String(driver.errors[0])).toMatch(/reach beyond the edge of the grid/);
    expect(driver.editor.state.draft).toBeNull();
  });

  it("nudges by Ctrl and the arrows, by ten with Shift", async () => {
    const driver = await selected();
    driver.key("Ctrl+ArrowRight").key("Ctrl+ArrowDown").key("Ctrl+Shift+ArrowRight");
    await expectCells(driver, cellsFromRle("bo$2bo$3o!", 11n, 1n));
    expect(driver.editor.state.selection?.box).toEqual(rect(11, 1, 3, 3));
    await driver.key("Ctrl+ArrowLeft").key("Ctrl+ArrowUp").key("Ctrl+Shift+ArrowLeft").settled();
    await expectCells(driver, GLIDER);
    await driver.editor.select(null);
    await driver.key("Ctrl+ArrowRight").settled();
    await expectCells(driver, GLIDER);
  });

  it("a set that is no box moves as the set that it is", async () => {
    const driver = await toolDriver({ cells: cellsFromRle("5o$5o$5o!") });
    await driver.editor.select(selectCells(cellsFromRle("obobo!", 0n, 1n)));
    driver.key("Ctrl+ArrowDown").key("Ctrl+ArrowDown");
    // What it came across on its way is whole again, and the way is one change.
    await expectCells(driver, cellsFromRle("5o$bobo$5o$obobo!"));
    expect(labels(driver)).toEqual(["Select", "Move 3 cells"]);
    await driver.key("z").settled();
    await expectCells(driver, cellsFromRle("5o$5o$5o!"));
    await driver.key("Ctrl+ArrowDown").key("Ctrl+ArrowUp").settled();
    await expectCells(driver, cellsFromRle("5o$5o$5o!"));
  });

  it("nudges what runs by every step, and it runs on", async () => {
    const driver = await toolDriver({ cells: cellsFromRle("2o$2o!") });
    await driver.editor.select(selectBox(rect(0, 0, 2, 2)));
    await driver.editor.run({ increment: 1n, interval: 1 });
    await driver.key("Ctrl+ArrowRight").settled();
    await driver.key("Ctrl+ArrowRight").settled();
    expect(driver.editor.state.running).toBe(true);
    expect(driver.editor.state.selection?.box).toEqual(rect(2, 0, 2, 2));
    await driver.editor.stop();
    await expectCells(driver, cellsFromRle("2o$2o!", 2n, 0n));
    expect(driver.errors).toEqual([]);
  });

  it("by keys stops at the edge of the grid, where it is", async () => {
    const driver = await selected("B3/S23:T10,10");
    driver.key("Ctrl+ArrowRight").key("Ctrl+ArrowRight");
    await expectCells(driver, cellsFromRle("bo$2bo$3o!", 2n, 0n));
    driver.key("Ctrl+ArrowRight");
    await expectCells(driver, cellsFromRle("bo$2bo$3o!", 2n, 0n));
    expect(String(driver.errors[0])).toMatch(/reach beyond the edge/);
    expect(labels(driver)).toEqual(["Select", "Move 5 cells"]);
  });
});

describe.each(["B3/S23", "B2/S34H"])("lasso under %s", (rule) => {
  /** A loop round the cells x 0..4 of rows 0..2, half a cell away from them. */
  async function loop(
    driver: ToolDriver,
    held: { shiftKey?: boolean; altKey?: boolean } = {},
    by = 0,
  ): Promise<void> {
    const corners = (
      [
        [0, 0],
        [4, 0],
        [4, 2],
        [0, 2],
      ] as const
    ).map(([x, y]) => driver.pointOf(x + by, y));
    const middle = {
      x: corners.reduce((sum, { x }) => sum + x / 4, 0),
      y: corners.reduce((sum, { y }) => sum + y / 4, 0),
    };
    const [first, ...rest] = corners.map(({ x, y }) => ({
      x: x + 7 * Math.sign(x - middle.x),
      y: y + 7 * Math.sign(y - middle.y),
    })) as [{ x: number; y: number }];
    driver.pointerDown(first.x, first.y, held);
    for (const { x, y } of rest as readonly { x: number; y: number }[]) driver.pointerMove(x, y, held);
    await driver.pointerUp(held).settled();
  }

  const block = (by = 0) => {
    const names = new Set<string>();
    for (let y = 0; y <= 2; y++) for (let x = 0; x <= 4; x++) names.add(nameOf({ x: x + by, y }));
    return names;
  };

  it("selects the cells that the line goes round, and shows the line meanwhile", async () => {
    const driver = await toolDriver({ rule });
    driver.tool("lasso").pointerDown(300, 200).pointerMove(400, 200).pointerMove(400, 300);
    expect(driver.preview?.loop?.points).toHaveLength(3);
    driver.key("Escape").pointerUp();
    expect(driver.preview).toBeNull();
    await loop(driver);
    expect(chosen(driver)).toEqual(block());
    expect(labels(driver)).toEqual(["Select"]);
  });

  it("adds with Shift, takes away with Alt, keeps what is common with both, and a click deselects", async () => {
    const driver = await toolDriver({ rule });
    await loop(driver.tool("lasso"));
    await loop(driver, { shiftKey: true }, 3);
    expect(chosen(driver)).toEqual(new Set([...block(), ...block(3)]));
    await loop(driver, { altKey: true });
    expect(chosen(driver)).toEqual(new Set([...block(3)].filter((name) => !block().has(name))));
    await loop(driver, { shiftKey: true, altKey: true }, 4);
    expect(chosen(driver)).toEqual(
      new Set([...block(4)].filter((name) => !block().has(name) && block(3).has(name))),
    );
    await driver.pointerDown(10, 10).pointerUp().settled();
    expect(chosen(driver)).toBeNull();
  });

  it("keeps its place under a view that is moved while the line is drawn", async () => {
    const driver = await toolDriver({ rule });
    const start = driver.pointOf(-1, -1);
    driver
      .tool("lasso")
      .pointerDown(start.x, start.y)
      .pointerMove(start.x + 60, start.y);
    driver.wheel(-120);
    const seen = driver.preview?.loop;
    expect(seen?.origin).toEqual({ x: -1n, y: -1n });
    expect(seen?.points[1]?.x).toBeCloseTo((seen?.points[0]?.x ?? 0) + 60 / 16, 6);
    driver.pointerCancel();
  });

  it("what it selects can be cut, turned, pasted and filled like any selection", async () => {
    const all = cellsOf([...block()].map((name) => name.split(",").map(BigInt) as [bigint, bigint]));
    const driver = await toolDriver({ rule, cells: all });
    await loop(driver.tool("lasso"));
    await driver.key("Ctrl+x").settled();
    expect(await driver.universe.population()).toBe(0n);
    await driver.pointerMoveAt(20, 20).key("Ctrl+v").key("Enter").settled();
    expect(await driver.universe.population()).toBe(15n);
    await driver.key("Escape").settled();
    await loop(driver);
    await driver.key("Ctrl+5").settled();
    for (const name of cellNames(await driver.universe.readRuns(rect(-3, -3, 12, 9))))
      expect(block().has(name)).toBe(true);
  });
});
