/**
 * HashLife's base case for rules as tables of rows, where a circuit would be too long (cpu/row-kernel.ts explains the look-ups). The
 * planes of a 16 x 16 square become bytes, which are stepped and become planes again. In each generation the outermost cells can no
 * longer be known, so it looks up fewer rows than the one before.
 *
 * Most of a square is empty or stays what it is: wires, arms and tapes along which few signals run. A cell changes only where the square
 * around it changed in the generation before, and in the first one only where that square has a state that is not quiet
 * (rules/row-codes.ts). So each generation finds out which bytes differ from those before, and looks up from the first to the last row beside
 * them, in windows of four columns that begin where there is one: rows picked one by one cost more in loops whose end no processor foresees.
 * Only rows that differ get new numbers. The bytes of a generation take the place of those two generations before it; where nothing is
 * looked up, all three are the same.
 */

import { planesFor } from "../../core/block.ts";
import { quietStates } from "../../rules/row-codes.ts";
import type { Bits } from "../bit-writer.ts";
import { BitWriter } from "../bit-writer.ts";
import { PLACES } from "../cpu/bit-masks.ts";
import type { RowTables } from "../cpu/row-kernel.ts";
import {
  BYTES_APART,
  COLUMNS,
  columnWriter,
  FIRST_CELL,
  laneOf,
  NUMBERS,
  numberRows,
  ROOM_SHIFT,
} from "../cpu/row-kernel.ts";
import { held } from "../cpu/rule-kernel.ts";
import type { Local } from "../wasm/emit.ts";
import { FunctionWriter } from "../wasm/emit.ts";
import { BASE_PARAMETERS, PLANE_BYTES, ROW_ROOMS } from "./layout.ts";

const SIDE = 16;
const VECTOR = 16;
/** Between the two generations of a row, which leaves room for the cells on either side. */
const OTHER = 32;
/** Eight rows from the even ones of four and the odd ones of four. */
const ROWS_IN_TURN = [
  [0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23],
  [8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31],
];

const LOWER_HALVES = Array.from({ length: VECTOR }, (_, byte) => (byte & 7) | ((byte & 8) << 1));

/** The module's bytes; `shared`: threads share the memory. Its function takes what BASE_PARAMETERS lists. */
export function emitRowBase(tables: RowTables, shared: boolean): Uint8Array<ArrayBuffer> {
  const f = new FunctionWriter(BASE_PARAMETERS);
  const [square, generations] = [0, 1];
  const planes = Array.from({ length: planesFor(tables.codes.states) }, (_, bit) => bit * PLANE_BYTES);
  const room = f.i32(
    "add",
    f.i32("shl", f.i32Import("thread"), f.i32Const(ROOM_SHIFT)),
    f.i32Const(ROW_ROOMS),
  );
  writeBytes(f, planes, square, room);
  const active = [0, VECTOR].map((vector) =>
    activeCells(
      f,
      planes.map((plane) => f.v128Load(square, plane + vector)),
      quietStates(tables.codes),
    ),
  ) as [Local, Local];
  const stepped = stepBytes(f, tables, room, generations, active);
  writeMiddle(f, square, stepped, planes.length);
  return f.procedure(shared);
}

/** Planes to bytes, which are written twice: as the generation before the first look-ups too. */
function writeBytes(f: FunctionWriter, planes: readonly number[], square: Local, room: Local): void {
  const places = f.bytes(...PLACES);
  const one = f.bytes(1);
  // Four bytes of a plane are two rows that are two apart. These take the first of them and the second.
  const rows = [0, 2].map((byte) => f.bytes(...Array.from({ length: VECTOR }, (_, i) => byte + (i >> 3))));
  for (let vector = 0; vector < 2; vector++)
    for (let pair = 0; pair < 4; pair++) {
      const words = planes.map((plane) => f.i32x4LoadSplat(square, plane + VECTOR * vector + 4 * pair));
      for (const [i, row] of rows.entries()) {
        let states: Local | null = null;
        for (const word of words.toReversed()) {
          // What is set is -1.
          const set = f.lanes("eq", 1, f.v128("and", f.swizzle(word, row), places), places);
          states =
            states === null
              ? f.v128("and", set, one)
              : f.lanes("sub", 1, f.lanes("add", 1, states, states), set);
        }
        const at = (4 * pair + 2 * i + vector) * BYTES_APART + FIRST_CELL;
        for (const generation of [0, OTHER]) f.v128Store(room, states as Local, at + generation);
      }
    }
}

