/** Degree of separation of a two-phase pattern: the length of the borders between the phases. */

import type { Block } from "../core/block.ts";
import { blockStride, popcount32 } from "../core/block.ts";

/**
 * Pairs of unlike cells that share a side, on a torus that the block covers. Compares whole words at once: a row with
 * the one below, and a row with itself moved by a cell.
 */
export function unlikePairs(block: Block): number {
  const { w, h, words } = block;
  const stride = blockStride(w);
  // The bits of the last word that are cells.
  const tail = w % 32 === 0 ? 0xffffffff : 2 ** (w % 32) - 1;
  let pairs = 0;
  for (let j = 0; j < h; j++) {
    const row = j * stride;
    const below = ((j + 1) % h) * stride;
    for (let k = 0; k < stride; k++) {
      const word = words[row + k];
      pairs += popcount32(word ^ words[below + k]);
      // Each cell with its right neighbour: the next word's first, or at the row's end the row's first.
      const next = k + 1 < stride ? words[row + k + 1] & 1 : words[row] & 1;
      const last = k + 1 < stride ? 31 : (w - 1) % 32;
      const right = (word >>> 1) | (next << last);
      pairs += popcount32((word ^ right) & (k + 1 < stride ? 0xffffffff : tail));
    }
  }
  return pairs;
}
