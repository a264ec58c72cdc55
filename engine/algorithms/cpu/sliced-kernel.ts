/**
 * The loops of `sums` for shapes that bit slices suit (sliced-sums.ts), emitted for a rule and a width. Cells in state 1 are rows of
 * bits, 128 a vector; a walk down a column of those keeps their sums, a vector for each digit, and writes the next bits. A
 * vector is two words of 64 cells, each of which sees the word before it and the one behind. Of two states the bits are all that
 * is stepped; of more the walk reads and writes bytes besides, a state each.
 */

import type { Bits } from "../bit-writer.ts";
import { BitWriter } from "../bit-writer.ts";
import type { RimRow, SlicedPlan, SumSets, Term } from "../sliced-sums.ts";
import { addNumbers, digitsFor, gaining, livesNext, RowSums, rimTerms } from "../sliced-sums.ts";
import type { Local } from "../wasm/emit.ts";
import { FunctionWriter } from "../wasm/emit.ts";
import { nextStates } from "./sum-kernel.ts";

/** Cells of a column. */
export const COLUMN = 128;
const STEP = 16;
const WORD = 64;
const WORD_BYTES = WORD / 8;
/** The farthest that what lies beside a row of bits is made for. */
export const MOST_SLICED_REACH = 31;

export interface SlicedShape {
  readonly plan: SlicedPlan;
  readonly states: number;
  readonly width: number;
  /** Bytes from one row of bits to the next, a multiple of sixteen. */
  readonly pitch: number;
}

/** Moves pointers on. */
function advance(f: FunctionWriter, bytes: number, ...pointers: readonly Local[]): void {
  const by = f.i32Const(bytes);
  for (const pointer of pointers) f.i32("add", pointer, by, pointer);
}

/** `run(cells, bits, rows)` makes rows of bits from rows of states, with what comes after a row's last cell in its last column. */
export function emitPacking({ width, pitch }: SlicedShape): Uint8Array<ArrayBuffer> {
  const f = new FunctionWriter(3);
  const [cells, bits, rows] = [0, 1, 2];
  const one = f.bytes(1);
  f.loop(() => {
    const [at, to] = [f.i32Local(), f.i32Local()];
    f.copy(cells, at);
    f.copy(bits, to);
    const end = f.i32("add", cells, f.i32Const(width));
    f.loop(() => {
      f.i32Store16(to, f.bytesBitmask(f.lanes("eq", 1, f.v128Load(at), one)));
      advance(f, STEP, at);
      advance(f, STEP / 8, to);
      return f.i32("lt", at, end);
    });
    advance(f, width, cells);
    advance(f, pitch, bits);
    advance(f, -1, rows);
    return rows;
  });
  return f.module(f.v128Zero());
}

/** `run(bits, cells, rows)` makes rows of states, 0 and 1, from rows of bits; a row may be written on by the next one's length at most. */
export function emitUnpacking({ width, pitch }: SlicedShape): Uint8Array<ArrayBuffer> {
  const f = new FunctionWriter(3);
  const [bits, cells, rows] = [0, 1, 2];
  const places = f.bytes(...PLACES);
  const one = f.bytes(1);
  f.loop(() => {
    const [at, to] = [f.i32Local(), f.i32Local()];
    f.copy(bits, at);
    f.copy(cells, to);
    const end = f.i32("add", cells, f.i32Const(width));
    f.loop(() => {
      eachStep(f, f.v128Load(at), places, (mask, i) => f.v128Store(to, f.v128("and", mask, one), STEP * i));
      advance(f, STEP, at);
      advance(f, COLUMN, to);
      return f.i32("lt", to, end);
    });
    advance(f, width, cells);
    advance(f, pitch, bits);
    advance(f, -1, rows);
    return rows;
  });
  return f.module(f.v128Zero());
}

const PLACES = [1, 2, 4, 8, 16, 32, 64, 128];

/** Sixteen bytes of ones for the bits that are set, eight times. */
function eachStep(
  f: FunctionWriter,
  bits: Local,
  places: Local,
  use: (mask: Local, i: number) => void,
): void {
  for (let i = 0; i < COLUMN / STEP; i++) {
    // Two of its bytes, each eight times, of which each lane keeps the bit of its place.
    const spread = f.shuffle(bits, bits, [...new Array(8).fill(2 * i), ...new Array(8).fill(2 * i + 1)]);
    use(f.lanes("eq", 1, f.v128("and", spread, places), places), i);
  }
}

/** Digits of a row's sum where one row comes in and the same goes out later, as of squares; null for other shapes. */
export function ringDigits({ reach, rim }: SlicedPlan): number | null {
  const [above, below] = rim;
  if (rim.length !== 2 || !above || !below || above.dy !== -reach - 1 || below.dy !== reach) return null;
  const same = below.runs.every((run, i) => {
    const other = above.runs[i];
    return other?.first === run.first && other.last === run.last && run.gains && !other.gains;
  });
  if (!same || above.runs.length !== below.runs.length) return null;
  return digitsFor(below.runs.reduce((sum, { first, last }) => sum + last - first + 1, 0));
}

