/**
 * Times kernels on soups of several sizes, for a fit (engine/model). The caller says where they run, as for gpu-bench.ts.
 *
 * Everything is timed in rounds: each kernel on each size once, then all of them again. What disturbs a machine for some seconds (another
 * program, a clock that rises or falls) then costs each of them one stretch and not one of them all, and the median passes over it. The first round
 * finds how long the stretches have to be, and does not count: compilers and clocks are at work in it.
 */

import { describeError, TessellaError } from "../core/errors.ts";
import { groupedSize } from "../core/integers.ts";
import { torus } from "../core/topology.ts";
import type { KernelFit, TimedRun } from "../model/kernel-fit.ts";
import { fitKernel, likeliestBend } from "../model/kernel-fit.ts";
import { LIFE } from "../rules/universe-rule.ts";
import type { GridSize, SoupFigures, SoupJob, StretchLength, TimedStretch } from "./gpu-bench.ts";
import { median } from "./statistics.ts";

/** Long enough for the clocks; the first stretches, with which lengths are found, may be slower than those that count. */
const STRETCH_MILLISECONDS = 60;

/** What is wanted of sizes that count (`countingCells`), where sizes are not given. */
const ENOUGH_COUNTING = 5;
/** Sides beyond those that are always timed: each half as large again as the last but one, as those are. */
const MORE_SIDES = [12_288, 16_384, 24_576, 32_768, 49_152, 65_536];
/** A generation that takes longer ends that. */
const LONG_GENERATION = 0.1;
/** A fit that misses a size that counts by more wants more sizes near its bend. */
const CLOSE_FIT = 0.04;
/** Sides of those are whole numbers of this, which no kernel has to pad. */
const EVEN_SIDE = 128;

export interface KernelRuns {
  readonly kernel: string;
  /** null on the CPU, and where nothing ran. */
  readonly adapter: string | null;
  readonly runs: readonly TimedRun[];
  /** Why it was not timed, or not on every size. */
  readonly problem: string | null;
}

export interface KernelRunsTools {
  readonly measure: (job: SoupJob) => Promise<SoupFigures>;
  /** Stretches of each size, of which the median counts. */
  readonly repeats: number;
  /** Whether sizes go on beyond the given ones until enough of them count, and come closer where the line may bend. */
  readonly goOn?: boolean;
  readonly onSize?: (kernel: string, size: GridSize, round: number) => void;
  readonly onStretch?: (kernel: string, size: GridSize, stretch: TimedStretch) => void;
  /** Told when a round is done. */
  readonly onRound?: (so: readonly KernelRuns[]) => void;
  /** Whether there is no time for another stretch: what was timed so far is the answer. */
  readonly isUp?: () => boolean;
}

interface Timing {
  readonly kernel: string;
  readonly size: GridSize;
  readonly length: StretchLength;
  readonly stretches: TimedStretch[];
}

/** Half-dense soups under Life on tori. `kernels`: their ids, or algorithms'. Errors: `aborted`; what else fails is a kernel's problem. */
export async function timeKernels(
  kernels: readonly string[],
  sizes: readonly GridSize[],
  tools: KernelRunsTools,
): Promise<readonly KernelRuns[]> {
  const { repeats, onSize, onStretch, onRound, isUp = () => false } = tools;
  const adapters = new Map<string, string | null>();
  const problems = new Map<string, string>();
  const timings: Timing[] = [];
  const measure = async (
    kernel: string,
    size: GridSize,
    length?: StretchLength,
  ): Promise<SoupFigures | null> => {
    const topology = torus(size.width, size.height);
    const job = { algorithm: kernel, rule: LIFE, topology, repeats: 1, milliseconds: STRETCH_MILLISECONDS };
    try {
      return await tools.measure({ ...job, checkGenerations: null, ...(length && { length }) });
    } catch (error) {
      if (!(error instanceof TessellaError) || error.code === "aborted") throw error;
      const where = timings.some((timing) => timing.kernel === kernel)
        ? `${groupedSize(size.width, size.height)}: `
        : "";
      if (!problems.has(kernel)) problems.set(kernel, `${where}${describeError(error)}`);
      return null;
    }
  };
  const first = async (kernel: string, size: GridSize): Promise<boolean> => {
    onSize?.(kernel, size, 0);
    const figures = await measure(kernel, size);
    if (!figures) return false;
    const { adapter, stretches, generations } = figures;
    adapters.set(kernel, adapter);
    const [stretch] = stretches;
    const length = { generations, turns: Math.round(stretch.generations / generations) };
    timings.push({ kernel, size, length, stretches: [stretch] });
    return true;
  };
  const runsOf = (kernel: string): readonly TimedRun[] =>
    timings
      .filter((timing) => timing.kernel === kernel)
      .map(runOf)
      .sort((a, b) => a.cells - b.cells);
  const soFar = (): readonly KernelRuns[] =>
    kernels.map((kernel) => ({
      kernel,
      adapter: adapters.get(kernel) ?? null,
      runs: runsOf(kernel),
      problem: problems.get(kernel) ?? null,
    }));

  for (const kernel of kernels) {
    const goesOn = (): boolean => tools.goOn === true && !isUp();
    for (const [done, size] of sizes.entries()) {
      if (isUp()) {
        if (!problems.has(kernel))
          problems.set(kernel, `The time was up after ${done} of ${sizes.length} sizes.`);
        break;
      }
      await first(kernel, size);
    }
    for (const side of MORE_SIDES) {
      if (!goesOn() || !lacksLargeSizes(runsOf(kernel)) || !(await first(kernel, square(side)))) break;
    }
    for (const side of goesOn() ? closerSides(runsOf(kernel)) : []) {
      if (!goesOn() || !(await first(kernel, square(side)))) break;
    }
    onRound?.(soFar());
  }
  for (let round = 1; round <= repeats; round++) {
    for (const timing of timings) {
      if (isUp()) return soFar();
      const { kernel, size, length, stretches } = timing;
      onSize?.(kernel, size, round);
      const figures = await measure(kernel, size, length);
      if (!figures) continue;
      if (round === 1) stretches.length = 0;
      stretches.push(...figures.stretches);
      for (const stretch of figures.stretches) onStretch?.(kernel, size, stretch);
    }
    onRound?.(soFar());
  }
  return soFar();
}

