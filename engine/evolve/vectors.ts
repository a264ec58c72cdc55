/**
 * Training vectors: the states from which the rings of a task start. A vector is a function of (seed, index), so there is
 * nowhere a list of them, and any thread makes any of them.
 *
 * `fair`: each cell is 0 or 1 with the same chance (`randomState`). `all`: vector i is the state whose bit j is bit j of i.
 * A number d, 0 .. 255: each cell is 1 with the chance d / 256. `flat`: d differs from vector to vector, each value as
 * often, so that easy and hard vectors come alike. Both are made from random words eight times as many: where bit j of d
 * is 1 the words so far are ORed with the next, and otherwise ANDed, from the lowest bit on, which halves the chance that has been
 * reached and adds a half for each 1.
 */

import { popcount32 } from "../core/block.ts";
import { pcg, vectorBase } from "../rings/random-state.ts";
import { lastMask } from "../rings/ring.ts";

export type Density = "fair" | "flat" | "all" | number;

/** Bits of a density. */
const DENSITY_BITS = 8;
/** Far from the numbers that make the words. */
const DENSITY_DRAW = 0x80000000;
/** Between the words that a bit of the density takes and those of the next: more than a state has. */
const NEXT_WORDS = 0x100000;
/** Up to this many cells all states can be vectors. */
export const MOST_CELLS_OF_ALL = 20;

export interface TrainingSet {
  /** Vectors `first` .. `first` + `size` - 1 of the seed. */
  readonly size: number;
  readonly seed: number;
  readonly first: number;
  readonly density: Density;
}

/** Writes vector `index` (counted from `first`) to `state`, which has the words of a ring. */
export function writeVector(
  { seed, first, density }: TrainingSet,
  index: number,
  cells: number,
  state: Uint32Array,
): void {
  const number = first + index;
  if (density === "all") {
    state.fill(0);
    state[0] = number;
    return;
  }
  const base = vectorBase(seed, number);
  if (density === "fair") for (let k = 0; k < state.length; k++) state[k] = pcg((base + k) | 0);
  else {
    const level = density === "flat" ? pcg((base + DENSITY_DRAW) | 0) >>> 24 : density;
    for (let k = 0; k < state.length; k++) state[k] = biasedWord(base + k, level);
  }
  state[state.length - 1] &= lastMask(cells);
}

/** A word each of whose bits is 1 with the chance `level` / 256; the draws are every `NEXT_WORDS`th from `at` on. */
export function biasedWord(at: number, level: number): number {
  let word = 0;
  for (let j = 0; j < DENSITY_BITS; j++) {
    const random = pcg((at + j * NEXT_WORDS) | 0);
    word = (level >>> j) & 1 ? word | random : word & random;
  }
  return word;
}

/** Cells that are 1. */
export function onesOf(state: Uint32Array): number {
  let ones = 0;
  for (const word of state) ones += popcount32(word);
  return ones;
}
