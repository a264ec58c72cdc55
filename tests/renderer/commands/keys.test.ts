/** What the keys that people know from Golly do, each pressed once. */

import { describe, expect, it } from "vitest";
import { rect } from "../../../engine/core/rect.ts";
import { cellOf, middleOf, visibleCells } from "../../../engine/picture/camera-moves.ts";
import { selectBox } from "../../../renderer/editor/selection/selection.ts";
import { GLIDER, R_PENTOMINO } from "../../support/local-editor.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { equalRuns } from "../../support/runs.ts";
import type { ToolDriver } from "../../support/tool-driver.ts";
import { toolDriver } from "../../support/tool-driver.ts";
import { until } from "../../support/until.ts";

async function glider(): Promise<ToolDriver> {
  const driver = await toolDriver({ cells: GLIDER });
  await driver.editor.select(selectBox(rect(0, 0, 4, 3)));
  return driver;
}

const middle = (driver: ToolDriver) => cellOf(middleOf(driver.camera, driver.view.kind), driver.view.kind);

describe("time", () => {
  it("Enter runs and stops", async () => {
    const driver = await toolDriver({ cells: R_PENTOMINO });
    driver.key("Enter");
    await driver.settled();
    expect(driver.editor.state.running).toBe(true);
    driver.key("Enter");
    await driver.settled();
    expect(driver.editor.state.running).toBe(false);
  });

  it("Space goes on by one generation, Tab by a step", async () => {
    const driver = await glider();
    await driver.key("Space").settled();
    expect(driver.universe.generation).toBe(1n);
    driver.pace = { base: 10, exponent: 2, rate: null };
    await driver.key("Tab").settled();
    expect(driver.universe.generation).toBe(101n);
  });

  it("+ and - change the speed, also of a run", async () => {
    const driver = await glider();
    driver.key("+").key("+");
    expect(driver.pace.rate).toBe(120);
    driver.key("-");
    expect(driver.pace.rate).toBe(60);
    driver.key(".").key(".").key(",");
    expect(driver.pace).toEqual({ base: 2, exponent: 1, rate: 60 });
    for (let i = 0; i < 12; i++) driver.key("+");
    expect(driver.pace).toEqual({ base: 2, exponent: 1, rate: null });
    driver.key(",");
    for (let i = 0; i < 7; i++) driver.key("-");
    expect(driver.pace).toEqual({ base: 2, exponent: 0, rate: 60 });
    await driver.key("Enter").key("-").settled();
    expect(driver.editor.state.running).toBe(true);
    await driver.key("Enter").settled();
    expect(driver.editor.history.filter((item) => item.label === "Run").length).toBeLessThanOrEqual(1);
  });

  it("Ctrl-R goes back to the start", async () => {
    const driver = await glider();
    await driver.key("Space").key("Space").settled();
    await driver.key("Ctrl+r").settled();
    expect(driver.universe.generation).toBe(0n);
    expect(equalRuns(await driver.universe.readRuns(), GLIDER)).toBe(true);
  });
});