function square(side: number): GridSize {
  return { width: side, height: side };
}

/** Whether too few of the sizes count, and a larger one would not take too long. */
function lacksLargeSizes(runs: readonly TimedRun[]): boolean {
  const last = runs[runs.length - 1];
  if (!last || last.seconds / last.generations > LONG_GENERATION) return false;
  const fit = fitOf(runs);
  return !fit || runs.filter(({ cells }) => cells >= fit.countsFrom).length < ENOUGH_COUNTING;
}

/** null where the points tell no cost. */
function fitOf(runs: readonly TimedRun[]): KernelFit | null {
  try {
    return fitKernel(runs);
  } catch (error) {
    if (error instanceof TessellaError) return null;
    throw error;
  }
}

/**
 * Sides around the place where the line bends most, if its fit is not close: a cache ends within a few sizes, and a bend has to prove
 * itself by more of them. Two between its neighbours, and one between each of these and the next.
 */
function closerSides(runs: readonly TimedRun[]): readonly number[] {
  const bend = likeliestBend(runs);
  const fit = fitOf(runs);
  if (bend === null || !fit || fit.largestCountingResidual <= CLOSE_FIT) return [];
  const sides = runs.map(({ cells }) => Math.sqrt(cells));
  const at = sides.findIndex((side) => side ** 2 > bend);
  const between = (gap: number, share: number): number => {
    const [low, high] = [sides[gap - 1], sides[gap]];
    if (low === undefined || high === undefined) return Number.NaN;
    const side = EVEN_SIDE * Math.round((low * (high / low) ** share) / EVEN_SIDE);
    return side > low && side < high ? side : Number.NaN;
  };
  const found = [between(at - 1, 1 / 2), between(at, 1 / 3), between(at, 2 / 3), between(at + 1, 1 / 2)];
  return [...new Set(found.filter((side) => !Number.isNaN(side)))];
}

/**
 * The median stretch, by the GPU's own clock where it has one: what a stretch takes by the wall has the way to the GPU and back in it, and
 * this thread's haste. Batches are as long as the time that they take, so numbers of submissions say nothing that the times do not.
 */
function runOf({ size, stretches }: Timing): TimedRun {
  const { width, height } = size;
  const hasClock = stretches.every(({ gpuSeconds }) => gpuSeconds !== null);
  const secondsOf = ({ seconds, gpuSeconds }: TimedStretch): number =>
    hasClock ? (gpuSeconds as number) : seconds;
  const each = stretches.map((stretch) => secondsOf(stretch) / stretch.generations);
  const middle = stretches[each.indexOf(median(each))];
  const { generations } = middle;
  const wall = median(stretches.map((stretch) => stretch.seconds / stretch.generations));
  return {
    ...{ cells: width * height, generations, seconds: secondsOf(middle), submits: null },
    ...(each.length > 1 && { fastest: Math.min(...each), slowest: Math.max(...each) }),
    ...(hasClock && { wallSeconds: wall * generations }),
  };
}
