// Chance that comes again with its seed.

export interface Chance {
  /** In [0, 1). */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** Whether something of this probability happens. */
  happens(probability: number): boolean;
  /** One of a list that is not empty. */
  one<T>(list: readonly T[]): T;
}

/** mulberry32 by Tommy Ettinger (public domain): 32 bits of state, every seed a stream of its own. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    whole,
    happens: (probability) => next() < probability,
    one: (list) => list[whole(0, list.length - 1)] as (typeof list)[number],
  };
}