/** Of a vector of each plane: the cells in states that are not among the quiet ones. */
function activeCells(f: FunctionWriter, planes: readonly Local[], quiet: readonly boolean[]): Local {
  const b = new BitWriter(f);
  const among = (bit: number, state: number): Bits<Local> => {
    if (bit < 0) return state < quiet.length && !quiet[state];
    return b.select(planes[bit] as Local, among(bit - 1, state | (1 << bit)), among(bit - 1, state));
  };
  return held(f, among(planes.length - 1, 0));
}

/** The planes of the 8 x 8 cells in the middle, from the bytes at `cells`: two rows of a byte at a time. */
function writeMiddle(f: FunctionWriter, square: Local, cells: Local, planes: number): void {
  const first = FIRST_CELL + SIDE / 4;
  const pairs = [4, 6, 8, 10].map((row) => {
    const [upper, lower] = [row, row + 1].map((at) => f.v128Load(cells, at * BYTES_APART + first));
    return f.shuffle(upper as Local, lower as Local, LOWER_HALVES);
  });
  for (let bit = 0; bit < planes; bit++)
    for (const [i, pair] of pairs.entries()) {
      // A bit becomes the highest of its byte; what crosses over from the byte below stays lower.
      const bits = f.i8x16Bitmask(bit === 7 ? pair : f.i32x4Shift(pair, 7 - bit));
      f.i32Store16(square, bits, 8 * bit + 2 * i);
    }
}

/**
 * Steps the bytes that lie at `room` and returns where they lie then. Generation g, from 1 on, is that of rows and columns g to 15 - g.
 * `active`: the even rows and the odd ones, of cells that may change in the first generation, or those beside them.
 */
