/**
 * The fast way to read a dense RLE pattern: its tokens set the bits of a block of the size that the header states, and no run
 * is ever listed. A soup of 2048 x 2048 cells has 3 MB of tokens and a million runs, but only 512 kB of bits.
 *
 * It reads what programs write: counts, `b`, `o`, `$`, line breaks between tokens, and the final `!`. Of anything else, lenient
 * readings and mistakes included, it makes nothing, and `RleCells` reads the text from its beginning: the messages are that one's.
 */

import { RleTokens } from "../algorithms/wasm/rle.ts";
import type { Block } from "../core/block.ts";
import type { Rect } from "../core/rect.ts";
import { BANG } from "./bytes.ts";
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
  const tokens = RleTokens.of(w, h);
  const end = tokens ? endOfTokens(bytes, at, tokens, onProgress) : -1;
  return tokens && end >= 0 ? { block: { x: box.x, y: box.y, w, h, words: tokens.words() }, end } : null;
}

/** The place behind the `!`, or -1 at anything unusual. */
function endOfTokens(
  bytes: Uint8Array,
  from: number,
  tokens: RleTokens,
  onProgress: ReadOptions["onProgress"],
): number {
  let tell = from + PROGRESS_BYTES;
  for (let at = from; at < bytes.length; ) {
    at = tokens.read(bytes, at);
    if (at < 0 || bytes[at - 1] === BANG) return at;
    if (at < tell) continue;
    tell = at + PROGRESS_BYTES;
    onProgress?.(at / bytes.length);
  }
  return -1;
}
