import { describe, expect, it } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import { rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { blockToRuns, EMPTY_RUNS, translateRuns } from "../../../engine/core/runs.ts";
import { soupBlock } from "../../../engine/core/soup.ts";
import type { Editor } from "../../../renderer/editor/editor.ts";
import { rawSelection, unplaced } from "../../../renderer/editor/paste/clipboard.ts";
import type { Selection } from "../../../renderer/editor/selection/selection.ts";
import { sameSelection, selectBox, selectedCells } from "../../../renderer/editor/selection/selection.ts";
import { expectCells, fingerprint, GLIDER, localEditor, localUniverse } from "../../support/local-editor.ts";
import { patternFromText, textOfPattern } from "../../support/pattern-text.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { equalRuns } from "../../support/runs.ts";
import { runsOf } from "../../support/runs-of.ts";
import { cellNames } from "./cells.ts";

const at = (x: number, y: number): { x: bigint; y: bigint } => ({ x: BigInt(x), y: BigInt(y) });
const labels = (editor: Editor): string[] => editor.history.map((item) => item.label);

describe("the pen", () => {
  it("draws where it begins on a dead cell and erases where it begins on a live one", async () => {
    const local = await localEditor();
    const { editor } = local;
    editor.pen.begin(at(0, 0));
    editor.pen.moveTo(at(3, 0));
    editor.pen.moveTo(at(3, 2));
    editor.pen.end();
    await editor.settled();
    await expectCells(local, cellsFromRle("4o$3bo$3bo!"));
    editor.pen.begin(at(1, 0));
    editor.pen.moveTo(at(2, 0));
    editor.pen.moveTo(at(2, 5));
    editor.pen.end();
    await editor.settled();
    await expectCells(local, cellsFromRle("o2bo$3bo$3bo!"));
    expect(labels(editor)).toEqual(["Draw 6 cells", "Erase 2 cells"]);
  });

  it("is one entry whatever it crosses, and undo brings back exactly what it changed", async () => {
    const local = await localEditor({ cells: cellsFromRle("b2o!") });
    const { editor } = local;
    editor.pen.begin(at(0, 0));
    for (const x of [4, -2, 4]) editor.pen.moveTo(at(x, 0));
    editor.pen.end();
    await editor.settled();
    await expectCells(local, cellsFromRle("7o!", -2n, 0n));
    expect(labels(editor)).toEqual(["Draw 5 cells"]);
    await editor.undo();
    await expectCells(local, cellsFromRle("b2o!"));
    await editor.redo();
    await expectCells(local, cellsFromRle("7o!", -2n, 0n));
  });

  it("draws in the universe that is there when its turn comes, though another one was when it was put down", async () => {
    const local = await localEditor();
    const { editor } = local;
    const next = await localUniverse({ algorithm: "reference" });
    const replaced = editor.replaceUniverse(async (handover) => {
      await handover(next);
      local.universe.dispose();
    });
    for (const y of [0, 3]) {
      editor.pen.begin(at(0, y));
      editor.pen.moveTo(at(3, y));
      if (y === 0) editor.pen.end();
      else editor.pen.bail();
    }
    await replaced;
    await editor.settled();
    await expectCells({ universe: next }, cellsFromRle("4o!"));
    await editor.undo();
    await expectCells({ universe: next }, EMPTY_RUNS);
    expect(local.errors).toEqual([]);
  });

  it("leaves nothing behind when it is bailed, and no entry", async () => {
    const local = await localEditor({ cells: GLIDER });
    const { editor } = local;
    editor.pen.begin(at(-3, 1));
    editor.pen.moveTo(at(5, 1));
    await editor.settled();
    editor.pen.moveTo(at(5, 9));
    editor.pen.bail();
    editor.pen.moveTo(at(9, 9));
    editor.pen.end();
    await editor.settled();
    await expectCells(local, GLIDER);
    expect(editor.state).toMatchObject({ length: 0, dirty: false, undoLabel: null });
  });

  it("draws or erases only, where the tool says so", async () => {
    const local = await localEditor({ cells: GLIDER });
    const { editor } = local;
    editor.pen.begin(at(1, 0), "draw");
    editor.pen.moveTo(at(3, 0));
    editor.pen.end();
    editor.pen.begin(at(9, 0), "erase");
    editor.pen.moveTo(at(3, 0));
    editor.pen.end();
    await editor.settled();
    await expectCells(local, cellsFromRle("b2o$2bo$3o!"));
    expect(labels(editor)).toEqual(["Draw 2 cells", "Erase 1 cell"]);
  });

  it("stays on the grid", async () => {
    const local = await localEditor({ rule: "B3/S23:P4,4", algorithm: "reference" });
    const { editor } = local;
    editor.pen.begin(at(-10, 0));
    editor.pen.moveTo(at(10, 0));
    editor.pen.end();
    await editor.settled();
    await expectCells(local, cellsFromRle("4o!", -2n, 0n));
    await editor.undo();
    await expectCells(local, EMPTY_RUNS);
  });

  it("follows the lattice of hexagons", async () => {
    const local = await localEditor({ rule: "B2/S34H" });
    const { editor } = local;
    editor.pen.begin(at(0, 0));
    editor.pen.moveTo(at(-3, 3));
    editor.pen.end();
    await editor.settled();
    // North-east to south-west is no direction of this lattice: it takes a step of two.
    expect(await local.universe.population()).toBe(7n);
  });
});

describe("what is selected", () => {
  it("is everything alive, or the whole of a grid that ends", async () => {
    const open = await localEditor({ cells: GLIDER });
    await open.editor.selectAll();
    expect(open.editor.state.selection?.box).toEqual(rect(0, 0, 3, 3));
    const torus = await localEditor({ rule: "B3/S23:T20,10" });
    await torus.editor.selectAll();
    expect(torus.editor.state.selection?.box).toEqual(rect(-10, -5, 20, 10));
    const empty = await localEditor();
    await expect(empty.editor.selectAll()).rejects.toThrow("There is nothing to select");
  });

  it("ends where the grid ends", async () => {
    const { editor } = await localEditor({ rule: "B3/S23:T20,10" });
    editor.setDraft(selectBox(rect(5, 0, 100, 3)));
    expect(editor.state.draft?.box).toEqual(rect(5, 0, 5, 3));
    await editor.select(selectBox(rect(5, 0, 100, 3)));
    expect(editor.state.selection?.box).toEqual(rect(5, 0, 5, 3));
    await editor.select(selectBox(rect(50, 0, 100, 3)));
    expect(editor.state.selection).toBeNull();
  });

  it("shrinks to what lives in it", async () => {
    const local = await localEditor({ cells: GLIDER });
    await local.editor.select(selectBox(rect(-50, 1, 1000, 50)));
    await local.editor.shrinkSelection();
    expect(local.editor.state.selection?.box).toEqual(rect(0, 1, 3, 2));
  });

  it("is, on hexagons, the upright box that a hand would drag out", async () => {
    // From left to right on the screen a cell lies at 2x - y: here from 0 to 8.
    const local = await localEditor({ rule: "B2/S34H", cells: cellsFromRle("4o2$bo3bo!") });
    const { editor } = local;
    await editor.selectAll();
    const all = editor.state.selection as Selection;
    expect(equalRuns(selectedCells(all), cellsFromRle("5o$b4o$b5o!"))).toBe(true);
    await editor.select(selectBox(rect(-20, -20, 60, 60)));
    await editor.shrinkSelection();
    expect(sameSelection(editor.state.selection, all)).toBe(true);
    const before = editor.state.length;
    await editor.shrinkSelection();
    expect(editor.state.length).toBe(before);
    // A torus is the parallelogram that it is.
    const torus = await localEditor({ rule: "B2/S34H:T20,10" });
    await torus.editor.selectAll();
    expect(torus.editor.state.selection).toMatchObject({ box: rect(-10, -5, 20, 10), mask: null });
  });

  it("can be cleared inside and outside", async () => {
    const local = await localEditor({ cells: GLIDER });
    const { editor } = local;
    await editor.select(selectBox(rect(0, 1, 9, 9)));
    await editor.clearSelection("outside");
    await expectCells(local, cellsFromRle("2bo$3o!", 0n, 1n));
    await editor.undo();
    await editor.clearSelection();
    await expectCells(local, cellsFromRle("bo!"));
    expect(labels(editor)).toEqual(["Select", "Clear 4 cells"]);
    await editor.undo();
    await expectCells(local, GLIDER);
  });

  it("turns round its own centre, cells and box, and four times is none", async () => {
    const local = await localEditor({ cells: GLIDER });
    const { editor } = local;
    await editor.select(selectBox(rect(0, 0, 4, 3)));
    await editor.turn("rotate-clockwise");
    expect(editor.state.selection?.box).toEqual(rect(1, 0, 3, 4));
    await expectCells(local, cellsFromRle("o$obo$2o!", 1n, 0n));
    for (let i = 0; i < 3; i++) await editor.turn("rotate-clockwise");
    await expectCells(local, GLIDER);
    expect(editor.state.selection?.box).toEqual(rect(0, 0, 4, 3));
  });

  it("flips in place, which needs no memory to undo", async () => {
    const local = await localEditor({ cells: GLIDER });
    const { editor } = local;
    await editor.select(selectBox(rect(0, 0, 3, 3)));
    const bytes = editor.historyBytes;
    await editor.turn("flip-across");
    await expectCells(local, cellsFromRle("bo$o$3o!"));
    expect(editor.historyBytes - bytes).toBeLessThan(1000);
    await editor.undo();
    await expectCells(local, GLIDER);
    await editor.redo();
    await editor.turn("flip-down");
    await expectCells(local, cellsFromRle("3o$o$bo!"));
  });

  it("turns by a sixth on hexagons", async () => {
    const start = cellsFromRle("5o$2o!");
    const local = await localEditor({ rule: "B2/S34H", cells: start });
    const { editor } = local;
    await editor.select(selectBox(rect(0, 0, 5, 2)));
    await editor.turn("rotate-clockwise");
    expect(editor.state.selection?.mask).not.toBeNull();
    expect(await local.universe.population()).toBe(7n);
    for (let i = 0; i < 5; i++) await editor.turn("rotate-clockwise");
    await expectCells(local, start);
    expect(editor.state.selection?.box).toEqual(rect(0, 0, 5, 2));
    expect(editor.state.selection?.mask).toBeNull();
  });

  it("lays triangles on triangles: to the next place where they point as their image does, and back", async () => {
    const start = cellsFromRle("2o$bo!");
    const local = await localEditor({ rule: "R1,C0,S4-6,B4,NL", algorithm: "reference", cells: start });
    const { editor } = local;
    await editor.select(selectBox(rect(0, 0, 2, 2)));
    // Cell (0, 0) points down, and up once it is below the others.
    await editor.turn("flip-down");
    await expectCells(local, cellsFromRle("bo$2o!"));
    expect(editor.state.selection?.box).toEqual(rect(0, 0, 2, 2));
    await editor.undo();
    // To its right stands one that points up: its image, which points down, goes two further.
    await editor.turn("flip-across");
    await expectCells(local, cellsFromRle("2o$o!", 1n, 0n));
    expect(editor.state.selection?.box).toEqual(rect(1, 0, 2, 2));
    await editor.turn("flip-across");
    await expectCells(local, start);
  });

  it("turns triangles by a sixth, about a corner: six turns lead back", async () => {
    // A hexagon of six around the corner between cells (2, 0) and (2, 1), which turns onto itself.
    const hexagon = cellsFromRle("b3o$b3o!");
    const local = await localEditor({ rule: "R1,C0,S4-6,B4,NL", algorithm: "reference", cells: hexagon });
    const { editor } = local;
    await editor.select(selectBox(rect(1, 0, 3, 2)));
    await editor.turn("rotate-clockwise");
    await expectCells(local, hexagon);
    expect(editor.state.selection?.box).toEqual(rect(1, 0, 3, 2));
    expect(labels(editor).at(-1)).toBe("Rotate clockwise");
    // With one more beside it, it does not.
    editor.pen.begin(at(4, 0));
    editor.pen.end();
    await editor.select(selectBox(rect(1, 0, 4, 2)));
    const seen = new Set<string>();
    for (let turn = 0; turn < 6; turn++) {
      seen.add(await fingerprint(local.universe));
      await editor.turn("rotate-clockwise");
      expect(await local.universe.population()).toBe(7n);
    }
    expect(seen.size).toBe(6);
    await expectCells(local, cellsFromRle("b4o$b3o!"));
    expect(editor.state.selection?.box).toEqual(rect(1, 0, 4, 2));
    for (let undone = 0; undone < 6; undone++) await editor.undo();
    await expectCells(local, cellsFromRle("b4o$b3o!"));
  });

  it("moves and pastes triangles onto those that point as they do", async () => {
    const local = await localEditor({
      rule: "R1,C0,S4-6,B4,NL",
      algorithm: "reference",
      cells: cellsFromRle("o!"),
    });
    const { editor } = local;
    await editor.select(selectBox(rect(0, 0, 1, 1)));
    await editor.lift();
    editor.movePaste(at(5, 0));
    await editor.placePaste();
    await expectCells(local, cellsFromRle("o!", 6n, 0n));
    // As text has it, a cell that points up stands in a box of two.
    await editor.undo();
    editor.pen.begin(at(1, 0));
    await editor.pen.end();
    await editor.select(selectBox(rect(1, 0, 1, 1)));
    const { pattern } = unplaced(await editor.readSelection(rawSelection));
    expect(pattern.box).toEqual(rect(0, 0, 2, 1));
    expect(cellNames(pattern.cells as Runs)).toEqual(new Set(["1,0"]));
    editor.beginPaste(pattern, at(10, 5));
    await editor.placePaste();
    expect(cellNames(await local.universe.readRuns(rect(5, 1, 20, 20)))).toEqual(new Set(["12,5"]));
  });

  it("is not turned off the grid", async () => {
    const local = await localEditor({ rule: "B3/S23:T20,10", cells: GLIDER });
    const { editor } = local;
    await editor.select(selectBox(rect(-10, -5, 20, 10)));
    const before = await fingerprint(local.universe);
    await expect(editor.turn("rotate-clockwise")).rejects.toMatchObject({ code: "bad-argument" });
    expect(await fingerprint(local.universe)).toBe(before);
    expect(labels(editor)).toEqual(["Select"]);
    await editor.turn("flip-across");
    expect(labels(editor)).toEqual(["Select", "Flip left to right"]);
  });

  it("is filled with the engine's soup", async () => {
    const local = await localEditor({ cells: GLIDER });
    const { editor } = local;
    await editor.select(selectBox(rect(-20, -15, 40, 30)));
    await editor.fillRandom({ density: 0.4, seed: 99 });
    await expectCells(local, blockToRuns(soupBlock({ seed: 99, density: 0.4, width: 40, height: 30 })));
    await editor.undo();
    await expectCells(local, GLIDER);
    await expect(editor.fillRandom({ density: 2, seed: 1 })).rejects.toMatchObject({ code: "bad-argument" });
    await expectCells(local, GLIDER);
  });

  it("is filled and undone where a list of its cells would be too long", async () => {
    const local = await localEditor({ cells: GLIDER });
    const { editor, universe } = local;
    await editor.select(selectBox(rect(-600, -600, 1200, 1200)));
    await editor.fillRandom({ density: 0.5, seed: 3 });
    const filled = await fingerprint(universe);
    expect(editor.historyBytes).toBeLessThan(20_000);
    await editor.clearSelection();
    expect(await universe.population()).toBe(0n);
    await editor.undo();
    expect(await fingerprint(universe)).toBe(filled);
    await editor.undo();
    await expectCells(local, GLIDER);
    await editor.redo();
    expect(await fingerprint(universe)).toBe(filled);
  });

  it("says what is missing when nothing is selected", async () => {
    const { editor } = await localEditor({ cells: GLIDER });
    for (const verb of [
      editor.copy(),
      editor.cut(async () => {}),
      editor.clearSelection(),
      editor.fillRandom({ density: 0.5, seed: 1 }),
      editor.turn("flip-down"),
      editor.shrinkSelection(),
    ]) {
      await expect(verb).rejects.toThrow("Nothing is selected.");
    }
  });
});

describe("the clipboard", () => {
  it("carries RLE with the rule, the place and the generation", async () => {
    const { editor } = await localEditor({ rule: "B36/S23", cells: translateRuns(GLIDER, 10n, 20n) });
    await editor.step(4n);
    await editor.select(selectBox(rect(9, 20, 6, 5)));
    const text = textOfPattern(await editor.copy());
    expect(text).toBe("#CXRLE Pos=9,20 Gen=4\nx = 6, y = 5, rule = B36/S23\n$3bo$4bo$2b3o!\n");
    const pattern = patternFromText(text);
    expect(pattern).toMatchObject({ rule: "B36/S23", generation: 4n, positioned: true });
    expect(equalRuns(runsOf(pattern), translateRuns(GLIDER, 11n, 21n))).toBe(true);
  });

  it("cuts, and undo puts back", async () => {
    const local = await localEditor({ cells: GLIDER });
    const { editor } = local;
    await editor.select(selectBox(rect(0, 0, 3, 2)));
    const refused = new Error("The clipboard is closed.");
    await expect(editor.cut(() => Promise.reject(refused))).rejects.toBe(refused);
    await expectCells(local, GLIDER);
    let text = "";
    await editor.cut(async ({ pattern }) => {
      text = textOfPattern(pattern);
    });
    expect(runsOf(patternFromText(text)).rows.length).toBe(2);
    await expectCells(local, cellsFromRle("3o!", 0n, 2n));
    expect(labels(editor)).toEqual(["Select", "Cut 2 cells"]);
    await editor.undo();
    await expectCells(local, GLIDER);
  });

  it.each([
    ["or", "3ob!"],
    ["xor", "obo!"],
    ["copy", "bobo!"],
    ["and", "bo!"],
  ] as const)("puts a paste down in mode %s", async (mode, expected) => {
    const there = cellsFromRle(mode === "copy" ? "ob2o!" : "2o!");
    const local = await localEditor({ cells: there });
    const { editor } = local;
    editor.beginPaste(
      patternFromText(mode === "copy" ? "x = 3, y = 1\nbo!" : "x = 3, y = 1\nb2o!"),
      at(0, 0),
    );
    editor.setPasteMode(mode);
    await editor.placePaste();
    await expectCells(local, cellsFromRle(expected));
    expect(editor.state.pending).toBeNull();
    await editor.undo();
    await expectCells(local, there);
    // The next one floats as the last one was chosen to.
    editor.beginPaste(patternFromText("x = 3, y = 1\nb2o!"), at(0, 0));
    expect(editor.state.pending?.mode).toBe(mode);
    await editor.dispose();
  });

  it("floats in the mode and by the corner that were chosen while nothing floated", async () => {
    const { editor } = await localEditor({ cells: GLIDER });
    editor.setPasteMode("and");
    editor.setPasteAnchor("bottom right");
    editor.beginPaste(patternFromText("x = 3, y = 2\n3o!"), at(10, 10));
    expect(editor.state.pending).toMatchObject({ mode: "and", region: { box: rect(8, 9, 3, 2) } });
    await editor.dispose();
  });

  it("floats: follows, turns and flips, and touches nothing until it is put down", async () => {
    const local = await localEditor({ cells: GLIDER });
    const { editor } = local;
    const before = await fingerprint(local.universe);
    editor.beginPaste(patternFromText("3o$o!"), at(100, 100));
    editor.movePaste(at(-50, 7));
    await editor.turn("rotate-clockwise");
    expect(editor.state.pending?.region.box).toEqual(rect(-50, 7, 2, 3));
    editor.setPasteAnchor("middle");
    expect(editor.state.pending?.region.box).toEqual(rect(-50, 6, 2, 3));
    await editor.turn("rotate-anticlockwise");
    expect(await fingerprint(local.universe)).toBe(before);
    expect(editor.state).toMatchObject({ length: 0, dirty: false });
    editor.setPasteAnchor("bottom right");
    editor.movePaste(at(10, 10));
    await editor.placePaste();
    expect(equalRuns(await local.universe.readRuns(rect(4, 4, 20, 20)), cellsFromRle("3o$o!", 8n, 9n))).toBe(
      true,
    );
    expect(labels(editor)).toEqual(["Paste 4 cells"]);
  });

  it("is held by another anchor this once, and the next one as ever", async () => {
    const local = await localEditor();
    const { editor } = local;
    editor.beginPaste(patternFromText("3o$3o$3o!"), at(10, 10), "middle");
    expect(editor.state.pending).toMatchObject({ anchor: "middle", region: { box: rect(9, 9, 3, 3) } });
    editor.cancelPaste();
    expect(editor.pasteAnchor).toBe("top left");
    editor.beginPaste(patternFromText("3o$3o$3o!"), at(10, 10));
    expect(editor.state.pending).toMatchObject({ anchor: "top left", region: { box: rect(10, 10, 3, 3) } });
  });

  it("can be dropped again", async () => {
    const local = await localEditor({ cells: GLIDER });
    local.editor.beginPaste(patternFromText("3o!"), at(0, 0));
    local.editor.cancelPaste();
    expect(await local.editor.placePaste()).toBe(false);
    await expectCells(local, GLIDER);
  });

  it("leaves everything as it was for a pattern of no size", async () => {
    const local = await localEditor({ cells: GLIDER });
    await local.editor.select(selectBox(rect(0, 0, 2, 2)));
    const before = local.editor.state;
    expect(() => local.editor.beginPaste(patternFromText("x = 0, y = 0\n!"), at(0, 0))).toThrow(
      TessellaError,
    );
    expect(local.editor.state).toEqual(before);
    await expectCells(local, GLIDER);
  });

  it("makes every state of a pattern with many a live cell", async () => {
    const local = await localEditor();
    local.editor.beginPaste(patternFromText("A.2BC!"), at(0, 0));
    await local.editor.placePaste();
    await expectCells(local, cellsFromRle("ob3o!"));
  });

  it("cuts a paste at the edge of the grid", async () => {
    const local = await localEditor({ rule: "B3/S23:P4,4" });
    local.editor.beginPaste(patternFromText("6o!"), at(-3, 0));
    await local.editor.placePaste();
    await expectCells(local, cellsFromRle("4o!", -2n, 0n));
    await local.editor.undo();
    await expectCells(local, EMPTY_RUNS);
  });
});
