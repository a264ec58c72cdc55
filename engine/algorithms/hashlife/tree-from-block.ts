/** Packed cells of two states as a tree of their own: leaves straight from their words. */

import type { Block } from "../../core/block.ts";
import { blockBounds, blockStride } from "../../core/block.ts";
import { LEAF_LEVEL, LEAF_SIDE } from "./layout.ts";
import { LEAF_WORDS } from "./leaf-planes.ts";
import { bandsToSquare, levelFor } from "./tree-from-runs.ts";
import type { Band } from "./tree-plant.ts";
import type { Square } from "./tree-visit.ts";
import { rootRect } from "./tree-visit.ts";
import type { Builder } from "./tree-write.ts";

const UNIT = BigInt(LEAF_LEVEL);

/** The cells of a block of one plane. Errors: `too-large`. */
export function blockToSquare(builder: Builder, block: Block): Square {
  const bounds = blockBounds(block);
  if (!bounds) return { square: 0, level: LEAF_LEVEL + 1 };
  const level = levelFor(bounds);
  const corner = rootRect(level);
  const left = (bounds.x - corner.x) >> UNIT;
  const top = (bounds.y - corner.y) >> UNIT;
  // Where the first leaf begins in the block.
  const i = Number((left << UNIT) + corner.x - block.x);
  const j = Number((top << UNIT) + corner.y - block.y);
  const bands = new Map<number, Band>();
  const end = Number(bounds.y + bounds.h - block.y);
  for (let row = j, band = 0; row < end; row += LEAF_SIDE, band++) {
    const leaves = leavesOf(builder, block, i, row, Number(bounds.x + bounds.w - block.x));
    if (leaves.columns.length > 0) bands.set(band, leaves);
  }
  return { square: bandsToSquare(builder, bands, left, top, LEAF_LEVEL, level), level };
}

/** The leaves side by side whose first cell is (i, j), up to column `end`. */
function leavesOf(builder: Builder, block: Block, i: number, j: number, end: number): Band {
  const { w, h, words } = block;
  const stride = blockStride(w);
  const columns: number[] = [];
  const squares: number[] = [];
  const cells = new Uint32Array(LEAF_WORDS);
  const above = Math.max(0, -j);
  const below = Math.min(LEAF_SIDE, h - j);
  for (let x = i, column = 0; x < end; x += LEAF_SIDE, column++) {
    const word = x >> 5;
    const shift = x & 31;
    const hasFirst = word >= 0;
    // Sixteen cells reach into the next word from the seventeenth of a word on.
    const hasNext = shift > LEAF_SIDE && word + 1 < stride;
    cells.fill(0);
    let any = 0;
    for (let row = above, at = (j + above) * stride + word; row < below; row++, at += stride) {
      let line = hasFirst ? (words[at] as number) >>> shift : 0;
      if (hasNext) line |= (words[at + 1] as number) << (32 - shift);
      line &= 0xffff;
      any |= line;
      cells[row >> 1] |= line << (LEAF_SIDE * (row & 1));
    }
    if (any === 0) continue;
    columns.push(column);
    squares.push(builder.leaf(cells));
  }
  return { columns, squares };
}
