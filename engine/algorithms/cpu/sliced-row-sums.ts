/**
 * Sums of cells beside each other in a row, on bit slices: what comes into a square from row to row. A sum of eleven cells is three sums of three
 * and two cells more, one of nine three of three; each of these is a pass over some rows, which reads what the pass before left in memory.
 * So a sum that lies in several words is made once, where a walk down a column would make it again for each of its words.
 */

import type { Bits } from "../bit-writer.ts";
import { BitWriter } from "../bit-writer.ts";
import type { Term } from "../sliced-sums.ts";
import { addNumbers, digitsFor, gaining } from "../sliced-sums.ts";
import type { Local } from "../wasm/emit.ts";
import { FunctionWriter } from "../wasm/emit.ts";
import { advance, cellsBeside, STEP } from "./sliced-words.ts";

/** Sums of `length` cells, the first of which lies `first` to the right of the cell whose sum it is. */
interface RowSum {
  readonly length: number;
  readonly first: number;
  /** Sums that it is made of: how far to the right of it they lie. */
  readonly pieces: { readonly of: RowSum; readonly at: readonly number[] } | null;
  /** Cells that it is made of besides. */
  readonly cells: readonly number[];
}

/** Up to so many cells are added one by one. */
const SINGLE = 4;
/** What one operation more costs: a cell or a digit beside the word, and a digit added. */
const [SHIFT, ADDER] = [3, 5];

interface Way {
  readonly cost: number;
  /** How many sums of the same length it has, 1 for none, and how many cells besides. */
  readonly parts: number;
  readonly rest: number;
}

function wayOf(length: number): Way {
  if (length <= SINGLE)
    return { cost: SHIFT * (length - 1) + ADDER * (length - digitsFor(length)), parts: 1, rest: length };
  const ways = [2, 3].flatMap((parts) =>
    [0, 1, 2].flatMap((rest): Way[] => {
      const part = (length - rest) / parts;
      if (!Number.isInteger(part)) return [];
      const digits = digitsFor(part);
      const shifts = (parts - 1) * digits + rest;
      const added = parts * digits + rest - digitsFor(length);
      return [{ cost: wayOf(part).cost + SHIFT * shifts + ADDER * added, parts, rest }];
    }),
  );
  return ways.reduce((least, way) => (way.cost < least.cost ? way : least));
}

function rowSum(length: number, first: number): RowSum {
  const { parts, rest } = wayOf(length);
  const cells = (from: number, count: number): readonly number[] =>
    Array.from({ length: count }, (_, i) => from + i);
  if (parts === 1) return { length, first, pieces: null, cells: cells(first, length) };
  const part = (length - rest) / parts;
  const left = rest >> 1;
  // The piece in the middle lies at the cell itself, and needs no moving.
  const own = parts >> 1;
  const of = rowSum(part, first + left + own * part);
  return {
    length,
    first,
    pieces: { of, at: Array.from({ length: parts }, (_, i) => (i - own) * part) },
    cells: [...cells(first, left), ...cells(first + length - (rest - left), rest - left)],
  };
}

/** The sums in the order in which they are made. */
function passesOf(sum: RowSum): readonly RowSum[] {
  return sum.pieces ? [...passesOf(sum.pieces.of), sum] : [sum];
}

/** Passes that leave their sums in a place of their own for the next one. */
export function innerDigits(length: number, first: number): readonly number[] {
  return passesOf(rowSum(length, first))
    .slice(0, -1)
    .map((sum) => digitsFor(sum.length));
}

/**
 * `run(bits, to, rows, width, area)` writes the sums of so many rows: at `to` a vector for each digit, column after column and row after row, `columns` of
 * them in a row. `bits` is the first column of the first row, `width` the bytes of those that are computed, and `pitch` bytes lie between
 * rows. `scratch` has an address for each of `innerDigits`, with room for as many rows of each digit as are computed at once,
 * and lies `area` bytes from there. `shared`: threads share the memory.
 */
export function emitRowSums(
  length: number,
  first: number,
  columns: number,
  pitch: number,
  scratch: readonly number[],
  shared: boolean,
): Uint8Array<ArrayBuffer> {
  const f = new FunctionWriter(5);
  const [bits, to, rows, width, area] = [0, 1, 2, 3, 4];
  const passes = passesOf(rowSum(length, first));
  const places = passes.slice(0, -1).map((sum, i) => ({ sum, at: scratch[i] as number }));
  const zero = f.v128Zero();
  const held = (value: Bits): Local => (typeof value === "number" ? value : zero);
  passes.forEach((sum, i) => {
    const isLast = i === passes.length - 1;
    const inner = places[i - 1];
    const digits = digitsFor(sum.length);
    const [row, source, target, left] = [f.i32Local(), f.i32Local(), f.i32Local(), f.i32Local()];
    f.copy(bits, row);
    f.copy(rows, left);
    if (inner) f.i32("add", area, f.i32Const(inner.at), source);
    if (isLast) f.copy(to, target);
    else f.i32("add", area, f.i32Const((places[i] as { at: number }).at), target);
    // What comes out lies beside a row, too, where the next pass moves it in.
    const beside = isLast ? 0 : STEP;
    f.loop(() => {
      const [at, from, out] = [f.i32Local(), f.i32Local(), f.i32Local()];
      f.i32("sub", row, f.i32Const(beside), at);
      if (inner) f.i32("add", source, f.i32Const(STEP - beside), from);
      f.copy(target, out);
      const end = f.i32("add", f.i32("add", row, width), f.i32Const(beside));
      f.loop(() => {
        const b = new BitWriter(f);
        const cells = cellsBeside(f, at, 0);
        const terms: Term<Local>[] = sum.cells.map((offset) => gaining<Local>([cells(offset)]));
        if (inner && sum.pieces) {
          const moved = Array.from({ length: digitsFor(inner.sum.length) }, (_, digit) =>
            cellsBeside(f, from, digit * pitch),
          );
          for (const offset of sum.pieces.at) terms.push(gaining<Local>(moved.map((digit) => digit(offset))));
        }
        addNumbers(b, digits, terms).forEach((digit, k) => {
          f.v128Store(out, held(digit), isLast ? STEP * k : pitch * k);
        });
        advance(f, STEP, at);
        if (inner) advance(f, STEP, from);
        advance(f, isLast ? STEP * digits : STEP, out);
        return f.i32("lt", at, end);
      });
      advance(f, pitch, row);
      if (inner) advance(f, pitch * digitsFor(inner.sum.length), source);
      advance(f, isLast ? STEP * digits * columns : pitch * digits, target);
      advance(f, -1, left);
      return left;
    });
  });
  return f.procedure(shared);
}