function stepBytes(
  f: FunctionWriter,
  tables: RowTables,
  room: Local,
  generations: Local,
  active: readonly [Local, Local],
): Local {
  const lane = laneOf(tables.codes);
  const [zero, one] = [0, 1].map((n) => f.i32Const(n)) as [Local, Local];
  const byteShift = f.i32Const(Math.log2(BYTES_APART));
  const numberShift = f.i32Const(Math.log2((BYTES_APART * lane) / 2));
  const laneShift = f.i32Const(Math.log2(lane));
  const windowMask = f.i32Const(2 ** COLUMNS - 1);
  const lastWindow = f.i32Const(SIDE - COLUMNS);
  const all = f.i32Const(2 ** SIDE - 1);
  const last = f.i32Const(31);
  const rowBytes = f.i32Const(BYTES_APART);
  const numbers = f.i32("add", room, f.i32Const(NUMBERS));
  const lookDown = columnWriter(f, tables, ROW_ROOMS, BYTES_APART);
  const [here, there, g, goesOn] = [f.i32Local(), f.i32Local(), f.i32Local(), f.i32Local()];
  const rowAt = (base: Local, row: Local, shift: Local): Local =>
    f.i32("add", base, f.i32("shl", row, shift));
  const spread = (bits: Local): Local =>
    f.i32("or", f.i32("or", bits, f.i32("shl", bits, one)), f.i32("shr", bits, one));
  const lastOf = (bits: Local): Local => f.i32("sub", last, f.i32Zeros("clz", bits));
  const numbered = (first: Local, end: Local): void =>
    numberRows(
      f,
      tables.codes,
      rowAt(here, first, byteShift),
      rowAt(here, end, byteShift),
      rowAt(numbers, first, numberShift),
      SIDE,
    );
  f.copy(room, here);
  f.i32("add", room, f.i32Const(OTHER), there);
  f.copy(one, g);
  // The rows and the columns that have changes.
  const [rows, columns] = changesOf(f, active);
  const [first, end] = [f.i32Local(), f.i32Local()];
  f.copy(zero, first);
  f.copy(f.i32Const(SIDE - 1), end);
  f.loop(() => {
    const known = f.i32("and", f.i32("shl", all, g), f.i32("shr", all, g));
    const wanted = f.i32("and", spread(rows), known);
    f.copy(zero, goesOn);
    f.if(
      wanted,
      () => {
        // All rows have numbers from the first generation on, and those that have changed get new ones.
        numbered(first, end);
        const top = f.i32Zeros("ctz", wanted);
        const below = f.i32("add", lastOf(wanted), one);
        const above = f.i32("sub", top, one);
        const rest = f.i32("and", spread(columns), known);
        f.loop(() => {
          // No window of columns ends behind the last one.
          const column = f.i32Local();
          f.copy(f.i32Zeros("ctz", rest), column);
          f.if(
            f.i32("lt", lastWindow, column),
            () => f.copy(lastWindow, column),
            () => {},
          );
          const cells = f.i32("add", f.i32("add", there, column), f.i32Const(FIRST_CELL));
          lookDown(
            rowAt(f.i32("add", numbers, f.i32("shl", column, laneShift)), above, numberShift),
            rowAt(cells, top, byteShift),
            rowAt(cells, below, byteShift),
          );
          f.i32("and", rest, f.i32("xor", f.i32("shl", windowMask, column), all), rest);
          return rest;
        });
        f.i32("add", g, one, g);
        f.i32("le", g, generations, goesOn);
        f.if(
          goesOn,
          () => {
            findChanges(top, below, known);
            f.copy(f.i32Zeros("ctz", rows), first);
            f.copy(lastOf(rows), end);
          },
          () => {},
        );
        const swapped = f.i32Local();
        f.copy(here, swapped);
        f.copy(there, here);
        f.copy(swapped, there);
      },
      () => {},
    );
    return goesOn;
  });
  return here;

  /** Those between the two generations, in rows from `row` on up to the one before `below`. */
  function findChanges(row: Local, below: Local, known: Local): void {
    const [a, b, bit] = [f.i32Local(), f.i32Local(), f.i32Local()];
    f.copy(rowAt(here, row, byteShift), a);
    f.copy(rowAt(there, row, byteShift), b);
    f.copy(row, bit);
    f.copy(zero, rows);
    f.copy(zero, columns);
    const stop = rowAt(here, below, byteShift);
    f.loop(() => {
      const same = f.lanes("eq", 1, f.v128Load(a, FIRST_CELL), f.v128Load(b, FIRST_CELL));
      const changed = f.i32("and", f.i32("xor", f.i8x16Bitmask(same), all), known);
      f.i32("or", columns, changed, columns);
      f.i32("or", rows, f.i32("shl", f.i32("lt", zero, changed), bit), rows);
      f.i32("add", a, rowBytes, a);
      f.i32("add", b, rowBytes, b);
      f.i32("add", bit, one, bit);
      return f.i32("lt", a, stop);
    });
  }
}

/** Which rows and which columns have any of those cells: the even rows and the odd ones. */
function changesOf(f: FunctionWriter, [even, odd]: readonly [Local, Local]): readonly [Local, Local] {
  const nothing = f.v128Zero();
  const [upper, lower] = ROWS_IN_TURN.map((rows) =>
    f.lanes("eq", 2, f.shuffle(even, odd, rows), nothing),
  ) as [Local, Local];
  const all = f.i32Const(2 ** SIDE - 1);
  const rows = f.i32("xor", f.i8x16Bitmask(f.narrow(2, upper, lower)), all);
  let any = f.v128("or", even, odd);
  for (const apart of [8, 4, 2])
    any = f.v128(
      "or",
      any,
      f.shuffle(
        any,
        any,
        Array.from({ length: VECTOR }, (_, i) => (i + apart) % VECTOR),
      ),
    );
  return [rows, f.i32("and", f.i32x4Lane(any, 0), all)];
}
