import { UNBOUNDED } from "../core/topology.ts";
import { LIFE } from "../rules/universe-rule.ts";
import type { GridKind, Point } from "./grid-kind.ts";
import { isOnTriangles } from "./triangle.ts";

const squareCentre = (x: number, y: number): Point => ({ x: x + 0.5, y: y + 0.5 });
const squareCellAt = (px: number, py: number): Point => ({ x: Math.floor(px), y: Math.floor(py) });
const SQUARE_OUTLINE: readonly Point[] = [
  { x: -0.5, y: -0.5 },
  { x: 0.5, y: -0.5 },
  { x: 0.5, y: 0.5 },
  { x: -0.5, y: 0.5 },
];

export const SQUARE: GridKind = {
  id: "square",
  name: "Square",
  summary:
    "Square cells with eight neighbours (or four with V): Life and its relatives on an unbounded plane.",
  shape: "square",
  centreOf: squareCentre,
  cellAt: squareCellAt,
  outline: SQUARE_OUTLINE,
  shows: (rule) => rule.neighbourhood !== "hex" && !isOnTriangles(rule),
  fresh: () => ({ rule: LIFE, topology: UNBOUNDED, soup: null }),
};
