/**
 * The fast way to read a dense RLE pattern: its tokens set the bits of a block of the size that the header states, and no run
 * is ever listed. A soup of 2048 x 2048 cells has 3 MB of tokens and a million runs, but only 512 kB of bits.
 *
 * It reads what programs write: counts, `b`, `o`, `$`, line breaks between tokens, and the final `!`. Of anything else, lenient
 * readings and mistakes included, it makes nothing, and `RleCells` reads the text from its beginning: the messages are that one's.
 */

import type { Block } from "../core/block.ts";
import { blockStride, createBlock, setBlockRun } from "../core/block.ts";
import type { Rect } from "../core/rect.ts";
import { BANG, DIGIT_0, LF, LOWER_B } from "./bytes.ts";
import type { ReadOptions } from "./format.ts";
import { PROGRESS_BYTES } from "./format.ts";

interface PackedCells {
  readonly block: Block;
  /** Behind the `!`. */
  readonly end: number;
}

/** Text in which a block gains nothing worth a second way. */
const LEAST_BYTES = 2 ** 16;
/** A block may be so many times as large as its text; a sparser pattern is better kept as runs. */
const MOST_RATIO = 4;
const MOST_COUNT = 2 ** 30;

const LOWER_O = 0x6f;
const DOLLAR = 0x24;
const DIGIT_9 = 0x39;
const RETURN = 0x0d;

/**
 * The cells whose first token is at `at` or behind; null where runs or the other reader are better. `box` is the header's.
 */
export function readPacked(
  bytes: Uint8Array,
  at: number,
  box: Rect | null,
  { maxBytes = Number.POSITIVE_INFINITY, onProgress }: ReadOptions,
): PackedCells | null {
  const length = bytes.length - at;
  if (!box || length < LEAST_BYTES || box.w >= MOST_COUNT || box.h >= MOST_COUNT) return null;
  const [w, h] = [Number(box.w), Number(box.h)];
  if (4 * Math.ceil(w / 32) * h > Math.min(MOST_RATIO * length, maxBytes)) return null;
  const block = createBlock(box.x, box.y, w, h);
  const end = setTokens(bytes, at, block, onProgress);
  return end < 0 ? null : { block, end };
}

/** Sets the cells of the tokens; returns the place behind the `!`, or -1 at anything unusual. */
function setTokens(
  bytes: Uint8Array,
  at: number,
  block: Block,
  onProgress: ReadOptions["onProgress"],
): number {
  const { w, h, words } = block;
  const stride = blockStride(w);
  const { length } = bytes;
  let x = 0;
  let y = 0;
  let row = 0;
  // 0 stands for no count: a count of zero is unusual.
  let count = 0;
  let tell = at + PROGRESS_BYTES;
  for (let i = at; i < length; i++) {
    const c = bytes[i];
    if (c === LOWER_B || c === LOWER_O) {
      const first = x;
      x += count || 1;
      count = 0;
      if (x > w) return -1;
      if (c === LOWER_B) continue;
      if (y >= h) return -1;
      const from = row + (first >>> 5);
      if (from === row + ((x - 1) >>> 5)) {
        words[from] |= (0xffffffff << (first & 31)) & (0xffffffff >>> (31 - ((x - 1) & 31)));
      } else setBlockRun(block, first, y, x - first);
    } else if (c >= DIGIT_0 && c <= DIGIT_9) {
      count = count * 10 + (c - DIGIT_0);
      if (count === 0 || count > MOST_COUNT) return -1;
    } else if (c === LF || c === RETURN) {
      if (count > 0) return -1;
      if (i < tell) continue;
      tell = i + PROGRESS_BYTES;
      onProgress?.(i / length);
    } else if (c === DOLLAR) {
      y += count || 1;
      row = y * stride;
      count = 0;
      x = 0;
      if (y > h) return -1;
    } else if (c === BANG) {
      return count === 0 ? i + 1 : -1;
    } else return -1;
  }
  return -1;
}
