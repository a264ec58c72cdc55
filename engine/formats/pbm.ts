/**
 * PBM, the plainest picture, as a pattern format and as the frame of a film.
 *
 * `pbmFrame` is fast enough for films of thousands of frames. A block and a P4 picture both pack eight cells into a
 * byte; P4 has the leftmost in the highest bit and a block in the lowest, so each byte of a word is reversed, all four
 * at once, by exchanging neighbours, then pairs, then halves.
 */

import type { Block } from "../core/block.ts";
import { blockStride } from "../core/block.ts";
import { TessellaError } from "../core/errors.ts";
import { groupedSize } from "../core/integers.ts";
import type { RunsPattern } from "../core/pattern.ts";
import type { Rect } from "../core/rect.ts";
import type { Runs } from "../core/runs.ts";
import { runsBounds, runsToBlock } from "../core/runs.ts";
import { encodeText, HASH, LF } from "./bytes.ts";
import type { PatternFormat, WriteOptions } from "./format.ts";
import { MAX_WRITTEN_BYTES } from "./format.ts";
import { drawnBox } from "./frame.ts";
import { isSpace, readPbm } from "./pbm-read.ts";

const LITTLE_ENDIAN = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

interface PbmMeans {
  /** A packed picture of the same size that is no longer needed: its memory is reused. */
  readonly earlier?: Uint8Array;
  /** Reverses the bits of every byte, as `reverseBits` in algorithms/wasm does it sixteen at a time. */
  readonly reverse?: (from: Uint8Array, to: Uint8Array) => void;
}

/** The picture: 1 (black) where a cell lives. P4 is packed bits; P1 is digits in lines of at most 64. */
export function pbmFrame(block: Block, variant: "P4" | "P1", means: PbmMeans = {}): Uint8Array {
  if (block.w < 1 || block.h < 1) {
    throw new TessellaError(
      "bad-argument",
      `A picture of ${groupedSize(block.w, block.h)} cells cannot be written.`,
    );
  }
  const head = pbmHead(block.w, block.h, variant);
  return variant === "P4" ? packed(block, head, means) : digits(block, head);
}

/** What stands before the pixels of a picture of that size. */
export function pbmHead(width: number, height: number, variant: "P4" | "P1" = "P4"): Uint8Array {
  return encodeText(`${variant}\n${width} ${height}\n`);
}

/** The rows of a P4 picture without its head: of a part of one. */
export function pbmRows(block: Block): Uint8Array {
  return packed(block, new Uint8Array(0), {});
}

/** The same the other way: rows of that width as the words of a block. */
export function pbmWords(bytes: Uint8Array, width: number): Uint32Array<ArrayBuffer> {
  const rowBytes = (width + 7) >>> 3;
  const stride = blockStride(width);
  const rows = bytes.length / rowBytes;
  const padded = new Uint8Array(4 * stride * rows);
  for (let j = 0; j < rows; j++) padded.set(bytes.subarray(j * rowBytes, (j + 1) * rowBytes), 4 * j * stride);
  const words = new Uint32Array(padded.buffer);
  reverseBytes(words, words);
  const last = width & 31;
  // What stands behind the end of a row means nothing.
  if (last > 0) for (let k = stride - 1; k < words.length; k += stride) words[k] &= 2 ** last - 1;
  return words;
}

function packed(block: Block, head: Uint8Array, { earlier, reverse }: PbmMeans): Uint8Array {
  const stride = blockStride(block.w);
  const rowBytes = (block.w + 7) >>> 3;
  // The header is placed so that the words after it are aligned to four bytes.
  const start = (head.length + 3) & ~3;
  const whole = rowBytes === stride * 4;
  const wordCount = stride * block.h;
  const length = start + wordCount * 4;
  const fits = earlier?.buffer instanceof ArrayBuffer && earlier.buffer.byteLength === length;
  const words = whole
    ? new Uint32Array(fits ? (earlier.buffer as ArrayBuffer) : new ArrayBuffer(length), start, wordCount)
    : new Uint32Array(wordCount);
  if (reverse && LITTLE_ENDIAN) {
    const from = new Uint8Array(block.words.buffer, block.words.byteOffset, wordCount * 4);
    reverse(from, new Uint8Array(words.buffer, words.byteOffset, wordCount * 4));
  } else {
    reverseBytes(block.words, words);
  }
  const picture = whole ? new Uint8Array(words.buffer) : new Uint8Array(start + rowBytes * block.h);
  if (!whole) {
    const bytes = new Uint8Array(words.buffer);
    for (let j = 0; j < block.h; j++) {
      const from = j * stride * 4;
      picture.set(bytes.subarray(from, from + rowBytes), start + j * rowBytes);
    }
  }
  const first = start - head.length;
  picture.set(head, first);
  return picture.subarray(first);
}

