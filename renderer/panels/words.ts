/** Numbers and shapes as people read them. */

import { describeError, TessellaError } from "../../engine/core/errors.ts";
import type { Topology } from "../../engine/core/topology.ts";
import { groupDigits } from "../editor/labels.ts";

const NAMES: Readonly<Record<Topology["kind"], string>> = {
  unbounded: "Unbounded",
  plane: "Plane",
  torus: "Torus",
  klein: "Klein bottle",
  cross: "Cross-surface",
  sphere: "Sphere",
  frozen: "Frozen border",
};

export const TOPOLOGY_NAMES = NAMES;

/** "Torus 256 × 256", "Unbounded". */
export function topologyText(topology: Topology): string {
  if (topology.kind === "unbounded") return NAMES.unbounded;
  const side = (n: number): string => (n === 0 ? "∞" : groupDigits(n));
  const shifts = topology.kind === "torus" ? [topology.shiftX, topology.shiftY] : [];
  const shift = shifts.some((n) => n !== 0) ? `, shifted by ${shifts.map(Math.abs).find((n) => n > 0)}` : "";
  return `${NAMES[topology.kind]} ${side(topology.width)} × ${side(topology.height)}${shift}`;
}

/** What is wrong with what a field holds. A line and a column say nothing there. */
export function describeProblem(error: unknown): string {
  if (!(error instanceof TessellaError)) return describeError(error);
  return error.hint ? `${error.message} ${error.hint}` : error.message;
}

/** Pixels a cell, or cells a pixel: "16 px", "1.4 px", "8 cells". */
export function zoomText(zoom: number): string {
  if (zoom >= 0) return `${trim(2 ** zoom)} px`;
  if (zoom > -20)
    return `1 : ${groupDigits(Math.round(2 ** -zoom * 10) / 10 >= 10 ? Math.round(2 ** -zoom) : trim(2 ** -zoom))}`;
  return `1 : 2^${Math.round(-zoom)}`;
}

function trim(n: number): number {
  return n >= 10 ? Math.round(n) : Math.round(n * 10) / 10;
}

/** Very large numbers keep their first digits: 1.27 × 10^41. */
export function countText(n: bigint | number | null): string {
  if (n === null) return "–";
  const text = String(n);
  if (text.length <= 15) return groupDigits(n);
  return `${text[0]}.${text.slice(1, 4)} × 10^${text.length - 1}`;
}

export function rateText(perSecond: number): string {
  if (perSecond >= 1e15) return `10^${Math.floor(Math.log10(perSecond))}`;
  return groupDigits(perSecond >= 10 ? Math.round(perSecond) : Math.round(perSecond * 10) / 10);
}
