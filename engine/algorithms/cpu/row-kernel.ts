/**
 * The loop of `bitwise` for rules as tables of rows (engine/rules/row-codes.ts): where a circuit on planes would be too long, each cell
 * takes three look-ups instead. In a tile
 *
 * 1. planes become bytes: a row of 34 cells, a byte each, for each row of the stretch and the two beside it;
 * 2. bytes become numbers of rows, sixteen cells at a time: kinds by swizzles, weighed and added;
 * 3. columns are gone through from top to bottom. A row's number leads to its three codes in one 64-bit number, which is added to what
 *    is known of the rows above: `sum = (sum >> 21) + codes`. Its lowest field then says all about the cell one row up, whose next
 *    state is looked up;
 * 4. bytes become planes again.
 *
 * The tables and the room for 1 to 3 lie in the kernel's memory, before the tiles; each thread has a room of its own.
 */

import { planesFor } from "../../core/block.ts";
import type { RowCodes } from "../../rules/row-codes.ts";
import { answerCount, answersByRows } from "../../rules/row-codes.ts";
import type { Local } from "../wasm/emit.ts";
import { FunctionWriter } from "../wasm/emit.ts";
import { byteMask, PLACES } from "./bit-masks.ts";
import { planeOf, TILE } from "./tile-layout.ts";
import { ChangeWriter, compiledOnce, LOOP_PARAMETERS, loopParameters as p } from "./tile-loop.ts";

// The room of a thread. Rows of bytes are 64 apart and begin with room for the cell to the left.
export const BYTES_APART = 64;
export const FIRST_CELL = 16;
/** Numbers of rows, of two or four bytes each. */
export const NUMBERS = 2304;
/** Next states, 32 bytes a row; HashLife's base case has no need of them. */
const RESULTS = 6912;
export const ROOM = 8192;
export const ROOM_SHIFT = 13;

/** Fields of a row's codes: bottom, middle and top, from the lowest bit on. */
const FIELD = 21;
/** Up to so many answers three codes are looked up at once: the tables are then in the first-level cache, or nearly so. */
const MOST_AT_ONCE = 2 ** 16;
/** Columns that are gone through side by side. */
export const COLUMNS = 4;

/** The tables of a rule as they lie in the kernel's memory, behind the rooms of the threads. */
export interface RowTables {
  /** Tells rules apart. */
  readonly key: string;
  readonly codes: RowCodes;
  /** Whether all three codes are looked up at once. */
  readonly atOnce: boolean;
  /** Of the rooms, the tables and both. */
  readonly bytes: number;
  /** Where tables begin, counted from the first room: rows, then pairs (none if all is looked up at once), then answers. */
  readonly rows: number;
  readonly pairs: number;
  readonly answers: number;
}

export function rowTables(key: string, codes: RowCodes, threads: number): RowTables {
  const atOnce = answerCount(codes) <= MOST_AT_ONCE;
  const rows = threads * ROOM;
  const pairs = rows + 8 * codes.top.length;
  const answers = pairs + (atOnce ? 0 : 4 * codes.pairs.length);
  const last = answers + (atOnce ? answerCount(codes) : codes.answers.length);
  return { key, codes, atOnce, bytes: Math.ceil(last / 64) * 64, rows, pairs, answers };
}

/** Writes the tables behind rooms that begin at that address. */
export function writeRowTables(tables: RowTables, memory: ArrayBufferLike, at: number): void {
  const { codes, atOnce, rows, pairs, answers } = tables;
  const { top, middle, bottom, middles, bottoms } = codes;
  // Each row's 64 bits as two words; the middle field lies in both.
  const fields = new Uint32Array(memory, at + rows, 2 * top.length);
  // At once: all three add up to the place of an answer. Else top and middle add up to that of a pair, which leads to the answer.
  const [ofTop, ofMiddle] = atOnce ? [middles * bottoms, bottoms] : [middles, 1];
  for (let row = 0; row < top.length; row++) {
    const inMiddle = (middle[row] as number) * ofMiddle;
    fields[2 * row] = (bottom[row] as number) | (inMiddle << FIELD);
    fields[2 * row + 1] = (inMiddle >>> (32 - FIELD)) | (((top[row] as number) * ofTop) << (2 * FIELD - 32));
  }
  if (atOnce) {
    new Uint8Array(memory).set(answersByRows(codes), at + answers);
    return;
  }
  new Uint32Array(memory, at + pairs, codes.pairs.length).set(codes.pairs.map((upper) => upper * bottoms));
  new Uint8Array(memory).set(codes.answers, at + answers);
}

