/**
 * The symmetry group of a pattern, by the names that censuses use.
 *
 * The code tries every symmetry of the lattice: 8 of the square, 12 of hexagons on their sheared array (grids/hex.ts: a
 * sixth of a turn takes (x, y) to (x - y, x)). An image equals the pattern if both have the same cells after a move
 * into their own corners. The symmetries that pass form a group: n turns, and as many flips or none: C_n or D_2n. On
 * squares the name goes on with the position of the centre: 1 on a cell, 2 on an edge, 4 on a corner; flips are + along
 * the rows and columns and x along the diagonals.
 */

import type { Neighbourhood } from "../rules/rule.ts";
import type { CellFrame } from "./frame.ts";

type Matrix = readonly [a: number, b: number, c: number, d: number];

/** Pairs (x, y) of live cells. */
export type Points = Int32Array;

const SQUARE: readonly Matrix[] = [
  [1, 0, 0, 1],
  [0, -1, 1, 0],
  [-1, 0, 0, -1],
  [0, 1, -1, 0],
  [-1, 0, 0, 1],
  [1, 0, 0, -1],
  [0, 1, 1, 0],
  [0, -1, -1, 0],
];

const HEX: readonly Matrix[] = hexagonGroup();

/** Larger patterns are not compared. */
const MOST_POINTS = 100_000;
/** Nor are wider or higher ones: two offsets, of which a sheared one is twice as large, share the 53 bits of a number. */
const MOST_SIDE = 2 ** 25;

/** Whether the cells are few enough, and near enough to each other, for comparing their images. */
export function canBeTurned({ population, bounds }: Pick<CellFrame, "population" | "bounds">): boolean {
  if (!bounds || population > MOST_POINTS) return false;
  return bounds.right - bounds.left <= MOST_SIDE && bounds.bottom - bounds.top <= MOST_SIDE;
}

export function latticeSymmetries(neighbourhood: Neighbourhood): readonly Matrix[] {
  return neighbourhood === "hex" ? HEX : SQUARE;
}

function hexagonGroup(): readonly Matrix[] {
  const turns: Matrix[] = [[1, 0, 0, 1]];
  while (turns.length < 6) {
    const [a, b, c, d] = turns[turns.length - 1] as Matrix;
    turns.push([a - c, b - d, a, b]);
  }
  // Each turn after the flip that swaps x and y.
  return [...turns, ...turns.map(([a, b, c, d]): Matrix => [b, a, d, c])];
}

/** The image in its own corner, in reading order: equal keys, equal cells. */
export function imageOf(points: Points, [a, b, c, d]: Matrix): Float64Array {
  const n = points.length / 2;
  const xs = new Int32Array(n);
  const ys = new Int32Array(n);
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    const x = points[i * 2];
    const y = points[i * 2 + 1];
    xs[i] = a * x + b * y;
    ys[i] = c * x + d * y;
    left = Math.min(left, xs[i]);
    top = Math.min(top, ys[i]);
  }
  const image = new Float64Array(n);
  for (let i = 0; i < n; i++) image[i] = (ys[i] - top) * 2 ** 26 + (xs[i] - left);
  return image.sort();
}

function sameImage(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

/** Whether some symmetry of the lattice maps one to the other. */
export function isTurned(from: Points, to: Points, neighbourhood: Neighbourhood): boolean {
  if (from.length !== to.length) return false;
  const wanted = imageOf(to, SQUARE[0] as Matrix);
  return latticeSymmetries(neighbourhood).some((matrix) => sameImage(imageOf(from, matrix), wanted));
}

/** The name of the points' symmetry group. `w`, `h`: their box. */
export function symmetryName(points: Points, w: number, h: number, neighbourhood: Neighbourhood): string {
  const own = imageOf(points, SQUARE[0] as Matrix);
  const kept = latticeSymmetries(neighbourhood).map((matrix) => sameImage(imageOf(points, matrix), own));
  if (neighbourhood !== "hex") return squareName(kept, w, h);
  const turns = kept.slice(0, 6).filter(Boolean).length;
  return kept.slice(6).some(Boolean) ? `D${2 * turns}` : `C${turns}`;
}

function squareName(kept: readonly boolean[], w: number, h: number): string {
  const [, quarter, half, , across, down, diagonal, anti] = kept;
  const evens = Number(w % 2 === 0) + Number(h % 2 === 0);
  const middle = 2 ** evens;
  if (quarter) return across ? `D8_${middle}` : `C4_${middle}`;
  if (half) {
    if (across) return `D4_+${middle}`;
    return diagonal ? `D4_x${middle}` : `C2_${middle}`;
  }
  if (across) return w % 2 === 0 ? "D2_+2" : "D2_+1";
  if (down) return h % 2 === 0 ? "D2_+2" : "D2_+1";
  return diagonal || anti ? "D2_x" : "C1";
}
