/** What drawing asks of the lattice: which cells touch, and on triangles which of them point down. */

import { isOnTriangles, upOn } from "../../../engine/grids/triangle.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";
import type { Neighbourhood } from "../../../engine/rules/rule.ts";
import type { UniverseRule } from "../../../engine/rules/universe-rule.ts";

/** Triangles point down where x + y is even, those of an odd grid (grids/triangle.ts) where it is odd. */
export type CellLattice = Neighbourhood | "triangle" | "odd triangle";

export function cellLattice({ rule, topology }: UniverseRule): CellLattice {
  if (!isOnTriangles(rule)) return rule.neighbourhood;
  return upOn(topology) === 1 ? "triangle" : "odd triangle";
}

export function hasTriangles(lattice: CellLattice): lattice is "triangle" | "odd triangle" {
  return lattice === "triangle" || lattice === "odd triangle";
}

/** x + y modulo 2 of the triangles that point down, counted from an origin. */
export function downFrom(lattice: CellLattice, { x, y }: Cell): 0 | 1 {
  return Number((x + y + (lattice === "odd triangle" ? 1n : 0n)) & 1n) as 0 | 1;
}
