/**
 * The loops of `sums` for shapes that bit slices suit (sliced-sums.ts), emitted for a rule and a width. Cells in state 1 are rows of
 * bits, 128 a vector; a walk down a column of those keeps their sums, a vector for each digit, and writes the next bits. A
 * vector is two words of 64 cells, each of which sees the word before it and the one behind. Of two states the bits are all that
 * is stepped; of more the walk reads and writes bytes besides, a state each.
 */

import type { Bits } from "../bit-writer.ts";
import { BitWriter } from "../bit-writer.ts";
import type { RimRun, SlicedPlan, SumSets, Term } from "../sliced-sums.ts";
import { addChange, addNumbers, digitsFor, gaining, livesNext, RowSums, rimTerms } from "../sliced-sums.ts";
import type { Local } from "../wasm/emit.ts";
import { FunctionWriter } from "../wasm/emit.ts";
import { byteMask, PLACES } from "./bit-masks.ts";
import type { Stripe } from "./sliced-stripes.ts";
import { stripeDigits } from "./sliced-stripes.ts";
import { advance, COLUMN, cellsBeside, movedLeft, STEP, WORD } from "./sliced-words.ts";
import { nextStates } from "./sum-kernel.ts";

/** The farthest that what lies beside a row of bits is made for. */
export const MOST_SLICED_REACH = 31;

export interface SlicedShape {
  readonly plan: SlicedPlan;
  /** None where `squareRow` finds a row: a walk then adds sums of rows. */
  readonly stripes: readonly Stripe[];
  readonly states: number;
  readonly width: number;
  /** Bytes from one row of bits to the next, a multiple of sixteen. */
  readonly pitch: number;
  /** Whether threads share the memory. */
  readonly shared: boolean;
}

/** `run(cells, bits, rows)` makes rows of bits from rows of states, with what comes after a row's last cell in its last column. */
export function emitPacking({ width, pitch, shared }: SlicedShape): Uint8Array<ArrayBuffer> {
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
  return f.procedure(shared);
}

/** `run(bits, cells, rows)` makes rows of states, 0 and 1, from rows of bits; a row may be written on by the next one's length at most. */
export function emitUnpacking({ width, pitch, shared }: SlicedShape): Uint8Array<ArrayBuffer> {
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
  return f.procedure(shared);
}

/** Sixteen bytes of ones for the bits that are set, eight times. */
function eachStep(
  f: FunctionWriter,
  bits: Local,
  places: Local,
  use: (mask: Local, i: number) => void,
): void {
  for (let i = 0; i < COLUMN / STEP; i++) use(byteMask(f, bits, 2 * i, places), i);
}

/** The cells of a row that come into a square from row to row, and go out later; null for other shapes. */
export function squareRow({ reach, rim }: SlicedPlan): RimRun | null {
  const [above, below] = rim;
  if (rim.length !== 2 || !above || !below || above.dy !== -reach - 1 || below.dy !== reach) return null;
  const [out, come] = [above.runs[0], below.runs[0]];
  if (above.runs.length !== 1 || below.runs.length !== 1 || !out || !come) return null;
  return come.gains && out.first === come.first && out.last === come.last ? come : null;
}

/** What a walk adds in each row of a square: the sums of two rows, which lie in a ring of memory. */
export interface SquareRows {
  readonly digits: number;
  /** Bytes from a row of sums to the next one, and of all of them. */
  readonly pitch: number;
  readonly bytes: number;
  /** Where the first row lies. */
  readonly start: number;
}

/** What a row of the walk adds to the sums of a shape and takes away from them, in equally many digits. */
interface Change {
  readonly comes: readonly Bits[];
  readonly goes: readonly Bits[];
}

