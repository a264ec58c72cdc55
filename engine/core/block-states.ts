/** How many cells are in each state. */

import type { Block } from "./block.ts";
import { livingBlock, popcount32 } from "./block.ts";
import type { Runs } from "./runs.ts";
import { forEachRun } from "./runs.ts";

/** Adds the cells in state s to `counts[s]`; those in state 0 are not counted. */
export function addStateCounts(cells: Block | Runs, counts: Float64Array): void {
  if ("spans" in cells)
    forEachRun(cells, (_x, _y, length, state) => {
      counts[state] = (counts[state] as number) + length;
    });
  else addBlock(cells, counts);
}

function addBlock(block: Block, counts: Float64Array): void {
  const { words, planes = 1 } = block;
  const { words: living } = livingBlock(block);
  const size = living.length;
  // Halves the cells of a word by one bit of their states after the other: most words hold few states.
  const split = (at: number, cells: number, plane: number, state: number): void => {
    if (plane < 0) {
      counts[state] = (counts[state] as number) + popcount32(cells);
      return;
    }
    const bit = words[plane * size + at] as number;
    const [set, clear] = [cells & bit, cells & ~bit];
    if (set !== 0) split(at, set, plane - 1, state | (1 << plane));
    if (clear !== 0) split(at, clear, plane - 1, state);
  };
  for (let at = 0; at < size; at++) {
    const cells = living[at] as number;
    if (cells !== 0) split(at, cells, planes - 1, 0);
  }
}
