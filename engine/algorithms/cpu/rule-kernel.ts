/**
 * A loop of its own for each rule: the inner loop of `bitwise` (bands of a tile; wasm/assembly/_tile-rows.ts explains
 * the counting and does the same for any rule from a table), emitted as a little WASM module once the rule is known.
 * The rule is then a handful of operations instead of a tree of multiplexers over twenty vectors in memory, which
 * halves the time of a generation. rule-circuits.ts writes those operations, for rules of any number of states.
 *
 * Where a policy refuses compiling, the kernel keeps the loop that reads tables, for two states; the tests compare the two.
 */

import type { Bits } from "../bit-writer.ts";
import { BitWriter } from "../bit-writer.ts";
import type { Local } from "../wasm/emit.ts";
import { FunctionWriter } from "../wasm/emit.ts";
import { planeOf } from "./tile-layout.ts";
import type { LoopParameters } from "./tile-loop.ts";
import { ChangeWriter, compiledOnce, LOOP_PARAMETERS, loopParameters } from "./tile-loop.ts";

/** A row with its neighbours to the left and right, four rows per vector. */
export interface SeenRow {
  readonly cell: Local;
  readonly left: Local;
  readonly right: Local;
}

export interface RuleCircuit {
  /** Tells circuits apart. */
  readonly key: string;
  /** Bits of a cell's state. */
  readonly bits: number;
  /** What neighbours see of a cell, as so many bits (none of them constant), from the bits of its state. */
  readonly seen: (b: BitWriter, cell: readonly Local[]) => readonly Bits[];
  /** What a row, seen, contributes to the one above and the one below: vectors that are then moved by a row. */
  readonly digits: (b: BitWriter, row: readonly SeenRow[]) => readonly Bits[];
  /**
   * The next state's bits, from those of the present one and from what is seen: in the cell's own row, and the digits of that row, of
   * the one above and of the one below.
   */
  readonly next: (
    b: BitWriter,
    cell: readonly Local[],
    here: readonly SeenRow[],
    middle: readonly Local[],
    up: readonly Local[],
    down: readonly Local[],
  ) => readonly Bits[];
}

/** The compiled loop of a circuit (`emitRule`), or null where this machine or its policy forbids compiling. */
export function ruleModule(circuit: RuleCircuit, masked: boolean, shared = false): WebAssembly.Module | null {
  return compiledOnce(`${circuit.key} ${masked} ${shared}`, () => emitRule(circuit, masked, shared));
}

/**
 * The module's bytes. `masked`: some tiles have cells that do not exist. `shared`: the memory is shared by threads.
 */
export function emitRule(circuit: RuleCircuit, masked: boolean, shared = false): Uint8Array<ArrayBuffer> {
  const f = new FunctionWriter(LOOP_PARAMETERS);
  const p = loopParameters;
  const planes = Array.from({ length: circuit.bits }, (_, bit) => planeOf(bit));
  const stated = planes.length > 1;
  const changes = new ChangeWriter(f, p, planes);
  const step = f.i32Const(16);
  const k = f.i32Local();
  f.copy(p.first, k);

  const above = outerRow(f, circuit, planes, p.nw, p.n, p.ne);
  const here = emptyRow(f, above);
  loadRow(f, circuit, planes, p, k, 0, here);
  const next = emptyRow(f, above);
  // Digits of the row above travel from band to band, as do those of the row here.
  const before = circuit.digits(new BitWriter(f), above).map((bits) => held(f, bits));
  const middle = circuit.digits(new BitWriter(f), here).map((bits) => held(f, bits));

  f.loop(() => {
    f.if(
      f.i32("lt", k, p.last),
      () => loadRow(f, circuit, planes, p, k, 16, next),
      () => {
        const below = outerRow(f, circuit, planes, p.sw, p.s, p.se);
        copyRow(f, below, next);
      },
    );
    const b = new BitWriter(f);
    const after = circuit.digits(b, next) as readonly Local[];
    const up = middle.map((here, i) => f.i32x4Shuffle(before[i], here, [3, 4, 5, 6]));
    const down = middle.map((here, i) => f.i32x4Shuffle(here, after[i], [1, 2, 3, 4]));
    const cell = stated ? loadPlanes(f, planes, p.centre, k) : here.map((row) => row.cell);
    const cells = circuit.next(b, cell, here, middle, up, down).map((bits) => held(f, bits));
    changes.store(k, cells, masked);
    for (const [i, local] of after.entries()) {
      f.copy(middle[i], before[i]);
      f.copy(local, middle[i]);
    }
    copyRow(f, next, here);
    f.i32("add", k, step, k);
    return f.i32("le", k, p.last);
  });
  return changes.module(shared);
}

