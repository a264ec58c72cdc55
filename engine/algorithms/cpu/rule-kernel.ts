/**
 * A loop of its own for each rule: the inner loop of `bitwise` (bands of a tile; wasm/assembly/_tile-rows.ts explains
 * the counting and does the same for any rule from a table), emitted as a little WASM module once the rule is known.
 * The rule is then a handful of operations instead of a tree of multiplexers over twenty vectors in memory, which
 * halves the time of a generation.
 *
 * Where a policy refuses compiling, the kernel keeps the loop that reads tables; the tests compare the two.
 */

import type { CellTable } from "../../rules/cell-table.ts";
import { textOfTable } from "../../rules/cell-table.ts";
import type { Phase, PhaseTable } from "../../rules/phases.ts";
import type { Neighbourhood } from "../../rules/rule.ts";
import { selectBySquare } from "../../rules/square-diagram.ts";
import type { Local } from "../wasm/emit.ts";
import { FunctionWriter } from "../wasm/emit.ts";
import type { Bits } from "./rule-bits.ts";
import { BitWriter } from "./rule-bits.ts";

/** The parameters of the emitted function: those of stepBands in _tile-rows.ts, without the rule. */
const PARAMETERS = [
  "first",
  "last",
  "centre",
  "west",
  "east",
  "target",
  "mask",
  "nw",
  "n",
  "ne",
  "sw",
  "s",
  "se",
] as const;
type Parameters = Readonly<Record<(typeof PARAMETERS)[number], Local>>;

/** A row with its neighbours to the left and right, four rows per vector. */
interface Row {
  readonly cell: Local;
  readonly left: Local;
  readonly right: Local;
}

/** Compiled modules by what they do: universes of one rule share their compiled code. */
const compiled = new Map<string, WebAssembly.Module>();
/** Dragging through rules makes many modules; the oldest are forgotten. */
const MOST_COMPILED = 64;

/** The compiled loop of one phase of a rule (`emitRule`), or null where this machine or its policy forbids compiling. */
export function ruleModule(
  neighbourhood: Neighbourhood,
  table: Phase,
  masked: boolean,
  shared = false,
): WebAssembly.Module | null {
  const rule = "birth" in table ? `${neighbourhood} ${table.birth} ${table.survival}` : textOfTable(table);
  const key = `${rule} ${masked} ${shared}`;
  const known = compiled.get(key);
  if (known) return known;
  try {
    const module = new WebAssembly.Module(emitRule(neighbourhood, table, masked, shared));
    const oldest = compiled.size >= MOST_COMPILED ? compiled.keys().next().value : undefined;
    if (oldest !== undefined) compiled.delete(oldest);
    compiled.set(key, module);
    return module;
  } catch {
    return null;
  }
}

/**
 * The module's bytes. `masked`: some tiles have cells that do not exist. `shared`: the memory is shared by threads. What `run` returns
 * are the rows in which the new plane differs from the one that it overwrote, and from bit 32 on the columns.
 */
export function emitRule(
  neighbourhood: Neighbourhood,
  table: Phase,
  masked: boolean,
  shared = false,
): Uint8Array<ArrayBuffer> {
  const f = new FunctionWriter(PARAMETERS.length);
  const p = Object.fromEntries(PARAMETERS.map((name, i) => [name, i])) as unknown as Parameters;
  const zero = f.v128Zero();
  const columns = f.v128Zero();
  const rows = f.i32Const(0);
  const two = f.i32Const(2);
  const fifteen = f.i32Const(15);
  const step = f.i32Const(16);
  const k = f.i32Local();
  f.copy(p.first, k);

  const above = outerRow(f, p.nw, p.n, p.ne);
  const here: Row = { cell: f.v128Local(), left: f.v128Local(), right: f.v128Local() };
  loadRow(f, p, k, 0, here);
  const next: Row = { cell: f.v128Local(), left: f.v128Local(), right: f.v128Local() };
  // Digits of the row above travel from band to band, as do those of the row here.
  const digitsOf =
    neighbourhood === "hex" || !("birth" in table)
      ? rowCells
      : neighbourhood === "moore"
        ? threeDigits
        : plainDigits;
  const before = digitsOf(new BitWriter(f), above).map((bits) => held(f, bits));
  const middle = digitsOf(new BitWriter(f), here).map((bits) => held(f, bits));

  f.loop(() => {
    f.if(
      f.i32("lt", k, p.last),
      () => loadRow(f, p, k, 16, next),
      () => {
        const below = outerRow(f, p.sw, p.s, p.se);
        copyRow(f, below, next);
      },
    );
    const b = new BitWriter(f);
    const after = digitsOf(b, next) as readonly Local[];
    const up = middle.map((here, i) => f.i32x4Shuffle(before[i], here, [3, 4, 5, 6]));
    const down = middle.map((here, i) => f.i32x4Shuffle(here, after[i], [1, 2, 3, 4]));
    const alive = held(
      f,
      "birth" in table
        ? NEXT[neighbourhood](b, table, here, middle, up, down)
        : nextOfSquare(b, table, middle, up, down),
    );
    const address = f.i32("add", p.target, k);
    const result = masked ? f.v128("and", alive, f.v128Load(f.i32("add", p.mask, k))) : alive;
    const change = f.v128("xor", result, f.v128Load(address));
    f.v128Store(address, result);
    f.v128("or", columns, change, columns);
    const changed = f.i32("xor", f.i32x4Bitmask(f.i32x4Equal(change, zero)), fifteen);
    f.i32("or", rows, f.i32("shl", changed, f.i32("shr", k, two)), rows);
    for (const [i, local] of after.entries()) {
      f.copy(middle[i], before[i]);
      f.copy(local, middle[i]);
    }
    copyRow(f, next, here);
    f.i32("add", k, step, k);
    return f.i32("le", k, p.last);
  });
  const pairs = f.v128("or", columns, f.i32x4Shuffle(columns, columns, [2, 3, 0, 1]));
  const all = f.v128("or", pairs, f.i32x4Shuffle(pairs, pairs, [1, 0, 3, 2]));
  return f.module(f.i32x4Replace(all, rows), shared);
}

