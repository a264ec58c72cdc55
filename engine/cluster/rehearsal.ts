/**
 * How long a rank's blocks take, tried out before any cells are there: the very slab that the rank is to hold (slab.ts) steps a soup and
 * exchanges its rows with itself (loop.ts). So everything that a GPU and its driver do in a block is in it, and messages take the time
 * that they were measured to take. A line through a few timed steps, as measure.ts takes for processors, leaves a GPU out by half: a kernel has to be
 * found first, passes have several lengths, and each trip to the GPU costs as much as many generations.
 *
 * A rank waits for its neighbours in every block, so a block of all takes as long as the latest of them. The loop is never late for itself;
 * what that costs is told from how much its own blocks differ (`expectedLargest`). With overlap a rank's rows are sent some generations before
 * anybody needs them, so that a block which is late is made up for by the next ones: there some blocks together count as one.
 */

import type { Algorithm, AlgorithmEnvironment } from "../algorithms/algorithm.ts";
import { writeSoup } from "../algorithms/load.ts";
import { now } from "../core/clock.ts";
import { gridHeight } from "../core/topology.ts";
import type { RehearsalCare, RehearsalWish, Rehearsed, SharedInit } from "./commands.ts";
import { LoopTransport } from "./loop.ts";
import type { RecordedBlock } from "./record.ts";
import { doneAt } from "./record.ts";
import type { SlabPart } from "./shared-tuning.ts";
import { Slab } from "./slab.ts";
import { blocksOfNumbers, SlabTrace } from "./trace.ts";

/** Milliseconds of a timed stretch, how many blocks it has at least, and how many stretches there are. */
const CARE = {
  glance: { stretch: 25, blocks: 3, stretches: 1 },
  prediction: { stretch: 80, blocks: 8, stretches: 3 },
} as const;
/** Milliseconds that finding the fastest kernel may take, and those after which a stretch has blocks enough. */
const MOST_SEARCH = 4000;
const LONG_STRETCH = 400;
/** A soup that has settled costs a processor nothing. */
const MOST_BLOCKS = 2 ** 16;
/** Blocks with overlap that count as one when it is told who is late. */
const MADE_UP = 4;
/** Generations of a rank that is alone between two looks at the clock. */
const BLOCK_ALONE = 64;

/** `rank` of those that `init` shares rows out to. Errors: those of the algorithm's `create`, of stepping. */
export async function rehearse(
  algorithm: Algorithm,
  environmentOf: (part: SlabPart) => AlgorithmEnvironment,
  init: SharedInit,
  rank: number,
  { choice, care, message }: RehearsalWish,
): Promise<Rehearsed> {
  const loop = new LoopTransport(rank, init.ranges.length, message);
  const slab = await Slab.create(loop, algorithm, environmentOf, init, choice);
  try {
    const { universe } = slab;
    const { width } = init.topology;
    await writeSoup(universe, { seed: 1, density: 0.5, width, height: gridHeight(universe.topology) });
    const isAlone = slab.untilExchange === 0;
    const block = isAlone ? BLOCK_ALONE : choice.halo;
    const end = now() + MOST_SEARCH;
    // What is compiled and found now is there when the cells come.
    do await slab.advance(block, true);
    while (slab.searching && now() < end);
    // Whoever asks for a prediction records the run, which takes time of its own.
    const trace = care === "prediction" && !isAlone ? new SlabTrace() : null;
    slab.trace = trace;
    let secondsAGeneration = await secondsOf(slab, block, care, (count) => slab.advance(count, true));
    if (care === "glance") return { secondsAGeneration, computing: null };
    if (!trace) return { secondsAGeneration, computing: secondsAGeneration };
    // Of blocks that were added up nobody can tell how they differ.
    const traced = blocksOfNumbers(await trace.take(), 0).filter(({ merged }) => merged === 1);
    const blocks = universe.adapter ? computedIn(traced) : traced.map(({ seconds }) => seconds);
    slab.trace = null;
    secondsAGeneration *= latenessOf(sumsOf(blocks, choice.ahead > 0 ? MADE_UP : 1), init.ranges.length);
    const computing = await secondsOf(slab, block, care, async (count) => {
      for (let k = 0; k < count; k += block)
        await universe.step(universe.generation + BigInt(block), { ahead: true });
    });
    return { secondsAGeneration, computing };
  } finally {
    slab.dispose();
  }
}

/**
 * Seconds from the end of one block's computing to the end of the next one's. A GPU is told of blocks long before it computes them, so how long that
 * takes says nothing about them: with two under way every second one is told at once. What was told when it had nothing left to do is left out.
 */
export function computedIn(blocks: readonly RecordedBlock[]): readonly number[] {
  const ends = blocks.map(doneAt);
  return ends.flatMap((end, i) => (i > 0 && blocks[i].start < ends[i - 1] ? [end - ends[i - 1]] : []));
}

/** Of so many values after each other; what is left over at the end is left out, unless there is no more than that. */
export function sumsOf(values: readonly number[], count: number): readonly number[] {
  const sums = Array.from({ length: Math.max(1, Math.floor(values.length / count)) }, (_, i) =>
    values.slice(i * count, (i + 1) * count),
  );
  return sums.map((some) => some.reduce((sum, each) => sum + each, 0));
}

/** How much longer a block takes when a rank waits for the latest of its neighbours and itself, all of them like itself. */
function latenessOf(blocks: readonly number[], ranks: number): number {
  const mean = blocks.reduce((sum, each) => sum + each, 0) / blocks.length;
  return mean > 0 ? expectedLargest(blocks, Math.min(ranks, 3)) / mean : 1;
}

/** What the largest of so many is in the mean, each drawn from all `values`: F^m is its distribution where F is theirs. */
export function expectedLargest(values: readonly number[], draws: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upTo = (count: number): number => (count / sorted.length) ** draws;
  return sorted.reduce((sum, value, i) => sum + value * (upTo(i + 1) - upTo(i)), 0);
}

/** The median of some stretches of whole blocks. */
async function secondsOf(
  slab: Slab,
  block: number,
  care: RehearsalCare,
  step: (count: number) => Promise<void>,
): Promise<number> {
  const { stretch, blocks: least, stretches } = CARE[care];
  const timed = async (blocks: number): Promise<number> => {
    const began = now();
    await step(blocks * block);
    await slab.drained();
    return now() - began;
  };
  let blocks = 1;
  let milliseconds = await timed(blocks);
  const isShort = (): boolean =>
    milliseconds < stretch || (blocks < least && 2 * milliseconds < LONG_STRETCH);
  while (isShort() && blocks < MOST_BLOCKS) {
    blocks = Math.ceil(blocks * Math.max(2, Math.min(16, stretch / milliseconds)));
    milliseconds = await timed(blocks);
  }
  const times = [milliseconds];
  while (times.length < stretches) times.push(await timed(blocks));
  times.sort((a, b) => a - b);
  return times[times.length >> 1] / 1000 / (blocks * block);
}