describe("the view", () => {
  it("f fits the pattern and Shift-F the selection", async () => {
    const driver = await toolDriver({ cells: cellsFromRle("o999bo!", 5000n, 0n) });
    await driver.key("f").settled();
    const seen = visibleCells(driver.camera, driver.view.size, driver.view.kind);
    expect(seen.x <= 5000n && seen.x + seen.w >= 6001n && seen.w < 1300n).toBe(true);
    await driver.editor.select(selectBox(rect(40, 40, 10, 10)));
    driver.key("Shift+f");
    expect(driver.camera.zoom).toBeGreaterThan(5);
    expect(middle(driver)).toEqual({ x: 45n, y: 45n });
  });

  it("f on an empty universe looks at the grid, or at the origin", async () => {
    const torus = await toolDriver({ rule: "B3/S23:T400,300", zoom: -3 });
    await torus.key("f").settled();
    expect(2 ** torus.camera.zoom).toBeCloseTo(1.8, 5);
    const plane = await toolDriver({ zoom: -30 });
    await plane.key("f").settled();
    expect(plane.camera.zoom).toBe(4);
  });

  it("[ and ] zoom, arrows pan, m centres", async () => {
    const driver = await toolDriver();
    driver.key("]");
    expect(driver.camera.zoom).toBe(5);
    driver.key("[").key("[");
    expect(driver.camera.zoom).toBe(3);
    driver.key("ArrowRight").key("Shift+ArrowDown");
    expect(middle(driver)).toEqual({ x: 10n, y: 38n });
    driver.key("m");
    expect(middle(driver)).toEqual({ x: 0n, y: 0n });
  });

  it("t, l, F11, ? and Ctrl-F6 are the studio's", async () => {
    const driver = await toolDriver();
    driver.key("t").key("l").key("F11").key("?").key("Ctrl+F6").key("Ctrl+k");
    expect(driver.asked).toEqual([
      "shell autofit,follow",
      "settings gridLines",
      "view.full-screen",
      "help.keys",
      "view.leave-canvas",
      "help.palette",
    ]);
  });
});

describe("editing", () => {
  it("z and Ctrl-Z undo, Shift-Z redoes", async () => {
    const driver = await toolDriver();
    for (const [undo, redo] of [
      ["z", "Shift+z"],
      ["Ctrl+z", "Ctrl+Shift+z"],
      ["z", "Ctrl+y"],
    ] as const) {
      await driver.pointerDownAt(0, 0).pointerUp().settled();
      await driver.key(undo).settled();
      expect(await driver.universe.population()).toBe(0n);
      await driver.key(redo).settled();
      expect(await driver.universe.population()).toBe(1n);
      await driver.key(undo).settled();
    }
  });

  it("Ctrl-X, Ctrl-C, Ctrl-V and v go through the clipboard", async () => {
    const driver = await glider();
    await driver.key("Ctrl+c").settled();
    const copied = driver.clipboard;
    expect(copied).toContain("x = 4, y = 3, rule = B3/S23\nbo$2bo$3o!");
    driver.clipboard = "";
    await driver.key("Ctrl+x").settled();
    expect(driver.clipboard).toBe(copied);
    expect(await driver.universe.population()).toBe(0n);
    await driver.pointerMoveAt(7, 7).key("v").settled();
    await driver.key("Enter").settled();
    expect(equalRuns(await driver.universe.readRuns(), cellsFromRle("bo$2bo$3o!", 7n, 7n))).toBe(true);
  });

  it("Shift-M and Shift-L go through the paste's modes and places", async () => {
    const driver = await toolDriver();
    driver.key("Shift+m");
    expect(driver.editor.pasteMode).toBe("copy");
    driver.key("Shift+m").key("Shift+m").key("Shift+m");
    expect(driver.editor.pasteMode).toBe("or");
    driver.key("Shift+l");
    expect(driver.editor.pasteAnchor).toBe("top right");
    expect(driver.hints.at(-1)).toBe("Paste by its top right.");
  });

  it("a selects all, k nothing, s shrinks", async () => {
    const driver = await toolDriver({ cells: GLIDER });
    await driver.key("a").settled();
    expect(driver.editor.state.selection?.box).toEqual(rect(0, 0, 3, 3));
    await driver.key("k").settled();
    expect(driver.editor.state.selection).toBeNull();
    await driver.editor.select(selectBox(rect(-5, 1, 50, 50)));
    await driver.key("s").settled();
    expect(driver.editor.state.selection?.box).toEqual(rect(0, 1, 3, 2));
  });

  it("Delete clears inside, Shift-Delete outside, Ctrl-5 fills", async () => {
    const driver = await glider();
    await driver.editor.select(selectBox(rect(0, 2, 10, 10)));
    await driver.key("Shift+Delete").settled();
    expect(await driver.universe.population()).toBe(3n);
    await driver.key("Delete").settled();
    expect(await driver.universe.population()).toBe(0n);
    await driver.key("Ctrl+5").settled();
    const filled = await driver.universe.population();
    expect(filled > 20n && filled < 80n).toBe(true);
  });

  it("x and y flip, > and < rotate", async () => {
    const driver = await glider();
    await driver.editor.select(selectBox(rect(0, 0, 3, 3)));
    for (const [key, expected] of [
      ["x", "bo$o$3o!"],
      ["y", "3o$o$bo!"],
      [">", "b2o$obo$2bo!"],
      ["<", "3o$o$bo!"],
    ] as const) {
      await driver.key(key).settled();
      expect(equalRuns(await driver.universe.readRuns(), cellsFromRle(expected))).toBe(true);
    }
  });

  it("F2 to F7 choose the tools", async () => {
    const driver = await toolDriver();
    const chosen = ["F3", "F4", "F5", "F6", "F7", "Shift+F2", "F2"].map((key) => driver.key(key).state.tool);
    expect(chosen).toEqual(["pick", "select", "pan", "zoom-in", "zoom-out", "erase", "draw"]);
  });
});