/** Each shape's change, where `kept` is the address of the stripes' sums in the row that lies at `bits`. */
function changesOf(
  f: FunctionWriter,
  b: BitWriter,
  { plan, stripes, pitch }: SlicedShape,
  at: { readonly bits: Local; readonly kept: Local },
): readonly Change[] {
  const { reach, digits, oddRim } = plan;
  const rows = new Map<number, RowSums<Local>>();
  const rowAt = (dy: number): RowSums<Local> => {
    const beside = cellsBeside(f, at.bits, (dy + reach + 1) * pitch);
    const shift = (low: Local, high: Local | null, by: number): Local => movedLeft(f, low, high, by);
    const made = rows.get(dy) ?? new RowSums(b, (offset) => beside(offset - reach), shift, WORD);
    rows.set(dy, made);
    return made;
  };
  const terms = Array.from({ length: oddRim ? 2 : 1 }, () => ({
    comes: [] as Term<Local>[],
    goes: [] as Term<Local>[],
  }));
  const rowBytes = STEP * stripeDigits(stripes);
  let before = 0;
  for (const { runs, digits: own, uses, first } of stripes) {
    const placeOf = (dy: number, digit: number): number =>
      (dy + reach + 1) * rowBytes + STEP * (before + digit);
    const sum = addNumbers(b, own, rimTerms(rowAt(first), { dy: first, runs }, reach)) as readonly Local[];
    sum.forEach((digit, i) => {
      f.v128Store(at.kept, digit, placeOf(first, i));
    });
    const known = new Map([[first, sum]]);
    for (const { shape, dy, gains } of uses) {
      const term = known.get(dy) ?? sum.map((_, i) => f.v128Load(at.kept, placeOf(dy, i)));
      known.set(dy, term);
      terms[shape]?.[gains ? "comes" : "goes"].push(gaining(term));
    }
    before += own;
  }
  return terms.map(({ comes, goes }) => {
    const most = Math.max(...[comes, goes].map(mostOf));
    const length = Math.min(digits, digitsFor(most));
    return { comes: addNumbers(b, length, comes), goes: addNumbers(b, length, goes) };
  });
}

/** What numbers add up to at the most. */
function mostOf(terms: readonly Term<Local>[]): number {
  return terms.reduce((sum, { digits }) => sum + 2 ** digits.length - 1, 0);
}

/** Bytes from what is kept of a column to what is kept of the next one: its sums, and those of rows or stripes. */
export interface ColumnBytes {
  readonly kept: number;
  readonly sums: number;
}

/** What a walk down columns is for: to begin with the sums of the first rows, where all above is dead, or to step cells. */
type Purpose =
  | { readonly begins: true; readonly bias: number }
  | { readonly begins: false; readonly sets: SumSets };

/** The loop that makes sums of the rows above a walk, all of which have a bias (sliced-bias.ts): as `emitWalk` has it, but nothing is written but sums. */
export function emitBeginning(
  shape: SlicedShape,
  square: SquareRows | null,
  steps: ColumnBytes,
  bias: number,
): Uint8Array<ArrayBuffer> {
  return emitColumns(shape, square, steps, { begins: true, bias });
}

/**
 * `run(bits, after, cells, next, pitch, rows, kept, coming, going, columns, area, corner)` walks down one column after the other: `bits` are those of the row
 * that lies reach + 1 above the first one, `kept` the digits of its sums. Of a square `coming` and `going` are the column's sums in the rows of a
 * ring that come in and go out first; of other shapes `coming` is where the sums of stripes are kept, of the row at `bits` and from there on a row
 * after the other, and those that the next walk needs are moved there. The next bits are written to `after`, and of more than two states those at
 * `cells` have their next ones written to `next`, where `pitch` bytes lie between rows. `area` is how far the ring lies from where it was laid out. `corner`: where
 * cells of two kinds take turns, a byte of bits that says where those of the second kind are in the walk's first row. `sets` are those of sums with their bias.
 */
export function emitWalk(
  shape: SlicedShape,
  square: SquareRows | null,
  steps: ColumnBytes,
  sets: SumSets,
): Uint8Array<ArrayBuffer> {
  return emitColumns(shape, square, steps, { begins: false, sets });
}

