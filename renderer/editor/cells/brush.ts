/**
 * The brush: the cells that one touch of the pen covers, and those that it covers on its way.
 *
 * A brush of size n is n cells across: on squares a disc (the cells whose centres lie in the circle that fits) or a
 * square; on hexagons a hexagon, in which x, y and x - y all stay within the same bounds; on triangles what
 * looks like a disc or a square, n columns wide. A brush of even size sits so
 * that the cell under the pointer is the one up and left of its middle.
 *
 * Drawn along a line, the brush covers the union of its copies at each cell of the line. Brushes have no gaps, and
 * neither has a row of that union: from one cell of the line to the next the brush moves by a single cell, so its rows
 * in both places overlap or touch. It is therefore enough to keep the first and last cell of each row, and nothing
 * needs sorting.
 */

import type { Runs } from "../../../engine/core/runs.ts";
import { forEachRun } from "../../../engine/core/runs.ts";
import { TRIANGLE_ROW } from "../../../engine/grids/grid-kind.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";
import type { CellLattice } from "./cell-lattice.ts";
import { hasTriangles } from "./cell-lattice.ts";
import { lineBetween } from "./line.ts";
import type { RowSpans } from "./row-spans.ts";
import { filledCells, rowSpans } from "./row-spans.ts";
import { boxSpans, ellipseSpans } from "./shapes.ts";

export const MOST_BRUSH = 64;

/** On hexagons every brush is a hexagon. */
export type BrushForm = "disc" | "square";

export interface Brush {
  /** Cells across, 1 .. 64. */
  readonly size: number;
  readonly form: BrushForm;
}

export const FINE: Brush = { size: 1, form: "disc" };

/** The cells that the brush covers at one cell. */
export function brushCells(brush: Brush, at: Cell, lattice: CellLattice): Runs {
  return filledCells(spansOf(brush, lattice), at);
}

/** The cells that the brush covers between two cells, both included. Errors: `too-large`. */
export function sweptCells(brush: Brush, from: Cell, to: Cell, lattice: CellLattice): Runs {
  const line = lineBetween(from, to, lattice);
  if (brush.size === 1) return line;
  const { top, left, right } = spansOf(brush, lattice);
  const first = line.rows[0];
  const height = line.rows[line.rows.length - 1] - first + left.length;
  const swept: RowSpans = {
    top: first + top,
    left: new Float64Array(height).fill(Number.POSITIVE_INFINITY),
    right: new Float64Array(height).fill(Number.NEGATIVE_INFINITY),
  };
  forEachRun(line, (x, y, length) => {
    for (let row = 0; row < left.length; row++) {
      const at = y - first + row;
      swept.left[at] = Math.min(swept.left[at], x + left[row]);
      swept.right[at] = Math.max(swept.right[at], x + length - 1 + right[row]);
    }
  });
  return filledCells(swept, { x: line.x, y: line.y });
}

const KNOWN = new Map<string, RowSpans>();

function spansOf({ size, form }: Brush, lattice: CellLattice): RowSpans {
  const hex = lattice === "hex";
  const high = hasTriangles(lattice) ? Math.max(1, Math.round(size / TRIANGLE_ROW)) : size;
  const name = `${size} ${high} ${hex ? "hex" : form}`;
  let spans = KNOWN.get(name);
  if (!spans) {
    spans = hex ? hexagon(size) : inBox(size, high, form);
    KNOWN.set(name, spans);
  }
  return spans;
}

function hexagon(size: number): RowSpans {
  const low = -Math.floor((size - 1) / 2);
  const high = Math.floor(size / 2);
  return rowSpans(low, high, (y) => [Math.max(low, y + low), Math.min(high, y + high)]);
}

function inBox(wide: number, high: number, form: BrushForm): RowSpans {
  const low = -Math.floor((wide - 1) / 2);
  const corner = { x: wide - 1, y: high - 1 };
  const { left, right } = form === "disc" ? ellipseSpans(corner, "moore") : boxSpans(corner, "moore");
  const top = -Math.floor((high - 1) / 2);
  return { top, left: left.map((x) => x + low), right: right.map((x) => x + low) };
}
