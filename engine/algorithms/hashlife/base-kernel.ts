/**
 * HashLife's base case for cells in more than two states: a function, emitted for each rule, that steps a 16 x 16 square of planes by
 * up to four generations. It is the circuit that `bitwise` emits for tiles (cpu/rule-circuits.ts), over two vectors a plane: the even
 * rows and the odd ones (wasm/assembly/_hashlife-planes.ts). Errors at the square's border creep inward by a cell a generation.
 */

import { TessellaError } from "../../core/errors.ts";
import type { Topology } from "../../core/topology.ts";
import { rowCodesOf } from "../../rules/row-codes.ts";
import type { Rule } from "../../rules/rule.ts";
import { BitWriter } from "../bit-writer.ts";
import { MOST_IN_CIRCUIT } from "../cpu/diagram-circuit.ts";
import type { RowTables } from "../cpu/row-kernel.ts";
import { rowTables } from "../cpu/row-kernel.ts";
import { circuitsOf } from "../cpu/rule-circuits.ts";
import type { RuleCircuit, SeenRow } from "../cpu/rule-kernel.ts";
import { held } from "../cpu/rule-kernel.ts";
import { compiledOnce } from "../cpu/tile-loop.ts";
import type { Local } from "../wasm/emit.ts";
import { FunctionWriter } from "../wasm/emit.ts";
import { MOST_THREADS } from "../wasm/helpers.ts";
import { BASE_PARAMETERS, PLANE_BYTES } from "./layout.ts";
import { emitRowBase } from "./row-base.ts";

const VECTOR = 16;
/** Lanes of two bytes moved by one: each row's upper neighbours among the odd rows are a lane before, the even ones below an odd row a lane behind. */
const LANE_UP = [0, 1, ...Array.from({ length: 14 }, (_, byte) => byte)];
const LANE_DOWN = [...Array.from({ length: 14 }, (_, byte) => byte + 2), 14, 15];

/** Rows 4 to 11 of a byte, from even rows and odd ones of two; twice. */
const MIDDLE_ROWS = [4, 20, 6, 22, 8, 24, 10, 26, 4, 20, 6, 22, 8, 24, 10, 26];

/** The base case of a rule. */
export interface BaseCase {
  readonly module: WebAssembly.Module;
  /** What the core's memory has to hold for it, at ROW_ROOMS; null for a circuit. */
  readonly tables: RowTables | null;
}

/** `shared`: threads share the memory. Errors: `unsupported-operation` where a policy forbids compiling, `too-large`. */
export function baseOf(rule: Rule, topology: Topology, shared: boolean): BaseCase {
  const tables = tablesOf(rule);
  const module = tables
    ? compiledOnce(`base rows ${tables.key} ${shared}`, () => emitRowBase(tables, shared))
    : circuitModule(rule, topology, shared);
  if (module) return { module, tables };
  throw new TessellaError(
    "unsupported-operation",
    "HashLife compiles rules of more than two states, which a policy forbids here.",
  );
}

function tablesOf({ text, file, form }: Rule): RowTables | null {
  if (form.kind !== "diagram" || form.next.length <= MOST_IN_CIRCUIT) return null;
  return rowTables(`${text} ${file?.text ?? ""}`, rowCodesOf(form), MOST_THREADS);
}

function circuitModule(rule: Rule, topology: Topology, shared: boolean): WebAssembly.Module | null {
  const [circuit] = circuitsOf(rule, topology) as [RuleCircuit];
  return compiledOnce(`base ${circuit.key} ${shared}`, () => emitBase(circuit, shared));
}

/** The module's bytes; `shared`: threads share the memory. Its function takes what BASE_PARAMETERS lists. */
function emitBase(circuit: RuleCircuit, shared: boolean): Uint8Array<ArrayBuffer> {
  const f = new FunctionWriter(BASE_PARAMETERS);
  const [square, generations] = [0, 1];
  const planes = Array.from({ length: circuit.bits }, (_, bit) => bit * PLANE_BYTES);
  const zero = f.i32Const(0);
  const one = f.i32Const(1);
  const left = f.i32Local();
  const even = planes.map((plane) => f.v128Load(square, plane));
  const odd = planes.map((plane) => f.v128Load(square, plane + VECTOR));
  f.copy(generations, left);
  f.loop(() => {
    const b = new BitWriter(f);
    const digitsOf = (row: readonly SeenRow[]): readonly Local[] =>
      circuit.digits(b, row).map((bits) => held(f, bits));
    const [above, here, there, below] = [
      odd.map((plane) => f.shuffle(plane, plane, LANE_UP)),
      even,
      odd,
      even.map((plane) => f.shuffle(plane, plane, LANE_DOWN)),
    ].map((cells) => {
      const row = seenRow(f, b, circuit, cells);
      return { row, digits: digitsOf(row) };
    }) as [Row, Row, Row, Row];
    const next = (cell: readonly Local[], row: Row, up: Row, down: Row): readonly Local[] =>
      circuit.next(b, cell, row.row, row.digits, up.digits, down.digits).map((bits) => held(f, bits));
    const [nextEven, nextOdd] = [next(even, here, above, there), next(odd, there, here, below)];
    nextEven.forEach((bits, bit) => {
      f.copy(bits, even[bit] as Local);
    });
    nextOdd.forEach((bits, bit) => {
      f.copy(bits, odd[bit] as Local);
    });
    f.i32("sub", left, one, left);
    return f.i32("lt", zero, left);
  });
  for (const [bit] of planes.entries()) {
    const [evenCells, oddCells] = [even, odd].map((rows) => f.i16x8Shift(rows[bit] as Local, -4));
    const middle = f.shuffle(evenCells as Local, oddCells as Local, MIDDLE_ROWS);
    for (const half of [0, 1]) f.storeLane(square, middle, half, 8 * bit + 4 * half);
  }
  return f.procedure(shared);
}

/** Eight rows as neighbours see them, and what they contribute to the rows beside them. */
interface Row {
  readonly row: readonly SeenRow[];
  readonly digits: readonly Local[];
}

/** Vectors, one of each plane, as neighbours see them. */
function seenRow(
  f: FunctionWriter,
  b: BitWriter,
  { seen }: RuleCircuit,
  cells: readonly Local[],
): readonly SeenRow[] {
  return seen(b, cells).map((bits) => {
    const cell = held(f, bits);
    return { cell, left: f.i16x8Shift(cell, 1), right: f.i16x8Shift(cell, -1) };
  });
}
