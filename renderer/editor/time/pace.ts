/**
 * How fast a universe runs, as one ladder: at the lower end a tick takes a second; then ticks come faster until they
 * run at full speed; above that each rung multiplies the generations per tick by the base. `+` climbs it and `-` comes
 * down.
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
export const MOST_RATE = 1000;

const RATES: readonly (number | null)[] = [1, 2, 5, 10, 20, 30, 60, null];
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

/** The next rung up, also from a rate that a person typed. */
export function faster(pace: Pace): Pace {
  const { rate } = pace;
  if (rate === null) return withExponent(pace, pace.exponent + 1);
  const next = RATES.find((one) => one === null || one > rate);
  return { ...pace, rate: next ?? null };
}

export function slower(pace: Pace): Pace {
  const { rate } = pace;
  if (rate === null && pace.exponent > 0) return { ...pace, exponent: pace.exponent - 1 };
  const next = RATES.findLast((one) => one !== null && (rate === null || one < rate));
  return next === undefined ? pace : { ...pace, rate: next };
}
