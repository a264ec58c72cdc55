import { describe, expect, it, test } from "vitest";
import { rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { middleOf, positionAt } from "../../../engine/picture/camera-moves.ts";
import { TOOLS } from "../../../renderer/tools/registry.ts";
import { Icon } from "../../../renderer/ui/icons.tsx";
import { GLIDER } from "../../support/local-editor.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { equalRuns } from "../../support/runs.ts";
import type { ToolDriver } from "../../support/tool-driver.ts";
import { toolDriver } from "../../support/tool-driver.ts";

async function expectCells(driver: ToolDriver, cells: Runs): Promise<void> {
  await driver.settled();
  const actual = await driver.universe.readRuns();
  if (!equalRuns(actual, cells)) expect(actual).toEqual(cells);
}

const labels = (driver: ToolDriver): string[] => driver.editor.history.map((item) => item.label);

describe("draw", () => {
  it("draws along the pointer, through the places between two events", async () => {
    const driver = await toolDriver();
    driver.pointerDownAt(0, 0).pointerMoveAt(4, 0).pointerMoveAt(4, 2).pointerUp();
    await expectCells(driver, cellsFromRle("5o$4bo$4bo!"));
    const corner = driver.pointOf(0, 9);
    driver
      .pointerDownAt(0, 5)
      .pointerMoveAt(3, 9, { coalesced: [corner] })
      .pointerUp();
    await driver.key("Shift+F").settled();
    expect(labels(driver)).toEqual(["Draw 7 cells", "Draw 8 cells"]);
  });

  it("erases a stroke that begins on a live cell", async () => {
    const driver = await toolDriver({ cells: cellsFromRle("5o!") });
    driver.pointerDownAt(1, 0).pointerMoveAt(3, 0).pointerUp();
    await expectCells(driver, cellsFromRle("o3bo!"));
  });

  it("draws a single cell by a click", async () => {
    const driver = await toolDriver();
    driver.pointerDownAt(3, 3).pointerUp();
    await expectCells(driver, cellsFromRle("o!", 3n, 3n));
  });

  it("is taken back by Escape, and the rest of the drag draws nothing", async () => {
    const driver = await toolDriver({ cells: GLIDER });
    driver.pointerDownAt(-4, 1).pointerMoveAt(4, 1);
    driver.key("Escape").pointerMoveAt(9, 9).pointerUp();
    await expectCells(driver, GLIDER);
    expect(labels(driver)).toEqual([]);
    // The next stroke draws again.
    driver.pointerDownAt(9, 9).pointerUp();
    await driver.settled();
    expect(labels(driver)).toHaveLength(1);
  });

  it("says to zoom in where a pixel is more than a cell", async () => {
    const driver = await toolDriver({ zoom: -0.1 });
    driver.pointerDown(100, 100).pointerMove(300, 300).pointerUp();
    await driver.settled();
    expect(await driver.universe.population()).toBe(0n);
    expect(driver.hints.at(-1)).toMatch(/Zoom in to draw/);
  });

  it.each([0, -0.05])(
    "draws at one pixel a cell, and where that is what the zoom says (%s)",
    async (zoom) => {
      const driver = await toolDriver({ zoom });
      await driver.pointerDown(100, 100).pointerMove(110, 100).pointerUp().settled();
      expect(await driver.universe.population()).toBeGreaterThan(8n);
    },
  );

  it("erases with the other end of a pen", async () => {
    const driver = await toolDriver({ cells: cellsFromRle("5o!") });
    const pen = { pointerType: "pen", button: 5, buttons: 32 } as const;
    driver
      .pointerDownAt(-3, 0, pen)
      .pointerMoveAt(2, 0, { ...pen, button: -1 })
      .pointerUp();
    await expectCells(driver, cellsFromRle("2o!", 3n, 0n));
  });

  it("follows the hexagons' lattice", async () => {
    const driver = await toolDriver({ rule: "B2/S34H" });
    driver.pointerDownAt(0, 0).pointerMoveAt(3, 3).pointerUp();
    await expectCells(driver, cellsFromRle("o$bo$2bo$3bo!"));
  });
});

describe("erase", () => {
  it("only kills", async () => {
    const driver = await toolDriver({ cells: cellsFromRle("5o!") });
    driver.tool("erase").pointerDownAt(-5, 0).pointerMoveAt(2, 0).pointerUp();
    await expectCells(driver, cellsFromRle("2o!", 3n, 0n));
    expect(labels(driver)).toEqual(["Erase 3 cells"]);
  });
});

describe("select", () => {
  it("selects the box that is dragged, extends it with Shift, and a click deselects", async () => {
    const driver = await toolDriver({ cells: GLIDER });
    driver.tool("select").pointerDownAt(2, 3).pointerMoveAt(-4, 9);
    expect(driver.editor.state.draft?.box).toEqual(rect(-4, 3, 7, 7));
    expect(driver.editor.state.selection).toBeNull();
    await driver.pointerUp().settled();
    expect(driver.editor.state.draft).toBeNull();
    expect(driver.editor.state.selection?.box).toEqual(rect(-4, 3, 7, 7));
    driver.pointerDownAt(10, 8, { shiftKey: true }).pointerMoveAt(12, 12).pointerUp();
    await driver.settled();
    expect(driver.editor.state.selection?.box).toEqual(rect(-4, 3, 17, 10));
    await driver.pointerDownAt(0, 0).pointerUp().settled();
    expect(driver.editor.state.selection).toBeNull();
    expect(labels(driver)).toEqual(["Select", "Select", "Deselect"]);
  });

  it("does not take a trembling click for a drag", async () => {
    const driver = await toolDriver();
    driver.tool("select").pointerDown(100, 100).pointerMove(102, 101).pointerUp();
    await driver.settled();
    expect(driver.editor.state.selection).toBeNull();
  });

  it("keeps what was selected when the drag is cancelled", async () => {
    const driver = await toolDriver();
    driver.tool("select").pointerDownAt(0, 0).pointerMoveAt(3, 3).pointerUp();
    driver.pointerDownAt(5, 5).pointerMoveAt(9, 9).key("Escape").pointerUp();
    await driver.settled();
    expect(driver.editor.state.draft).toBeNull();
    expect(driver.editor.state.selection?.box).toEqual(rect(0, 0, 4, 4));
  });
});

describe("pan", () => {
  it("moves the view with the pointer, and Escape moves it back", async () => {
    const driver = await toolDriver();
    const before = driver.camera;
    const position = positionAt(before, driver.view.size, driver.view.kind, { x: 100, y: 100 });
    driver.tool("pan").pointerDown(100, 100).pointerMove(250, 60);
    const moved = positionAt(driver.camera, driver.view.size, driver.view.kind, { x: 250, y: 60 });
    expect([moved.x.whole, moved.y.whole]).toEqual([position.x.whole, position.y.whole]);
    expect(driver.toolbox.present.cursor).toBe("grabbing");
    driver.key("Escape");
    expect(driver.camera).toEqual(before);
    driver.pointerMove(300, 300).pointerUp();
    expect(driver.camera).toEqual(before);
  });
});

describe("zoom", () => {
  it("zooms by two with a click, and the other way with Shift", async () => {
    const driver = await toolDriver();
    driver.tool("zoom-in").pointerDown(10, 10).pointerUp();
    expect(driver.camera.zoom).toBe(5);
    driver.pointerDown(10, 10, { shiftKey: true }).pointerUp({ shiftKey: true });
    expect(driver.camera.zoom).toBe(4);
    driver.tool("zoom-out").pointerDown(10, 10).pointerUp();
    expect(driver.camera.zoom).toBe(3);
  });

  it("shows what is in the box that is dragged", async () => {
    const driver = await toolDriver({ zoom: 0 });
    const { view } = driver;
    const wanted = positionAt(driver.camera, view.size, view.kind, { x: 250, y: 200 });
    driver.tool("zoom-in").pointerDown(150, 125).pointerMove(350, 275);
    expect(driver.box).toEqual([
      { x: 150, y: 125 },
      { x: 350, y: 275 },
    ]);
    driver.pointerUp();
    expect(driver.box).toBeNull();
    expect(driver.camera.zoom).toBeCloseTo(2, 9);
    expect(middleOf(driver.camera, view.kind).x.whole).toBe(wanted.x.whole);
    driver.pointerDown(0, 0).pointerMove(50, 50).key("Escape").pointerUp();
    expect(driver.box).toBeNull();
    expect(driver.camera.zoom).toBeCloseTo(2, 9);
  });
});

describe("pick", () => {
  it("goes on with the pen from a live cell and with the eraser from a dead one", async () => {
    const driver = await toolDriver({ cells: cellsFromRle("o!") });
    driver.tool("pick").pointerDownAt(0, 0).pointerUp();
    await driver.settled();
    expect(driver.state.tool).toBe("draw");
    await driver.tool("pick").pointerDownAt(5, 5).pointerUp().settled();
    expect(driver.state.tool).toBe("erase");
  });
});

describe("a floating paste", () => {
  it("follows the mouse whatever the tool, turns by keys, and is put down by a click", async () => {
    const driver = await toolDriver({ cells: GLIDER });
    driver.clipboard = "x = 3, y = 1\n3o!";
    await driver.pointerMoveAt(10, 10).key("Ctrl+v").settled();
    expect(driver.editor.state.pending?.region.box).toEqual(rect(10, 10, 3, 1));
    driver.pointerMoveAt(20, 10).key(">");
    await driver.settled();
    expect(driver.editor.state.pending?.region.box).toEqual(rect(20, 10, 1, 3));
    driver.key("ArrowDown").key("Shift+ArrowRight").pointerMoveAt(19, 12);
    await driver.pointerDownAt(20, 12).pointerUp().settled();
    expect(driver.editor.state.pending).toBeNull();
    const placed = await driver.universe.readRuns(rect(5, 5, 50, 50));
    expect(equalRuns(placed, cellsFromRle("o$o$o!", 20n, 12n))).toBe(true);
    expect(labels(driver)).toEqual(["Paste 3 cells"]);
  });

  it("brings its rule to an empty universe, and says for which rule it is made in another", async () => {
    const driver = await toolDriver();
    driver.clipboard = "x = 2, y = 1, rule = B36/S23\n2o!";
    await driver.key("v").settled();
    expect(driver.universe.rule.text).toBe("B36/S23");
    expect(driver.hints.at(-1)).toMatch(
      /^The universe took over HighLife from the pattern\. Click or press Enter/,
    );
    const lived = await toolDriver({ cells: GLIDER });
    lived.clipboard = driver.clipboard;
    await lived.key("v").settled();
    expect(lived.universe.rule.text).toBe("B3/S23");
    expect(lived.editor.state.pending?.source?.rule).toBe("B36/S23");
  });

  it("moves by the arrows and is put down by Enter, without a mouse", async () => {
    const driver = await toolDriver();
    driver.clipboard = "2o!";
    await driver.key("v").settled();
    driver.key("ArrowRight").key("Shift+ArrowDown").key("ArrowLeft").key("ArrowUp").key("Enter");
    await expectCells(driver, cellsFromRle("2o!", 0n, 9n));
    expect(driver.editor.state.running).toBe(false);
  });

  it("is dropped by Escape", async () => {
    const driver = await toolDriver({ cells: GLIDER });
    driver.clipboard = "2o!";
    await driver.key("v").settled();
    driver.key("Escape");
    expect(driver.editor.state.pending).toBeNull();
    await expectCells(driver, GLIDER);
  });

  it("is pushed by a finger and put down by a tap", async () => {
    const driver = await toolDriver();
    driver.clipboard = "2o!";
    await driver.pointerMoveAt(0, 0).key("v").settled();
    const touch = { pointerType: "touch" } as const;
    driver.pointerDownAt(8, 8, touch).pointerMoveAt(11, 7).pointerUp();
    await driver.settled();
    expect(driver.editor.state.pending?.at).toEqual({ x: 3n, y: -1n });
    driver.pointerDownAt(8, 8, touch).pointerMoveAt(15, 8).pointerCancel();
    expect(driver.editor.state.pending?.at).toEqual({ x: 3n, y: -1n });
    driver.pointerDownAt(8, 8, touch).pointerUp();
    await expectCells(driver, cellsFromRle("2o!", 3n, -1n));
  });

  it("tells what is wrong with the clipboard and changes nothing", async () => {
    const driver = await toolDriver({ cells: GLIDER });
    driver.clipboard = "no pattern at all";
    await driver.key("v").settled();
    expect(driver.errors).toHaveLength(1);
    expect(driver.editor.state.pending).toBeNull();
    await expectCells(driver, GLIDER);
  });
});

test.each(TOOLS.list())("$name has an icon of its own", ({ icon }) => {
  const shapes = TOOLS.list().map((tool) => Icon({ name: tool.icon }).type);
  const shape = Icon({ name: icon }).type;
  expect(shape).not.toBe(Icon({ name: "no such icon" }).type);
  expect(shapes.filter((other) => other === shape)).toHaveLength(1);
});

describe("the toolbox", () => {
  it("cancels what the old tool was doing", async () => {
    const driver = await toolDriver({ cells: GLIDER });
    driver.pointerDownAt(-5, -5).pointerMoveAt(9, 9).key("F4").pointerMoveAt(0, 20).pointerUp();
    await expectCells(driver, GLIDER);
    expect(driver.editor.state.selection).toBeNull();
    expect(() => driver.tool("hammer")).toThrow('There is no tool called "hammer".');
  });
});