describe("keys pressed faster than the universe answers", () => {
  it("Reset right after Stop is done after it", async () => {
    const driver = await toolDriver({ cells: R_PENTOMINO });
    await driver.key("Enter").settled();
    await until(() => driver.universe.generation > 3n);
    expect(driver.state).toMatchObject({ canReset: true, undoLabel: "Run" });
    await driver.key("Enter").key("Ctrl+r").settled();
    expect(driver.universe.generation).toBe(0n);
    expect(driver.editor.state.running).toBe(false);
    expect(driver.errors).toEqual([]);
  });

  it("Run right after Stop runs on, and Stop right after Run stops", async () => {
    const driver = await toolDriver({ cells: R_PENTOMINO });
    await driver.key("Enter").key("Enter").key("Enter").settled();
    expect(driver.editor.state.running).toBe(true);
    await driver.key("Enter").key("Enter").key("Enter").settled();
    expect(driver.editor.state.running).toBe(false);
  });

  it("every Space is a generation, and what is undone right after them is the last", async () => {
    const driver = await toolDriver({ cells: R_PENTOMINO });
    driver.key("Space").key("Space").key("Space").key("z").key("Shift+z").key("z").key("Ctrl+r");
    await driver.settled();
    expect(driver.editor.history.map((item) => item.label)).toEqual(["Step", "Step", "Step"]);
    expect(driver.editor.state.timeline.to).toBe(3n);
    expect(driver.universe.generation).toBe(0n);
    expect(driver.errors).toEqual([]);
  });

  it("Undo right after a stroke undoes it", async () => {
    const driver = await toolDriver();
    driver.pointerDownAt(0, 0).pointerMoveAt(5, 0).pointerUp().key("z").key("Shift+z");
    await driver.settled();
    expect(await driver.universe.population()).toBe(6n);
    expect(driver.editor.state.position).toBe(1);
  });

  it("what is pressed behind a paste that is still being read is about the paste", async () => {
    const driver = await toolDriver();
    driver.clipboard = "x = 3, y = 3\nbo$2bo$3o!";
    driver.pointerMoveAt(0, 0).key("v").key(">").key("Enter").key("a").key("x");
    await driver.settled();
    expect(driver.editor.state).toMatchObject({ running: false, pending: null });
    expect(await driver.universe.population()).toBe(5n);
    expect(driver.editor.history.map((item) => item.label)).toEqual([
      "Paste 5 cells",
      "Select",
      "Flip left to right",
    ]);
  });

  it("what makes no sense when everything is done does nothing", async () => {
    const driver = await toolDriver();
    await driver.key("Space").key("Delete").key("x").key("Shift+z").settled();
    expect(driver.errors).toEqual([]);
    expect(driver.editor.history.map((item) => item.label)).toEqual(["Step"]);
  });
});
