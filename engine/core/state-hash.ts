/**
 * State hash: one number for the cells of a universe, the same from every algorithm.
 *
 *   hash = sum over live cells (x, y) of A^x * B^y   modulo the prime 2^61 - 1
 *
 * It is a sum, so tiles and worker shares add up; a cell moved by (dx, dy) is multiplied by A^dx * B^dy, so a quad-tree
 * needs one number a node. Negative coordinates use inverse powers (exponents count modulo p - 1). It covers positions
 * and not the generation, and counts the cells that differ from the background.
 */

import type { Block } from "./block.ts";
import { blockStride } from "./block.ts";
import { mod } from "./integers.ts";

export const HASH_PRIME = (1n << 61n) - 1n;
/** The two frozen bases: arbitrary, drawn once. */
export const HASH_A = 1_733_094_610_267_913_289n;
export const HASH_B = 962_484_135_390_728_417n;

/** v mod 2^61 - 1 for 0 <= v < 2^122. */
function reduce(v: bigint): bigint {
  const folded = (v & HASH_PRIME) + (v >> 61n);
  return folded >= HASH_PRIME ? folded - HASH_PRIME : folded;
}

export function hashMul(a: bigint, b: bigint): bigint {
  return reduce(a * b);
}

export function hashAdd(a: bigint, b: bigint): bigint {
  const s = a + b;
  return s >= HASH_PRIME ? s - HASH_PRIME : s;
}

/** base^exponent for any integer exponent. */
export function hashPow(base: bigint, exponent: bigint): bigint {
  let e = mod(exponent, HASH_PRIME - 1n);
  let square = base;
  let result = 1n;
  while (e > 0n) {
    if (e & 1n) result = hashMul(result, square);
    square = hashMul(square, square);
    e >>= 1n;
  }
  return result;
}

/** The factor that moves a partial hash from the origin to (x, y). */
export function hashShift(x: bigint, y: bigint): bigint {
  return hashMul(hashPow(HASH_A, x), hashPow(HASH_B, y));
}

const A32 = hashPow(HASH_A, 32n);

type ByteSums = readonly [readonly bigint[], readonly bigint[], readonly bigint[], readonly bigint[]];

/** byteSums()[k][v]: the sum of A^i over the set bits i of byte v standing at byte k of a word. Made when first needed. */
let madeSums: ByteSums | null = null;
function byteSums(): ByteSums {
  madeSums ??= [sumsAt(0), sumsAt(8), sumsAt(16), sumsAt(24)];
  return madeSums;
}

/** Each sum is that of the byte without its highest bit, and that bit's power. */
function sumsAt(shift: number): readonly bigint[] {
  const sums = [0n];
  for (let bit = 0; bit < 8; bit++) {
    const power = hashPow(HASH_A, BigInt(shift + bit));
    for (let v = 0; v < 1 << bit; v++) sums.push(hashAdd(sums[v] as bigint, power));
  }
  return sums;
}

function wordSum(word: number): bigint {
  const [b0, b1, b2, b3] = byteSums();
  const sum =
    (b0[word & 255] as bigint) +
    (b1[(word >>> 8) & 255] as bigint) +
    (b2[(word >>> 16) & 255] as bigint) +
    (b3[word >>> 24] as bigint);
  return reduce(sum);
}

/** Rows of a square, which is a word wide. */
const SQUARE = 32;
const BYTES = SQUARE * 4;
const B32 = hashPow(HASH_B, BigInt(SQUARE));
/** Words after which the sums of whole squares are worth making: a few milliseconds by the slow way. */
const MANY_WORDS = 2 ** 13;
let wordsSoFar = 0;

/**
 * squareSums()[2 * (256 * (4 * j + k) + v)]: the sum of A^i * B^j over the set bits i of byte v standing at byte k of row j
 * of a square, as its lower 31 bits; the upper ones follow. They are not reduced: eight such sums in each of 128 bytes stay
 * far below 2^53.
 */
