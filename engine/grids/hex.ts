/**
 * Hexagons on a sheared array, in the field's convention: of a square's eight neighbours NE and SW are dropped. The
 * centre of cell (x, y) lies at (x - y/2, y * sqrt(3)/2), pointy top, so all six neighbours are at distance 1.
 */

import { UNBOUNDED } from "../core/topology.ts";
import { parseRule } from "../rules/universe-rule.ts";
import type { GridKind, Point } from "./grid-kind.ts";
import { HEX_ROW, HEX_TIP } from "./grid-kind.ts";

const hexCentre = (x: number, y: number): Point => ({ x: x - y / 2, y: y * HEX_ROW });

/** Cube rounding (the three axes sum to zero; the one rounded furthest gives way) finds the nearest centre. */
function hexCellAt(px: number, py: number): Point {
  const fy = py / HEX_ROW;
  const fx = px + fy / 2;
  // Cube axes of this lattice: a = x, b = -y, c = y - x.
  let a = Math.round(fx);
  let b = Math.round(-fy);
  const c = Math.round(fy - fx);
  const da = Math.abs(a - fx);
  const db = Math.abs(b + fy);
  const dc = Math.abs(c - (fy - fx));
  if (da > db && da > dc) a = -b - c;
  else if (db > dc) b = -a - c;
  return { x: a || 0, y: -b || 0 };
}

const HEX_OUTLINE: readonly Point[] = [
  { x: 0, y: -HEX_TIP },
  { x: 0.5, y: -HEX_TIP / 2 },
  { x: 0.5, y: HEX_TIP / 2 },
  { x: 0, y: HEX_TIP },
  { x: -0.5, y: HEX_TIP / 2 },
  { x: -0.5, y: -HEX_TIP / 2 },
];

export const HEX: GridKind = {
  id: "hex",
  name: "Hexagonal",
  summary: "Hexagons with six neighbours; starts with 34/2, the rule of the hexagonal GPU work.",
  shape: "hexagon",
  centreOf: hexCentre,
  cellAt: hexCellAt,
  outline: HEX_OUTLINE,
  shows: (rule) => rule.neighbourhood === "hex",
  fresh: () => ({ rule: parseRule("B2/S34H"), topology: UNBOUNDED, soup: null }),
};
