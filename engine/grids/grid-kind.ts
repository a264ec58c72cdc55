/**
 * Grid kind: how cells are shown, and the start of a new universe of that kind. It holds no rule of its own: a
 * universe is hexagonal if its rule's neighbourhood is. A painter asks for the lattice alone.
 */

import type { Soup } from "../core/soup.ts";
import type { Topology } from "../core/topology.ts";
import type { Rule } from "../rules/rule.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where cells lie on the plane, and what shape they have. */
export interface Lattice {
  readonly shape: "square" | "hexagon";
  /** Centre of cell (x, y) in drawing units: neighbours along a row are 1 apart. Numbers are offsets from the camera. */
  readonly centreOf: (x: number, y: number) => Point;
  /** The cell that holds a point in drawing units: the inverse of centreOf, by nearest centre. */
  readonly cellAt: (px: number, py: number) => Point;
  /** Corners of a cell around its centre, clockwise, in drawing units. */
  readonly outline: readonly Point[];
}

export interface GridKind extends Lattice {
  readonly id: string;
  readonly name: string;
  /** One line for the person choosing. */
  readonly summary: string;
  /** Whether a universe with that rule is shown this way by default. */
  readonly shows: (rule: Rule) => boolean;
  /** The start of a new universe. */
  readonly fresh: { readonly rule: Rule; readonly topology: Topology; readonly soup: Soup | null };
}
