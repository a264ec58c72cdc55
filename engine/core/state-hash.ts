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

/**
 * Where `sumSquare` leaves the sum of a square's cells: its lower 31 bits (and some more) and the upper ones, not reduced. Less
 * than 2^41 each.
 */
const SUM = new Float64Array(2);

/** Sums the cells of a column of at most 32 words, `stride` apart, as if its first cell were (0, 0). */
function sumSquare(words: Uint32Array, offset: number, stride: number, rows: number): void {
  const sums = squareSums();
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
  SUM[0] = low;
  SUM[1] = high;
}

/** Bits of a limb: the product of two is exact in a double, and so is the sum of 1,500 of them. */
const LIMB_BITS = 21n;
const LIMB = 2 ** 21;
const LIMB_MASK = LIMB - 1;
/** Squares of a line: three products of each meet in a limb. */
export const LINE_SQUARES = 512;
const A_LINE = hashPow(HASH_A, BigInt(LINE_SQUARES * SQUARE));

/** The three limbs of A^(32 c) for c = 0 ..., made as far as they are needed. */
const powerLimbs = new Float64Array(3 * LINE_SQUARES);
let powersMade = 0;
let nextPower = 1n;
function makePowers(upTo: number): void {
  for (; powersMade <= upTo; powersMade++, nextPower = hashMul(nextPower, A32)) {
    for (let k = 0; k < 3; k++)
      powerLimbs[3 * powersMade + k] = Number((nextPower >> (LIMB_BITS * BigInt(k))) & BigInt(LIMB_MASK));
  }
}

/**
 * The hash of squares of 32 x 32 cells beside each other. A square costs a dozen products of limbs, and only the whole line is
 * reduced modulo the prime.
 */
export class SquareLine {
  readonly #limbs = new Float64Array(6);

  /** Adds the square of `rows` words, `stride` apart, once at each `column` from 0 to 511. */
  add(column: number, words: Uint32Array, offset: number, stride = 1, rows = SQUARE): void {
    wordsSoFar += rows;
    if (stride === 1 && wordsSoFar < MANY_WORDS) {
      const part = hashRows(words, 1, rows, offset);
      SUM[0] = Number(part & 0x7fff_ffffn);
      SUM[1] = Number(part >> 31n);
    } else sumSquare(words, offset, stride, rows);
    this.#addSum(column);
  }

  #addSum(column: number): void {
    if (SUM[0] === 0 && SUM[1] === 0) return;
    if (column >= powersMade) makePowers(column);
    const over = Math.floor(SUM[0] / 2 ** 31);
    const low = SUM[0] - over * 2 ** 31;
    const rest = (low >>> 21) + (SUM[1] + over) * 2 ** 10;
    const upper = Math.floor(rest / LIMB);
    const v0 = low & LIMB_MASK;
    const v1 = rest - upper * LIMB;
    const v2 = upper & LIMB_MASK;
    const v3 = upper >>> 21;
    const f0 = powerLimbs[3 * column];
    const f1 = powerLimbs[3 * column + 1];
    const f2 = powerLimbs[3 * column + 2];
    const limbs = this.#limbs;
    limbs[0] += v0 * f0;
    limbs[1] += v0 * f1 + v1 * f0;
    limbs[2] += v0 * f2 + v1 * f1 + v2 * f0;
    limbs[3] += v1 * f2 + v2 * f1 + v3 * f0;
    limbs[4] += v2 * f2 + v3 * f1;
    limbs[5] += v3 * f2;
  }

  /** The hash of what was added, as if the first cell of column 0 were (0, 0); the line is empty afterwards. */
  take(): bigint {
    let sum = 0n;
    for (let k = this.#limbs.length - 1; k >= 0; k--) sum = (sum << LIMB_BITS) + BigInt(this.#limbs[k]);
    this.#limbs.fill(0);
    return sum % HASH_PRIME;
  }
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

/** The same rule from line to line of squares. */
export function hashSquares(words: Uint32Array, stride: number, rows: number, offset = 0): bigint {
  const squares = new SquareLine();
  let total = 0n;
  for (let j = Math.ceil(rows / SQUARE) - 1; j >= 0; j--) {
    const from = offset + j * SQUARE * stride;
    const count = Math.min(SQUARE, rows - j * SQUARE);
    let line = 0n;
    for (
      let first = (Math.ceil(stride / LINE_SQUARES) - 1) * LINE_SQUARES;
      first >= 0;
      first -= LINE_SQUARES
    ) {
      const end = Math.min(stride, first + LINE_SQUARES);
      for (let k = first; k < end; k++) squares.add(k - first, words, from + k, stride, count);
      if (line !== 0n) line = hashMul(line, A_LINE);
      line = hashAdd(line, squares.take());
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
