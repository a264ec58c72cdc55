/**
 * How fast a universe runs, as one ladder: at the lower end a tick takes a second; then ticks come faster until nothing
 * holds them up; above that each tick takes base times as many generations. `+` climbs it and `-` comes down.
 */

import type { RunOptions } from "../../engine/worker/protocol.ts";

export interface Pace {
  /** A step is base^exponent generations. */
  readonly base: number;
  readonly exponent: number;
  /** Ticks a second; null is as fast as it goes. */
  readonly rate: number | null;
}

const RATES: readonly (number | null)[] = [1, 2, 5, 10, 20, 30, 60, null];
/** 10^30 generations and more are a matter for HashLife, whatever the base. */
const MOST_EXPONENT = 100;

export const USUAL_PACE: Pace = { base: 2, exponent: 0, rate: 30 };

/** Generations a step. */
export function stepOf({ base, exponent }: Pace): bigint {
  return BigInt(base) ** BigInt(exponent);
}

export function runOptions(pace: Pace): RunOptions {
  return { increment: stepOf(pace), interval: pace.rate === null ? 0 : 1000 / pace.rate };
}

export function faster(pace: Pace): Pace {
  const at = RATES.indexOf(pace.rate);
  if (at >= 0 && at < RATES.length - 1) return { ...pace, rate: RATES[at + 1] as number | null };
  return { ...pace, exponent: Math.min(MOST_EXPONENT, pace.exponent + 1) };
}

export function slower(pace: Pace): Pace {
  if (pace.rate === null && pace.exponent > 0) return { ...pace, exponent: pace.exponent - 1 };
  const at = RATES.indexOf(pace.rate);
  return at > 0 ? { ...pace, rate: RATES[at - 1] as number | null } : pace;
}
