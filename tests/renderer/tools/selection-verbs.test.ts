// What can be done with a selection, by keys and commands, through the fluent driver: each verb changes what it says, is one
// entry of the history, and goes back.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commonCells, uniteCells, withoutCells } from "../../../engine/core/cell-sets.ts";
import { rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { blockToRuns, runsPopulation, translateRuns } from "../../../engine/core/runs.ts";
import { soupBlock } from "../../../engine/core/soup.ts";
import { selectAround } from "../../../renderer/editor/selection/drag-selection.ts";
import type { Selection } from "../../../renderer/editor/selection/selection.ts";
import {
  sameSelection,
  selectBox,
  selectCells,
  selectedCells,
} from "../../../renderer/editor/selection/selection.ts";
import { GLIDER, R_PENTOMINO } from "../../support/local-editor.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { equalRuns } from "../../support/runs.ts";
import type { ToolDriver } from "../../support/tool-driver.ts";
import { toolDriver } from "../../support/tool-driver.ts";
import { anyCells } from "../editor/cells.ts";

async function cellsOf(driver: ToolDriver): Promise<Runs> {
  await driver.settled();
  return driver.universe.readRuns();
}

async function expectCells(driver: ToolDriver, cells: Runs): Promise<void> {
  const actual = await cellsOf(driver);
  if (!equalRuns(actual, cells)) expect(actual).toEqual(cells);
}

const labels = (driver: ToolDriver): string[] => driver.editor.history.map((item) => item.label);
const box = (x: number, y: number, w: number, h: number) => selectBox(rect(x, y, w, h)) as Selection;
const SOUP = blockToRuns(soupBlock({ seed: 8, density: 0.4, width: 30, height: 30 }));
/** A set that is no box: a slanted stroke of cells, two wide. */
const MASK = selectCells(cellsFromRle("2o$b2o$2b2o$3b2o$4b2o!", -2n, -1n)) as Selection;

async function over(cells: Runs, selection: Selection, rule = "B3/S23"): Promise<ToolDriver> {
  const driver = await toolDriver({ cells, rule });
  await driver.editor.select(selection);
  return driver;
}

describe("the verbs of a selection", () => {
  it("invert, in a box and in a set of cells, and undo is the way back", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.constant(box(-3, -2, 9, 7)),
          anyCells.filter((c) => c.rows.length > 0).map((c) => selectCells(c) as Selection),
        ),
        fc.constantFrom("B3/S23", "B2/S34H"),
        async (selection, rule) => {
          const driver = await over(SOUP, selection, rule);
          const chosen = selectedCells(selection);
          driver.command("select.invert");
          const expected = uniteCells(withoutCells(SOUP, chosen), withoutCells(chosen, SOUP));
          await expectCells(driver, expected);
          expect(labels(driver)).toEqual(["Select", "Invert the selection"]);
          await expectCells(driver.key("Ctrl+z"), SOUP);
          await expectCells(driver.key("Shift+Z"), expected);
          expect(driver.errors).toEqual([]);
        },
      ),
      { numRuns: 20 },
    );
  });

  it("invert what is too much to be listed, and undo that", async () => {
    const driver = await over(GLIDER, box(-800, -800, 1600, 1600));
    driver.command("select.invert");
    await driver.settled();
    expect(await driver.universe.population()).toBe(1600n * 1600n - 5n);
    expect(driver.editor.historyBytes).toBeLessThan(100_000);
    await expectCells(driver.key("z"), GLIDER);
  });

  it("are refused where nobody could want them, with nothing changed", async () => {
    const driver = await over(GLIDER, box(0, 0, 2 ** 20, 2 ** 20));
    await expectCells(driver.command("select.invert"), GLIDER);
    await expectCells(driver.command("select.random-fill"), GLIDER);
    expect(driver.errors).toMatchObject([{ code: "too-large" }, { code: "too-large" }]);
    expect(labels(driver)).toEqual(["Select"]);
  });

  it("fill with a seed that is told, and the same seed makes the same soup", async () => {
    const driver = await over(GLIDER, box(-20, -15, 40, 30));
    driver.key("Ctrl+5");
    const filled = await cellsOf(driver);
    expect(labels(driver).at(-1)).toBe("Random fill 50 %, seed 1");
    expect(driver.hints.at(-1)).toContain("with seed 1:");
    expect(equalRuns(filled, blockToRuns(soupBlock({ seed: 1, density: 0.5, width: 40, height: 30 })))).toBe(
      true,
    );
    driver.key("Ctrl+5");
    expect(equalRuns(await cellsOf(driver), filled)).toBe(false);
    expect(labels(driver).at(-1)).toBe("Random fill 50 %, seed 2");
  });

  it("fill, clear and shrink only the cells of a set, on squares and hexagons", async () => {
    for (const rule of ["B3/S23", "B2/S34H"]) {
      const chosen = selectedCells(MASK);
      const driver = await over(SOUP, MASK, rule);
      driver.key("Ctrl+5");
      const filled = await cellsOf(driver);
      expect(equalRuns(withoutCells(filled, chosen), withoutCells(SOUP, chosen))).toBe(true);
      await expectCells(driver.key("Ctrl+z"), SOUP);
      await expectCells(driver.key("Delete"), withoutCells(SOUP, chosen));
      await expectCells(driver.key("z"), SOUP);
      await expectCells(driver.key("Shift+Delete"), commonCells(SOUP, chosen));
      await driver.key("s").settled();
      const around = selectAround(commonCells(SOUP, chosen), driver.universe.rule.neighbourhood);
      expect(sameSelection(driver.editor.state.selection, around)).toBe(true);
      expect(driver.errors).toEqual([]);
    }
  });

  it("advance only inside, or only outside, by the step, and leave the generation", async () => {
    const apart = translateRuns(GLIDER, 20n, 0n);
    const both = uniteCells(GLIDER, apart);
    for (const selection of [box(0, 0, 3, 3), selectCells(GLIDER) as Selection]) {
      const driver = await over(both, selection);
      driver.pace = { base: 4, exponent: 1, rate: null };
      driver.key("Ctrl+Shift+Space");
      await expectCells(driver, uniteCells(GLIDER, translateRuns(apart, 1n, 1n)));
      expect(labels(driver)).toEqual(["Select", "Advance outside by 4"]);
      await expectCells(driver.key("z"), both);
      driver.pace = { base: 4, exponent: 0, rate: null };
      driver.key("Shift+Space");
      const inside = await cellsOf(driver);
      expect(equalRuns(commonCells(inside, apart), apart)).toBe(true);
      expect(equalRuns(inside, both)).toBe(false);
      expect(equalRuns(withoutCells(inside, selectedCells(selection)), apart)).toBe(true);
      expect(labels(driver)).toEqual(["Select", "Advance inside"]);
      expect(driver.universe.generation).toBe(0n);
      await expectCells(driver.key("z"), both);
      expect(driver.watched).toEqual([
        "Advancing outside the selection by 4 generations",
        "Advancing inside the selection by one generation",
      ]);
    }
  });

  it("say when advancing changes nothing, and leave no entry", async () => {
    const driver = await over(cellsFromRle("2o$2o!"), box(0, 0, 2, 2));
    await driver.key("Shift+Space").settled();
    expect(driver.hints.at(-1)).toBe("Nothing changed inside the selection.");
    expect(labels(driver)).toEqual(["Select"]);
  });

  it("copy plainly, and with place and generation", async () => {
    const driver = await over(translateRuns(GLIDER, 7n, 10n ** 18n), {
      ...box(0, 0, 1, 1),
      box: { x: 6n, y: 10n ** 18n, w: 4n, h: 3n },
    });
    await driver.editor.setGeneration(123n);
    await driver.key("Ctrl+c").settled();
    expect(driver.clipboard).toBe("x = 4, y = 3, rule = B3/S23\n2bo$3bo$b3o!\n");
    await driver.command("edit.copy-positioned").settled();
    expect(driver.clipboard).toBe(
      "#CXRLE Pos=6,1000000000000000000 Gen=123\nx = 4, y = 3, rule = B3/S23\n2bo$3bo$b3o!\n",
    );
  });

  it("copy and open only the cells of a set", async () => {
    const driver = await over(SOUP, MASK);
    await driver.key("Ctrl+c").settled();
    const text = driver.clipboard;
    await driver.command("select.open").settled();
    expect(driver.opened).toHaveLength(1);
    expect(equalRuns(driver.opened[0]?.mask as Runs, selectedCells(MASK))).toBe(true);
    driver.key("Ctrl+x");
    await expectCells(driver, withoutCells(SOUP, selectedCells(MASK)));
    expect(driver.clipboard).toBe(text);
    expect(text.length).toBeLessThan(120);
  });

  it("save asks for a format", async () => {
    const driver = await over(GLIDER, box(0, 0, 3, 3));
    await driver.command("select.save").settled();
    expect(driver.asked).toEqual(["dialog save"]);
  });

  it("need a selection", async () => {
    const driver = await toolDriver({ cells: GLIDER });
    for (const id of ["select.invert", "select.advance-inside", "select.save", "select.open", "edit.lift"])
      driver.command(id);
    await expectCells(driver, GLIDER);
    expect(driver.asked).toEqual([]);
    expect(labels(driver)).toEqual([]);
  });
});

