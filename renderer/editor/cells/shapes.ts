/**
 * Boxes and ellipses of cells, given by two cells at opposite corners of the box around them.
 *
 * Both are shaped as they look on the screen. On squares cell coordinates are the screen's. On hexagons the centre of
 * cell (x, y) lies at x - y/2, so an upright box is a range of s = 2x - y, which counts half cells to the right and has
 * y's parity in row y: each row lies half a cell aside from the one above. A row in which no centre lies takes the two
 * cells between which the box runs, so that narrow boxes stay connected.
 *
 * An ellipse contains the cells whose centres lie in it: with u and v twice the distance of a cell from the middle
 * along both axes, in cells, and w and h the box's sides, (u/w)^2 + (v/h)^2 <= 1. For a row that is u^2 <= w^2 (h^2 -
 * v^2) / h^2: one root per row, with integers throughout. On hexagons rows are closer together than the cells of a row,
 * by the same factor for the ellipse and its box, so the factor cancels; and u counts quarters, since s counts halves.
 */

import { TessellaError } from "../../../engine/core/errors.ts";
import { grouped } from "../../../engine/core/integers.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";
import type { CellLattice } from "./cell-lattice.ts";
import { lineBetween } from "./line.ts";
import type { RowSpans } from "./row-spans.ts";
import { filledCells, rimCells, rowSpans } from "./row-spans.ts";

/** A shape's longer side, in cells: some ten times a screen, and listed in a few milliseconds. */
export const MOST_SIDE = 65_536;

export type ShapeName = "line" | "rectangle" | "ellipse";
export type ShapeStyle = "outline" | "filled";

/** The cells of a shape between two corners (a line's ends). Errors: `too-large` for one longer than 65,536 cells. */
export function cellsOfShape(
  shape: ShapeName,
  a: Cell,
  b: Cell,
  lattice: CellLattice,
  style: ShapeStyle,
): Runs {
  const by = offsetOf(a, b);
  if (shape === "line") return lineBetween(a, b, lattice);
  const spans = shape === "rectangle" ? boxSpans(by, lattice) : ellipseSpans(by, lattice);
  return style === "filled" ? filledCells(spans, a) : rimCells(spans, a, lattice);
}

/** The box that is upright on the screen, filled. Errors: `too-large`. */
export function uprightBox(a: Cell, b: Cell, lattice: CellLattice): Runs {
  return filledCells(boxSpans(offsetOf(a, b), lattice), a);
}

/** The hexagons with 2x - y in left .. right, in rows top .. bottom. Errors: `too-large`. */
export function uprightHexagons(left: bigint, right: bigint, top: bigint, bottom: bigint): Runs {
  const origin = { x: (left + top) >> 1n, y: top };
  const corner = { x: origin.x + (right - left) / 2n, y: bottom };
  offsetOf(origin, corner);
  const zero = 2n * origin.x - top;
  return filledCells(hexBoxSpans(Number(left - zero), Number(right - zero), 0, Number(bottom - top)), origin);
}

/** From one corner to the other. */
export interface Step {
  readonly x: number;
  readonly y: number;
}

function offsetOf(a: Cell, b: Cell): Step {
  const by = { x: Number(b.x - a.x), y: Number(b.y - a.y) };
  const longest = Math.max(Math.abs(by.x), Math.abs(by.y), Math.abs(by.x - by.y)) + 1;
  if (longest <= MOST_SIDE) return by;
  throw new TessellaError(
    "too-large",
    `A shape of ${grouped(longest)} cells is too large to be drawn at once.`,
    {
      hint: `At most ${grouped(MOST_SIDE)} cells go along a side.`,
    },
  );
}

export function boxSpans({ x, y }: Step, lattice: CellLattice): RowSpans {
  const [top, bottom] = inOrder(0, y);
  if (lattice === "hex") return hexBoxSpans(...inOrder(0, 2 * x - y), top, bottom);
  const row = inOrder(0, x);
  return rowSpans(top, bottom, () => row);
}

function hexBoxSpans(from: number, to: number, top: number, bottom: number): RowSpans {
  return rowSpans(top, bottom, (at) => stretch(from + to + 2 * at, to - from, 4));
}

export function ellipseSpans({ x, y }: Step, lattice: CellLattice): RowSpans {
  const [top, bottom] = inOrder(0, y);
  const height = bottom - top + 1;
  if (lattice !== "hex") {
    const width = Math.abs(x) + 1;
    return rowSpans(top, bottom, (at) => stretch(x, reachOf(2 * at - y, width, height), 2));
  }
  const sum = 2 * x - y;
  const width = Math.abs(sum) + 2;
  return rowSpans(top, bottom, (at) => stretch(sum + 2 * at, reachOf(2 * at - y, width, height), 4));
}

/** The x with middle - reach <= parts x <= middle + reach; where there is none, those half a cell or less from the middle. */
function stretch(middle: number, reach: number, parts: 2 | 4): readonly [number, number] {
  const within = (far: number): readonly [number, number] => [
    Math.ceil((middle - far) / parts),
    Math.floor((middle + far) / parts),
  ];
  const found = within(reach);
  return found[0] <= found[1] ? found : within(parts / 2);
}

/** The largest integer u with u^2 h^2 <= w^2 (h^2 - v^2). */
function reachOf(v: number, w: number, h: number): number {
  const [wide, high] = [BigInt(w) ** 2n, BigInt(h) ** 2n];
  const square = Number((wide * (high - BigInt(v) ** 2n)) / high);
  // A square below 2^53 is exact, and its root is right to the last digit.
  return Math.floor(Math.sqrt(square));
}

function inOrder(a: number, b: number): readonly [number, number] {
  return a <= b ? [a, b] : [b, a];
}
