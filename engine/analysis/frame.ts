/**
 * A generation of a universe for identification. Cells are runs; their position is a plain number from a fixed base
 * cell, so that comparing generations takes cheap arithmetic.
 */

import type { Runs } from "../core/runs.ts";
import { forEachRun, runsBounds } from "../core/runs.ts";

/** Half open, in cells from the base. */
export interface FrameBounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface CellFrame {
  readonly generation: bigint;
  readonly cells: Runs;
  readonly population: number;
  /** null for no cells. */
  readonly bounds: FrameBounds | null;
}

export interface Base {
  readonly x: bigint;
  readonly y: bigint;
}

export function frameOf(cells: Runs, generation: bigint, base: Base): CellFrame {
  const box = runsBounds(cells);
  if (!box) return { generation, cells, population: 0, bounds: null };
  let population = 0;
  for (let i = 1; i < cells.spans.length; i += 2) population += cells.spans[i];
  const [left, top] = [Number(box.x - base.x), Number(box.y - base.y)];
  const bounds = { left, right: left + Number(box.w), top, bottom: top + Number(box.h) };
  return { generation, cells, population, bounds };
}

export function unionBounds(a: FrameBounds | null, b: FrameBounds | null): FrameBounds | null {
  if (!a || !b) return a ?? b;
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** Calls back with each cell, from the base, and its state. */
export function forEachCell(
  cells: Runs,
  base: Base,
  visit: (x: number, y: number, state: number) => void,
): void {
  const dx = Number(cells.x - base.x);
  const dy = Number(cells.y - base.y);
  forEachRun(cells, (x, y, length, state) => {
    for (let k = 0; k < length; k++) visit(x + dx + k, y + dy, state);
  });
}
