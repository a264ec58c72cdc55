/**
 * Elementary rules and the majority, proved for one size: each of the 256 rules on each of the 2^cells configurations of a
 * cyclic ring, two steps a cell; a rule is right when all cells end as most of them began, and ties are left out.
 *
 * A configuration that is turned around the ring meets the same fate, so one of each necklace runs and counts for all. A rule
 * seen in a mirror or with 0 and 1 exchanged is right as often as the rule itself, so 88 rules stand for all 256.
 */

import { popcount32 } from "../core/block.ts";
import { complementedRule, elementaryRule, reflectedRule, wolframNumber } from "../rings/ring-rule.ts";
import type { Necklaces } from "./necklaces.ts";
import { necklaces } from "./necklaces.ts";
import type { CountedPiece, Proof } from "./proof.ts";

export const PROVED_CELLS: readonly [least: number, most: number] = [3, 24];

/** The rules that one stands for, the rule itself among them. */
function likeRules(number: number): readonly number[] {
  const rule = elementaryRule(number);
  const mirrored = reflectedRule(rule);
  const all = [rule, mirrored, complementedRule(rule), complementedRule(mirrored)];
  return [...new Set(all.map((one) => Number(wolframNumber(one))))];
}

/** The 88 rules that stand for all, lowest first. */
function standingRules(): readonly number[] {
  const numbers = Array.from({ length: 256 }, (_, number) => number);
  return numbers.filter((number) => number === Math.min(...likeRules(number)));
}

/** Configurations for which the rule is right. At 24 cells it takes some 100 ms. */
function countRule({ cells, states, weights }: Necklaces, rule: number): number {
  const { table } = elementaryRule(rule);
  const mask = 2 ** cells - 1;
  const top = cells - 1;
  const steps = 2 * cells;
  // The table as a tree of choices: by the right cell, the middle one and the left one.
  const leaf = (k: number): number => -table[k];
  const [a0, a2, a4, a6] = [leaf(0), leaf(2), leaf(4), leaf(6)];
  const [d0, d2, d4, d6] = [a0 ^ leaf(1), a2 ^ leaf(3), a4 ^ leaf(5), a6 ^ leaf(7)];
  let correct = 0;
  for (let i = 0; i < states.length; i++) {
    const start = states[i];
    let state = start;
    for (let t = 0; t < steps; t++) {
      const left = (state << 1) | (state >>> top);
      const right = (state >>> 1) | (state << top);
      const b0 = a0 ^ (d0 & right);
      const b1 = a2 ^ (d2 & right);
      const b2 = a4 ^ (d4 & right);
      const b3 = a6 ^ (d6 & right);
      const c0 = b0 ^ ((b0 ^ b1) & state);
      const c1 = b2 ^ ((b2 ^ b3) & state);
      const next = (c0 ^ ((c0 ^ c1) & left)) & mask;
      if (next === state) break;
      state = next;
    }
    if (state === (2 * popcount32(start) > cells ? mask : 0)) correct += weights[i];
  }
  return correct;
}

export interface MajorityQuestion {
  readonly task: "majority";
  readonly radius: 1;
  readonly cells: number;
}

/** A piece is one rule of the 88, with one count: of the configurations for which it is right. Errors: `bad-argument`. */
export function majorityProof(question: MajorityQuestion): Proof<MajorityQuestion> {
  const rings = necklaces(question.cells, PROVED_CELLS);
  return {
    question,
    pieces: standingRules().map((rule) => ({ rule })),
    counts: 1,
    count: ({ rule }) => [countRule(rings, rule)],
  };
}

export interface MajorityResults {
  readonly configurations: number;
  /** The most configurations for which a rule is right, and Wolfram's numbers of all such rules. */
  readonly best: number;
  readonly rules: readonly number[];
}

/** What all pieces say together. */
export function majorityResults(
  { cells }: MajorityQuestion,
  pieces: readonly CountedPiece[],
): MajorityResults {
  const best = Math.max(...pieces.map(({ counts }) => counts[0]));
  const rules = pieces
    .filter(({ counts }) => counts[0] === best)
    .flatMap(({ label }) => likeRules(label.rule))
    .sort((a, b) => a - b);
  return { configurations: necklaces(cells, PROVED_CELLS).configurations, best, rules };
}