function emitColumns(
  shape: SlicedShape,
  square: SquareRows | null,
  steps: ColumnBytes,
  purpose: Purpose,
): Uint8Array<ArrayBuffer> {
  const { plan, stripes, states, width, pitch: bitPitch, shared } = shape;
  const f = new FunctionWriter(12);
  const [firstBits, firstAfter, firstCells, firstNext, pitch, rows, kept, firstComing, firstGoing] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8,
  ];
  const [columns, area, corner] = [9, 10, 11];
  const { reach, digits, oddRim } = plan;
  const shapes = oddRim ? [0, 1] : [0];
  const [zero, all, one, places] = [f.v128Zero(), f.bytes(0xff), f.bytes(1), f.bytes(...PLACES)];
  const held = (value: Bits): Local => (typeof value === "number" ? value : value ? all : zero);
  const ringEnd = square && f.i32("add", area, f.i32Const(square.start + square.bytes));
  const ringBytes = square && f.i32Const(square.bytes);
  const rowBytes = STEP * stripeDigits(stripes);
  const keptStripes = rowBytes * (2 * reach + 1);
  f.loop(() => {
    const [bits, after, cells, next, coming, going, left] = [
      firstBits,
      firstAfter,
      firstCells,
      firstNext,
      firstComing,
      firstGoing,
      rows,
    ].map((first) => f.i32Copy(first)) as [Local, Local, Local, Local, Local, Local, Local];
    const present = shapes.map((shape) =>
      Array.from({ length: digits }, (_, i) =>
        purpose.begins
          ? f.bytes((purpose.bias >> i) & 1 ? 0xff : 0)
          : f.v128Load(kept, STEP * (shape * digits + i)),
      ),
    );
    if (purpose.begins && keptStripes > 0) fillFrom(f, coming, keptStripes, () => zero);
    /** Where the second kind is in a row; every other bit. */
    const oddCells = purpose.begins || !oddRim ? null : f.splat(1, corner);
    f.loop(() => {
      const b = new BitWriter(f);
      let sums: readonly (readonly Bits[])[];
      if (square && ringEnd !== null && ringBytes !== null) {
        const [come, go] = (purpose.begins ? [coming] : [coming, going]).map((row) => {
          const sum = Array.from({ length: square.digits }, (_, i) => f.v128Load(row, STEP * i));
          advance(f, square.pitch, row);
          // Back to the first row behind the last.
          const isPast = f.i32("sub", f.i32Const(0), f.i32("le", ringEnd, row));
          f.i32("sub", row, f.i32("and", isPast, ringBytes), row);
          return sum;
        }) as unknown as readonly [readonly Local[], (readonly Local[])?];
        // What is above is dead where a walk begins.
        sums = [addChange(b, present[0] as readonly Local[], come, go ?? come.map(() => false))];
      } else {
        sums = changesOf(f, b, shape, { bits, kept: coming }).map(({ comes, goes }, i) =>
          addChange(b, present[i] as readonly Local[], comes, goes),
        );
        advance(f, rowBytes, coming);
      }
      const digitsNow = sums.map((each) => each.map(held));
      if (!purpose.begins) {
        const here = f.v128Load(bits, (reach + 1) * bitPitch);
        const lives = (each: readonly Local[]): Local => held(livesNext(b, purpose.sets, each, here));
        const [even, odd] = digitsNow.map(lives) as [Local, Local?];
        const alive = oddCells === null || odd === undefined ? even : f.v128Select(oddCells, odd, even);
        if (oddCells !== null) f.copy(f.v128Not(oddCells), oddCells);
        if (states === 2) f.v128Store(after, alive);
        else {
          eachStep(f, alive, places, (mask, i) => {
            const state = nextStates(f, f.v128Load(cells, STEP * i), mask, states);
            f.v128Store(next, state, STEP * i);
            f.i32Store16(after, f.bytesBitmask(f.lanes("eq", 1, state, one)), (STEP / 8) * i);
          });
          f.i32("add", next, pitch, next);
          advance(f, width, cells);
        }
        advance(f, bitPitch, after);
      }
      digitsNow.flat().forEach((digit, i) => {
        f.copy(digit, present.flat()[i] as Local);
      });
      advance(f, bitPitch, bits);
      advance(f, -1, left);
      return left;
    });
    present.flat().forEach((digit, i) => {
      f.v128Store(kept, digit, STEP * i);
    });
    if (keptStripes > 0) {
      fillFrom(f, firstComing, keptStripes, () => {
        const sum = f.v128Load(coming);
        advance(f, STEP, coming);
        return sum;
      });
    }
    advance(f, STEP, firstBits, firstAfter);
    advance(f, COLUMN, firstCells, firstNext);
    advance(f, steps.kept, kept);
    advance(f, steps.sums, firstComing, firstGoing);
    advance(f, -1, columns);
    return columns;
  });
  return f.procedure(shared);
}

/** Writes vectors to so many bytes from an address on. */
function fillFrom(f: FunctionWriter, start: Local, bytes: number, vector: () => Local): void {
  const at = f.i32Copy(start);
  const end = f.i32("add", start, f.i32Const(bytes));
  f.loop(() => {
    f.v128Store(at, vector());
    advance(f, STEP, at);
    return f.i32("lt", at, end);
  });
}
