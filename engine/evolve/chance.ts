/**
 * Chance without a state: every number is a hash of where it is needed, so searches come out the same whatever computes
 * them, in whatever order, and after any pause. Integers only, and the same in WGSL. The constants are frozen: records
 * of searches depend on them.
 */

import { pcg } from "../rings/random-state.ts";

/** 32 random bits for a draw of an individual in a generation of a seed; all four are 32-bit numbers. */
export function chance(seed: number, generation: number, individual: number, draw: number): number {
  return pcg((chanceBase(seed, generation, individual) + draw) | 0);
}

/** What the draws of an individual have in common: draw d is pcg(base + d). */
export function chanceBase(seed: number, generation: number, individual: number): number {
  return pcg((pcg((pcg(seed | 0) + generation) | 0) + individual) | 0);
}

/** A whole number 0 .. n - 1 from 32 random bits: floor(bits * n / 2^32), n below 2^21. */
export function wholeBelow(bits: number, n: number): number {
  return Math.floor((bits * n) / 0x1_0000_0000);
}

/** Probabilities are kept as whole 2^-24ths. */
const PROBABILITY_ONE = 2 ** 24;

/** A probability 0 .. 1 in 2^-24ths, as `happens` takes it. */
export function likelihood(probability: number): number {
  return Math.round(probability * PROBABILITY_ONE);
}

/** Whether an event of this likelihood happens, by 32 random bits. */
export function happens(bits: number, likely: number): boolean {
  return bits >>> 8 < likely;
}
