/** What a step of T generations does on each level: the table behind `part` results (wasm/assembly/hashlife.ts). */

import { TessellaError } from "../../core/errors.ts";
import { minBig } from "../../core/integers.ts";
import type { HashLifeCore } from "./core.ts";
import { HAS_FOUR, LEVELS, MAX_LEVEL, NINE_PART } from "./layout.ts";

/** The lowest level whose result comes from other results; below is the base case, of up to 8 generations or of 4. */
const FIRST_LEVEL = 6;
const FIRST_STATED_LEVEL = 5;
/** Bits that a step may have: its root needs some levels more, up to MAX_LEVEL. */
const MOST_BITS = MAX_LEVEL - 8;

/** The lowest level L of a padded root that can do T generations: T <= 2^(L-3). */
export function leastLevel(generations: bigint): number {
  return Math.max(8, bitLength(generations - 1n) + 3);
}

/** The level L on which T generations are the full result, T = 2^(L-2), or 0. */
export function fullLevel(generations: bigint): number {
  return (generations & (generations - 1n)) === 0n ? bitLength(generations) + 1 : 0;
}

/** Errors: `too-large` for a step that no root could hold. */
export function checkLength(generations: bigint): void {
  if (generations >> BigInt(MOST_BITS) === 0n) return;
  throw new TessellaError("too-large", "A step may have at most 2,040 binary digits.", {
    hint: "Go in smaller steps.",
  });
}

/** Steps in one call of the core, at most: a number that fits its parameter. */
const MOST_STEPS = 2n ** 30n;

/** Whole steps in that many generations, as far as one call of the core may take them. */
export function stepsIn(generations: bigint, stride: bigint): number {
  return Number(minBig(generations / stride, MOST_STEPS));
}

function bitLength(n: bigint): number {
  return n <= 0n ? 0 : n.toString(2).length;
}

/** Writes the table for a step of T generations, 1 or more. Returns the base case's share, 0 for none. */
export function writeSchedule(core: HashLifeCore, generations: bigint): number {
  const first = core.planes > 1 ? FIRST_STATED_LEVEL : FIRST_LEVEL;
  return fillSchedule(new Uint8Array(core.words.buffer, LEVELS, MAX_LEVEL), generations, first);
}

/** As `writeSchedule`, into MAX_LEVEL numbers. `first`: the lowest level whose result comes from other results. */
export function fillSchedule(
  levels: Uint8Array | Uint32Array,
  generations: bigint,
  first = FIRST_LEVEL,
): number {
  const top = Math.min(MAX_LEVEL - 1, bitLength(generations) + 3);
  levels.fill(NINE_PART, top + 1);
  let rest = generations;
  for (let level = top; level >= first; level--) {
    const half = 1n << BigInt(level - 3);
    if (rest === 0n) levels[level] = 0;
    else if (rest < half) levels[level] = NINE_PART;
    else {
      rest -= half;
      levels[level] = rest === 0n ? 0 : HAS_FOUR;
    }
  }
  return Number(rest);
}
