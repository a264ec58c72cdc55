/** Lists with commas between, and sizes of grids, as people type them. */

import type { GridSize } from "../bench/gpu-bench.ts";
import { MAX_GRID_SIDE } from "../core/topology.ts";
import { UsageError } from "./usage-error.ts";

/** Each item once. Errors: UsageError. */
export function listOf(text: string, option: string): readonly string[] {
  return itemsOf(text, ",", option);
}

/** Rules, with semicolons between where one of them has commas in it: those of Larger than Life. Errors: UsageError. */
export function rulesOf(text: string, option: string): readonly string[] {
  const isOne = /^\s*(R\d+|\d+(,\d+){3}),/i.test(text);
  return itemsOf(text, isOne || text.includes(";") ? ";" : ",", option);
}

function itemsOf(text: string, between: string, option: string): readonly string[] {
  const items = text.split(between).map((item) => item.trim());
  if (items.some((item) => item === ""))
    throw new UsageError(`${option} wants a list with commas between, not "${text}".`);
  return [...new Set(items)];
}

/** `1024` or `1000x777`. Errors: UsageError. */
export function sizeOf(text: string, option: string, most: number = MAX_GRID_SIDE): GridSize {
  const sides = /^(\d{1,10})(?:x(\d{1,10}))?$/i.exec(text.trim());
  const [width, height] = sides ? [Number(sides[1]), Number(sides[2] ?? sides[1])] : [0, 0];
  if (width >= 1 && height >= 1 && Math.max(width, height) <= most) return { width, height };
  throw new UsageError(`${option} wants sizes such as 1024 or 1000x777, not "${text}".`);
}
