/**
 * State hash: one number for the cells of a universe, the same from every algorithm.
 *
 *   hash = sum over live cells (x, y) of A^x * B^y   modulo the prime 2^61 - 1
 *
 * It is a sum, so tiles and worker shares add up; a cell moved by (dx, dy) is multiplied by A^dx * B^dy, so a quad-tree
 * needs one number a node. Negative coordinates use inverse powers (exponents count modulo p - 1). It covers positions
 * and not the generation, and counts the cells that differ from the background. Of more than two states each bit is summed
 * like that by itself, times a factor of its own; the factor of bit 0 is 1.
 */

import type { Block } from "./block.ts";
import { blockStride, planesOf } from "./block.ts";
import { mod } from "./integers.ts";

export const HASH_PRIME = (1n << 61n) - 1n;
/** The two frozen bases: arbitrary, drawn once. */
export const HASH_A = 1_733_094_610_267_913_289n;
export const HASH_B = 962_484_135_390_728_417n;

/** The frozen factor of each bit of a state. */
export const HASH_PLANES: readonly bigint[] = [
  1n,
  1_327_536_371_090_171_276n,
  2_224_597_848_329_116_516n,
  1_138_772_562_297_022_260n,
  399_818_785_444_332_675n,
  1_292_373_452_612_022_494n,
  1_243_613_016_503_359_284n,
  870_259_948_060_647_299n,
];

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

/**
 * Many words are summed in doubles: a number modulo the prime is three limbs of 21 bits, the product of two such numbers five sums
 * of products of limbs. Of a row of up to 128 words these sums stay below 2^53, so they are exact, and only the whole row is
 * reduced modulo the prime.
 */
const LIMB_BITS = 21;
const LIMB_MASK = 2 ** LIMB_BITS - 1;
const SUMS = 5;
/** Words of a row that are summed before they are reduced. */
export const ROW_WORDS = 128;
const A_ROW = hashPow(HASH_A, BigInt(ROW_WORDS * 32));

function limbOf(value: bigint, k: number): number {
  return Number((value >> BigInt(k * LIMB_BITS)) & BigInt(LIMB_MASK));
}

interface Tables {
  /** From 3 * (256 * k + v) on: the limbs of the sum of A^i over the set bits i of byte v standing at byte k of a word. */
  readonly bytes: Float64Array;
  /** From 3 * c on: the limbs of A^(32 c), for the `made` first columns. A few columns are enough for most patterns. */
  readonly columns: Float64Array;
  readonly power: bigint;
  made: number;
  next: bigint;
}

/** Made when first needed. */
let madeTables: Tables | null = null;
function tables(column: number): Tables {
  madeTables ??= byteTables();
  const { columns, power } = madeTables;
  for (; madeTables.made <= column; madeTables.made++, madeTables.next = hashMul(madeTables.next, power))
    for (let k = 0; k < 3; k++) columns[3 * madeTables.made + k] = limbOf(madeTables.next, k);
  return madeTables;
}

function byteTables(): Tables {
  const bytes = new Float64Array(3 * 256 * 4);
  let power = 1n;
  for (let at = 0; at < bytes.length; at += 3 * 256) {
    for (let bit = 1; bit < 256; bit *= 2, power = hashMul(power, HASH_A)) {
      const [p0, p1, p2] = [limbOf(power, 0), limbOf(power, 1), limbOf(power, 2)];
      // Each sum is that of the byte without its highest bit, and that bit's power.
      for (let from = at, to = at + 3 * bit; from < at + 3 * bit; from += 3, to += 3) {
        const low = bytes[from] + p0;
        const middle = bytes[from + 1] + p1 + (low >>> LIMB_BITS);
        bytes[to] = low & LIMB_MASK;
        bytes[to + 1] = middle & LIMB_MASK;
        bytes[to + 2] = bytes[from + 2] + p2 + (middle >>> LIMB_BITS);
      }
    }
  }
  // Now the power is A^32.
  return { bytes, columns: new Float64Array(3 * ROW_WORDS), power, made: 0, next: 1n };
}

/** The hash of rows of up to 128 words, which come in any order, a column of some words at a time. */
export class RowsHash {
  readonly #sums: Float64Array;