/** A local of its own, for values that change from one iteration to the next. */
function held(f: FunctionWriter, bits: Bits): Local {
  const local = f.v128Local();
  if (typeof bits === "number") f.copy(bits, local);
  else if (bits) f.copy(f.v128Not(f.v128Zero()), local);
  else f.copy(f.v128Zero(), local);
  return local;
}

function copyRow(f: FunctionWriter, from: Row, to: Row): void {
  f.copy(from.cell, to.cell);
  f.copy(from.left, to.left);
  f.copy(from.right, to.right);
}

/** Four rows of the window, `offset` bytes after byte k. */
function loadRow(f: FunctionWriter, p: Parameters, k: Local, offset: number, row: Row): void {
  const cell = f.v128Load(f.i32("add", p.centre, k), offset, row.cell);
  const west = f.v128Load(f.i32("add", p.west, k), offset);
  const east = f.v128Load(f.i32("add", p.east, k), offset);
  f.v128("or", f.i32x4Shift(cell, 1), f.i32x4Shift(west, -31), row.left);
  f.v128("or", f.i32x4Shift(cell, -1), f.i32x4Shift(east, 31), row.right);
}

/** The single row above or below, in all four lanes. */
function outerRow(f: FunctionWriter, west: Local, centre: Local, east: Local): Row {
  const cell = f.i32x4Splat(centre);
  const left = f.v128("or", f.i32x4Shift(cell, 1), f.i32x4Shift(f.i32x4Splat(west), -31));
  const right = f.v128("or", f.i32x4Shift(cell, -1), f.i32x4Shift(f.i32x4Splat(east), 31));
  return { cell, left, right };
}

/** The contribution of the rows above and below: one or more vectors that are then moved up or down by a row. */
type Digits = (b: BitWriter, row: Row) => readonly Bits[];

/** Moore: the digits of the sum of three cells. */
const threeDigits: Digits = (b, { cell, left, right }) => b.fullAdder(left, right, cell);
/** Hex looks up at the cell and its left neighbour, down at the cell and its right one; a table at all three. */
const rowCells: Digits = (_b, { cell, left, right }) => [cell, left, right];
const plainDigits: Digits = (_b, { cell }) => [cell];

type Next = (
  b: BitWriter,
  table: PhaseTable,
  here: Row,
  middle: readonly Local[],
  up: readonly Local[],
  down: readonly Local[],
) => Bits;

/** The next state, from the digits around. */
const NEXT: Readonly<Record<Neighbourhood, Next>> = {
  /** n counts the eight neighbours and the cell; s is its lowest digit. */
  moore: (b, table, { cell }, [l, h], [lu, hu], [ld, hd]) => {
    const [s, c] = b.fullAdder(lu, ld, l);
    const [x, m] = b.fullAdder(hu, hd, h);
    // Half of n - s is c + x + 2 m.
    const half = (i: number): Bits =>
      b.ofTwo(s, cell, (odd, live) => {
        const n = 2 * i + (odd ? 1 : 0);
        return live ? n > 0 && bit(table.survival, n - 1) : bit(table.birth, n);
      });
    const even = b.select(b.xor(c, m), half(2), b.select(m, half(4), half(0)));
    return b.select(b.xor(c, x), b.select(m, half(3), half(1)), even);
  },
  hex: (b, table, { cell, left, right }, _middle, [up, upLeft], [down, , downRight]) => {
    const [a0, a1] = b.fullAdder(up, left, right);
    const [b0, b1] = b.fullAdder(upLeft, down, downRight);
    const [t, u] = b.fullAdder(a1, b1, b.and(a0, b0));
    const half = halves(b, table, b.xor(a0, b0), cell);
    return b.select(u, b.select(t, half(3), half(2)), b.select(t, half(1), half(0)));
  },
  "von-neumann": (b, table, { cell, left, right }, _middle, [up], [down]) => {
    const [a0, a1] = b.fullAdder(up, left, right);
    const carry = b.and(a0, down);
    const half = halves(b, table, b.xor(a0, down), cell);
    return b.select(b.and(a1, carry), half(2), b.select(b.xor(a1, carry), half(1), half(0)));
  },
};

/** The next state by a table of squares. */
function nextOfSquare(b: BitWriter, table: CellTable, ...rows: readonly (readonly Local[])[]): Bits {
  const [middle, up, down] = rows.map(([cell, left, right]) => [left, cell, right]) as Local[][];
  const cells: Bits[] = [up, middle, down].flat();
  return selectBySquare(table, cells, (cell, yes, no) => b.select(cell, yes, no));
}

/** The next state of cells with 2 i or 2 i + 1 neighbours, told apart by `odd`. */
function halves(b: BitWriter, { birth, survival }: PhaseTable, odd: Bits, cell: Local): (i: number) => Bits {
  return (i) => b.ofTwo(odd, cell, (one, live) => bit(live ? survival : birth, 2 * i + (one ? 1 : 0)));
}

function bit(mask: number, n: number): boolean {
  return ((mask >> n) & 1) === 1;
}
