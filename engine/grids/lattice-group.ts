/**
 * All flips and turns of a lattice at once, for telling whether patterns are images of each other.
 *
 * They are matrices on places: 8 on squares; 12 on hexagons in their sheared array (hex.ts), where a sixth of a turn takes
 * (x, y) to (x - y, x). On squares and hexagons a cell's place is the cell.
 *
 * The turns of triangles are no matrices on cells (triangle-turn.ts). But the middles of triangles, together with their
 * corners, are the centres of a finer lattice of hexagons, which stand on their sides: cell (x, y) has the place
 * (floor((x - 3y) / 2) - 1, x - 1) there, and all 12 symmetries of hexagons lay triangles on triangles. Of three
 * neighbouring places one is a corner, one the middle of a triangle that points up, one that of another that points down:
 * the sum of both coordinates modulo 3 tells which. Images are the same only if that is the same, too.
 */

import type { Rule, RuleLattice } from "../rules/rule.ts";
import type { Point } from "./grid-kind.ts";
import { isOnTriangles } from "./triangle.ts";

export function latticeOfRule(rule: Pick<Rule, "form" | "neighbourhood">): RuleLattice {
  return isOnTriangles(rule) ? "triangle" : rule.neighbourhood;
}

/** Place (x, y) goes to (a x + b y, c x + d y). */
export type Matrix = readonly [a: number, b: number, c: number, d: number];

/** Quarter turns, then the flips: across, down, along both diagonals. */
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

function hexagonGroup(): readonly Matrix[] {
  const turns: Matrix[] = [[1, 0, 0, 1]];
  while (turns.length < 6) {
    const [a, b, c, d] = turns[turns.length - 1] as Matrix;
    turns.push([a - c, b - d, a, b]);
  }
  // Each turn after the flip that swaps x and y.
  return [...turns, ...turns.map(([a, b, c, d]): Matrix => [b, a, d, c])];
}

/** The turns first, then as many flips; the one that leaves all as it is comes first. */
export function latticeSymmetries(lattice: RuleLattice): readonly Matrix[] {
  return hasSixths(lattice) ? HEX : SQUARE;
}

/** Whether a turn by a sixth lays cells on cells. */
export function hasSixths(lattice: RuleLattice): boolean {
  return lattice === "hex" || lattice === "triangle";
}

/** Where a cell is that the symmetries move. Triangles are those of the plane, where they point down if x + y is even. */
export function placeOf(lattice: RuleLattice, x: number, y: number): Point {
  return lattice === "triangle" ? { x: Math.floor((x - 3 * y) / 2) - 1, y: x - 1 } : { x, y };
}

/** How far left of places, whose box begins at (left, top), the corner is from which equal images have equal cells. */
export function cornerAside(lattice: RuleLattice, left: number, top: number): number {
  return lattice === "triangle" ? (((left + top) % 3) + 3) % 3 : 0;
}
