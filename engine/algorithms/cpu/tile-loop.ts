/**
 * What the loops have in common that are emitted for a rule (rule-kernel.ts, row-kernel.ts): how the kernel calls them, what they
 * tell it about the cells that changed, and where compiled ones are kept.
 */

import { Recent } from "../../core/recent.ts";
import type { FunctionWriter, Local } from "../wasm/emit.ts";
import { PLANE_BYTES } from "./tile-layout.ts";

/**
 * The parameters of the emitted function: those of stepBands in _tile-rows.ts, without the rule. Of more than two states the last six
 * are addresses of words.
 */
const NAMES = [
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
export type LoopParameters = Readonly<Record<(typeof NAMES)[number], Local>>;
export const LOOP_PARAMETERS = NAMES.length;
export const loopParameters = Object.fromEntries(
  NAMES.map((name, i) => [name, i]),
) as unknown as LoopParameters;

/** Where the last four rows of a plane are. */
const LAST_BAND = PLANE_BYTES - 16;

/**
 * Writes what stores new cells and finds out which of them differ from those that they overwrite. The function's result is the set of
 * rows in which some do, and from bit 32 on the columns. Of more than two states it is a vector: rows, columns, and which cells of the
 * tile's first and last row differ.
 */
export class ChangeWriter {
  readonly #f: FunctionWriter;
  readonly #p: LoopParameters;
  readonly #planes: readonly number[];
  readonly #zero: Local;
  readonly #columns: Local;
  readonly #rows: Local;
  readonly #two: Local;
  readonly #fifteen: Local;
  /** A tile's first and last row before, to be compared with what they will be. */
  readonly #ends: readonly (readonly Local[])[];

  /** `planes`: where the target's planes are, counted from the first. */
  constructor(f: FunctionWriter, p: LoopParameters, planes: readonly number[]) {
    this.#f = f;
    this.#p = p;
    this.#planes = planes;
    this.#zero = f.v128Zero();
    this.#columns = f.v128Zero();
    this.#rows = f.i32Const(0);
    this.#two = f.i32Const(2);
    this.#fifteen = f.i32Const(15);
    this.#ends =
      planes.length > 1
        ? [0, LAST_BAND].map((band) => planes.map((at) => f.v128Load(p.target, at + band)))
        : [];
  }

  /** Stores four rows, from byte k of the planes on, without the cells that do not exist. */
  store(k: Local, cells: readonly Local[], masked: boolean): void {
    const [f, planes] = [this.#f, this.#planes];
    const address = f.i32("add", this.#p.target, k);
    const exists = masked ? f.v128Load(f.i32("add", this.#p.mask, k)) : null;
    const results = cells.map((bits) => (exists === null ? bits : f.v128("and", bits, exists)));
    const changes = results.map((bits, i) => f.v128("xor", bits, f.v128Load(address, planes[i])));
    for (const [i, bits] of results.entries()) f.v128Store(address, bits, planes[i]);
    const change = changes.reduce((all, each) => f.v128("or", all, each));
    f.v128("or", this.#columns, change, this.#columns);
    const changed = f.i32("xor", f.i32x4Bitmask(f.lanes("eq", 4, change, this.#zero)), this.#fifteen);
    f.i32("or", this.#rows, f.i32("shl", changed, f.i32("shr", k, this.#two)), this.#rows);
  }

  /** The module, with the changes as its function's result. */
  module(shared: boolean): Uint8Array<ArrayBuffer> {
    const [f, columns, planes] = [this.#f, this.#columns, this.#planes];
    const pairs = f.v128("or", columns, f.i32x4Shuffle(columns, columns, [2, 3, 0, 1]));
    const all = f.v128("or", pairs, f.i32x4Shuffle(pairs, pairs, [1, 0, 3, 2]));
    const result = f.i32x4Replace(all, this.#rows);
    if (planes.length === 1) return f.module(result, shared);
    const [top, bottom] = this.#ends.map((old, end) =>
      old
        .map((bits, i) =>
          f.v128("xor", bits, f.v128Load(this.#p.target, (planes[i] as number) + [0, LAST_BAND][end])),
        )
        .reduce((any, each) => f.v128("or", any, each)),
    ) as [Local, Local];
    // Lane 0 of the first band is the first row, lane 3 of the last band the last one.
    return f.module(
      f.i32x4Shuffle(result, f.i32x4Shuffle(top, bottom, [0, 7, 7, 7]), [0, 1, 4, 5]),
      shared,
      true,
    );
  }
}

/** Compiled modules by what they do: universes of one rule share their compiled code. Dragging through rules makes many. */
const compiled = new Recent<string, WebAssembly.Module>(64);

/** The module of that key, emitted if it is new; null where this machine or its policy forbids compiling. */
export function compiledOnce(key: string, emit: () => Uint8Array<ArrayBuffer>): WebAssembly.Module | null {
  const known = compiled.get(key);
  if (known) return known;
  try {
    return compiled.keep(key, new WebAssembly.Module(emit()));
  } catch {
    return null;
  }
}