/** Reverses the bits of every byte, and the bytes too where a machine stores the highest first. */
function reverseBytes(from: Uint32Array, to: Uint32Array): void {
  for (let k = 0; k < to.length; k++) {
    let v = from[k];
    v = ((v >>> 1) & 0x55555555) | ((v & 0x55555555) << 1);
    v = ((v >>> 2) & 0x33333333) | ((v & 0x33333333) << 2);
    v = ((v >>> 4) & 0x0f0f0f0f) | ((v & 0x0f0f0f0f) << 4);
    to[k] = LITTLE_ENDIAN ? v : ((v & 255) << 24) | ((v & 0xff00) << 8) | ((v >>> 8) & 0xff00) | (v >>> 24);
  }
}

/** The eight digits of each byte value, lowest bit first. */
const DIGITS = Uint8Array.from({ length: 256 * 8 }, (_, k) => 0x30 + (((k >> 3) >> (k & 7)) & 1));
/** PBM wants lines of at most 70 characters; 64 are two words. */
const LINE = 64;

function digits(block: Block, head: Uint8Array): Uint8Array {
  const stride = blockStride(block.w);
  const rowLength = block.w + Math.ceil(block.w / LINE);
  const picture = new Uint8Array(head.length + rowLength * block.h);
  picture.set(head);
  let at = head.length;
  for (let j = 0; j < block.h; j++) {
    for (let i = 0; i < block.w; i += 8) {
      const byte = (block.words[j * stride + (i >>> 5)] >>> (i & 31)) & 255;
      const count = Math.min(8, block.w - i);
      for (let k = 0; k < count; k++) picture[at++] = DIGITS[byte * 8 + k];
      if ((i & (LINE - 1)) === LINE - 8 || i + 8 >= block.w) picture[at++] = LF;
    }
  }
  return picture;
}

/** Errors: `too-large` for a picture above 256 MB. */
function writePbm(pattern: RunsPattern, options: WriteOptions = {}): Uint8Array {
  const variant = options.pbm ?? "P4";
  const box = options.region ?? pictureBox(pattern, variant);
  return pbmFrame(pictureOf(pattern.cells, box, variant), variant);
}

function pictureBox(pattern: RunsPattern, variant: "P4" | "P1"): Rect {
  const box = runsBounds(pattern.cells)
    ? drawnBox(pattern, "A PBM picture", variant === "P4" ? 8 : 1)
    : pattern.box;
  // A picture has at least one pixel, so an empty pattern is one dead cell.
  return box && box.w > 0n && box.h > 0n ? box : { x: 0n, y: 0n, w: 1n, h: 1n };
}

function pictureOf(cells: Runs, box: Rect, variant: "P4" | "P1"): Block {
  const perByte = variant === "P4" ? 8n : 1n;
  if (((box.w + perByte) / perByte) * box.h > BigInt(MAX_WRITTEN_BYTES)) {
    throw new TessellaError(
      "too-large",
      `A picture of ${groupedSize(box.w, box.h)} pixels is larger than 256 MB.`,
      {
        hint: "Choose a smaller region.",
      },
    );
  }
  return runsToBlock(cells, box);
}

export const PBM: PatternFormat = {
  id: "pbm",
  name: "PBM picture",
  extensions: [".pbm"],
  carries: [],
  sniff: (bytes) =>
    bytes[0] === 80 && (bytes[1] === 49 || bytes[1] === 52) && (isSpace(bytes[2]) || bytes[2] === HASH),
  read: readPbm,
  write: writePbm,
};
