/**
 * HashLife's base case for cells in more than two states: a function, emitted for each rule, that steps a 32 x 32 square of planes by
 * up to eight generations. It is the circuit that `bitwise` emits for tiles (cpu/rule-circuits.ts), over the core's eight vectors a
 * plane (wasm/assembly/_hashlife-base.ts says how rows are dealt to them): the rows above and below a vector's are the vectors before
 * and after it, and lanes move at the two ends only. Errors at the square's border creep inward by a cell a generation.
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
import { copyRow, emptyRow, held } from "../cpu/rule-kernel.ts";
import { compiledOnce } from "../cpu/tile-loop.ts";
import type { Local } from "../wasm/emit.ts";
import { FunctionWriter } from "../wasm/emit.ts";
import { MOST_THREADS } from "../wasm/helpers.ts";
import { PLANE_BYTES } from "./layout.ts";
import { emitRowBase } from "./row-base.ts";

const VECTOR = 16;
/** Of a plane: its first and last vector, and those before and after, which repeat them for the rows beyond. */
const [BEFORE, FIRST, LAST, AFTER] = [0, VECTOR, 8 * VECTOR, 9 * VECTOR] as const;

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

/** The module's bytes; `shared`: threads share the memory. Its function takes the address of the planes and the number of generations, 1 or more. */
export function emitBase(circuit: RuleCircuit, shared: boolean): Uint8Array<ArrayBuffer> {
  const f = new FunctionWriter(2);
  const [square, generations] = [0, 1];
  const planes = Array.from({ length: circuit.bits }, (_, bit) => bit * PLANE_BYTES);
  const zero = f.i32Const(0);
  const one = f.i32Const(1);
  const step = f.i32Const(VECTOR);
  const end = f.i32("add", square, f.i32Const(8 * VECTOR));
  const left = f.i32Local();
  const at = f.i32Local();
  f.copy(generations, left);
  f.loop(() => {
    for (const plane of planes) {
      const [first, last] = [FIRST, LAST].map((offset) => f.v128Load(square, plane + offset)) as [
        Local,
        Local,
      ];
      f.v128Store(square, f.i32x4Shuffle(last, last, [0, 0, 1, 2]), plane + BEFORE);
      f.v128Store(square, f.i32x4Shuffle(first, first, [1, 2, 3, 3]), plane + AFTER);
    }
    f.copy(square, at);
    const digitsOf = (b: BitWriter, row: readonly SeenRow[]): readonly Local[] =>
      circuit.digits(b, row).map((bits) => held(f, bits));
    const outside = new BitWriter(f);
    const up = digitsOf(outside, loadRow(f, outside, circuit, planes, at, BEFORE));
    const first = loadRow(f, outside, circuit, planes, at, FIRST);
    const here = emptyRow(f, first);
    copyRow(f, first, here);
    const middle = digitsOf(outside, here);
    f.loop(() => {
      const b = new BitWriter(f);
      const next = loadRow(f, b, circuit, planes, at, FIRST + VECTOR);
      const down = circuit.digits(b, next) as readonly Local[];
      const cell = planes.map((plane) => f.v128Load(at, plane + FIRST));
      const cells = circuit.next(b, cell, here, middle, up, down);
      for (const [i, bits] of cells.entries()) f.v128Store(at, held(f, bits), planes[i] + FIRST);
      down.forEach((local, i) => {
        f.copy(middle[i], up[i]);
        f.copy(local, middle[i]);
      });
      copyRow(f, next, here);
      f.i32("add", at, step, at);
      return f.i32("lt", at, end);
    });
    f.i32("sub", left, one, left);
    return f.i32("lt", zero, left);
  });
  return f.procedure(shared);
}

/** The vectors at an offset of each plane as neighbours see them. */
function loadRow(
  f: FunctionWriter,
  b: BitWriter,
  { seen }: RuleCircuit,
  planes: readonly number[],
  at: Local,
  offset: number,
): readonly SeenRow[] {
  const cells = seen(
    b,
    planes.map((plane) => f.v128Load(at, plane + offset)),
  );
  return cells.map((bits) => {
    const cell = held(f, bits);
    return { cell, left: f.i32x4Shift(cell, 1), right: f.i32x4Shift(cell, -1) };
  });
}
