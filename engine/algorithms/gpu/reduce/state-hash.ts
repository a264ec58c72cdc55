/**
 * The state hash (core/state-hash.ts) of a grid, computed where its cells lie.
 *
 * It is a polynomial in two variables modulo 2^61 - 1, evaluated by Horner's rule, which goes step by step. To keep a
 * GPU busy, the grid is cut into pieces that are hashed side by side as if each began at (0, 0). A second pass joins
 * the pieces of a band of rows, and this file joins the few bands and moves the sum into place.
 */

import {
  HASH_A,
  HASH_B,
  HASH_PRIME,
  hashAdd,
  hashMul,
  hashPow,
  hashShift,
} from "../../../core/state-hash.ts";
import type { PackedLayout } from "../../../gpu/packed-layout.ts";

/** Pieces hashed at a time, about. */
const PIECES = 2 ** 17;
const MOST_SEGMENTS = 4096;
const MOST_BANDS = 4096;

export interface HashPlan {
  readonly place: Uint32Array<ArrayBuffer>;
  readonly pieces: number;
  readonly bands: number;
  readonly bandRows: number;
}

export function planHash({ columns, height, stride }: PackedLayout): HashPlan {
  const segment = Math.ceil(columns / MOST_SEGMENTS);
  const segments = Math.ceil(columns / segment);
  const wanted = Math.min(height, MOST_BANDS, Math.max(1, Math.floor(PIECES / segments)));
  const bandRows = Math.ceil(height / wanted);
  const bands = Math.ceil(height / bandRows);
  const factors = [hashPow(HASH_A, 32n), HASH_B, hashPow(HASH_A, 32n * BigInt(segment))];
  const place = Uint32Array.of(
    columns,
    height,
    stride,
    segment,
    segments,
    bandRows,
    bands,
    0,
    ...factors.flatMap(wordsOf),
    0,
    0,
  );
  return { place, pieces: segments * bands, bands, bandRows };
}

/** For each byte of a word and each value that it can have, the hash of its cells. */
export function byteSums(): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(4 * 256 * 2);
  for (let k = 0; k < 4; k++) {
    for (let value = 1; value < 256; value++) {
      const rest = value & (value - 1);
      const bit = 31 - Math.clz32(value ^ rest);
      const sum = hashAdd(numberAt(words, 256 * k + rest), hashPow(HASH_A, BigInt(8 * k + bit)));
      words.set(wordsOf(sum), 2 * (256 * k + value));
    }
  }
  return words;
}

/** The hash of a grid whose top left cell is (left, top), from those of its bands. */
export function hashOfBands(
  { bands, bandRows }: HashPlan,
  sums: Uint32Array,
  left: number,
  top: number,
): bigint {
  const factor = hashPow(HASH_B, BigInt(bandRows));
  let total = 0n;
  for (let band = bands - 1; band >= 0; band--) {
    total = hashAdd(hashMul(total, factor), numberAt(sums, band) % HASH_PRIME);
  }
  return total === 0n ? 0n : hashMul(total, hashShift(BigInt(left), BigInt(top)));
}

function wordsOf(number: bigint): [low: number, high: number] {
  return [Number(number & 0xffffffffn), Number(number >> 32n)];
}

function numberAt(words: Uint32Array, index: number): bigint {
  return (BigInt(words[2 * index + 1]) << 32n) | BigInt(words[2 * index]);
}
