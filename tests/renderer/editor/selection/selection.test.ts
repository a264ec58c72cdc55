import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Rect } from "../../../../engine/core/rect.ts";
import { rect } from "../../../../engine/core/rect.ts";
import { RunsBuilder, runsBounds } from "../../../../engine/core/runs.ts";
import { atOnce } from "../../../../engine/core/slices.ts";
import { plane, UNBOUNDED } from "../../../../engine/core/topology.ts";
import type { SymmetryName } from "../../../../engine/grids/symmetry.ts";
import { SYMMETRIES, slicedTurn, turnAbout } from "../../../../engine/grids/symmetry.ts";
import type { Neighbourhood } from "../../../../engine/rules/rule.ts";
import { selectAround } from "../../../../renderer/editor/selection/drag-selection.ts";
import type { Selection } from "../../../../renderer/editor/selection/selection.ts";
import {
  cellsInside,
  cellsOutside,
  checkOnGrid,
  extendTo,
  moveSelection,
  sameSelection,
  selectBetween,
  selectBox,
  selectCells,
  selectedCells,
  selectionArea,
  selectionHas,
  selectionOnGrid,
  slicedTurnOf,
} from "../../../../renderer/editor/selection/selection.ts";
import { expectIs } from "../../../support/expect-each.ts";
import { equalRuns } from "../../../support/runs.ts";
import { anyCells, cellNames } from "../cells.ts";

const anyBox = fc
  .tuple(
    fc.integer({ min: -20, max: 20 }),
    fc.integer({ min: -20, max: 20 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 12 }),
  )
  .map(([x, y, w, h]) => selectBox(rect(x, y, w, h)) as Selection);
const anySelection = fc.oneof(
  anyBox,
  anyCells.filter((c) => c.rows.length > 0).map((c) => selectCells(c) as Selection),
);
const anyNeighbourhood = fc.constantFrom<Neighbourhood>("moore", "hex");
const anyName = fc.constantFrom<SymmetryName>(
  "flip-across",
  "flip-down",
  "rotate-clockwise",
  "rotate-anticlockwise",
);

describe("a selection around cells", () => {
  it("is their box on squares, and on hexagons the narrowest that stands upright", () => {
    fc.assert(
      fc.property(
        anyCells.filter((c) => c.rows.length > 0),
        (cells) => {
          expect(selectAround(cells, "moore")).toEqual(selectBox(runsBounds(cells) as Rect));
          const around = selectAround(cells, "hex") as Selection;
          expect(cellsOutside(around, cells).rows.length).toBe(0);
          const places = [...cellNames(cells)].map((name) => name.split(",").map(Number) as [number, number]);
          const across = places.map(([x, y]) => 2 * x - y);
          const down = places.map(([, y]) => y);
          const [left, right] = [Math.min(...across), Math.max(...across)];
          const [top, bottom] = [Math.min(...down), Math.max(...down)];
          const chosen = cellNames(selectedCells(around));
          for (let y = top - 1; y <= bottom + 1; y++)
            for (let x = -80; x <= 80; x++) {
              const inside = y >= top && y <= bottom && 2 * x - y >= left && 2 * x - y <= right;
              if (inside) expectIs(chosen.has(`${x},${y}`), true, `${x},${y}`);
              // A row without a centre within has the two cells that the box runs between.
              else if (chosen.has(`${x},${y}`)) expectIs(right - left, 0);
            }
        },
      ),
    );
  });
});

