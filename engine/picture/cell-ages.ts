/**
 * The age of the visible cells, counted in shown steps, and the cells that have just died.
 *
 * Each cell has one byte of state. Its next state depends only on that byte and on whether the cell lives now, so a step is
 * one table look-up per cell:
 *
 *   0          dead, and has been for a while
 *   1 .. 128   alive; the byte minus 1 is the number of steps that the cell has lived; 128 is "for long"
 *   193 .. 204 died recently: 204 in the last step, then one less each step
 *   255        unknown: it was out of view. A live one is taken to be as old as a cell can be here, older by a step with each
 *              step since the first picture; so a pan before the first step shows nothing but newborn cells.
 *
 * The bytes cover the view and a margin, never the universe: memory is bounded by the screen. A step keeps only the cells
 * in view, since the fate of the others is unknown. While nothing moves, cells that come into view are added to the known
 * ones (up to `MOST_KEPT`), so looking around loses nothing.
 *
 * A pan or an edit is not a step: the generation stays the same. Surviving cells keep their age, cells that an edit sets are
 * newborn, and those that it removes leave no trail. A generation that falls (reset, undo, a scrub back) starts over.
 */

import type { Block } from "../core/block.ts";
import { blockStride } from "../core/block.ts";
import { AGE_STEP_OF } from "./age-colours.ts";
import type { CellBox, StatedCells } from "./cells.ts";

/** Steps for which a cell that died stays visible. */
export const TRAIL = 12;
const OLDEST = 128;
const TRAIL_FROM = 192;
const UNKNOWN = 255;
/** The most bytes for cells that are out of sight but still known. */
const MOST_KEPT = 2 ** 22;

/**
 * The look of a state: an age step of a live cell (0 the newborn), how fresh a dead one is (1 the freshest), or
 * nothing.
 */
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
    if (alive) return wasAlive(state) ? Math.min(OLDEST, state + 1) : 1;
    if (!trail) return 0;
    if (wasAlive(state)) return TRAIL_FROM + TRAIL;
    return isTrail(state) && state > TRAIL_FROM + 1 ? state - 1 : 0;
  });
const STEP = stepWith(false);
const STEP_WITH_TRAIL = stepWith(true);
const SAME = table((state, alive) => {
  if (alive) return wasAlive(state) ? state : 1;
  return isTrail(state) ? state : 0;
});
const SAME_WITHOUT_TRAIL = table((state, alive) => (alive ? (SAME[256 + state] as number) : 0));
const FIRST = table((_state, alive) => (alive ? 1 : 0));

/** The same, but for live cells that were unknown, which get that state. */
function withUnknown(becomes: Becomes, state: number): Becomes {
  const all = becomes.slice();
  all[256 + UNKNOWN] = state;
  return all;
}

export class CellAges {
  #cells: StatedCells | null = null;
  #generation = 0n;
  /** Steps shown since the first picture. */
  #steps = 0;

  /** The states of the visible cells and the known ones around them. `trail`: whether cells that died are shown. */
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
    this.#steps = !last ? 0 : stepped ? this.#steps + 1 : this.#steps;
    apply(block, cells, withUnknown(becomes, Math.min(OLDEST, this.#steps + 1)));
    this.#cells = cells;
    this.#generation = generation;
    return cells;
  }

  forget(): void {
    this.#cells = null;
  }

  /** The former states, over the block's box, or over a larger one while nothing moved. */
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

/** Each cell of the block takes the table's entry for its state and its bit. */
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