/** The compiled loop (`emitRows`), or null where this machine or its policy forbids compiling. */
export function rowModule(
  tables: RowTables,
  at: number,
  masked: boolean,
  shared: boolean,
): WebAssembly.Module | null {
  const key = `rows ${tables.key} ${at} ${tables.rows} ${masked} ${shared}`;
  return compiledOnce(key, () => emitRows(tables, at, masked, shared));
}

/** The module's bytes. `at`: where the rooms begin. `masked`: some tiles have cells that do not exist. */
function emitRows(tables: RowTables, at: number, masked: boolean, shared = false): Uint8Array<ArrayBuffer> {
  const f = new FunctionWriter(LOOP_PARAMETERS);
  const planes = Array.from({ length: planesFor(tables.codes.states) }, (_, bit) => planeOf(bit));
  const changes = new ChangeWriter(f, p, planes);
  const room = f.i32("add", f.i32("shl", f.i32Import("thread"), f.i32Const(ROOM_SHIFT)), f.i32Const(at));
  /** Where the byte is that belongs to byte k of a plane, in rows of so many bytes (4 of a plane's, shifted left). */
  const placed = (k: Local, shift: number): Local => f.i32("add", room, f.i32("shl", k, f.i32Const(shift)));
  unpack(f, planes, placed);
  const lane = laneOf(tables.codes);
  const shift = lane === 2 ? 4 : 5;
  const last = added(f, placed(p.last, 4), 5 * BYTES_APART);
  numberRows(f, tables.codes, placed(p.first, 4), last, added(f, placed(p.first, shift), NUMBERS));
  lookUp(f, tables, at, {
    from: added(f, placed(p.first, shift), NUMBERS),
    to: added(f, placed(p.first, 3), RESULTS),
    end: added(f, placed(p.last, 3), RESULTS + 4 * TILE),
    apart: TILE,
  });
  pack(f, planes, placed, changes, masked);
  return changes.module(shared);
}

type Placed = (k: Local, shift: number) => Local;

/** Goes from `from` to `to`, the last one included, in steps of so many bytes. */
function each(f: FunctionWriter, from: Local, to: Local, step: number, body: (at: Local) => void): void {
  const at = f.i32Local();
  f.copy(from, at);
  const by = f.i32Const(step);
  f.loop(() => {
    body(at);
    f.i32("add", at, by, at);
    return f.i32("le", at, to);
  });
}

function added(f: FunctionWriter, a: Local, n: number): Local {
  return f.i32("add", a, f.i32Const(n));
}

/**
 * Writes what turns vectors of four rows of 32 cells, one of each plane, into bytes: the first `count` of the rows, `apart` bytes apart.
 */
function byteWriter(
  f: FunctionWriter,
): (cells: readonly Local[], count: number, to: Local, apart: number) => void {
  const places = f.bytes(...PLACES);
  const one = f.bytes(1);
  return (cells, count, to, apart) => {
    for (let row = 0; row < count; row++) {
      for (const half of [0, 1]) {
        const byte = 4 * row + 2 * half;
        let states: Local | null = null;
        for (const plane of cells.toReversed()) {
          const set = byteMask(f, plane, byte, places);
          // What is set is -1.
          states =
            states === null
              ? f.v128("and", set, one)
              : f.lanes("sub", 1, f.lanes("add", 1, states, states), set);
        }
        f.v128Store(to, states as Local, row * apart + FIRST_CELL + 16 * half);
      }
    }
  };
}

/** Planes to bytes: the rows of the stretch, the one above and the one below, with a cell more on either side. */
function unpack(f: FunctionWriter, planes: readonly number[], placed: Placed): void {
  const writeBytes = byteWriter(f);
  /** Rows from vectors of four rows: the first so many of them, to `to`. */
  const rows = (
    count: number,
    to: Local,
    load: (column: "west" | "centre" | "east") => readonly Local[],
  ): void => {
    writeBytes(load("centre"), count, to, BYTES_APART);
    // The last cell of the row to the left becomes the highest byte of a word, the first of that to the right the lowest.
    const beside = (column: "west" | "east", shift: (bit: number) => number, first: number): void => {
      const word = load(column)
        .map((plane, bit) => {
          const by = shift(bit);
          const moved = by === 0 ? plane : f.i32x4Shift(plane, by);
          const at = Array.from({ length: 4 }, (_, i) => (i === first ? 1 << bit : 0));
          return f.v128("and", moved, f.bytes(...at));
        })
        .reduce((all, each) => f.v128("or", all, each));
      for (let row = 0; row < count; row++)
        f.storeLane(
          to,
          word,
          row,
          row * BYTES_APART + (column === "west" ? FIRST_CELL - 4 : FIRST_CELL + TILE),
        );
    };
    beside("west", (bit) => bit - 7, 3);
    beside("east", (bit) => bit, 0);
  };
  const single =
    (words: Readonly<Record<"west" | "centre" | "east", Local>>) =>
    (column: "west" | "centre" | "east"): readonly Local[] =>
      planes.map((at) => f.i32x4LoadSplat(words[column], at));
  rows(1, placed(p.first, 4), single({ west: p.nw, centre: p.n, east: p.ne }));
  each(f, p.first, p.last, 16, (k) => {
    rows(4, added(f, placed(k, 4), BYTES_APART), (column) => {
      const address = f.i32("add", p[column], k);
      return planes.map((at) => f.v128Load(address, at));
    });
  });
  rows(1, added(f, placed(p.last, 4), 5 * BYTES_APART), single({ west: p.sw, centre: p.s, east: p.se }));
}

