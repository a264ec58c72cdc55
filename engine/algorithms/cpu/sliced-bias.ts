/**
 * Sums with a constant added, modulo 2^digits, so that to tell whether they lie in a range takes fewer operations: "from 34 to 45" asks
 * for all seven digits twice, "from 0 to 11" hardly for more than whether some are 0. A walk begins with that constant, and nothing else changes.
 */

import type { CountRange } from "../../rules/rule.ts";
import type { BitProgram } from "../bit-writer.ts";
import { BitWriter } from "../bit-writer.ts";
import type { SlicedPlan, SumSets } from "../sliced-sums.ts";
import { livesNext } from "../sliced-sums.ts";

export interface BiasedSets {
  readonly bias: number;
  readonly sets: SlicedPlan["sets"];
}

/** So many constants are tried, the first ones: among long lists of counts hardly one is better than another, and each takes a millisecond. */
const MOST_OFFERED = 64;

/** The constant that makes the shortest comparisons, of those that bring an end of a range to 0 or to the highest digit. */
export function biasedSets({ digits, sets }: Pick<SlicedPlan, "digits" | "sets">): BiasedSets {
  const [even, odd] = sets;
  const size = 2 ** digits;
  const ends = sets.flatMap(({ birth, survival }) =>
    [...birth, ...survival].flatMap(([first, last]) => [first, last + 1]),
  );
  const offered = new Set([
    0,
    ...ends.flatMap((end) => [size - end, 1.5 * size - end]).map((bias) => bias % size),
  ]);
  let best: { readonly bias: number; readonly sets: SlicedPlan["sets"]; readonly cost: number } | null = null;
  for (const bias of [...offered].slice(0, MOST_OFFERED)) {
    const moved = movedSets(even, bias, size);
    const both = [moved, odd === even ? moved : movedSets(odd, bias, size)] as const;
    const cost = costOf(both[0], digits) + (odd === even ? 0 : costOf(both[1], digits));
    if (best === null || cost < best.cost) best = { bias, sets: both, cost };
  }
  return best as BiasedSets;
}

function movedSets({ birth, survival }: SumSets, bias: number, size: number): SumSets {
  const moved = (ranges: readonly CountRange[]): readonly CountRange[] =>
    ranges
      .flatMap(([first, last]): CountRange[] => {
        const [low, high] = [first + bias, last + bias];
        if (low >= size) return [[low - size, high - size]];
        return high < size
          ? [[low, high]]
          : [
              [low, size - 1],
              [0, high - size],
            ];
      })
      .sort(([a], [b]) => a - b);
  return { birth: moved(birth), survival: moved(survival) };
}

function costOf(sets: SumSets, digits: number): number {
  let [next, cost] = [digits + 1, 0];
  const costs = (operations: number) => (): number => {
    cost += operations;
    return next++;
  };
  const counter: BitProgram<number> = { v128: costs(1), v128Not: costs(1), v128Select: costs(3) };
  const number = Array.from({ length: digits }, (_, i) => i + 1);
  livesNext(new BitWriter(counter), sets, number, 0);
  return cost;
}
