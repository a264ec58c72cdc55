/**
 * HashLife's base case for rules as tables of rows, where a circuit would be too long (cpu/row-kernel.ts explains the look-ups). The
 * planes of a 16 x 16 square become bytes, which are stepped and become planes again. In each generation the outermost cells can no
 * longer be known, so it looks up fewer rows than the one before.
 *
 * Most of a square is empty or stays what it is: wires, arms and tapes along which few signals run. A cell changes only where the square
 * around it changed in the generation before, and in the first one only where that square is not empty. So each generation finds out which
 * bytes differ from those before, and looks up from the first to the last row beside them, in those of its fours of columns where there are
 * any: rows picked one by one cost more in loops whose end no processor foresees. The bytes of a generation take the place of those two
 * generations before it; where nothing is looked up, all three are the same.
 */

import { planesFor } from "../../core/block.ts";
import type { RowTables } from "../cpu/row-kernel.ts";
import {
  BYTES_APART,
  byteWriter,
  COLUMNS,
  columnWriter,
  FIRST_CELL,
  laneOf,
  NUMBERS,
  numberRows,
  RESULTS,
  ROOM_SHIFT,
} from "../cpu/row-kernel.ts";
import type { Local } from "../wasm/emit.ts";
import { FunctionWriter } from "../wasm/emit.ts";
import { BASE_PARAMETERS, PLANE_BYTES, ROW_ROOMS } from "./layout.ts";

const SIDE = 16;
const VECTOR = 16;
/** A vector has every second row. */
const [TWO_ROWS, FOUR_ROWS] = [2 * BYTES_APART, 4 * BYTES_APART];
/** Between the two generations of a row, which leaves room for the cells on either side. */
const OTHER = 32;
/** For each row, which of its cells have changed: 16 bits. */
const CHANGES = RESULTS;
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
  const writeBytes = byteWriter(f);
  const nothing = f.v128Zero();
  eachVector(f, square, room, (vector, row) => {
    const cells = planes.map((plane) => f.v128Load(vector, plane));
    writeBytes(cells, 4, row, FOUR_ROWS, TWO_ROWS);
    for (let i = 0; i < 8; i++) f.v128Store(row, nothing, i * TWO_ROWS + OTHER + FIRST_CELL);
  });
  const [even, odd] = [0, VECTOR].map((vector) =>
    planes.map((plane) => f.v128Load(square, plane + vector)).reduce((all, each) => f.v128("or", all, each)),
  ) as [Local, Local];
  for (const [i, rows] of ROWS_IN_TURN.entries())
    f.v128Store(room, f.shuffle(even, odd, rows), CHANGES + i * VECTOR);
  const stepped = stepBytes(f, tables, room, generations);
  writeMiddle(f, square, stepped, planes.length);
  return f.procedure(shared);
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

/** Goes through the vectors of the square, and the first row of bytes of each. */
function eachVector(
  f: FunctionWriter,
  square: Local,
  room: Local,
  body: (vector: Local, row: Local) => void,
): void {
  const [vector, row] = [f.i32Local(), f.i32Local()];
  f.copy(square, vector);
  f.copy(room, row);
  const end = f.i32("add", square, f.i32Const(2 * VECTOR));
  const [byVector, byRow] = [f.i32Const(VECTOR), f.i32Const(BYTES_APART)];
  f.loop(() => {
    body(vector, row);
    f.i32("add", row, byRow, row);
    f.i32("add", vector, byVector, vector);
    return f.i32("lt", vector, end);
  });
}

/**
 * Steps the bytes that lie at `room`, of which CHANGES says where they are not 0, and returns where they lie then. Generation g, from 1 on,
 * is that of rows and columns g to 15 - g.
 */