let madeSquareSums: Float64Array | null = null;
function squareSums(): Float64Array {
  if (madeSquareSums) return madeSquareSums;
  const sums = new Float64Array(2 * 256 * BYTES);
  let rowPower = 1n;
  for (let j = 0, at = 0; j < SQUARE; j++, rowPower = hashMul(rowPower, HASH_B)) {
    let power = rowPower;
    for (let k = 0; k < 4; k++, at += 512) {
      for (let bit = 0; bit < 8; bit++, power = hashMul(power, HASH_A)) {
        const low = Number(power & 0x7fff_ffffn);
        const high = Number(power >> 31n);
        const from = 2 << bit;
        for (let v = 0; v < from; v += 2) {
          sums[at + from + v] = sums[at + v] + low;
          sums[at + from + v + 1] = sums[at + v + 1] + high;
        }
      }
    }
  }
  madeSquareSums = sums;
  return sums;
}

/** The hash of a column of at most 32 words, `stride` apart, as if its first cell were (0, 0). */
function hashSquare(
  sums: Float64Array,
  words: Uint32Array,
  offset: number,
  stride: number,
  rows: number,
): bigint {
  let low = 0;
  let high = 0;
  for (let j = 0, from = offset, at = 0; j < rows; j++, from += stride, at += 2048) {
    const word = words[from];
    if (word === 0) continue;
    const b0 = at + ((word & 255) << 1);
    const b1 = at + 512 + ((word >>> 7) & 510);
    const b2 = at + 1024 + ((word >>> 15) & 510);
    const b3 = at + 1536 + ((word >>> 23) & 510);
    low += sums[b0] + sums[b1] + sums[b2] + sums[b3];
    high += sums[b0 + 1] + sums[b1 + 1] + sums[b2 + 1] + sums[b3 + 1];
  }
  return low === 0 && high === 0 ? 0n : reduce((BigInt(high) << 31n) + BigInt(low));
}

/**
 * The hash of packed rows as if their first cell were (0, 0); `hashMul` with `hashShift` puts it in place. Small amounts go
 * word by word; larger ones in squares of 32 x 32 cells, whose bytes are looked up.
 */
export function hashWords(words: Uint32Array, stride: number, rows: number, offset = 0): bigint {
  wordsSoFar += stride * rows;
  return wordsSoFar < MANY_WORDS
    ? hashRows(words, stride, rows, offset)
    : hashSquares(words, stride, rows, offset);
}

/** Horner's rule from the last word of each row and from the last row up. */
export function hashRows(words: Uint32Array, stride: number, rows: number, offset = 0): bigint {
  let total = 0n;
  for (let j = rows - 1; j >= 0; j--) {
    let row = 0n;
    for (let k = stride - 1; k >= 0; k--) {
      if (row !== 0n) row = hashMul(row, A32);
      const word = words[offset + j * stride + k];
      if (word !== 0) row = hashAdd(row, wordSum(word));
    }
    if (total !== 0n) total = hashMul(total, HASH_B);
    total = hashAdd(total, row);
  }
  return total;
}

/** The same rule from square to square. */
export function hashSquares(words: Uint32Array, stride: number, rows: number, offset = 0): bigint {
  const sums = squareSums();
  let total = 0n;
  for (let j = Math.ceil(rows / SQUARE) - 1; j >= 0; j--) {
    const first = offset + j * SQUARE * stride;
    const count = Math.min(SQUARE, rows - j * SQUARE);
    let line = 0n;
    for (let k = stride - 1; k >= 0; k--) {
      if (line !== 0n) line = hashMul(line, A32);
      line = hashAdd(line, hashSquare(sums, words, first + k, stride, count));
    }
    if (total !== 0n) total = hashMul(total, B32);
    total = hashAdd(total, line);
  }
  return total;
}

export function hashBlock(block: Block): bigint {
  const sum = hashWords(block.words, blockStride(block.w), block.h);
  return sum === 0n ? 0n : hashMul(sum, hashShift(block.x, block.y));
}

/** How the hash is written: 16 hexadecimal digits. */
export function formatHash(hash: bigint): string {
  return hash.toString(16).padStart(16, "0");
}
