/**
 * HashLife's base case for rules as tables of rows, where a circuit would be too long (cpu/row-kernel.ts explains the look-ups). The
 * planes of a 16 x 16 square become bytes, which are stepped in place and become planes again. In each generation the outermost cells
 * can no longer be known, so it looks up fewer rows than the one before. Cells further from the square's own cells than there were
 * generations are still empty, and are not looked up either: along wires, arms and edges of a pattern that is most of a square.
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
import { BASE_PARAMETERS, PLANE_BYTES, ROW_ROOMS } from "./layout.ts";

const SIDE = 16;
const VECTOR = 16;
/** A vector has every second row. */
const [TWO_ROWS, FOUR_ROWS] = [2 * BYTES_APART, 4 * BYTES_APART];

/** The module's bytes; `shared`: threads share the memory. Its function takes what BASE_PARAMETERS lists. */
export function emitRowBase(tables: RowTables, shared: boolean): Uint8Array<ArrayBuffer> {
  const f = new FunctionWriter(BASE_PARAMETERS);
  const [square, generations, top, bottom, west, east] = [0, 1, 2, 3, 4, 5];
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
  stepBytes(f, tables, room, generations, [top, bottom], [west, east]);
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

/** The first and the last row or column that has cells. */
type Extent = readonly [first: Local, last: Local];

/**
 * Generation g, from 1 on, is that of rows and columns g to 15 - g, as far as they are g or fewer beyond those that have cells. Of columns four
 * are looked up at once.
 */
function stepBytes(
  f: FunctionWriter,
  tables: RowTables,
  room: Local,
  generations: Local,
  rows: Extent,
  columns: Extent,
): void {
  const lane = laneOf(tables.codes);
  const one = f.i32Const(1);
  const side = f.i32Const(SIDE);
  const byteShift = f.i32Const(Math.log2(BYTES_APART));
  const numberShift = f.i32Const(Math.log2((BYTES_APART * lane) / 2));
  const laneShift = f.i32Const(Math.log2(lane));
  const three = f.i32Const(3);
  const fours = f.i32Const(-4);
  const numbers = f.i32("add", room, f.i32Const(NUMBERS));
  const cells = f.i32("add", room, f.i32Const(FIRST_CELL));
  const g = f.i32Local();
  const smaller = (a: Local, b: Local, smallest: Local, other: Local): Local => {
    const chosen = f.i32Local();
    f.if(
      f.i32("lt", a, b),
      () => f.copy(smallest, chosen),
      () => f.copy(other, chosen),
    );
    return chosen;
  };
  /** What has to be looked up: from the first on, up to `end`, which is left out. */
  const reached = ([first, last]: Extent): { readonly from: Local; readonly end: Local } => {
    const [low, high] = [f.i32("sub", first, g), f.i32("add", f.i32("add", last, g), one)];
    const known = f.i32("sub", side, g);
    // Numbers are compared as unsigned ones.
    const twice = f.i32("add", g, g);
    return { from: smaller(first, twice, g, low), end: smaller(high, known, high, known) };
  };
  f.copy(one, g);
  f.loop(() => {
    const { from: row, end: below } = reached(rows);
    const above = f.i32("sub", row, one);
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
    const { from, end } = reached(columns);
    // A multiple of four, and not beyond the last.
    const count = f.i32("and", f.i32("add", f.i32("sub", end, from), three), fours);
    const latest = f.i32("sub", side, count);
    const column = smaller(from, latest, from, latest);
    lookUp(f, tables, ROW_ROOMS, {
      from: rowAt(rowAt(numbers, above, numberShift), column, laneShift),
      to: rowAt(cells, row, byteShift),
      end: rowAt(cells, below, byteShift),
      apart: BYTES_APART,
      column,
      columns: f.i32("add", column, count),
    });
    f.i32("add", g, one, g);
    return f.i32("le", g, generations);
  });
}