  constructor(rows: number) {
    this.#sums = new Float64Array(SUMS * rows);
  }

  /** Adds the words at `column` (0 to 127) of the first `rows` rows, which lie `stride` apart. Once for each column. */
  add(column: number, words: Uint32Array, offset: number, stride: number, rows: number): void {
    const { bytes, columns } = tables(column);
    const sums = this.#sums;
    const f0 = columns[3 * column];
    const f1 = columns[3 * column + 1];
    const f2 = columns[3 * column + 2];
    for (let j = 0, from = offset, at = 0; j < rows; j++, from += stride, at += SUMS) {
      const word = words[from];
      if (word === 0) continue;
      const b0 = 3 * (word & 255);
      const b1 = 3 * (256 + ((word >>> 8) & 255));
      const b2 = 3 * (512 + ((word >>> 16) & 255));
      const b3 = 3 * (768 + (word >>> 24));
      const v0 = bytes[b0] + bytes[b1] + bytes[b2] + bytes[b3];
      const v1 = bytes[b0 + 1] + bytes[b1 + 1] + bytes[b2 + 1] + bytes[b3 + 1];
      const v2 = bytes[b0 + 2] + bytes[b1 + 2] + bytes[b2 + 2] + bytes[b3 + 2];
      sums[at] += v0 * f0;
      sums[at + 1] += v0 * f1 + v1 * f0;
      sums[at + 2] += v0 * f2 + v1 * f1 + v2 * f0;
      sums[at + 3] += v1 * f2 + v2 * f1;
      sums[at + 4] += v2 * f2;
    }
  }

  /** The hash of row j, as if its first cell were (0, 0). */
  row(j: number): bigint {
    const sums = this.#sums;
    const at = SUMS * j;
    let sum = 0n;
    for (let k = SUMS - 1; k >= 0; k--) {
      if (sum !== 0n) sum <<= BigInt(LIMB_BITS);
      if (sums[at + k] !== 0) sum += BigInt(sums[at + k]);
    }
    return sum % HASH_PRIME;
  }

  /** The hash of all rows, as if the first cell were (0, 0). */
  all(): bigint {
    let total = 0n;
    for (let j = this.#sums.length / SUMS - 1; j >= 0; j--) {
      if (total !== 0n) total = hashMul(total, HASH_B);
      total = hashAdd(total, this.row(j));
    }
    return total;
  }

  clear(): void {
    this.#sums.fill(0);
  }
}

/** The hash of packed rows as if their first cell were (0, 0); `hashMul` with `hashShift` puts it in place. */
export function hashWords(words: Uint32Array, stride: number, rows: number, offset = 0): bigint {
  const sums = new RowsHash(1);
  let total = 0n;
  for (let j = rows - 1; j >= 0; j--) {
    let row = 0n;
    for (let first = Math.floor((stride - 1) / ROW_WORDS) * ROW_WORDS; first >= 0; first -= ROW_WORDS) {
      const end = Math.min(stride, first + ROW_WORDS);
      for (let k = first; k < end; k++) sums.add(k - first, words, offset + j * stride + k, 1, 1);
      if (row !== 0n) row = hashMul(row, A_ROW);
      row = hashAdd(row, sums.row(0));
      sums.clear();
    }
    if (total !== 0n) total = hashMul(total, HASH_B);
    total = hashAdd(total, row);
  }
  return total;
}

/** The hash of cells whose bits have the hashes that `of` gives. */
export function hashBits(bits: number, of: (bit: number) => bigint): bigint {
  let sum = of(0);
  for (let bit = 1; bit < bits; bit++) sum = hashAdd(sum, hashMul(of(bit), HASH_PLANES[bit] as bigint));
  return sum;
}

export function hashBlock(block: Block): bigint {
  const planes = planesOf(block);
  const sum = hashBits(planes.length, (bit) => hashWords(planes[bit].words, blockStride(block.w), block.h));
  return sum === 0n ? 0n : hashMul(sum, hashShift(block.x, block.y));
}

/** How the hash is written: 16 hexadecimal digits. */
export function formatHash(hash: bigint): string {
  return hash.toString(16).padStart(16, "0");
}
