/**
 * Hexagons on a sheared array, in the field's convention: of a square's eight neighbours NE and SW are dropped. The
 * centre of cell (x, y) lies at (x - y/2, y * sqrt(3)/2), pointy top, so all six neighbours are at distance 1.
 */

import { UNBOUNDED } from "../core/topology.ts";
import { parseRule } from "../rules/universe-rule.ts";
import type { GridKind, Point } from "./grid-kind.ts";

const ROW = Math.sqrt(3) / 2;

const hexCentre = (x: number, y: number): Point => ({ x: x - y / 2, y: y * ROW });

/** Cube rounding (the three axes sum to zero; the one rounded furthest gives way) finds the nearest centre. */
function hexCellAt(px: number, py: number): Point {
  const fy = py / ROW;
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

const R = 1 / Math.sqrt(3);

const HEX_OUTLINE: readonly Point[] = [
  { x: 0, y: -R },
  { x: 0.5, y: -R / 2 },
  { x: 0.5, y: R / 2 },
  { x: 0, y: R },
  { x: -0.5, y: R / 2 },
  { x: -0.5, y: -R / 2 },
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
  fresh: { rule: parseRule("B2/S34H"), topology: UNBOUNDED, soup: null },
};