describe("what is lifted", () => {
  const LIFT = "Ctrl+Shift+x";

  it("changes nothing until it is put down, and is moved as one entry", async () => {
    const driver = await over(R_PENTOMINO, box(0, 0, 3, 3));
    driver.pointerMoveAt(1, 1).key(LIFT);
    await expectCells(driver, R_PENTOMINO);
    expect(driver.editor.state.pending?.region.box).toEqual(rect(0, 0, 3, 3));
    // Taken by the cell under the pointer, it stays under it.
    driver.pointerMoveAt(6, 4).pointerDownAt(6, 4).pointerUp();
    await expectCells(driver, translateRuns(R_PENTOMINO, 5n, 3n));
    expect(driver.editor.state.selection?.box).toEqual(rect(5, 3, 3, 3));
    expect(labels(driver)).toEqual(["Select", "Move 5 cells"]);
    await expectCells(driver.key("z"), R_PENTOMINO);
    expect(driver.editor.state.selection?.box).toEqual(rect(0, 0, 3, 3));
    await expectCells(driver.key("Shift+Z"), translateRuns(R_PENTOMINO, 5n, 3n));
  });

  it("is dropped by Escape, with nothing changed and no entry", async () => {
    const driver = await over(R_PENTOMINO, box(0, 0, 3, 3));
    await driver.key(LIFT).settled();
    await driver.key("ArrowRight").key("Shift+ArrowDown").key(">").settled();
    expect(driver.editor.state.pending?.region.box).toEqual(rect(1, 10, 3, 3));
    await expectCells(driver.key("Escape"), R_PENTOMINO);
    expect(driver.editor.state).toMatchObject({ pending: null, dirty: false });
    expect(labels(driver)).toEqual(["Select"]);
  });

  it("may come down upon itself, whatever it was", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -4, max: 4 }),
        fc.integer({ min: -4, max: 4 }),
        fc.constantFrom("or", "copy", "xor", "and"),
        fc.boolean(),
        async (dx, dy, mode, masked) => {
          const selection = masked ? MASK : box(-4, -4, 9, 8);
          const driver = await over(SOUP, selection);
          const chosen = selectedCells(selection);
          const lifted = commonCells(SOUP, chosen);
          driver.editor.setPasteMode(mode as "or");
          await driver.key(LIFT).settled();
          for (let i = 0; i < Math.abs(dx); i++) driver.key(dx < 0 ? "ArrowLeft" : "ArrowRight");
          for (let i = 0; i < Math.abs(dy); i++) driver.key(dy < 0 ? "ArrowUp" : "ArrowDown");
          driver.key("Enter");
          // In two steps: cleared, then pasted.
          const rest = withoutCells(SOUP, lifted);
          const come = translateRuns(lifted, BigInt(dx), BigInt(dy));
          const covered = translateRuns(chosen, BigInt(dx), BigInt(dy));
          const expected = {
            or: uniteCells(rest, come),
            copy: uniteCells(withoutCells(rest, covered), come),
            xor: uniteCells(withoutCells(rest, come), withoutCells(come, rest)),
            and: withoutCells(rest, withoutCells(covered, come)),
          }[mode] as Runs;
          await expectCells(driver, expected);
          await driver.key("z").settled();
          await expectCells(driver, SOUP);
          expect(driver.errors).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("turns where it is, by sixths on hexagons", async () => {
    const driver = await over(cellsFromRle("5o$2o!"), box(0, 0, 5, 2), "B2/S34H");
    driver.key(LIFT);
    for (let i = 0; i < 6; i++) driver.key(">");
    driver.key("Enter");
    await expectCells(driver, cellsFromRle("5o$2o!"));
    // It came down where it was: nothing has changed.
    expect(labels(driver)).toEqual(["Select"]);
    driver.key(LIFT).key(">").key("Enter");
    await driver.settled();
    expect(runsPopulation(await cellsOf(driver))).toBe(7n);
    expect(driver.editor.state.selection?.mask).not.toBeNull();
    expect(labels(driver)).toEqual(["Select", "Move 7 cells"]);
  });

  it("takes away only what is still alive of it, when the universe ran on", async () => {
    const driver = await over(cellsFromRle("3o!"), box(0, 0, 3, 1));
    await driver.key(LIFT).settled();
    await driver.editor.step(1n);
    driver.key("Shift+ArrowRight").key("Enter");
    await expectCells(driver, uniteCells(cellsFromRle("o2$o!", 1n, -1n), cellsFromRle("3o!", 10n, 0n)));
  });

  it("says when there is nothing to lift", async () => {
    const driver = await over(GLIDER, box(50, 50, 3, 3));
    await driver.key(LIFT).settled();
    expect(driver.errors).toMatchObject([{ message: "No cell is alive in the selection." }]);
    expect(driver.editor.state.pending).toBeNull();
  });
});
