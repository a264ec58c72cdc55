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

/**
 * The hash of packed rows as if their first cell were (0, 0); `hashMul` with `hashShift` puts it in place.
 * Horner's rule from the last word of each row and from the last row up.
 */
export function hashWords(words: Uint32Array, stride: number, rows: number, offset = 0): bigint {
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

export function hashBlock(block: Block): bigint {
  const sum = hashWords(block.words, blockStride(block.w), block.h);
  return sum === 0n ? 0n : hashMul(sum, hashShift(block.x, block.y));
}

/** How the hash is written: 16 hexadecimal digits. */
export function formatHash(hash: bigint): string {
  return hash.toString(16).padStart(16, "0");
}