describe("a selection", () => {
  it("is a box where it fills one, and names its cells where not", () => {
    const corner = selectBetween({ x: 3n, y: -2n }, { x: -1n, y: 4n });
    expect(corner.box).toEqual(rect(-1, -2, 5, 7));
    expect(selectCells(selectedCells(corner))?.mask).toBeNull();
    expect(selectBox(rect(0, 0, 0, 4))).toBeNull();
  });

  it("holds its cells and no others", () => {
    fc.assert(
      fc.property(anySelection, anyCells, (selection, cells) => {
        const chosen = cellNames(selectedCells(selection));
        expect(selectionArea(selection)).toBe(BigInt(chosen.size));
        const inside = [...cellNames(cells)].filter((c) => chosen.has(c));
        const outside = [...cellNames(cells)].filter((c) => !chosen.has(c));
        expect(cellNames(cellsInside(selection, cells))).toEqual(new Set(inside));
        expect(cellNames(cellsOutside(selection, cells))).toEqual(new Set(outside));
        for (const name of cellNames(cells)) {
          const [x, y] = name.split(",").map(BigInt) as [bigint, bigint];
          expect(selectionHas(selection, { x, y })).toBe(chosen.has(name));
        }
      }),
    );
  });

  it("turns as its cells do, and back", () => {
    fc.assert(
      fc.property(anySelection, anyNeighbourhood, anyName, (selection, n, name) => {
        const turn = turnAbout(SYMMETRIES[n][name], selection.centre);
        const turned = atOnce(slicedTurnOf(selection, turn));
        expect(equalRuns(selectedCells(turned), atOnce(slicedTurn(turn, selectedCells(selection))))).toBe(
          true,
        );
      }),
    );
  });

  it("is back after a whole turn", () => {
    fc.assert(
      fc.property(anySelection, anyNeighbourhood, (selection, n) => {
        let turned = selection;
        for (let i = 0; i < (n === "hex" ? 6 : 4); i++) {
          turned = atOnce(slicedTurnOf(turned, turnAbout(SYMMETRIES[n]["rotate-clockwise"], turned.centre)));
        }
        expect(sameSelection(turned, selection)).toBe(true);
      }),
    );
  });

  it("turns as a box without listing its cells, however large", () => {
    const huge = selectBox({ x: 0n, y: 0n, w: 10n ** 20n, h: 10n ** 30n }) as Selection;
    const turned = atOnce(slicedTurnOf(huge, turnAbout(SYMMETRIES.moore["rotate-clockwise"], huge.centre)));
    expect([turned.box.w, turned.box.h, turned.mask]).toEqual([10n ** 30n, 10n ** 20n, null]);
  });

  it("moves", () => {
    fc.assert(
      fc.property(anySelection, (selection) => {
        const moved = moveSelection(selection, 5n, -7n);
        expect(sameSelection(moveSelection(moved, -5n, 7n), selection)).toBe(true);
        expect(selectionHas(moved, { x: moved.box.x, y: moved.box.y })).toBe(
          selectionHas(selection, { x: selection.box.x, y: selection.box.y }),
        );
      }),
    );
  });

  it("extends to a cell by the nearer side, which may go in as well as out", () => {
    const box = selectBox(rect(0, 0, 10, 10)) as Selection;
    expect(extendTo(box, { x: 20n, y: 4n }).box).toEqual(rect(0, 4, 21, 6));
    expect(extendTo(box, { x: -3n, y: -1n }).box).toEqual(rect(-3, -1, 13, 11));
    expect(extendTo(box, { x: 7n, y: 7n }).box).toEqual(rect(0, 0, 8, 8));
  });

  it("knows whether it is on the grid", () => {
    const grid = plane(10, 10);
    const partly = selectBox(rect(0, 0, 9, 2)) as Selection;
    expect(selectionOnGrid(partly, grid)?.box).toEqual(rect(0, 0, 5, 2));
    expect(selectionOnGrid(selectBox(rect(5, 5, 2, 2)) as Selection, grid)).toBeNull();
    expect(selectionOnGrid(partly, UNBOUNDED)).toBe(partly);
    expect(() => checkOnGrid(partly, grid, "It")).toThrow("It would reach beyond the edge of the grid.");
    expect(() => checkOnGrid(partly, UNBOUNDED, "It")).not.toThrow();
  });

  it("is another where one holds all cells of the other and more, though their boxes are the same", () => {
    const cells = (...columns: readonly number[]) => {
      const out = new RunsBuilder();
      for (const x of columns) out.add(x, 0, 1);
      return selectCells(out.build(0n, 0n)) as Selection;
    };
    const [few, more] = [cells(0, 4), cells(0, 2, 4)];
    expect(few.box).toEqual(more.box);
    expect([sameSelection(few, more), sameSelection(more, few)]).toEqual([false, false]);
    expect(sameSelection(more, cells(0, 2, 4))).toBe(true);
    expect(sameSelection(few, selectBox(few.box))).toBe(false);
    expect([sameSelection(few, null), sameSelection(null, null)]).toEqual([false, true]);
  });
});
