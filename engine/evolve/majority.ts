/**
 * The majority task (density classification): cells that begin with more ones than zeros shall all end as 1, others as 0
 * (Gacs, Kurdyumov and Levin 1978; Mitchell, Crutchfield and Hraber 1993). Counts are exact: the same vectors give the same
 * counts with every stepper.
 */

import { popcount32 } from "../core/block.ts";
import { throwIfAborted } from "../core/errors.ts";
import { yieldToTasks } from "../core/tasks.ts";
import { randomState } from "../rings/random-state.ts";
import type { Ring } from "../rings/ring.ts";
import { lastMask, ringWords } from "../rings/ring.ts";
import { createStepper } from "../rings/stepper.ts";

export interface VectorSet {
  /** Vectors 0 .. vectors - 1 of this seed. */
  readonly vectors: number;
  readonly seed: number;
  /** Steps of each run. */
  readonly steps: number;
}

/** What became of some vectors. */
export interface MajorityCount {
  readonly vectors: number;
  /** Not tied, and all cells end as the majority was. */
  readonly correct: number;
  /** As many ones as zeros; counted nowhere else but in the next two. */
  readonly ties: number;
  /** Ties that end as all 0, and as all 1. */
  readonly tiesTo0: number;
  readonly tiesTo1: number;
  /** Not tied, and neither all 0 nor all 1 in the end. */
  readonly unsettled: number;
  /** The part of `correct` whose majority was 1, and of all vectors. */
  readonly correct1: number;
  readonly majority1: number;
}

/** What a tie counts as: `redraw` leaves it out, `fail` counts it as wrong, `zero` as right if it ends as all 0. */
export const TIES = ["redraw", "fail", "zero"] as const;
export type Ties = (typeof TIES)[number];

/** The share of successes and its standard error, which is that of a share of so many independent trials. */
export function majorityRate(
  { vectors, correct, ties, tiesTo0 }: MajorityCount,
  how: Ties,
): { readonly rate: number; readonly standardError: number } {
  const trials = how === "redraw" ? vectors - ties : vectors;
  const rate = trials === 0 ? 0 : (how === "zero" ? correct + tiesTo0 : correct) / trials;
  return { rate, standardError: trials === 0 ? 0 : Math.sqrt((rate * (1 - rate)) / trials) };
}

export interface CountControl {
  readonly signal?: AbortSignal;
  /** Hears the vectors that are done, now and then. */
  readonly onProgress?: (vectors: number) => void;
}

/** Cells that are made between two looks at the signal. */
const PIECE = 2 ** 23;

/** Runs every vector and counts. A state that is its own successor ends its run. Errors: `aborted`. */
export async function countMajority(
  ring: Ring,
  { vectors, seed, steps }: VectorSet,
  { signal, onProgress }: CountControl = {},
): Promise<MajorityCount> {
  const { cells } = ring;
  const stepper = createStepper(ring);
  const words = ringWords(cells);
  const last = lastMask(cells);
  const count = { correct: 0, ties: 0, tiesTo0: 0, tiesTo1: 0, unsettled: 0, correct1: 0, majority1: 0 };
  let next = new Uint32Array(words);
  let made = 0;
  for (let index = 0; index < vectors; index++) {
    let state = randomState(cells, seed, index);
    let ones = 0;
    for (const word of state) ones += popcount32(word);
    for (let t = 0; t < steps; t++) {
      stepper.step(state, next);
      made += cells;
      let same = true;
      for (let k = 0; k < words && same; k++) same = state[k] === next[k];
      if (same) break;
      [state, next] = [next, state];
    }
    const ends = endOf(state, last);
    const tied = 2 * ones === cells;
    const majority = 2 * ones > cells ? 1 : 0;
    if (tied) {
      count.ties++;
      if (ends === 0) count.tiesTo0++;
      if (ends === 1) count.tiesTo1++;
    } else {
      count.majority1 += majority;
      if (ends === undefined) count.unsettled++;
      if (ends === majority) {
        count.correct++;
        count.correct1 += majority;
      }
    }
    if (made < PIECE) continue;
    made = 0;
    onProgress?.(index + 1);
    await yieldToTasks();
    throwIfAborted(signal);
  }
  return { vectors, ...count };
}

/** 0 or 1 if all cells are that. */
function endOf(state: Uint32Array, last: number): 0 | 1 | undefined {
  const inner = state.length - 1;
  if (state[0] === 0) return state.every((word) => word === 0) ? 0 : undefined;
  for (let k = 0; k < inner; k++) if (state[k] !== 0xffffffff) return undefined;
  return state[inner] === last ? 1 : undefined;
}
