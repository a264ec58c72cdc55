/**
 * Hyperspeed: while a universe runs, its step grows by itself, as long as steps stay quick.
 *
 * What HashLife has computed once it does not compute again, so a step of twice as many generations often takes hardly
 * longer, and nobody wants to press `+` fifty times to get to where a pattern shows what becomes of it. So after a step that
 * took no longer than a quarter of a second the exponent grows by one, at most ten times a second: one can watch, and stop.
 * When the run ends the step is again what the person had set.
 */

import type { Pace } from "./pace.ts";
import { intervalOf, mostExponent, stepOf } from "./pace.ts";

/** Steps that take longer than so many milliseconds, waiting left out, are long enough. */
export const QUICK_MILLISECONDS = 250;
/** Between two growths. */
const LEAST_MILLISECONDS = 100;

export interface RunningNow {
  /** Whether a run goes on whose step may grow. */
  readonly growing: boolean;
  readonly pace: Pace;
  readonly generation: bigint;
}

interface Growth {
  /** What the person had set. */
  readonly own: number;
  /** What was last heard or told. */
  readonly pace: Pace;
  /** When and where steps began to be counted. */
  readonly since: number;
  readonly from: bigint;
}

export class Hyperspeed {
  readonly #now: () => number;
  #growth: Growth | null = null;

  /** `now`: milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** To be asked whenever something changed. Answers the pace to go on at; null: leave it. */
  next({ growing, pace, generation }: RunningNow): Pace | null {
    const growth = this.#growth;
    if (!growing) {
      this.#growth = null;
      return growth && same(pace, growth.pace) && pace.exponent !== growth.own
        ? { ...pace, exponent: growth.own }
        : null;
    }
    const since = this.#now();
    // A person's own choice in the middle of it is where the step returns to.
    if (!growth || !same(pace, growth.pace)) {
      this.#growth = { own: pace.exponent, pace, since, from: generation };
      return null;
    }
    const took = since - growth.since;
    if (generation < growth.from) this.#growth = { ...growth, since, from: generation };
    if (generation <= growth.from || took < LEAST_MILLISECONDS) return null;
    const steps = Number((generation - growth.from) / stepOf(pace));
    if (steps < 1) return null;
    const quick = took / steps <= QUICK_MILLISECONDS + intervalOf(pace);
    const grown =
      quick && pace.exponent < mostExponent(pace.base) ? { ...pace, exponent: pace.exponent + 1 } : pace;
    this.#growth = { own: growth.own, pace: grown, since, from: generation };
    return grown === pace ? null : grown;
  }
}

function same(a: Pace, b: Pace): boolean {
  return a.base === b.base && a.exponent === b.exponent && a.rate === b.rate;
}