function stepBytes(f: FunctionWriter, tables: RowTables, room: Local, generations: Local): Local {
  const lane = laneOf(tables.codes);
  const [zero, one, byColumns] = [0, 1, COLUMNS].map((n) => f.i32Const(n)) as [Local, Local, Local];
  const byteShift = f.i32Const(Math.log2(BYTES_APART));
  const numberShift = f.i32Const(Math.log2((BYTES_APART * lane) / 2));
  const laneShift = f.i32Const(Math.log2(lane));
  const columnMask = f.i32Const(2 ** COLUMNS - 1);
  const allRows = f.i32Const(2 ** SIDE - 1);
  const evenPart = f.i32Const(6);
  const last = f.i32Const(31);
  const rowBytes = f.i32Const(BYTES_APART);
  const numbers = f.i32("add", room, f.i32Const(NUMBERS));
  const other = f.i32Const(OTHER);
  const nothing = f.v128Zero();
  const lookDown = columnWriter(f, tables, ROW_ROOMS, BYTES_APART);
  const [here, there, g, goesOn] = [f.i32Local(), f.i32Local(), f.i32Local(), f.i32Local()];
  const rowAt = (base: Local, row: Local, shift: Local): Local =>
    f.i32("add", base, f.i32("shl", row, shift));
  const spread = (bits: Local): Local =>
    f.i32("or", f.i32("or", bits, f.i32("shl", bits, one)), f.i32("shr", bits, one));
  const spreadLanes = (bits: Local): Local =>
    f.v128("or", f.v128("or", bits, f.i16x8Shift(bits, 1)), f.i16x8Shift(bits, -1));
  /** Which of the sixteen lanes of two bytes are not 0. */
  const rowsOf = (halves: readonly Local[]): Local => {
    const [upper, lower] = halves.map((half) => f.lanes("eq", 2, half, nothing)) as [Local, Local];
    return f.i32("xor", f.i8x16Bitmask(f.narrow(2, upper, lower)), allRows);
  };
  f.copy(room, here);
  f.i32("add", room, other, there);
  f.copy(one, g);
  f.loop(() => {
    // Rows and columns that can be known, and those that could be before.
    const known = f.i32("and", f.i32("shl", allRows, g), f.i32("shr", allRows, g));
    const before = f.splat(2, spread(known));
    const changes = [0, VECTOR].map((half) => f.v128("and", f.v128Load(room, CHANGES + half), before));
    const rows = f.i32("and", spread(rowsOf(changes)), known);
    f.copy(zero, goesOn);
    f.if(
      rows,
      () => {
        const top = f.i32Zeros("ctz", rows);
        const below = f.i32("add", f.i32("sub", last, f.i32Zeros("clz", rows)), one);
        const above = f.i32("sub", top, one);
        numberRows(
          f,
          tables.codes,
          rowAt(here, above, byteShift),
          rowAt(here, below, byteShift),
          rowAt(numbers, above, numberShift),
          SIDE,
        );
        const reached = changes.map(spreadLanes);
        // As many columns as begin at an even one and have all that can be known.
        const column = f.i32("and", g, evenPart);
        const columns = f.i32("sub", f.i32Const(SIDE), column);
        f.loop(() => {
          const these = f.splat(2, f.i32("shl", columnMask, column));
          const wanted = rowsOf(reached.map((half) => f.v128("and", half, these)));
          const numbersHere = f.i32("add", numbers, f.i32("shl", column, laneShift));
          const cells = f.i32("add", f.i32("add", there, column), f.i32Const(FIRST_CELL));
          f.if(
            wanted,
            () =>
              lookDown(
                rowAt(numbersHere, above, numberShift),
                rowAt(cells, top, byteShift),
                rowAt(cells, below, byteShift),
              ),
            () => {},
          );
          f.i32("add", column, byColumns, column);
          return f.i32("lt", column, columns);
        });
        f.i32("add", g, one, g);
        f.i32("le", g, generations, goesOn);
        f.if(
          goesOn,
          () => writeChanges(top, below),
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

  /** Of all rows; only those from `first` to the one before `end` may have changed. */
  function writeChanges(first: Local, end: Local): void {
    f.v128Store(room, nothing, CHANGES);
    f.v128Store(room, nothing, CHANGES + VECTOR);
    const [a, b, to] = [f.i32Local(), f.i32Local(), f.i32Local()];
    f.copy(rowAt(here, first, byteShift), a);
    f.copy(rowAt(there, first, byteShift), b);
    f.copy(rowAt(room, first, one), to);
    const stop = rowAt(here, end, byteShift);
    const two = f.i32Const(2);
    f.loop(() => {
      const same = f.lanes("eq", 1, f.v128Load(a, FIRST_CELL), f.v128Load(b, FIRST_CELL));
      f.i32Store16(to, f.i32("xor", f.i8x16Bitmask(same), allRows), CHANGES);
      f.i32("add", a, rowBytes, a);
      f.i32("add", b, rowBytes, b);
      f.i32("add", to, two, to);
      return f.i32("lt", a, stop);
    });
  }
}
