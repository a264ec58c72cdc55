/** Times one kernel on soups of several sizes, for a fit (engine/model). The caller says where it runs, as for gpu-bench.ts. */

import { torus } from "../core/topology.ts";
import type { TimedRun } from "../model/kernel-fit.ts";
import { LIFE } from "../rules/universe-rule.ts";
import type { GridSize, SoupFigures, SoupJob, TimedStretch } from "./gpu-bench.ts";
import { median } from "./statistics.ts";

/** Long enough for the clocks. */
const STRETCH_MILLISECONDS = 50;

export interface KernelRuns {
  /** null on the CPU. */
  readonly adapter: string | null;
  readonly runs: readonly TimedRun[];
}

interface KernelRunsTools {
  readonly measure: (job: SoupJob) => Promise<SoupFigures>;
  /** Stretches of each size, of which the median counts. */
  readonly repeats: number;
  readonly onSize?: (size: GridSize) => void;
  readonly onStretch?: (size: GridSize, stretch: TimedStretch) => void;
}

/** Half-dense soups under Life on tori. `kernel`: its id, or an algorithm's. Errors: those of `measure`. */
export async function timeKernel(
  kernel: string,
  sizes: readonly GridSize[],
  { measure, repeats, onSize, onStretch }: KernelRunsTools,
): Promise<KernelRuns> {
  let adapter: string | null = null;
  const runs: TimedRun[] = [];
  for (const size of sizes) {
    onSize?.(size);
    const { width, height } = size;
    const job = { algorithm: kernel, rule: LIFE, topology: torus(width, height), repeats };
    const figures = await measure({ ...job, milliseconds: STRETCH_MILLISECONDS, checkGenerations: null });
    adapter ??= figures.adapter;
    const stretch = middle(figures.stretches);
    onStretch?.(size, stretch);
    const { seconds, generations } = stretch;
    // Batches are as long as the time that they take, so numbers of submissions say nothing that the times do not.
    const each = figures.stretches.map((one) => one.seconds / one.generations);
    const range = each.length > 1 ? { fastest: Math.min(...each), slowest: Math.max(...each) } : {};
    runs.push({ cells: width * height, generations, seconds, submits: null, ...range });
  }
  return { adapter, runs };
}

/** The one in the middle by its time. */
function middle(stretches: readonly TimedStretch[]): TimedStretch {
  const seconds = median(stretches.map((stretch) => stretch.seconds));
  return stretches.find((stretch) => stretch.seconds === seconds) as TimedStretch;
}