/** A local of its own, for values that change from one iteration to the next. */
export function held(f: FunctionWriter, bits: Bits, local = f.v128Local()): Local {
  if (bits === local) return local;
  if (typeof bits === "number") f.copy(bits, local);
  else if (bits) f.copy(f.v128Not(f.v128Zero()), local);
  else f.copy(f.v128Zero(), local);
  return local;
}

export function emptyRow(f: FunctionWriter, like: readonly SeenRow[]): readonly SeenRow[] {
  return like.map(() => ({ cell: f.v128Local(), left: f.v128Local(), right: f.v128Local() }));
}

export function copyRow(f: FunctionWriter, from: readonly SeenRow[], to: readonly SeenRow[]): void {
  for (const [i, row] of from.entries()) {
    f.copy(row.cell, to[i].cell);
    f.copy(row.left, to[i].left);
    f.copy(row.right, to[i].right);
  }
}

/** All bits of four rows, from `offset` bytes after byte k of a column on. A single one goes to `to`. */
function loadPlanes(
  f: FunctionWriter,
  planes: readonly number[],
  column: Local,
  k: Local,
  offset = 0,
  to?: Local,
): readonly Local[] {
  const address = f.i32("add", column, k);
  if (planes.length === 1) return [f.v128Load(address, offset, to)];
  return planes.map((at) => f.v128Load(address, at + offset));
}

/** Four rows of the window as neighbours see them, `offset` bytes after byte k. */
function loadRow(
  f: FunctionWriter,
  { seen }: RuleCircuit,
  planes: readonly number[],
  p: LoopParameters,
  k: Local,
  offset: number,
  to: readonly SeenRow[],
): void {
  const b = new BitWriter(f);
  const of = (column: Local, single?: Local): readonly Bits[] =>
    seen(b, loadPlanes(f, planes, column, k, offset, single));
  const cells = of(p.centre, to[0].cell);
  const [wests, easts] = [of(p.west), of(p.east)];
  for (const [i, row] of to.entries()) {
    const cell = held(f, cells[i], row.cell);
    f.v128("or", f.i32x4Shift(cell, 1), f.i32x4Shift(wests[i] as Local, -31), row.left);
    f.v128("or", f.i32x4Shift(cell, -1), f.i32x4Shift(easts[i] as Local, 31), row.right);
  }
}

/** The single row above or below, in all four lanes. */
function outerRow(
  f: FunctionWriter,
  { seen }: RuleCircuit,
  planes: readonly number[],
  ...columns: readonly [west: Local, centre: Local, east: Local]
): readonly SeenRow[] {
  const b = new BitWriter(f);
  const [wests, cells, easts] = columns.map((word) =>
    seen(b, planes.length > 1 ? planes.map((at) => f.i32x4LoadSplat(word, at)) : [f.splat(4, word)]),
  );
  return cells.map((bits, i) => {
    const cell = bits as Local;
    const left = f.v128("or", f.i32x4Shift(cell, 1), f.i32x4Shift(wests[i] as Local, -31));
    const right = f.v128("or", f.i32x4Shift(cell, -1), f.i32x4Shift(easts[i] as Local, 31));
    return { cell, left, right };
  });
}
