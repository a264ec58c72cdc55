/**
 * Runs contenders to their marks and reads the clock there. Nobody may take longer than a cap, and all together no longer
 * than a budget: whoever is stopped says how far it came, and nothing is made up for what it did not reach.
 */

import { median } from "../../../engine/bench/statistics.ts";
import { TessellaError } from "../../../engine/core/errors.ts";
import type { Runner } from "./contenders.ts";

export interface Reading {
  /** Generations from the start: where the clock was to be read. */
  readonly mark: number;
  /** Generations done when it was; fewer than `mark` when the cap stopped it. */
  readonly done: number;
  /** From the start to there. */
  readonly seconds: number;
  /** How often this was run; `seconds` is the median. */
  readonly rounds: number;
}

export interface TimingOptions {
  /** Seconds that one round may take. */
  readonly cap: number;
  /** Rounds of what is soon over. */
  readonly rounds: number;
  /** On `performance.now()`'s clock: by then everything must have ended. */
  readonly deadline: number;
  /** Goes to each mark at once, whatever the cap: what leaps is slow in short steps. */
  readonly leaps?: boolean;
}

/** A round that took longer is not repeated to there. */
const SHORT_SECONDS = 0.5;
/** Stretches between two looks at the clock. */
const LOOK_SECONDS = 0.4;
/** Run before the clock starts, to compile and to see how fast it is. */
const WARM_UP = 10;

/**
 * Times each mark, in ascending order, several rounds where that is soon over. A long run ends at the cap, with a last
 * reading of how far it came. Errors: those of stepping.
 */
export async function timeMarks(
  runner: Runner,
  marks: readonly number[],
  options: TimingOptions,
): Promise<readonly Reading[]> {
  let rate = await warmUp(runner, options);
  const readings = new Map<number, Reading[]>();
  let wanted: readonly number[] = marks;
  for (let round = 0; round < options.rounds && wanted.length > 0; round++) {
    const { list, rate: seen } = await oneRound(runner, wanted, rate, options);
    rate = seen;
    for (const reading of list) readings.set(reading.mark, [...(readings.get(reading.mark) ?? []), reading]);
    wanted = list
      .filter(({ seconds, done, mark }) => done === mark && seconds < SHORT_SECONDS)
      .map(({ mark }) => mark);
    if (performance.now() > options.deadline) break;
  }
  return [...readings.values()].map((list) => ({
    ...(list[0] as Reading),
    seconds: median(list.map(({ seconds }) => seconds)),
    rounds: list.length,
  }));
}

/** Generations a second, roughly; of what leaps without end. */
async function warmUp(runner: Runner, { cap, leaps }: TimingOptions): Promise<number> {
  await runner.begin();
  if (leaps) {
    await runner.step(WARM_UP);
    return Number.POSITIVE_INFINITY;
  }
  const first = await timed(() => runner.step(1));
  // What needs so long for one generation has been warmed up by it.
  if (first * WARM_UP > cap / 4) return 1 / first;
  await runner.step(WARM_UP);
  return WARM_UP / Math.max(1e-6, await timed(() => runner.step(WARM_UP)));
}

async function oneRound(
  runner: Runner,
  marks: readonly number[],
  firstRate: number,
  { cap, deadline, leaps }: TimingOptions,
): Promise<{ readonly list: readonly Reading[]; readonly rate: number }> {
  await runner.begin();
  const list: Reading[] = [];
  let rate = firstRate;
  let done = 0;
  let seconds = 0;
  for (const mark of marks) {
    while (done < mark) {
      const out = seconds > 0 && (seconds + 1 / rate > cap || performance.now() + 1000 / rate > deadline);
      if (out) return { list: [...list, { mark, done, seconds, rounds: 1 }], rate };
      const left = Math.max(LOOK_SECONDS / 4, Math.min(LOOK_SECONDS, cap - seconds));
      const count = Math.max(1, Math.min(mark - done, Math.floor(rate * left)));
      const taken = await timed(() => runner.step(count));
      seconds += taken;
      done += count;
      if (!leaps && taken > LOOK_SECONDS / 8) rate = count / taken;
    }
    list.push({ mark, done, seconds, rounds: 1 });
  }
  return { list, rate };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** A sentence for what a machine or an algorithm cannot do; anything else goes on being thrown. */
export function problemOf(error: unknown): string {
  if (error instanceof TessellaError) return error.message;
  if (error instanceof RangeError) return "There is not enough memory.";
  throw error;
}
