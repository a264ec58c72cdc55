/**
 * Triangles in rows, in the field's convention (LifeViewer): cell (x, y) points down where x + y is even, and up where it
 * is odd. Sides are 2 long, so that neighbours of a row, which overlap by half, are 1 apart. A bounded grid counts from its
 * upper left cell, as the rules do (rules/counted-shapes.ts).
 *
 * A cell's centre is the middle of the box around it. So centres form a plain lattice, whichever way a triangle points.
 */

import type { Topology } from "../core/topology.ts";
import { gridLeft, gridTop, UNBOUNDED } from "../core/topology.ts";
import { isTriangular } from "../rules/counted-shapes.ts";
import type { Rule } from "../rules/rule.ts";
import { parseRule } from "../rules/universe-rule.ts";
import type { GridKind, Point } from "./grid-kind.ts";
import { TRIANGLE_ROW } from "./grid-kind.ts";

function triangleAt(px: number, py: number, up = false): Point {
  const down = py / TRIANGLE_ROW + 0.5;
  const [x, y] = [Math.floor(px), Math.floor(down)];
  const depth = down - y;
  // Between two centres a side runs from the upper left to the lower right or the other way.
  const isUp = ((x + y) % 2 !== 0) !== up;
  const reach = isUp ? depth : 1 - depth;
  return { x: (px - x < reach ? x : x + 1) || 0, y: y || 0 };
}

/** Whether a universe with that rule lies on triangles. */
export function isOnTriangles({ form }: Pick<Rule, "form">): boolean {
  return form.kind === "counted" && isTriangular(form);
}

export const TRIANGLE: GridKind = {
  id: "triangle",
  name: "Triangular",
  summary:
    "Triangles, each among twelve; starts with a rule that is much like Life: four give birth, four to six let live.",
  shape: "triangle",
  centreOf: (x, y) => ({ x, y: y * TRIANGLE_ROW }),
  cellAt: triangleAt,
  outline: [
    { x: -1, y: -TRIANGLE_ROW / 2 },
    { x: 1, y: -TRIANGLE_ROW / 2 },
    { x: 0, y: TRIANGLE_ROW / 2 },
  ],
  up: 1,
  on: (topology: Topology) => (upOn(topology) === 1 ? TRIANGLE : FROM_ODD),
  shows: isOnTriangles,
  fresh: () => ({ rule: parseRule("R1,C0,S4-6,B4,NL"), topology: UNBOUNDED, soup: null }),
};

/** x + y modulo 2 of the triangles that point up on a grid. */
export function upOn(topology: Topology): 0 | 1 {
  return (gridLeft(topology) + gridTop(topology)) % 2 === 0 ? 1 : 0;
}

/**
 * The way nearest to a wanted one that lays triangles on triangles: x and y together are even. `from`: where it begins; a way up or
 * down leans to either side by turns.
 */
export function evenStep({ x, y }: Place, from: Place): Place {
  if (((x + y) & 1n) === 0n) return { x, y };
  const right = x === 0n ? (from.x & 1n) === 0n : x > 0n;
  return { x: right ? x + 1n : x - 1n, y };
}

interface Place {
  readonly x: bigint;
  readonly y: bigint;
}

/** Of a grid in whose corner x + y is odd. */
const FROM_ODD: GridKind = { ...TRIANGLE, up: 0 };
