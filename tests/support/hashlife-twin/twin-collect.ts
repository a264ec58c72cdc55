/** The twin of wasm/assembly/_hashlife-collect.ts, which explains marking and sweeping. */

import { BUSY, FULL, LEAF_LEVEL, NONE, PART } from "../../../engine/algorithms/hashlife/layout.ts";
import type { TwinMemory } from "./twin-memory.ts";
import type { TwinRows } from "./twin-rows.ts";
import type { TwinTable } from "./twin-table.ts";

export class TwinCollector {
  readonly #memory: TwinMemory;
  readonly #table: TwinTable;
  readonly #rows: TwinRows;
  #keeping = false;
  /** Nodes marked whose children are not yet: pairs of address and level. */
  readonly #stack: number[] = [];
  /** The next slot to keep or drop. */
  #swept = 0;

  constructor(memory: TwinMemory, table: TwinTable, rows: TwinRows) {
    this.#memory = memory;
    this.#table = table;
    this.#rows = rows;
  }

  begin(keepResults: number): void {
    this.#keeping = keepResults !== 0;
    this.#stack.length = 0;
    this.#swept = 0;
    this.#table.clearMarks();
    this.#rows.forEachHeld((square, level) => this.mark(square, level));
  }

  /** A root, or what lies below one. */
  mark(square: number, level: number): void {
    if (square === 0 || square >= BUSY || !this.#table.setMark(square) || level === LEAF_LEVEL) return;
    this.#stack.push(square, level);
  }

  /** Visits up to `most` nodes; 1 while there are more. */
  markSome(most: number): number {
    const words = this.#memory.words;
    for (let left = most; this.#stack.length > 0; left--) {
      if (left === 0) return 1;
      const below = (this.#stack.pop() as number) - 1;
      const at = (this.#stack.pop() as number) >>> 2;
      for (let k = 0; k < 4; k++) this.mark(words[at + k], below);
      if (!this.#keeping) continue;
      this.mark(words[at + FULL / 4], below);
      this.mark(words[at + PART / 4], below);
    }
    return 0;
  }

  /** Keeps or drops up to `most` slots; 1 while there are more. The index has been cleared before the first call. */
  sweepSome(most: number): number {
    const table = this.#table;
    if (this.#swept === 0) table.forgetLive();
    const end = Math.min(table.used, this.#swept + most);
    for (; this.#swept < end; this.#swept++) {
      const slot = table.slotOf(this.#swept);
      if (!table.isMarked(slot)) {
        table.dropSlot(this.#swept);
        continue;
      }
      if (!this.#keeping && !table.isLeaf(this.#swept)) {
        this.#forgetLost((slot + FULL) >>> 2);
        this.#forgetLost((slot + PART) >>> 2);
      }
      table.keepSlot(this.#swept);
    }
    if (this.#swept < table.used) return 1;
    table.restart();
    return 0;
  }

  /** A result whose square went is not known any more. */
  #forgetLost(at: number): void {
    const words = this.#memory.words;
    const result = words[at];
    if (result !== 0 && result < BUSY && !this.#table.isMarked(result)) words[at] = NONE;
  }
}
