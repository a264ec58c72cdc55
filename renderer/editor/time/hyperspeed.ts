/**
 * Hyperspeed: while a universe runs, its step grows by itself as long as steps stay quick.
 *
 * HashLife does not compute anything twice, so a step of twice as many generations often takes hardly longer, and a
 * person should not have to press `+` fifty times to see what becomes of a pattern. After a step of at most a quarter
 * of a second the exponent therefore grows by one, at most ten times a second, so that the person can watch and stop.
 * When the run ends, the step returns to the person's own setting.
 */

import type { Pace } from "./pace.ts";
import { intervalOf, mostExponent, stepOf } from "./pace.ts";

/** A step that takes longer than this, without waiting, is long enough. */
export const QUICK_MILLISECONDS = 250;
/** Milliseconds between two growths, at least. */
const LEAST_MILLISECONDS = 100;

export interface RunningNow {
  /** Whether a run is under way whose step may grow. */
  readonly growing: boolean;
  readonly pace: Pace;
  readonly generation: bigint;
}

interface Growth {
  /** The person's own setting. */
  readonly own: number;
  /** The pace last seen or returned. */
  readonly pace: Pace;
  /** Time and generation from which steps are counted. */
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

  /** To be called after every change. Returns the pace to continue at; null: keep the present one. */
  next({ growing, pace, generation }: RunningNow): Pace | null {
    const growth = this.#growth;
    if (!growing) {
      this.#growth = null;
      return growth && same(pace, growth.pace) && pace.exponent !== growth.own
        ? { ...pace, exponent: growth.own }
        : null;
    }
    const since = this.#now();
    // If the person changes the pace meanwhile, the step returns to that choice.
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
