/**
 * What a generation costs: T = b + a N for N cells.
 *
 * b is what a generation costs however small the grid: the launch of its kernel. a is what a cell costs once the machine is
 * busy. Where a cache ends, a grid that no longer fits it runs at another a, and the line has a knee:
 *
 *     T = b + a' N                    up to the knee
 *     T = b + a' K + a (N - K)        above it
 *
 * Where nothing of a larger grid stays in the cache, all its cells cost more at once, and there is a jump of J seconds more at the knee:
 *
 *     T = b + a' K + J + a (N - K)
 *
 * A card that has fewer threads than it needs to hide how long its memory takes spends more on a cell until it is busy: there a' is
 * above a, and otherwise below it.
 */

import { TessellaError } from "../core/errors.ts";

/** Times in seconds, sizes in cells. */
export interface KernelCost {
  /** b, of a generation. */
  readonly launchSeconds: number;
  /** a; above the knee where there is one. */
  readonly secondsACell: number;
  readonly knee: Knee | null;
}

/** Where the slope changes. */
export interface Knee {
  /** The largest size that is below it. */
  readonly cells: number;
  /** The slope below it. */
  readonly secondsACell: number;
  /** What a generation of any larger size costs besides; 0 where the two lines meet. */
  readonly jumpSeconds: number;
}

/** Seconds of a generation of that many cells. */
export function generationSeconds({ launchSeconds, secondsACell, knee }: KernelCost, cells: number): number {
  if (!knee) return launchSeconds + secondsACell * cells;
  if (cells <= knee.cells) return launchSeconds + knee.secondsACell * cells;
  return secondsAbove(launchSeconds, knee) + secondsACell * (cells - knee.cells);
}

/** Of the smallest size above the knee. */
function secondsAbove(launchSeconds: number, knee: Knee): number {
  return launchSeconds + knee.secondsACell * knee.cells + knee.jumpSeconds;
}

/**
 * The size from which cells a second exceed half of the best that the model reaches (Hockney's n-half). For a plain line it is
 * b/a: there the launch takes as long as the cells. Smaller grids measure the launch and not the kernel.
 */
export function countingCells(cost: KernelCost): number {
  const { launchSeconds, secondsACell, knee } = cost;
  if (!knee) return launchSeconds / secondsACell;
  // Cells a second rise up to the knee, and may fall there. Beyond it they go to 1/a, from above or from below.
  const half = Math.max(knee.cells / generationSeconds(cost, knee.cells), 1 / secondsACell) / 2;
  const below = (launchSeconds * half) / (1 - knee.secondsACell * half);
  if (below >= 0 && below <= knee.cells) return below;
  const atZero = secondsAbove(launchSeconds, knee) - secondsACell * knee.cells;
  return (atZero * half) / (1 - secondsACell * half);
}

/** A program that picks among kernels is the fastest of them at every size. Infinity without any. */
export function envelopeSeconds(costs: readonly KernelCost[], cells: number): number {
  return Math.min(...costs.map((cost) => generationSeconds(cost, cells)));
}

/** For times that tell nothing of the cells. */
export function noCellCost(): TessellaError {
  return new TessellaError("bad-argument", "The times do not grow with the cells, so a cell has no cost.", {
    hint: "Larger grids, or longer stretches, would tell it.",
  });
}
