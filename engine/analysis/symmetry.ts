/**
 * The symmetry group of a pattern, by the names that censuses use.
 *
 * The code tries every symmetry of the lattice (grids/lattice-group.ts). An image equals the pattern if both have the same
 * cells after a move into their own corners. The symmetries that pass form a group: n turns, and as many flips or none: C_n
 * or D_2n. On squares the name goes on with the position of the centre: 1 on a cell, 2 on an edge, 4 on a corner; flips are
 * + along the rows and columns and x along the diagonals.
 */

import type { Runs } from "../core/runs.ts";
import type { Matrix } from "../grids/lattice-group.ts";
import { cornerAside, hasSixths, latticeSymmetries, placeOf } from "../grids/lattice-group.ts";
import type { RuleLattice } from "../rules/rule.ts";
import type { Base, CellFrame } from "./frame.ts";
import { forEachCell } from "./frame.ts";

/** Pairs (x, y) of the places of live cells. */
export type Points = Int32Array;

/** Larger patterns are not compared. */
const MOST_POINTS = 100_000;
/** Nor are wider or higher ones: two offsets, of which a sheared one is some times as large, share the 53 bits of a number. */
const MOST_SIDE = 2 ** 23;

/** Whether the cells are few enough, and near enough to each other, for comparing their images. */
export function canBeTurned({ population, bounds }: Pick<CellFrame, "population" | "bounds">): boolean {
  if (!bounds || population > MOST_POINTS) return false;
  return bounds.right - bounds.left <= MOST_SIDE && bounds.bottom - bounds.top <= MOST_SIDE;
}

/**
 * The places of cells; from the base, triangles with an even x + y point down. A cell stands there as many times as its state says,
 * so that images with the same points have the same states.
 */
export function pointsOf(cells: Runs, base: Base, lattice: RuleLattice): Points {
  const points: number[] = [];
  forEachCell(cells, base, (column, row, state) => {
    const { x, y } = placeOf(lattice, column, row);
    for (let k = 0; k < state; k++) points.push(x, y);
  });
  return Int32Array.from(points);
}

/** The image in its own corner, in reading order: equal keys, equal cells. */
export function imageOf(points: Points, [a, b, c, d]: Matrix, lattice: RuleLattice): Float64Array {
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
  left -= cornerAside(lattice, left, top);
  const image = new Float64Array(n);
  for (let i = 0; i < n; i++) image[i] = (ys[i] - top) * 2 ** 26 + (xs[i] - left);
  return image.sort();
}

function sameImage(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

/** Whether some symmetry of the lattice maps one to the other. */
export function isTurned(from: Points, to: Points, lattice: RuleLattice): boolean {
  if (from.length !== to.length) return false;
  const [own, ...others] = latticeSymmetries(lattice) as [Matrix, ...Matrix[]];
  const wanted = imageOf(to, own, lattice);
  return [own, ...others].some((matrix) => sameImage(imageOf(from, matrix, lattice), wanted));
}

/** The name of the points' symmetry group. `w`, `h`: their box. */
export function symmetryName(points: Points, w: number, h: number, lattice: RuleLattice): string {
  const images = latticeSymmetries(lattice).map((matrix) => imageOf(points, matrix, lattice));
  const own = images[0] as Float64Array;
  const kept = images.map((image) => sameImage(image, own));
  if (!hasSixths(lattice)) return squareName(kept, w, h);
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
