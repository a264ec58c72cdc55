/** Times work that reports how far it is, and ends it at a cap: what was done until then is a figure too. */

import { median } from "../../../engine/bench/statistics.ts";
import type { ScoringControl } from "../../../engine/evolve/scorer.ts";
import type { Reading } from "./result.ts";

/** A round that took longer is not repeated. */
const SHORT_SECONDS = 5;

export interface Limits {
  /** Seconds of a round. */
  readonly cap: number;
  readonly rounds: number;
}

/**
 * Runs work of so many evaluations for some rounds; `work` hears the signal, reports what is done and answers what it came to.
 * The answer is null where the cap stopped the first round. Errors: those of the work.
 */
export async function timed<T>(
  evaluations: number,
  { cap, rounds }: Limits,
  work: (control: Required<ScoringControl>) => Promise<T>,
): Promise<{ readonly reading: Reading; readonly answer: T | null }> {
  const seconds: number[] = [];
  let answer: T | null = null;
  for (let round = 0; round < rounds; round++) {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), cap * 1000);
    const began = performance.now();
    const last = { done: 0, seconds: 0 };
    const onProgress = (done: number): void => {
      last.done = done;
      last.seconds = (performance.now() - began) / 1000;
      if (last.seconds > cap) abort.abort();
    };
    try {
      answer = await work({ signal: abort.signal, onProgress });
      seconds.push((performance.now() - began) / 1000);
    } catch (error) {
      if (!abort.signal.aborted) throw error;
      if (seconds.length > 0) break;
      const { done, seconds: at } = last;
      return {
        reading: { evaluations, done, seconds: at, fastest: at, slowest: at, rounds: 1 },
        answer: null,
      };
    } finally {
      clearTimeout(timer);
    }
    if (seconds[0] > SHORT_SECONDS) break;
  }
  const [fastest, slowest] = [Math.min(...seconds), Math.max(...seconds)];
  const reading = { evaluations, done: evaluations, seconds: median(seconds), fastest, slowest };
  return { reading: { ...reading, rounds: seconds.length }, answer };
}
