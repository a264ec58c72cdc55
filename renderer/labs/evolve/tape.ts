/** The last rows of a run, the newest lowest: as many as there is room for. */

import type { Block } from "../../../engine/core/block.ts";
import { blockStride } from "../../../engine/core/block.ts";

export class Tape {
  readonly cells: number;
  readonly #stride: number;
  #words: Uint32Array<ArrayBuffer>;
  #rows = 0;

  constructor(cells: number, room: number) {
    this.cells = cells;
    this.#stride = blockStride(cells);
    this.#words = new Uint32Array(this.#stride * room);
  }

  /** Rows that fit. */
  get room(): number {
    return this.#words.length / this.#stride;
  }

  clear(): void {
    this.#rows = 0;
  }

  /** Adds packed rows below; those that no longer fit are gone from the top. */
  append(states: Uint32Array): void {
    const all = this.#words.length;
    const fitting = states.subarray(Math.max(0, states.length - all));
    const used = this.#rows * this.#stride;
    const kept = Math.min(used, all - fitting.length);
    this.#words.copyWithin(0, used - kept, used);
    this.#words.set(fitting, kept);
    this.#rows = (kept + fitting.length) / this.#stride;
  }

  /** The rows from the top down, on memory of their own. */
  block(): Block {
    const words = this.#words.slice(0, this.#rows * this.#stride);
    return { x: 0n, y: 0n, w: this.cells, h: this.#rows, words };
  }

  /** The last row, which may not be changed. */
  last(): Uint32Array {
    return this.#words.subarray((this.#rows - 1) * this.#stride, this.#rows * this.#stride);
  }

  /** Makes room for more rows, or for fewer: the newest stay. */
  resize(room: number): void {
    if (room === this.room) return;
    const { words } = this.block();
    this.#words = new Uint32Array(this.#stride * room);
    this.#rows = 0;
    this.append(words);
  }
}
