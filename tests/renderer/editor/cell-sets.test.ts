import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rect } from "../../../engine/core/rect.ts";
import { EMPTY_RUNS, equalRuns, translateRuns } from "../../../engine/core/runs.ts";
import {
  cellsOfRect,
  commonCells,
  fillsItsBox,
  holdsCell,
  uniteCells,
  withoutCells,
} from "../../../renderer/editor/cell-sets.ts";
import { transposed } from "../../../renderer/editor/transposed.ts";
import { anyCells, anyOrigin, cellNames, isCanonical } from "./cells.ts";

describe("sets of cells", () => {
  const cases = [
    ["union", uniteCells, (a: boolean, b: boolean) => a || b],
    ["intersection", commonCells, (a: boolean, b: boolean) => a && b],
    ["difference", withoutCells, (a: boolean, b: boolean) => a && !b],
  ] as const;
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
          for (let x = -15n; x <= 15n; x++) expect(holdsCell(cells, x, y)).toBe(names.has(`${x},${y}`));
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

  it("costs a filled square its border, not its cells", () => {
    const square = cellsOfRect(rect(0, 0, 20_000, 20_000));
    expect(equalRuns(transposed(square), square)).toBe(true);
  });
});
