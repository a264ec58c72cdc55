import { TessellaError } from "./errors.ts";
import type { Rect } from "./rect.ts";

/**
 * A packed rectangle of two-state cells. Row r takes `blockStride(w)` words from `r * stride`; bit i of word k is the
 * cell at x + 32k + i (lowest bit = lowest x). Bits beyond the width are zero. A bit says "differs from the background".
 */
export interface Block {
  readonly x: bigint;
  readonly y: bigint;
  readonly w: number;
  readonly h: number;
  readonly words: Uint32Array<ArrayBuffer>;
}

/** Words a row of w cells takes. */
export function blockStride(w: number): number {
  return (w + 31) >>> 5;
}

/** Packed cells above which a block is refused: one typed array of 2^29 words. */
const MAX_WORDS = 2 ** 29;

/** An empty block. Errors: `bad-argument` for a size that is no whole number, `too-large` past 2^29 words. */
export function createBlock(x: bigint, y: bigint, w: number, h: number): Block {
  if (!Number.isInteger(w) || !Number.isInteger(h) || w < 0 || h < 0) {
    throw new TessellaError("bad-argument", `A block of ${w} x ${h} cells makes no sense.`);
  }
  const words = Math.ceil(w / 32) * h;
  if (words > MAX_WORDS || w > 2 ** 31) {
    throw new TessellaError(
      "too-large",
      `A region of ${w} x ${h} cells is too large to be packed in one piece.`,
      {
        hint: "Read it in smaller pieces, or as a raster.",
      },
    );
  }
  return { x, y, w, h, words: new Uint32Array(words) };
}

/** The cell at column i, row j of the block (0-based): 0 or 1. */
export function blockCell(block: Block, i: number, j: number): number {
  return (block.words[j * blockStride(block.w) + (i >>> 5)] >>> (i & 31)) & 1;
}

/** Sets `length` cells of row j from column i on to 1. Whole words at a time: a run costs its words, not its cells. */
export function setBlockRun(block: Block, i: number, j: number, length: number): void {
  if (length <= 0) return;
  const row = j * blockStride(block.w);
  const end = i + length;
  const first = row + (i >>> 5);
  const last = row + ((end - 1) >>> 5);
  const head = 0xffffffff << (i & 31);
  const tail = 0xffffffff >>> (31 - ((end - 1) & 31));
  const { words } = block;
  if (first === last) {
    words[first] |= head & tail;
    return;
  }
  words[first] |= head;
  words.fill(0xffffffff, first + 1, last);
  words[last] |= tail;
}

/** Live cells in a 32-bit word. */
export function popcount32(v: number): number {
  let x = v - ((v >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  x = (x + (x >>> 4)) & 0x0f0f0f0f;
  return Math.imul(x, 0x01010101) >>> 24;
}

/** Live cells of the block. */
export function blockPopulation(block: Block): number {
  let n = 0;
  for (const word of block.words) n += popcount32(word);
  return n;
}

/** The smallest box around the live cells; null for none. */
export function blockBounds({ x, y, w, h, words }: Block): Rect | null {
  const stride = blockStride(w);
  const used = new Uint32Array(stride);
  let top = -1;
  let bottom = -1;
  for (let j = 0, at = 0; j < h; j++) {
    let any = 0;
    for (let k = 0; k < stride; k++, at++) {
      used[k] |= words[at];
      any |= words[at];
    }
    if (any === 0) continue;
    if (top < 0) top = j;
    bottom = j;
  }
  if (top < 0) return null;
  const first = used.findIndex((word) => word !== 0);
  const last = used.findLastIndex((word) => word !== 0);
  const left = first * 32 + 31 - Math.clz32(used[first] & -used[first]);
  const right = last * 32 + 32 - Math.clz32(used[last]);
  return { x: x + BigInt(left), y: y + BigInt(top), w: BigInt(right - left), h: BigInt(bottom + 1 - top) };
}

/** Calls `visit(i, j, length)` for each maximal run of live cells, row by row, left to right. */
export function forEachBlockRun(block: Block, visit: (i: number, j: number, length: number) => void): void {
  const stride = blockStride(block.w);
  for (let j = 0; j < block.h; j++) {
    let start = -1;
    for (let k = 0; k < stride; k++) {
      const word = block.words[j * stride + k];
      if (word === 0 && start < 0) continue;
      if (word === 0xffffffff) {
        if (start < 0) start = k * 32;
        continue;
      }
      let at = 0;
      let rest = word;
      // Alternate between the next live and the next dead bit of this word; clz32 of the lowest set bit finds each.
      while (at < 32) {
        const wanted = start < 0 ? rest : ~rest;
        const masked = (wanted & (0xffffffff << at)) >>> 0;
        if (masked === 0) break;
        at = 31 - Math.clz32(masked & -masked);
        if (start < 0) {
          start = k * 32 + at;
        } else {
          visit(start, j, k * 32 + at - start);
          start = -1;
        }
        rest = word;
      }
    }
    if (start >= 0) visit(start, j, block.w - start);
  }
}