/** Bytes that a column keeps from band to band: the digits of its sums, and those of the rows that are to go out. */
export function columnBytes(plan: SlicedPlan): number {
  const ring = ringDigits(plan);
  return STEP * (plan.digits + (ring === null ? 0 : ring * (2 * plan.reach + 1)));
}

/**
 * `run(bits, after, cells, next, pitch, rows, kept, slot)` walks down a column: `bits` are those of the row that lies reach + 1 above the
 * first one, `kept` what the column keeps (`columnBytes`), `slot` the address there of the row that goes out first. Unless `sets` is null, the next
 * bits are written to `after`, and of more than two states those at `cells` have their next ones written to `next`, where `pitch` bytes lie
 * between rows.
 */
export function emitWalk(shape: SlicedShape, sets: SumSets | null): Uint8Array<ArrayBuffer> {
  const { plan, states, width, pitch: bitPitch } = shape;
  const f = new FunctionWriter(8);
  const [bits, after, cells, next, pitch, rows, kept, slot] = [0, 1, 2, 3, 4, 5, 6, 7];
  const { reach, digits, rim } = plan;
  const present = Array.from({ length: digits }, (_, i) => f.v128Load(kept, STEP * i));
  const [zero, all, one, places] = [f.v128Zero(), f.bytes(0xff), f.bytes(1), f.bytes(...PLACES)];
  const held = (value: Bits): Local => (typeof value === "number" ? value : value ? all : zero);
  const ring = ringDigits(plan);
  const ringStart = f.i32("add", kept, f.i32Const(STEP * digits));
  const ringEnd = f.i32("add", kept, f.i32Const(columnBytes(plan)));
  f.loop(() => {
    const b = new BitWriter(f);
    const termsOf = (row: RimRow): readonly Term<Local>[] => {
      const sums = new RowSums(
        b,
        seenFrom(f, bits, (row.dy + reach + 1) * bitPitch, reach),
        shiftOf(f),
        WORD,
      );
      return rimTerms(sums, row, reach);
    };
    const changes: Term<Local>[] = [];
    if (ring === null) changes.push(...rim.flatMap(termsOf));
    else {
      const coming = addNumbers(b, ring, termsOf(rim[1] as RimRow)).map(held);
      const going = coming.map((_, i) => f.v128Load(slot, STEP * i));
      coming.forEach((digit, i) => {
        f.v128Store(slot, digit, STEP * i);
      });
      changes.push(gaining<Local>(coming), { digits: going, gains: false });
      advance(f, STEP * ring, slot);
      // Back to the first one behind the last.
      const isWithin = f.i32("sub", f.i32Const(0), f.i32("lt", slot, ringEnd));
      f.i32("add", ringStart, f.i32("and", isWithin, f.i32("sub", slot, ringStart)), slot);
    }
    const sums = addNumbers(b, digits, [...changes, gaining<Local>(present)]).map(held);
    if (sets) {
      const lives = held(livesNext(b, sets, sums, f.v128Load(bits, (reach + 1) * bitPitch)));
      if (states === 2) f.v128Store(after, lives);
      else {
        eachStep(f, lives, places, (mask, i) => {
          const state = nextStates(f, f.v128Load(cells, STEP * i), mask, states);
          f.v128Store(next, state, STEP * i);
          f.i32Store16(after, f.bytesBitmask(f.lanes("eq", 1, state, one)), (STEP / 8) * i);
        });
        f.i32("add", next, pitch, next);
        advance(f, width, cells);
      }
      advance(f, bitPitch, after);
    }
    sums.forEach((digit, i) => {
      f.copy(digit, present[i] as Local);
    });
    advance(f, bitPitch, bits);
    advance(f, -1, rows);
    return rows;
  });
  present.forEach((digit, i) => {
    f.v128Store(kept, digit, STEP * i);
  });
  return f.module(zero);
}

const shiftOf =
  (f: FunctionWriter) =>
  (low: Local, high: Local | null, by: number): Local => {
    const moved = f.i64x2Shift(low, -by);
    return high === null ? moved : f.v128("or", moved, f.i64x2Shift(high, WORD - by));
  };

/** The cells around a vector of bits, from three words: the one before each of its words, its own, and the one behind. */
function seenFrom(f: FunctionWriter, bits: Local, offset: number, reach: number): (offset: number) => Local {
  const words = new Map<number, Local>();
  const wordAt = (i: number): Local => {
    const word = words.get(i) ?? f.v128Load(f.i32("add", bits, f.i32Const(WORD_BYTES * (i - 1))), offset);
    words.set(i, word);
    return word;
  };
  const known = new Map<number, Local>();
  return (from) => {
    const start = WORD - reach + from;
    const [word, by] = [Math.floor(start / WORD), start % WORD];
    const cells =
      known.get(from) ?? (by === 0 ? wordAt(word) : shiftOf(f)(wordAt(word), wordAt(word + 1), by));
    known.set(from, cells);
    return cells;
  };
}
