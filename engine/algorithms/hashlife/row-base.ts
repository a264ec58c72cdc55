/**
 * HashLife's base case for rules as tables of rows, where a circuit would be too long (cpu/row-kernel.ts explains the look-ups). The
 * planes of a 16 x 16 square become bytes, which are stepped in place and become planes again. In each generation the outermost cells
 * can no longer be known, so it looks up fewer rows than the one before.
 */

import { planesFor } from "../../core/block.ts";
import type { RowTables } from "../cpu/row-kernel.ts";
import {
  BYTES_APART,
  byteWriter,
  FIRST_CELL,
  laneOf,
  lookUp,
  NUMBERS,
  numberRows,
  packedRows,
  ROOM_SHIFT,
} from "../cpu/row-kernel.ts";
import type { Local } from "../wasm/emit.ts";
import { FunctionWriter } from "../wasm/emit.ts";
import { PLANE_BYTES, ROW_ROOMS } from "./layout.ts";

const SIDE = 16;
const VECTOR = 16;
/** A vector has every second row. */
const [TWO_ROWS, FOUR_ROWS] = [2 * BYTES_APART, 4 * BYTES_APART];

/** The module's bytes; `shared`: threads share the memory. Its function takes the address of the planes and the number of generations. */
export function emitRowBase(tables: RowTables, shared: boolean): Uint8Array<ArrayBuffer> {
  const f = new FunctionWriter(2);
  const [square, generations] = [0, 1];
  const planes = Array.from({ length: planesFor(tables.codes.states) }, (_, bit) => bit * PLANE_BYTES);
  const room = f.i32(
    "add",
    f.i32("shl", f.i32Import("thread"), f.i32Const(ROOM_SHIFT)),
    f.i32Const(ROW_ROOMS),
  );
  const writeBytes = byteWriter(f);
  eachVector(f, square, room, (vector, row) => {
    const cells = planes.map((plane) => f.v128Load(vector, plane));
    writeBytes(cells, 4, row, FOUR_ROWS, TWO_ROWS);
  });
  stepBytes(f, tables, room, generations);
  const sixteen = f.i32Const(16);
  eachVector(f, square, room, (vector, row) => {
    const states = Array.from({ length: 8 }, (_, i) => f.v128Load(row, i * TWO_ROWS + FIRST_CELL));
    for (const [bit, bits] of packedRows(f, planes.length, states, sixteen).entries())
      f.v128Store(vector, bits, planes[bit]);
  });
  return f.procedure(shared);
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
 * Generation g, from 1 on, is that of rows and columns g to 15 - g. Of columns four are looked up at once, from an even one on: 16, 12, 12 and 8 of
 * them in four generations.
 */
function stepBytes(f: FunctionWriter, tables: RowTables, room: Local, generations: Local): void {
  const lane = laneOf(tables.codes);
  const one = f.i32Const(1);
  const side = f.i32Const(SIDE);
  const even = f.i32Const(-2);
  const byteShift = f.i32Const(Math.log2(BYTES_APART));
  const numberShift = f.i32Const(Math.log2((BYTES_APART * lane) / 2));
  const laneShift = f.i32Const(Math.log2(lane));
  const numbers = f.i32("add", room, f.i32Const(NUMBERS));
  const cells = f.i32("add", room, f.i32Const(FIRST_CELL));
  const g = f.i32Local();
  f.copy(one, g);
  f.loop(() => {
    const above = f.i32("sub", g, one);
    const below = f.i32("sub", side, g);
    const rowAt = (base: Local, row: Local, shift: Local): Local =>
      f.i32("add", base, f.i32("shl", row, shift));
    numberRows(
      f,
      tables.codes,
      rowAt(room, above, byteShift),
      rowAt(room, below, byteShift),
      rowAt(numbers, above, numberShift),
      SIDE,
    );
    const column = f.i32("and", g, even);
    const columns = f.i32("sub", side, column);
    lookUp(f, tables, ROW_ROOMS, {
      from: rowAt(rowAt(numbers, above, numberShift), column, laneShift),
      to: rowAt(cells, g, byteShift),
      end: rowAt(cells, below, byteShift),
      apart: BYTES_APART,
      column,
      columns,
    });
    f.i32("add", g, one, g);
    return f.i32("le", g, generations);
  });
}
