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

/** The distance between two rows of hexagons: sqrt(3) / 2. */
export const HEX_ROW = 0.8660254037844386;
/** From a hexagon's centre to its tip: 1 / sqrt(3). */
export const HEX_TIP = 0.5773502691896258;
/** The height of a row of triangles, and of each of them: sqrt(3). */
export const TRIANGLE_ROW = 1.7320508075688772;
/** From the middle of a triangle to its sides: sqrt(3) / 3. */
export const TRIANGLE_INNER = 0.5773502691896257;

/** Where cells lie on the plane, and what shape they have. */
export interface Lattice {
  readonly shape: "square" | "hexagon" | "triangle";
  /** Centre of cell (x, y) in drawing units: neighbours along a row are 1 apart. Numbers are offsets from the camera. */
  readonly centreOf: (x: number, y: number) => Point;
  /** The cell that holds a point in drawing units. `up`: whether numbers count from a triangle that points up; default: no. */
  readonly cellAt: (px: number, py: number, up?: boolean) => Point;
  /** Corners of a cell around its centre, clockwise, in drawing units; of two kinds of triangles, those that point down. */
  readonly outline: readonly Point[];
  /** x + y modulo 2 of the triangles that point up. None: all cells stand alike. */
  readonly up?: 0 | 1;
}

/** Whether a cell is a triangle that points up. */
export function pointsUp(
  { up }: Pick<Lattice, "up">,
  { x, y }: { readonly x: bigint; readonly y: bigint },
): boolean {
  return up !== undefined && Number((x + y) & 1n) === up;
}

/** The corners of a cell, for one that does not point up and for one that does. */
export function outlinesOf({ outline }: Pick<Lattice, "outline">): Record<"down" | "up", readonly Point[]> {
  return { down: outline, up: outline.map(({ x, y }) => ({ x: -x, y: -y })) };
}

export interface GridKind extends Lattice {
  readonly id: string;
  readonly name: string;
  /** One line for the person choosing. */
  readonly summary: string;
  /** The kind on a grid, where its place on the plane matters. Default: as it is. */
  readonly on?: (topology: Topology) => GridKind;
  /** Whether a universe with that rule is shown this way by default. */
  readonly shows: (rule: Rule) => boolean;
  /** The start of a new universe. Its rule is read when it is asked for: a run of a file needs none of them. */
  readonly fresh: () => { readonly rule: Rule; readonly topology: Topology; readonly soup: Soup | null };
}
