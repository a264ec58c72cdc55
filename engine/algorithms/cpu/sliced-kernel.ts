/**
 * The loops of `sums` for shapes that bit slices suit (sliced-sums.ts), emitted for a rule and a width. Rows of bytes become rows of bits,
 * each with what lies `reach` cells to its left and right; from these a walk down a column of 128 cells keeps their sums, a vector for
 * each digit, and writes the next states as bytes. A vector is two words of 64 cells; what a word sees lies in it and the one behind it.
 */

import type { Bits } from "../bit-writer.ts";
import { BitWriter } from "../bit-writer.ts";
import type { SlicedPlan, SumSets } from "../sliced-sums.ts";
import { addNumbers, gaining, livesNext, RowSums, rimTerms } from "../sliced-sums.ts";
import type { Local } from "../wasm/emit.ts";
import { FunctionWriter } from "../wasm/emit.ts";
import { nextStates } from "./sum-kernel.ts";

/** Cells of a column. */
export const COLUMN = 128;
const STEP = 16;
const WORD = 64;
/** The farthest that a word and the one behind it hold. */
export const MOST_SLICED_REACH = 31;

export interface SlicedShape {
  readonly plan: SlicedPlan;
  readonly states: number;
  readonly width: number;
  /** Bytes from one row of bits to the next, a multiple of sixteen. */
  readonly pitch: number;
}

/**
 * `run(left, middle, right, step, rows, padded, bits)` makes rows of bits: the cells in state 1 among the `reach` cells at `left`, the `width`
 * cells at `middle` and the `reach` cells at `right`, which are put together at `padded`. The next row's middle follows on this one's; `step`
 * lies between its left and right cells and these.
 */
export function emitPacking({ plan: { reach }, width, pitch }: SlicedShape): Uint8Array<ArrayBuffer> {
  const f = new FunctionWriter(7);
  const [left, middle, right, step, rows, padded, bits] = [0, 1, 2, 3, 4, 5, 6];
  const one = f.bytes(1);
  const copy = (from: Local, offset: number, length: number): void => {
    const source = f.i32Local();
    f.copy(from, source);
    const target = f.i32("add", padded, f.i32Const(offset));
    const end = f.i32("add", target, f.i32Const(length));
    f.loop(() => {
      f.v128Store(target, f.v128Load(source));
      for (const pointer of [source, target]) f.i32("add", pointer, f.i32Const(STEP), pointer);
      return f.i32("lt", target, end);
    });
  };
  f.loop(() => {
    // What is copied too far lies where the next part comes to.
    copy(left, 0, reach);
    copy(middle, reach, width);
    copy(right, reach + width, reach);
    const at = f.i32Local();
    f.copy(padded, at);
    const to = f.i32Local();
    f.copy(bits, to);
    const end = f.i32("add", padded, f.i32Const(width + 2 * reach));
    f.loop(() => {
      f.i32Store16(to, f.bytesBitmask(f.lanes("eq", 1, f.v128Load(at), one)));
      f.i32("add", at, f.i32Const(STEP), at);
      f.i32("add", to, f.i32Const(STEP / 8), to);
      return f.i32("lt", at, end);
    });
    f.i32("add", bits, f.i32Const(pitch), bits);
    f.i32("add", middle, f.i32Const(width), middle);
    for (const side of [left, right]) f.i32("add", side, step, side);
    f.i32("add", rows, f.i32Const(-1), rows);
    return rows;
  });
  return f.module(f.v128Zero());
}

/**
 * `run(bits, cells, next, pitch, rows, sums)` walks down a column: `bits` are those of the row that lies reach + 1 above the first one, `sums` the
 * digits of the row before it, which become those of the last. Unless `sets` is null, the states at `cells` have their next ones written
 * to `next`, where `pitch` bytes lie between rows.
 */
export function emitWalk(
  { plan, states, width, pitch: bitPitch }: SlicedShape,
  sets: SumSets | null,
): Uint8Array<ArrayBuffer> {
  const f = new FunctionWriter(6);
  const [bits, cells, next, pitch, rows, sums] = [0, 1, 2, 3, 4, 5];
  const { reach, digits, rim } = plan;
  const present = Array.from({ length: digits }, (_, i) => f.v128Load(sums, STEP * i));
  const zero = f.v128Zero();
  const all = f.bytes(0xff);
  const one = f.bytes(1);
  const places = f.bytes(1, 2, 4, 8, 16, 32, 64, 128);
  const shift = (low: Local, high: Local | null, by: number): Local => {
    const moved = f.i64x2Shift(low, -by);
    return high === null ? moved : f.v128("or", moved, f.i64x2Shift(high, WORD - by));
  };
  const held = (value: Bits): Local => (typeof value === "number" ? value : value ? all : zero);
  f.loop(() => {
    const b = new BitWriter(f);
    const rowAt = (dy: number): RowSums<Local> => {
      const offset = (dy + reach + 1) * bitPitch;
      const pair = { low: f.v128Load(bits, offset), high: f.v128Load(bits, offset + WORD / 8) };
      return new RowSums(b, pair, shift, WORD);
    };
    const terms = rim.flatMap((row) => rimTerms(rowAt(row.dy), row, reach));
    const after = addNumbers(b, digits, [...terms, gaining<Local>(present)]).map(held);
    if (sets) {
      const here = rowAt(0).at(reach);
      const lives = held(livesNext(b, sets, after, here));
      for (let i = 0; i < COLUMN / STEP; i++) {
        // Two of its bytes, each eight times, of which each lane keeps the bit of its place.
        const spread = f.shuffle(lives, lives, [
          ...new Array(8).fill(2 * i),
          ...new Array(8).fill(2 * i + 1),
        ]);
        const mask = f.lanes("eq", 1, f.v128("and", spread, places), places);
        const state = states === 2 ? null : f.v128Load(cells, STEP * i);
        f.v128Store(
          next,
          state === null ? f.v128("and", mask, one) : nextStates(f, state, mask, states),
          STEP * i,
        );
      }
      f.i32("add", next, pitch, next);
      f.i32("add", cells, f.i32Const(width), cells);
    }
    after.forEach((digit, i) => {
      f.copy(digit, present[i] as Local);
    });
    f.i32("add", bits, f.i32Const(bitPitch), bits);
    f.i32("add", rows, f.i32Const(-1), rows);
    return rows;
  });
  present.forEach((digit, i) => {
    f.v128Store(sums, digit, STEP * i);
  });
  return f.module(zero);
}
