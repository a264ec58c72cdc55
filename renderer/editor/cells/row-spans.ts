/**
 * Shapes without gaps along their rows, described by the first and last cell of each row. Lines apart, the drawing
 * tools make nothing else (boxes, ellipses, brushes), so a shape costs as many steps as it has rows, however many cells
 * lie in it.
 *
 * The rim needs no more: a cell belongs to it when one of the neighbours that share a side with it lies outside the
 * shape. Along its row those are the first and the last cell; above and below, the part that sticks out beyond the
 * neighbouring rows. On hexagons the row above is reached at x - 1 and x and the row below at x and x + 1, so the row
 * above has to contain both, and so on. The rest is the inside, again one stretch per row, which may be empty.
 */

import type { Runs } from "../../../engine/core/runs.ts";
import { RunsBuilder } from "../../../engine/core/runs.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";
import type { CellLattice } from "./cell-lattice.ts";

/** Consecutive rows. A row whose first cell lies beyond its last is empty. */
export interface RowSpans {
  /** y of the first row. */
  readonly top: number;
  /** x of each row's first cell. */
  readonly left: Float64Array;
  /** x of each row's last cell. */
  readonly right: Float64Array;
}

/** Rows `top` .. `bottom`; `rowOf` gives the first and last cell of each. */
export function rowSpans(
  top: number,
  bottom: number,
  rowOf: (y: number) => readonly [left: number, right: number],
): RowSpans {
  const height = bottom - top + 1;
  const spans = { top, left: new Float64Array(height), right: new Float64Array(height) };
  for (let row = 0; row < height; row++) {
    const [left, right] = rowOf(top + row);
    spans.left[row] = left;
    spans.right[row] = right;
  }
  return spans;
}

/** All of its cells, with coordinates relative to `origin`. */
export function filledCells({ top, left, right }: RowSpans, origin: Cell): Runs {
  const out = new RunsBuilder();
  for (let row = 0; row < left.length; row++) out.add(left[row], top + row, right[row] - left[row] + 1);
  return out.build(origin.x, origin.y);
}

/** The cells of its rim. */
export function rimCells(spans: RowSpans, origin: Cell, lattice: CellLattice): Runs {
  const { top, left, right } = spans;
  const inner = insideOf(spans, lattice);
  const out = new RunsBuilder();
  for (let row = 0; row < left.length; row++) {
    const y = top + row;
    const [first, last] = [left[row], right[row]];
    const [from, to] = [inner.left[row], inner.right[row]];
    if (from > to) out.add(first, y, last - first + 1);
    else {
      out.add(first, y, from - first);
      out.add(to + 1, y, last - to);
    }
  }
  return out.build(origin.x, origin.y);
}

/** The shape without its rim; rows may be empty. */
function insideOf({ top, left, right }: RowSpans, lattice: CellLattice): RowSpans {
  const slant = lattice === "hex" ? 1 : 0;
  const none = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as const;
  const at = (row: number): readonly [number, number] =>
    row < 0 || row >= left.length ? none : [left[row], right[row]];
  return rowSpans(top, top + left.length - 1, (y) => {
    const row = y - top;
    const [above, below] = [at(row - 1), at(row + 1)];
    return [
      Math.max(left[row] + 1, above[0] + slant, below[0]),
      Math.min(right[row] - 1, above[1], below[1] - slant),
    ];
  });
}