/** How many bytes the number of a row has: it is eight times as large as that of row-codes.ts, since so far apart the codes are. */
export function laneOf({ top }: RowCodes): 2 | 4 {
  return 8 * top.length <= 2 ** 16 ? 2 : 4;
}

/** Bytes to numbers of rows of 16 or 32 cells, from the row of bytes at `first` to the one at `last`. The local `to` goes along. */
export function numberRows(
  f: FunctionWriter,
  codes: RowCodes,
  first: Local,
  last: Local,
  to: Local,
  cells: 16 | 32 = 32,
): void {
  const { kinds, arities } = codes;
  const lane = laneOf(codes);
  const columns = kinds
    .map((ofState, column) => ({
      ofState,
      column,
      kindOf: kindWriter(f, ofState),
      weight: 8 * arities.slice(column + 1).reduce((product, arity) => product * arity, 1),
    }))
    .filter(({ column }) => (arities[column] as number) > 1);
  const weights = columns.map(({ weight }) => {
    const bytes = [weight & 255, (weight >> 8) & 255, (weight >> 16) & 255, 0];
    return f.bytes(...bytes.slice(0, lane));
  });
  const byNumbers = f.i32Const((BYTES_APART * lane) / 2);
  each(f, first, last, BYTES_APART, (row) => {
    for (let half = 0; 16 * half < cells; half++) {
      const bytes = columns.map(({ column, kindOf }) =>
        kindOf(f.v128Load(row, FIRST_CELL + column - 1 + 16 * half)),
      );
      const wide = bytes.map((each) => widened(f, each, lane));
      for (let part = 0; part < lane; part++) {
        const sum = wide
          .map((parts, i) => f.lanes("mul", lane, parts[part] as Local, weights[i] as Local))
          .reduce<Local | null>((all, each) => (all === null ? each : f.lanes("add", lane, all, each)), null);
        f.v128Store(to, sum ?? f.v128Zero(), 16 * (lane * half + part));
      }
    }
    f.i32("add", to, byNumbers, to);
  });
}

/** Sixteen bytes as lanes of two bytes, or of four. */
function widened(f: FunctionWriter, bytes: Local, lane: 2 | 4): readonly Local[] {
  const halves = (["low", "high"] as const).map((half) => f.widen(2, bytes, half));
  return lane === 2
    ? halves
    : halves.flatMap((each) => (["low", "high"] as const).map((half) => f.widen(4, each, half)));
}

/** Kinds of states, sixteen at a time. */
function kindWriter(f: FunctionWriter, ofState: Uint8Array): (states: Local) => Local {
  if (ofState.every((kind, state) => kind === state)) return (states) => states;
  const parts = Array.from({ length: Math.ceil(ofState.length / 16) }, (_, i) => {
    const part = ofState.subarray(16 * i, 16 * i + 16);
    return { table: f.bytes(...Array.from({ length: 16 }, (_, at) => part[at] ?? 0)), from: f.bytes(16 * i) };
  });
  // Below `from` a byte turns over and is large, too.
  return (states) =>
    parts
      .map(({ table, from }, i) => f.swizzle(table, i === 0 ? states : f.lanes("sub", 1, states, from)))
      .reduce((all, each) => f.v128("or", all, each));
}

/** Where look-ups read and write. */
interface LookUps {
  /** The number of the first column in the row above the first; it goes along. */
  readonly from: Local;
  /** Where the next states of column 0 go, and the end of that column. */
  readonly to: Local;
  readonly end: Local;
  /** Bytes between two rows of them. */
  readonly apart: number;
}

