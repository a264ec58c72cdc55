/** How history names what was done. */

import type { Runs } from "../../engine/core/runs.ts";
import { runsBounds, runsPopulation } from "../../engine/core/runs.ts";

/** Digits in groups of three with narrow spaces between: 1 260. */
export function groupDigits(n: bigint | number): string {
  return String(n).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

/** Numbers of more digits keep their first ones: 1.73 × 10^33. */
export function shortCount(n: bigint | number): string {
  const text = String(n);
  const digits = text.replace("-", "");
  if (digits.length <= MOST_DIGITS) return groupDigits(n);
  const sign = text.startsWith("-") ? "-" : "";
  return `${sign}${digits[0]}.${digits.slice(1, 3)} × 10^${groupDigits(digits.length - 1)}`;
}

const MOST_DIGITS = 15;

/** "Draw 14 cells", "Erase 1 cell". */
export function countCells(verb: string, count: bigint): string {
  return `${verb} ${groupDigits(count)} ${count === 1n ? "cell" : "cells"}`;
}

/** An item of the history list in one line: "Run 0 → 1 260", "Draw 14 cells". */
export function describeItem({
  label,
  from,
  to,
}: {
  readonly label: string;
  readonly from: bigint;
  readonly to: bigint;
}): string {
  return from === to ? label : `${label} ${shortCount(from)} → ${shortCount(to)}`;
}

/** A shape that is being drawn, in one line: "Ellipse of 12 × 8, 32 cells". */
export function describeShape(name: string, cells: Runs): string {
  const box = runsBounds(cells);
  const size = box ? `${groupDigits(box.w)} × ${groupDigits(box.h)}` : "nothing";
  return `${countCells(`${name} of ${size},`, runsPopulation(cells))}.`;
}
