/**
 * The selection that a dragged box makes, and how Shift extends it. On squares a box of cells is a box on the screen.
 * On hexagons the screen's box is a set with its own range in each row of cells (shapes.ts), and that is what a person
 * who drags means; the lattice's own box leans.
 */

import type { Runs } from "../../../engine/core/runs.ts";
import { forEachRun, runsBounds } from "../../../engine/core/runs.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";
import type { Neighbourhood } from "../../../engine/rules/rule.ts";
import { uprightBox, uprightHexagons } from "../cells/shapes.ts";
import type { Selection } from "./selection.ts";
import { extendTo, selectBetween, selectBox, selectCells } from "./selection.ts";

/** Errors: `too-large` for more than 65,536 rows of hexagons. */
export function selectUpright(a: Cell, b: Cell, neighbourhood: Neighbourhood): Selection {
  if (neighbourhood !== "hex") return selectBetween(a, b);
  return selectCells(uprightBox(a, b, neighbourhood)) as Selection;
}

/** Extends the box around a selection to a cell by moving the side nearest to it. Errors: `too-large`. */
export function extendUpright(selection: Selection, cell: Cell, neighbourhood: Neighbourhood): Selection {
  if (neighbourhood !== "hex") return extendTo(selection, cell);
  const extent = extentOf(selection);
  // In half cells to the right, and in rows.
  const [left, right] = stretched(extent.left, extent.right, 2n * cell.x - cell.y);
  const [top, bottom] = stretched(extent.top, extent.bottom, cell.y);
  return selectCells(uprightHexagons(left, right, top, bottom)) as Selection;
}

/** The smallest box on the screen around cells; null for no cells. Errors: `too-large`. */
export function selectAround(cells: Runs, neighbourhood: Neighbourhood): Selection | null {
  const box = runsBounds(cells);
  if (!box || neighbourhood !== "hex") return box && selectBox(box);
  const { left, right, top, bottom } = extentOf({ box, mask: cells });
  return selectCells(uprightHexagons(left, right, top, bottom));
}

/** On hexagons: 2x - y from left to right, in half cells, and rows from top to bottom; all inclusive. */
export interface ScreenExtent {
  readonly left: bigint;
  readonly right: bigint;
  readonly top: bigint;
  readonly bottom: bigint;
}

/** The extent of a set of hexagons on the screen. */
export function extentOf({ box, mask }: Pick<Selection, "box" | "mask">): ScreenExtent {
  const { x, y, w, h } = box;
  const [top, bottom] = [y, y + h - 1n];
  // A lattice's box leans to the left: its lower left and its upper right corner stick out.
  if (!mask) return { left: 2n * x - bottom, right: 2n * (x + w - 1n) - top, top, bottom };
  let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  forEachRun(mask, (at, row, length) => {
    left = Math.min(left, 2 * at - row);
    right = Math.max(right, 2 * (at + length - 1) - row);
  });
  const origin = 2n * mask.x - mask.y;
  return { left: origin + BigInt(left), right: origin + BigInt(right), top, bottom };
}

function stretched(first: bigint, last: bigint, to: bigint): readonly [bigint, bigint] {
  return 2n * to < first + last ? [to, last] : [first, to];
}