/** Numbers of rows to next states, in all columns of a tile. `at`: where the rooms begin. */
function lookUp(f: FunctionWriter, tables: RowTables, at: number, { from, to, end, apart }: LookUps): void {
  const lookDown = columnWriter(f, tables, at, apart);
  const column = f.i32Const(0);
  const columns = f.i32Const(TILE);
  const byColumns = f.i32Const(COLUMNS);
  const byNumbers = f.i32Const(COLUMNS * laneOf(tables.codes));
  f.loop(() => {
    const number = f.i32Local();
    f.copy(from, number);
    lookDown(number, f.i32("add", to, column), end);
    f.i32("add", from, byNumbers, from);
    f.i32("add", column, byColumns, column);
    return f.i32("lt", column, columns);
  });
}

/**
 * Writes what looks COLUMNS columns side by side up from top to bottom: from the numbers in the row above the first, to where the next states
 * of the first row go, which are `apart` bytes from those of the next, and before `end`. Numbers and place go along.
 */
export function columnWriter(
  f: FunctionWriter,
  tables: RowTables,
  at: number,
  apart: number,
): (number: Local, out: Local, end: Local) => void {
  const [rows, pairs, answers] = [at + tables.rows, at + tables.pairs, at + tables.answers];
  const lane = laneOf(tables.codes);
  const field = f.i32Const(2 ** FIELD - 1);
  const [one, two] = [f.i64Const(FIELD), f.i64Const(2 * FIELD)];
  const twice = f.i32Const(2);
  const row = f.i32Const((BYTES_APART * lane) / 2);
  const result = f.i32Const(apart);
  const columns = Array.from({ length: COLUMNS }, (_, i) => i);
  const codesAt = (number: Local, column: number): Local =>
    f.i64Load(f.i32Load(lane, number, column * lane), rows);
  const low = (codes: Local): Local => f.i32("and", f.i32Wrap(codes), field);
  const upperOf = (top: Local, middle: Local): Local => {
    const place = f.i32("add", f.i32Wrap(f.i64("shr", top, two)), low(f.i64("shr", middle, one)));
    return f.i32Load(4, f.i32("shl", place, twice), pairs);
  };
  return (number, out, end) => {
    const above = columns.map((i) => codesAt(number, i));
    f.i32("add", number, row, number);
    const here = columns.map((i) => codesAt(number, i));
    // What is known so far: a sum of codes, or the codes of the row here and where the answers are by those of the row below.
    const sums = columns.map((i) =>
      f.i64("add", f.i64("shr", above[i] as Local, one), here[i] as Local, f.i64Local()),
    );
    const uppers = tables.atOnce ? [] : columns.map((i) => upperOf(above[i] as Local, here[i] as Local));
    f.loop(() => {
      f.i32("add", number, row, number);
      for (const i of columns) {
        const codes = codesAt(number, i);
        if (tables.atOnce) {
          const sum = f.i64("add", f.i64("shr", sums[i] as Local, one), codes, sums[i]);
          f.i32Store8(out, f.i32Load(1, low(sum), answers), i);
        } else {
          f.i32Store8(out, f.i32Load(1, f.i32("add", uppers[i] as Local, low(codes)), answers), i);
          f.copy(upperOf(here[i] as Local, codes), uppers[i] as Local);
          f.copy(codes, here[i] as Local);
        }
      }
      f.i32("add", out, result, out);
      return f.i32("lt", out, end);
    });
  };
}

/** Next states to planes, which are stored. */
function pack(
  f: FunctionWriter,
  planes: readonly number[],
  placed: Placed,
  changes: ChangeWriter,
  masked: boolean,
): void {
  const sixteen = f.i32Const(16);
  each(f, p.first, p.last, 16, (k) => {
    const from = placed(k, 3);
    const states = Array.from({ length: 8 }, (_, i) => f.v128Load(from, RESULTS + 16 * i));
    changes.store(k, packedRows(f, planes.length, states, sixteen), masked);
  });
}

/** A vector for each plane of four rows of 32 bytes, which come as eight vectors. `sixteen`: that number. */
function packedRows(
  f: FunctionWriter,
  planes: number,
  states: readonly Local[],
  sixteen: Local,
): readonly Local[] {
  return Array.from({ length: planes }, (_, bit) => {
    const words = [0, 1, 2, 3].map((row) => {
      // A bit becomes the highest of its byte; what crosses over from the byte below stays lower.
      const halves = [0, 1].map((half) => {
        const bytes = states[2 * row + half] as Local;
        return f.i8x16Bitmask(bit === 7 ? bytes : f.i32x4Shift(bytes, 7 - bit));
      }) as [Local, Local];
      return f.i32("or", halves[0], f.i32("shl", halves[1], sixteen));
    });
    return words.reduce(
      (vector, word, row) => (row === 0 ? f.splat(4, word) : f.i32x4Replace(vector, word, row)),
      0,
    );
  });
}
