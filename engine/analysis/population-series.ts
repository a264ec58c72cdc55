/** Evidence from a series of populations. It proves nothing about cells, but cheaply suggests periods to check. */

/** Fewer agreeing numbers are a coincidence. */
const LEAST_WINDOW = 24;

/**
 * Periods at which the population gains the same number of cells again and again, as it does at the end of the series:
 * P(i + 2T) - 2 P(i + T) + P(i) = 0 for two periods of i. Smallest first, `most` of them.
 */
export function steadyGains(populations: ArrayLike<number>, length: number, most: number): readonly number[] {
  const found: number[] = [];
  const last = length - 1;
  for (let period = 1; period * 4 < length && found.length < most; period++) {
    if (populations[last] <= populations[last - period]) continue;
    const window = Math.max(2 * period, LEAST_WINDOW);
    const first = last - 2 * period - window;
    if (first < 0) break;
    let even = true;
    for (let i = first + window; even && i >= first; i--)
      even = populations[i + 2 * period] - 2 * populations[i + period] + populations[i] === 0;
    if (even) found.push(period);
  }
  return found;
}

/** A tail that repeats for less than this, or for fewer than eight periods, is no evidence. */
const LEAST_TAIL = 200;

/** The smallest period of the last part of the series, and the index at which that part begins. */
export function repeatingTail(
  populations: ArrayLike<number>,
  length: number,
): { readonly period: number; readonly since: number } | null {
  for (let period = 1; period * 8 <= length; period++) {
    let i = length - 1 - period;
    while (i >= 0 && populations[i] === populations[i + period]) i--;
    if (length - i - 1 >= Math.max(LEAST_TAIL, 8 * period)) return { period, since: i + 1 };
  }
  return null;
}

/** p, if the population grows as t^p over the last half of the series; null if it does not grow. */
export function growthExponent(populations: ArrayLike<number>, length: number): number | null {
  if (length < 2 * LEAST_WINDOW) return null;
  // Averages, so that oscillation does not matter.
  const [early, late] = [mean(populations, length >> 2, length >> 1), mean(populations, length >> 1, length)];
  const gain = late / early;
  return gain > 1.1 ? Math.log2(gain) : null;
}

function mean(values: ArrayLike<number>, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i];
  return sum / (to - from);
}
