/**
 * What a walk over a tile changed (sliced-sleep.ts). The bits that it writes over are kept before it, and compared with what stands there
 * afterwards. That the walk itself does nothing for it leaves one loop to be compiled, which is what a short run pays for most.
 */

import { FunctionWriter } from "../wasm/emit.ts";
import type { CompiledLoops, Run } from "./compiled-loops.ts";
import { advance, COLUMN, STEP } from "./sliced-words.ts";

/**
 * Where notes lie: the columns of cells in which bits changed; the rows in which they did, up to 64, the last one lowest; and whether cells fade.
 * The bits that were there before lie behind them.
 */
const NOTES = { columns: 0, rows: STEP, fading: STEP + 8, older: 2 * STEP } as const;

/** Bytes of the notes on a tile of so many rows. */
export function noteBytes(rows: number): number {
  return NOTES.older + STEP * rows;
}

/** The cells of a tile in which something changed: columns and rows, counted from its first ones. */
export interface ChangedCells {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export class TileChanges {
  readonly #at: number;
  readonly #words: Uint32Array;
  readonly #keep: Run;
  readonly #compare: Run;
  readonly #scan: Run;
  /** Of the last column of tiles, which may end beyond the cells. */
  readonly #scanLast: Run;

  /** `at`: where there is room for the notes. `width`: cells of a row of tiles. `pitch`: bytes from one row of bits to the next. */
  constructor(
    loops: CompiledLoops,
    memory: WebAssembly.Memory,
    { at, width, pitch }: { readonly at: number; readonly width: number; readonly pitch: number },
  ) {
    this.#at = at;
    this.#words = new Uint32Array(memory.buffer);
    this.#keep = loops.start(memory, "keep", () => emitKeeping(at, pitch));
    this.#compare = loops.start(memory, "compare", () => emitComparing(at, pitch));
    const scan = (cells: number): Run =>
      loops.start(memory, `scan ${cells}`, () => emitScanning(at, { cells, width }));
    this.#scan = scan(Math.min(COLUMN, width));
    this.#scanLast = width % COLUMN === 0 ? this.#scan : scan(width % COLUMN);
  }

  /** Keeps the bits of so many rows of a tile. */
  keep(bits: number, rows: number): void {
    this.#keep(bits, rows);
  }

  /** What is other than it was when it was kept, in the tile's first so many columns; null for nothing. */
  since(bits: number, rows: number, columns: number): ChangedCells | null {
    this.#compare(bits, rows);
    const at = this.#at + NOTES.columns;
    const left = this.#lowestBit(at, columns);
    if (left < 0) return null;
    const [up, last] = [this.#at + NOTES.rows, rows - 1];
    // The last row's bit is the lowest one.
    return {
      left,
      right: this.#highestBit(at, columns),
      top: last - this.#highestBit(up, rows),
      bottom: last - this.#lowestBit(up, rows),
    };
  }

  /** Whether any cell of a tile is in a state above 1, which no bits tell. */
  hasFading(states: number, rows: number, isLast: boolean): boolean {
    (isLast ? this.#scanLast : this.#scan)(states, rows);
    return this.#words[(this.#at + NOTES.fading) >> 2] !== 0;
  }

  /** Of so many bits the lowest one that is set; -1 for none. */
  #lowestBit(address: number, bits: number): number {
    for (let i = 0; 32 * i < bits; i++) {
      const word = this.#wordOf(address, i, bits);
      if (word !== 0) return 32 * i + 31 - Math.clz32(word & -word);
    }
    return -1;
  }

  #highestBit(address: number, bits: number): number {
    for (let i = Math.ceil(bits / 32) - 1; i >= 0; i--) {
      const word = this.#wordOf(address, i, bits);
      if (word !== 0) return 32 * i + 31 - Math.clz32(word);
    }
    return -1;
  }

  /** A word of so many bits, without those behind the last. */
  #wordOf(address: number, i: number, bits: number): number {
    const left = bits - 32 * i;
    return this.#words[(address >> 2) + i] & (left < 32 ? 2 ** left - 1 : -1);
  }
}

/** Cells that are looked at in each row, and how far apart the rows of states lie. */
interface ScannedRows {
  readonly cells: number;
  readonly width: number;
}

/** `run(bits, rows)` copies a column of rows of bits behind the notes. */
function emitKeeping(notes: number, pitch: number): Uint8Array<ArrayBuffer> {
  const f = new FunctionWriter(2);
  const [bits, rows] = [0, 1];
  const to = f.i32Const(notes + NOTES.older);
  f.loop(() => {
    f.v128Store(to, f.v128Load(bits));
    advance(f, STEP, to);
    advance(f, pitch, bits);
    advance(f, -1, rows);
    return rows;
  });
  return f.procedure();
}

/** `run(bits, rows)` compares a column of rows of bits with the copy, and notes where they differ. */
function emitComparing(at: number, pitch: number): Uint8Array<ArrayBuffer> {
  const f = new FunctionWriter(2);
  const [bits, rows] = [0, 1];
  const notes = f.i32Const(at);
  const older = f.i32Const(at + NOTES.older);
  const [columns, changedRows] = [f.v128Zero(), f.i64Const(0)];
  f.loop(() => {
    const changed = f.v128("xor", f.v128Load(bits), f.v128Load(older));
    f.v128("or", columns, changed, columns);
    f.i64("add", f.i64("add", changedRows, changedRows), f.v128Any(changed), changedRows);
    advance(f, STEP, older);
    advance(f, pitch, bits);
    advance(f, -1, rows);
    return rows;
  });
  f.v128Store(notes, columns, NOTES.columns);
  f.i64Store(notes, changedRows, NOTES.rows);
  return f.procedure();
}

/** `run(states, rows)` notes whether any of so many cells of rows is in a state above 1, and looks no further than the first row with one. */
function emitScanning(at: number, { cells, width }: ScannedRows): Uint8Array<ArrayBuffer> {
  const f = new FunctionWriter(2);
  const [states, rows] = [0, 1];
  const isCell = Array.from({ length: STEP }, (_, i) => (i < cells % STEP ? 0xff : 0));
  const [one, last] = [f.bytes(1), f.bytes(...isCell)];
  const fading = f.i64Const(0);
  f.loop(() => {
    const steps = Array.from({ length: Math.ceil(cells / STEP) }, (_, i) => {
      const step = f.v128Load(states, STEP * i);
      return STEP * (i + 1) <= cells ? step : f.v128("and", step, last);
    });
    const all = steps.reduce((a, b) => f.v128("or", a, b));
    f.i64("add", f.v128Any(f.v128("andnot", all, one)), f.i64Const(0), fading);
    advance(f, width, states);
    advance(f, -1, rows);
    // All bits of the mask are set while no cell fades.
    return f.i32("and", rows, f.i32("sub", f.i32Wrap(fading), f.i32Const(1)));
  });
  f.i64Store(f.i32Const(at), fading, NOTES.fading);
  return f.procedure();
}
