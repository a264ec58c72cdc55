/** Rows of bits as the loops of `sums` read them (sliced-kernel.ts): 128 cells a vector, which is two words of 64. */

import type { FunctionWriter, Local } from "../wasm/emit.ts";

/** Cells of a column, which is a vector wide. */
export const COLUMN = 128;
/** Bytes of a vector. */
export const STEP = 16;
/** Cells of a word. */
export const WORD = 64;
const WORD_BYTES = WORD / 8;

/** Moves pointers on. */
export function advance(f: FunctionWriter, bytes: number, ...pointers: readonly Local[]): void {
  const by = f.i32Const(bytes);
  for (const pointer of pointers) f.i32("add", pointer, by, pointer);
}

/** Cells that lie `by` to the right of a word's, 0 < by < 64, from the word and the one behind it; null is dead. */
export function movedLeft(f: FunctionWriter, low: Local, high: Local | null, by: number): Local {
  const moved = f.i64x2Shift(low, -by);
  return high === null ? moved : f.v128("or", moved, f.i64x2Shift(high, WORD - by));
}

/**
 * The cells that lie so far to the right of those of a vector at an address, -64..127, from the words there: the one before each of
 * its own, its own, and those behind.
 */
export function cellsBeside(f: FunctionWriter, address: Local, offset = 0): (by: number) => Local {
  const words = new Map<number, Local>();
  const wordAt = (i: number): Local => {
    const word = words.get(i) ?? f.v128Load(f.i32("add", address, f.i32Const(WORD_BYTES * i)), offset);
    words.set(i, word);
    return word;
  };
  const known = new Map<number, Local>();
  return (by) => {
    const [word, shift] = [Math.floor(by / WORD), by & (WORD - 1)];
    const cells =
      known.get(by) ?? (shift === 0 ? wordAt(word) : movedLeft(f, wordAt(word), wordAt(word + 1), shift));
    known.set(by, cells);
    return cells;
  };
}
