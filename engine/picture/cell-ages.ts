/**
 * How long the cells that are shown have lived, counted in shown steps, and which have just died.
 *
 * Each cell has one byte of state. What becomes of it with the next step depends on nothing but that byte and on whether the
 * cell lives now, so a step is one look into a table a cell:
 *
 *   0          dead, and has been for a while
 *   1 .. 128   alive, the byte less one being the steps that it has lived; 128 is "for long"
 *   193 .. 204 died lately: 204 in the last step, then one less each step
 *   255        not known: it was not to be seen
 *
 * The bytes cover what is seen and a margin, never the universe: memory is bounded by the screen. A step keeps only the cells
 * that were seen in it, since of the others nobody knows whether they lived on. While nothing moves, what comes into view is
 * added to what is known (up to `MOST_KEPT`), so that looking around loses nothing.
 *
 * What is not a step: a pan, or an edit, has the same generation as before. Cells that live on keep their age, those that an
 * edit sets are newborn, those it removes leave no trail. A generation that falls (reset, undo, a scrub back) begins anew.
 */

import type { Block } from "../core/block.ts";
import { blockStride } from "../core/block.ts";
import { AGE_STEP_OF } from "./age-colours.ts";
import type { CellBox, StatedCells } from "./cells.ts";

/** Steps for which a cell that died is still to be seen. */
export const TRAIL = 12;
const OLDEST = 128;
const TRAIL_FROM = 192;
const UNKNOWN = 255;
/** Bytes up to which what is out of sight stays known. */
const MOST_KEPT = 2 ** 22;

/** What a state looks like: an age step of a live cell (0 the newborn), how fresh a dead one is (1 the freshest), or nothing. */
export function looksOf(state: number): { readonly age: number } | { readonly fresh: number } | null {
  if (state >= 1 && state <= OLDEST) return { age: AGE_STEP_OF[state - 1] as number };
  if (state > TRAIL_FROM && state <= TRAIL_FROM + TRAIL) return { fresh: (state - TRAIL_FROM) / TRAIL };
  return null;
}

type Becomes = Uint8Array;

/** Entry `state` of a dead cell, entry 256 + `state` of a live one. */
function table(next: (state: number, alive: boolean) => number): Becomes {
  return Uint8Array.from({ length: 512 }, (_, i) => next(i & 255, i > 255));
}

const wasAlive = (state: number): boolean => state >= 1 && state <= OLDEST;
const isTrail = (state: number): boolean => state > TRAIL_FROM && state <= TRAIL_FROM + TRAIL;

const stepWith = (trail: boolean): Becomes =>
  table((state, alive) => {
    if (alive) return state === UNKNOWN ? OLDEST : wasAlive(state) ? Math.min(OLDEST, state + 1) : 1;
    if (!trail) return 0;
    if (wasAlive(state)) return TRAIL_FROM + TRAIL;
    return isTrail(state) && state > TRAIL_FROM + 1 ? state - 1 : 0;
  });
const STEP = stepWith(false);
const STEP_WITH_TRAIL = stepWith(true);
const SAME = table((state, alive) => {
  if (alive) return state === UNKNOWN ? OLDEST : wasAlive(state) ? state : 1;
  return isTrail(state) ? state : 0;
});
const SAME_WITHOUT_TRAIL = table((state, alive) => (alive ? (SAME[256 + state] as number) : 0));
const FIRST = table((_state, alive) => (alive ? 1 : 0));

export class CellAges {
  #cells: StatedCells | null = null;
  #generation = 0n;

  /** The cells that are seen now, with what is known of those around. `trail`: whether those that died are shown. */
  next(block: Block, generation: bigint, trail: boolean): StatedCells {
    const last = generation < this.#generation ? null : this.#cells;
    const stepped = generation !== this.#generation;
    const becomes = !last
      ? FIRST
      : stepped
        ? trail
          ? STEP_WITH_TRAIL
          : STEP
        : trail
          ? SAME
          : SAME_WITHOUT_TRAIL;
    const cells = this.#room(block, last, stepped);
    apply(block, cells, becomes);
    this.#cells = cells;
    this.#generation = generation;
    return cells;
  }

  forget(): void {
    this.#cells = null;
  }

  /** The states as they were, over the block's box, or a larger one while nothing moved. */
  #room(block: Block, last: StatedCells | null, stepped: boolean): StatedCells {
    const box = stepped || !last ? block : together(block, last);
    if (last && box.x === last.x && box.y === last.y && box.w === last.w && box.h === last.h) return last;
    const { x, y, w, h } = box;
    const states = new Uint8Array(w * h);
    const cells = { x, y, w, h, states };
    if (!last) return cells;
    states.fill(UNKNOWN);
    const dx = Number(last.x - x);
    const dy = Number(last.y - y);
    const from = Math.max(0, dx);
    const to = Math.min(w, dx + last.w);
    if (from >= to) return cells;
    for (let j = Math.max(0, dy); j < Math.min(h, dy + last.h); j++) {
      const start = (j - dy) * last.w - dx;
      states.set(last.states.subarray(start + from, start + to), j * w + from);
    }
    return cells;
  }
}

/** The box around both, unless that is too large: then the first alone. */
function together(block: CellBox, last: CellBox): CellBox {
  const left = block.x < last.x ? block.x : last.x;
  const top = block.y < last.y ? block.y : last.y;
  const right = max(block.x + BigInt(block.w), last.x + BigInt(last.w));
  const bottom = max(block.y + BigInt(block.h), last.y + BigInt(last.h));
  const [w, h] = [right - left, bottom - top];
  return w * h > BigInt(MOST_KEPT) ? block : { x: left, y: top, w: Number(w), h: Number(h) };
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/** Each cell of the block becomes what the table says of its state and its bit. */
function apply({ x, y, w, h, words }: Block, cells: StatedCells, becomes: Becomes): void {
  const stride = blockStride(w);
  const left = Number(x - cells.x);
  const top = Number(y - cells.y);
  const { states } = cells;
  for (let j = 0; j < h; j++) {
    let at = (top + j) * cells.w + left;
    const row = j * stride;
    for (let k = 0; k << 5 < w; k++) {
      const word = words[row + k] as number;
      const end = Math.min(32, w - (k << 5));
      for (let bit = 0; bit < end; bit++, at++) {
        states[at] = becomes[(((word >>> bit) & 1) << 8) | (states[at] as number)] as number;
      }
    }
  }
}
