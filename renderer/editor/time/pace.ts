/**
 * How fast a universe runs: how many ticks a second, and how many generations a tick. `+` and `-` go along a ladder of rates, from a
 * tick in five seconds to full speed; the step has keys of its own and never changes unasked.
 */

import type { RunOptions, RunUntil } from "../../../engine/worker/protocol/universe.ts";

export interface Pace {
  /** A step is base^exponent generations. */
  readonly base: number;
  readonly exponent: number;
  /** Ticks a second; null is full speed. */
  readonly rate: number | null;
}

export const LEAST_BASE = 2;
export const MOST_BASE = 1000;

/** The lowest ticks a second that a person can set. */
export const LEAST_RATE = 0.1;
export const MOST_RATE = 100_000;

const RATES: readonly (number | null)[] = [
  1 / 5,
  1 / 2,
  1,
  2,
  5,
  10,
  20,
  30,
  60,
  120,
  250,
  500,
  1000,
  2000,
  5000,
  null,
];
/** Binary digits of the largest step: somewhat fewer than HashLife takes in one leap, and far more than any other algorithm. */
const MOST_BITS = 2000;

export const USUAL_PACE: Pace = { base: 2, exponent: 0, rate: 30 };

/** Generations per step. */
export function stepOf({ base, exponent }: Pick<Pace, "base" | "exponent">): bigint {
  return BigInt(base) ** BigInt(exponent);
}

export function mostExponent(base: number): number {
  return Math.floor(MOST_BITS / Math.log2(base));
}

/** Another base, with the largest step that does not exceed the old one. */
export function withBase(pace: Pace, base: number): Pace {
  const step = stepOf(pace);
  let exponent = 0;
  for (let power = BigInt(base); power <= step; power *= BigInt(base)) exponent++;
  return { ...pace, base, exponent: Math.min(exponent, mostExponent(base)) };
}

/** Clamps the exponent. */
export function withExponent(pace: Pace, exponent: number): Pace {
  return { ...pace, exponent: Math.max(0, Math.min(mostExponent(pace.base), exponent)) };
}

/** Milliseconds between ticks. */
export function intervalOf({ rate }: Pace): number {
  return rate === null ? 0 : 1000 / rate;
}

export function runOptions(pace: Pace, until: RunUntil = {}): RunOptions {
  return { increment: stepOf(pace), interval: intervalOf(pace), until };
}

/** The next rung up, also from a rate that a person typed; the same pace at full speed. */
export function faster(pace: Pace): Pace {
  const { rate } = pace;
  if (rate === null) return pace;
  const next = RATES.find((one) => one === null || one > rate);
  return { ...pace, rate: next ?? null };
}

/** The next rung down; the same pace at the lowest. */
export function slower(pace: Pace): Pace {
  const { rate } = pace;
  const next = RATES.findLast((one) => one !== null && (rate === null || one < rate));
  return next === undefined ? pace : { ...pace, rate: next };
}
