/** The cells that a picture shows: bits, or a byte of state each. */

import type { Block } from "../core/block.ts";
import { blockStride, forEachBlockRun } from "../core/block.ts";

/** States of the cells of a box, a byte each, row after row. */
export interface StatedCells {
  readonly x: bigint;
  readonly y: bigint;
  readonly w: number;
  readonly h: number;
  readonly states: Uint8Array;
}

/** A block whose cells are in more than two states, a byte each; else the block. */
export function paintedBlock(block: Block): PaintedCells {
  if (!block.planes) return block;
  const { x, y, w, h } = block;
  const states = new Uint8Array(w * h);
  forEachBlockRun(block, (i, j, length, state) => {
    states.fill(state, j * w + i, j * w + i + length);
  });
  return { x, y, w, h, states };
}

/** The bits of a block are the states 0 and 1. */
export type PaintedCells = Block | StatedCells;

/** The box that cells lie in. */
export type CellBox = Omit<StatedCells, "states">;

/** A row of cells: a slot of the palette each (palette.ts), from entry 1 on; entry 0 is a dead cell. */
export interface SlotRow {
  row: number;
  /** Whether any of its cells shows. */
  any: boolean;
  readonly slots: Uint8Array;
}

/** Rows of cells as slots. It keeps the two rows used last. Rows count from 1; row 0 is dead. */
export class SlotRows {
  readonly #cells: PaintedCells | null;
  readonly #slots: Uint8Array;
  readonly #empty: SlotRow;
  readonly #kept: readonly [SlotRow, SlotRow];
  #turn = 0;

  /** `slots`: the slot of each state. */
  constructor(cells: PaintedCells | null, slots: Uint8Array) {
    this.#cells = cells;
    this.#slots = slots;
    const row = (): SlotRow => ({ row: 0, any: false, slots: new Uint8Array((cells?.w ?? 0) + 1) });
    this.#empty = row();
    this.#kept = [row(), row()];
  }

  get(row: number): SlotRow {
    const cells = this.#cells;
    if (row === 0 || !cells) return this.#empty;
    for (const kept of this.#kept) if (kept.row === row) return kept;
    this.#turn ^= 1;
    const slot = this.#kept[this.#turn] as SlotRow;
    slot.row = row;
    if ("states" in cells) this.#readStates(slot, cells);
    else this.#readBits(slot, cells);
    return slot;
  }

  #readBits(slot: SlotRow, { w, words }: Block): void {
    const into = slot.slots;
    const dead = this.#slots[0] as number;
    const more = (this.#slots[1] as number) - dead;
    const stride = blockStride(w);
    const base = (slot.row - 1) * stride;
    slot.any = dead !== 0;
    for (let k = 0; k < stride; k++) {
      const word = words[base + k] as number;
      const at = k * 32 + 1;
      const end = Math.min(32, w - k * 32);
      if (word === 0) {
        into.fill(dead, at, at + end);
        continue;
      }
      slot.any = true;
      for (let bit = 0; bit < end; bit++) into[at + bit] = dead + ((word >>> bit) & 1) * more;
    }
  }

  #readStates(slot: SlotRow, { w, states }: StatedCells): void {
    const base = (slot.row - 1) * w;
    let any = 0;
    for (let i = 0; i < w; i++) {
      const found = this.#slots[states[base + i] as number] as number;
      slot.slots[i + 1] = found;
      any |= found;
    }
    slot.any = any !== 0;
  }
}
