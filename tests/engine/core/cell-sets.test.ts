import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cellsOfRect,
  commonCells,
  fillsItsBox,
  holdsCell,
  slicedClip,
  uniteCells,
  withoutCells,
} from "../../../engine/core/cell-sets.ts";
import { rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { blockToRuns, clipRuns, EMPTY_RUNS, translateRuns } from "../../../engine/core/runs.ts";
import { atOnce } from "../../../engine/core/slices.ts";
import { soupBlock } from "../../../engine/core/soup.ts";
import { slicedTransposition } from "../../../engine/core/transposed.ts";
import { anyCells, anyOrigin, cellNames, isCanonical } from "../../renderer/editor/cells.ts";
import { expectIs } from "../../support/expect-each.ts";
import { equalRuns } from "../../support/runs.ts";

const transposed = (cells: Runs): Runs => atOnce(slicedTransposition(cells));
/** Some 40 000 runs, with two rows that reach across all of them. */
const MANY = uniteCells(
  blockToRuns(soupBlock({ seed: 5, density: 0.4, width: 410, height: 390 })),
  uniteCells(cellsOfRect(rect(-300, 17, 700, 1)), cellsOfRect(rect(-205, -60, 410, 1))),
);

describe("sets of cells", () => {
  const cases = [
    ["union", uniteCells, (a: boolean, b: boolean) => a || b],
    ["intersection", commonCells, (a: boolean, b: boolean) => a && b],
    ["difference", withoutCells, (a: boolean, b: boolean) => a && !b],
  ] as const;
  it("is cut to a box a little at a time as it is at once", () => {
    for (const box of [
      rect(-400, -400, 900, 900),
      rect(-90, -61, 30, 200),
      rect(100, 50, 900, 900),
      rect(999, 0, 9, 9),
    ])
      expect(equalRuns(atOnce(slicedClip(MANY, box)), clipRuns(MANY, box))).toBe(true);
  });

  it.each(cases)("the %s is that of its cells, anywhere on the plane", (_name, combine, keep) => {
    fc.assert(
      fc.property(anyCells, anyCells, anyOrigin, (near, other, away) => {
        const a = translateRuns(near, away, -away);
        const b = translateRuns(other, away, -away);
        const result = combine(a, b);
        const inA = cellNames(a);
        const inB = cellNames(b);
        const expected = [...new Set([...inA, ...inB])].filter((c) => keep(inA.has(c), inB.has(c)));
        expect(cellNames(result)).toEqual(new Set(expected));
        expect(isCanonical(result)).toBe(true);
      }),
    );
  });

  it("knows each cell of a set", () => {
    fc.assert(
      fc.property(anyCells, (cells) => {
        const names = cellNames(cells);
        for (let y = -3n; y <= 3n; y++) {
          for (let x = -15n; x <= 15n; x++) expectIs(holdsCell(cells, x, y), names.has(`${x},${y}`));
        }
      }),
    );
  });

  it("tells a full box from one with a hole", () => {
    const box = cellsOfRect(rect(-2, 5, 4, 3));
    expect(fillsItsBox(box)).toBe(true);
    expect(fillsItsBox(withoutCells(box, cellsOfRect(rect(0, 6, 1, 1))))).toBe(false);
    expect(fillsItsBox(withoutCells(box, cellsOfRect(rect(-2, 6, 4, 1))))).toBe(false);
    expect(fillsItsBox(EMPTY_RUNS)).toBe(false);
  });
});

describe("transposing", () => {
  it("exchanges the coordinates of every cell", () => {
    fc.assert(
      fc.property(anyCells, (cells) => {
        const result = transposed(cells);
        const expected = [...cellNames(cells)].map((name) => name.split(",").reverse().join(","));
        expect(cellNames(result)).toEqual(new Set(expected));
        expect(isCanonical(result)).toBe(true);
        expect(equalRuns(transposed(result), cells)).toBe(true);
      }),
    );
  });

  it("does so band by band where runs are many", () => {
    const result = transposed(MANY);
    expect(MANY.spans.length / 2).toBeGreaterThan(4 * 2 ** 12);
    const expected = new Set([...cellNames(MANY)].map((name) => name.split(",").reverse().join(",")));
    expect(cellNames(result)).toEqual(expected);
    expect(isCanonical(result)).toBe(true);
    expect(equalRuns(transposed(result), MANY)).toBe(true);
  });

  it("costs a filled square its border, not its cells", () => {
    const square = cellsOfRect(rect(0, 0, 20_000, 20_000));
    expect(equalRuns(transposed(square), square)).toBe(true);
  });
});
