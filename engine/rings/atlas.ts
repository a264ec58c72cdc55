/**
 * The 256 elementary rules in three figures, which part them much as Wolfram's four classes do ("Universality and complexity in
 * cellular automata", 1984), without anybody's judgement:
 *
 * Entropy, in bits a cell: how uncertain a cell is to somebody who sees the seven at its left. It is that of blocks of eight cells
 * less that of blocks of seven (Shannon 1948), once the rule has had time to settle.
 *
 * Period: how long the longest cycle of a small ring is. All states are tried, so this one is exact.
 *
 * Damage: one cell is flipped. Of the cells that could know of it in the steps that follow, this share differs from what it would
 * have been.
 */

import { popcount32 } from "../core/block.ts";
import { randomState } from "./random-state.ts";
import { createRing, ringWords } from "./ring.ts";
import { elementaryRule } from "./ring-rule.ts";
import { createStepper } from "./stepper.ts";

export const ELEMENTARY_RULES = 256;

export interface RuleFigures {
  /** 0 .. 255. */
  readonly rule: number;
  /** 0 .. 1. */
  readonly entropy: number;
  /** Steps, on a ring of `PERIOD_CELLS`. */
  readonly period: number;
  /** 0 .. 1. */
  readonly damage: number;
}

/** Of the ring whose states are all tried. */
export const PERIOD_CELLS = 13;

/**
 * A ring wide enough that damage does not come round, and the steps that it settles in and is looked at for. Its width is a prime:
 * on a power of two, rules that are sums would end.
 */
const CELLS = 1021;
const SETTLING = 512;
const STEPS = 255;
const FLIPS = 4;
const BLOCK = 8;

/** The figures of the elementary rule of that number. Takes some milliseconds. */
export function ruleFigures(rule: number): RuleFigures {
  const ring = createRing(CELLS, [elementaryRule(rule)]);
  const { step } = createStepper(ring);
  const words = ringWords(CELLS);
  /** All states from `state` on, one behind the other, after none to `steps` steps. */
  const run = (state: Uint32Array, steps: number): Uint32Array => {
    const states = new Uint32Array((steps + 1) * words);
    states.set(state);
    for (let at = words; at < states.length; at += words)
      step(states.subarray(at - words, at), states.subarray(at, at + words));
    return states;
  };
  const settled = run(randomState(CELLS, 1, 0), SETTLING).slice(-words);
  const states = run(settled, STEPS);
  let differing = 0;
  for (let n = 0; n < FLIPS; n++) {
    const flipped = settled.slice();
    flipped[(n * words) / FLIPS] ^= 1;
    differing += onesIn(run(flipped, STEPS).map((word, k) => word ^ states[k]));
  }
  return {
    rule,
    entropy: entropyOf(states),
    period: longestCycle(rule, PERIOD_CELLS),
    // 1 cell could know at first, and after t steps 2t + 1.
    damage: differing / (FLIPS * (STEPS + 1) ** 2),
  };
}

function onesIn(words: Uint32Array): number {
  let ones = 0;
  for (const word of words) ones += popcount32(word);
  return ones;
}

/** Bits a cell, of states of `CELLS` cells one behind the other. */
function entropyOf(states: Uint32Array): number {
  const words = ringWords(CELLS);
  const counts = new Float64Array(2 ** BLOCK);
  for (let at = 0; at < states.length; at += words) {
    const cellAt = (i: number): number => (states[at + (i >>> 5)] >>> (i & 31)) & 1;
    let block = 0;
    for (let i = 0; i < CELLS + BLOCK - 1; i++) {
      block = ((block << 1) | cellAt(i < CELLS ? i : i - CELLS)) & (counts.length - 1);
      if (i >= BLOCK - 1) counts[block]++;
    }
  }
  const shorter = Float64Array.from(
    { length: counts.length / 2 },
    (_, k) => counts[2 * k] + counts[2 * k + 1],
  );
  // Rounding may make it a hair less than nothing.
  return Math.max(0, bitsOf(counts) - bitsOf(shorter));
}

function bitsOf(counts: Float64Array): number {
  const all = counts.reduce((sum, count) => sum + count);
  return counts.reduce(
    (bits, count) => (count === 0 ? bits : bits - (count / all) * Math.log2(count / all)),
    0,
  );
}

/** The steps of the longest cycle that an elementary rule has on a ring of so many cells, at most 20. */
export function longestCycle(rule: number, cells: number): number {
  const all = 2 ** cells - 1;
  /** The walk that came by a state first, and after how many steps. */
  const walks = new Int32Array(all + 1).fill(-1);
  const steps = new Int32Array(all + 1);
  let longest = 0;
  for (let start = 0; start <= all; start++) {
    let state = start;
    for (let t = 0; walks[state] < 0; t++) {
      walks[state] = start;
      steps[state] = t;
      state = successor(rule, state, cells);
      if (walks[state] === start) longest = Math.max(longest, t + 1 - steps[state]);
    }
  }
  return longest;
}

/** Bit 0 is the leftmost cell. */
function successor(rule: number, state: number, cells: number): number {
  const all = 2 ** cells - 1;
  const left = ((state << 1) | (state >>> (cells - 1))) & all;
  const right = (state >>> 1) | ((state & 1) << (cells - 1));
  let next = 0;
  for (let k = 0; k < 8; k++)
    if ((rule >>> k) & 1)
      next |= (k & 4 ? left : ~left) & (k & 2 ? state : ~state) & (k & 1 ? right : ~right);
  return next & all;
}
