/**
 * Random states that need no memory: word k of vector i of a seed is a hash of (seed, i, k), so that a thread of a GPU, a
 * worker and a test make the same. The hash is PCG's output function RXS-M-XS on one step of its generator (O'Neill 2014), as
 * Jarzynski and Olano recommend it for GPUs (2020). The constants are frozen: records of searches depend on them.
 */

import { lastMask, ringWords } from "./ring.ts";

/** 32 random bits for 32 bits. */
export function pcg(x: number): number {
  const s = (Math.imul(x, 747796405) + 2891336453) | 0;
  const w = Math.imul((s >>> ((s >>> 28) + 4)) ^ s, 277803737);
  return ((w >>> 22) ^ w) >>> 0;
}

/** The first of the numbers from which a vector's words are made; word k is pcg(base + k). */
export function vectorBase(seed: number, index: number): number {
  return pcg((pcg(seed >>> 0) + index) | 0);
}

/** Vector `index` of the seed, both 0 .. 2^32 - 1: each cell is 0 or 1 with the same chance. */
export function randomState(cells: number, seed: number, index: number): Uint32Array<ArrayBuffer> {
  const state = new Uint32Array(ringWords(cells));
  const base = vectorBase(seed, index);
  for (let k = 0; k < state.length; k++) state[k] = pcg((base + k) | 0);
  state[state.length - 1] &= lastMask(cells);
  return state;
}
