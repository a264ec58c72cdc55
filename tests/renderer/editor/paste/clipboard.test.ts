// What Copy and "Copy as RLE with position" put on the clipboard, as the next program reads it.

import { describe, expect, it } from "vitest";
import type { Pattern } from "../../../../engine/core/pattern.ts";
import { withRuns } from "../../../../engine/core/pattern.ts";
import type { Runs } from "../../../../engine/core/runs.ts";
import { translateRuns } from "../../../../engine/core/runs.ts";
import type { RawSelection } from "../../../../renderer/editor/paste/clipboard.ts";
import { patternOfSelection, rawSelection, unplaced } from "../../../../renderer/editor/paste/clipboard.ts";
import type { Selection } from "../../../../renderer/editor/selection/selection.ts";
import { cellsInside, selectBox, selectCells } from "../../../../renderer/editor/selection/selection.ts";
import type { UniversePort } from "../../../../renderer/universe/universe-port.ts";
import { localUniverse } from "../../../support/local-editor.ts";
import { patternFromText, textOfPattern } from "../../../support/pattern-text.ts";
import { equalRuns } from "../../../support/runs.ts";
import { cellsOf } from "../../../support/universes.ts";

const GLIDER = cellsOf([".O.", "..O", "OOO"], 12n, -5n);
/** A margin of empty cells to the left and below is part of what was selected. */
const BOX = selectBox({ x: 10n, y: -5n, w: 5n, h: 4n }) as Selection;
const LASSO = selectCells(cellsOf(["OO", ".O"], 13n, -5n)) as Selection;

async function universe(rule: string): Promise<UniversePort> {
  const made = await localUniverse({ rule, cells: GLIDER });
  made.setGeneration(7n);
  return made as unknown as UniversePort;
}

/** The text that is written, and the pattern that is read from it. */
function written({ pattern, mask }: RawSelection, selection: Selection): { text: string; read: Pattern } {
  const cells = mask ? cellsInside({ ...selection, mask }, pattern.cells as Runs) : (pattern.cells as Runs);
  const text = textOfPattern({ ...pattern, cells });
  return { text, read: patternFromText(text) };
}

const same = (pattern: Pattern, cells: Runs): boolean => equalRuns(withRuns(pattern).cells, cells);

describe("Copy", () => {
  it.each<[string, bigint, bigint]>([
    ["B3/S23", 0n, 0n],
    ["B3/S23:T40,30", -2n, -2n],
  ])("gives cells and rule without a place, as wide as the selection, on %s", async (rule, x, y) => {
    const copied = unplaced(await rawSelection(await universe(rule), BOX));
    const { text, read } = written(copied, BOX);
    expect(text).not.toMatch(/Pos|Gen/);
    expect(text).toContain(`x = 5, y = 4, rule = ${rule}\n`);
    expect(read).toMatchObject({ rule, generation: 0n, positioned: false });
    expect(same(read, translateRuns(GLIDER, x - 10n, y + 5n))).toBe(true);
    expect(same(copied.pattern, withRuns(read).cells)).toBe(true);
  });

  it("takes a lasso's mask along to where the cells went", async () => {
    const { pattern, mask } = unplaced(await rawSelection(await universe("B3/S23"), LASSO));
    expect(pattern.box).toEqual({ x: 0n, y: 0n, w: 2n, h: 2n });
    const inside = cellsInside({ ...LASSO, box: pattern.box ?? LASSO.box, mask }, pattern.cells as Runs);
    expect(equalRuns(inside, cellsOf(["O.", ".O"]))).toBe(true);
  });
});

describe("Copy as RLE with position", () => {
  it("gives the place and the generation too", async () => {
    const { text, read } = written(await rawSelection(await universe("B3/S23"), BOX), BOX);
    expect(text).toMatch(/^#CXRLE Pos=10,-5 Gen=7$/m);
    expect(read).toMatchObject({ rule: "B3/S23", generation: 7n, positioned: true });
    expect(same(read, GLIDER)).toBe(true);
  });

  it("of a lasso leaves out what lies beside it", async () => {
    const pattern = await patternOfSelection(await universe("B3/S23"), LASSO);
    expect(same(pattern, cellsOf(["O.", ".O"], 13n, -5n))).toBe(true);
  });
});
