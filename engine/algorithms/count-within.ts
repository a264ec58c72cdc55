/**
 * Counts the live cells in a part of a universe: a box, or the cells of the box that a mask names.
 *
 * Where the box holds everything alive, the universe itself knows the count. Where few cells live in all, this reads
 * them as runs and counts them against the mask. Else it reads the box as packed blocks, a band of rows at a time and
 * each band in pieces, and counts bits; with a mask only those under its runs. Between pieces other tasks get their
 * turn and the caller may abort. After a while the count stops by itself: the number so far is a lower bound.
 */

import type { Block } from "../core/block.ts";
import { createBlock, setBlockRun } from "../core/block.ts";
import { addStateCounts } from "../core/block-states.ts";
import { commonCells } from "../core/cell-sets.ts";
import { cellsPopulation } from "../core/cells.ts";
import { now } from "../core/clock.ts";
import { throwIfAborted } from "../core/errors.ts";
import type { Rect } from "../core/rect.ts";
import { intersectRects } from "../core/rect.ts";
import type { Runs } from "../core/runs.ts";
import { runsBounds } from "../core/runs.ts";
import { MOST_STATES } from "../rules/rule.ts";
import type { Universe } from "./algorithm.ts";

export interface CountRequest {
  /** Default: everything. */
  readonly region?: Rect;
  /** Only these cells of the box. */
  readonly mask?: Runs | null;
  /** Whether to tell the states apart. */
  readonly byState?: boolean;
  /** Milliseconds after which it gives up. */
  readonly budget?: number;
}

export interface Counted {
  readonly live: bigint;
  /** Whether the count is complete; else there may be more. */
  readonly complete: boolean;
  /** Cells in each state, from state 1 on, where that was asked for. */
  readonly states?: readonly bigint[];
}

type Countable = Pick<Universe, "rule" | "population" | "bounds" | "readRuns" | "readBlock">;

/** Runs `act` when its turn comes. */
export type TakeTurn = <T>(act: (universe: Countable) => Promise<T>) => Promise<T>;

/** Up to this many live cells are always read as runs: at most as many runs of 16 bytes. */
const FEW = 2n ** 20n;
/** Cells of a piece: 512 KiB. */
const PIECE_CELLS = 2 ** 22;
const PIECE_WIDTH = 2n ** 16n;

/** Errors: `aborted`. */
export async function countWithin(
  turn: TakeTurn,
  { region, mask = null, byState = false, budget = Number.POSITIVE_INFINITY }: CountRequest,
  signal?: AbortSignal,
): Promise<Counted> {
  const end = now() + budget;
  const { box, population, runs, states } = await turn(async (universe) => {
    const bounds = await universe.bounds();
    const within = bounds && (region ? intersectRects(bounds, region) : bounds);
    const states = byState ? universe.rule.states : 2;
    if (!within) return { box: null, population: 0n, runs: null, states };
    const all = await universe.population();
    if (!mask && states === 2 && within.w === bounds.w && within.h === bounds.h)
      return { box: null, population: all, runs: null, states };
    const packs = states > 2 && within.w * within.h <= BigInt(PIECE_CELLS);
    const few = !packs && all <= FEW && within.w >> 53n === 0n && within.h >> 53n === 0n;
    return { box: within, population: 0n, runs: few ? await universe.readRuns(within) : null, states };
  });
  if (!box && states === 2)
    return { live: population, complete: true, ...(byState && { states: [population] }) };
  const counts = new Float64Array(MOST_STATES);
  const add = (cells: Block | Runs): void => {
    if (states > 2) addStateCounts(cells, counts);
    // Whatever their states.
    else counts[1] = (counts[1] as number) + Number(cellsPopulation(cells));
  };
  let complete = true;
  const covered = mask && box ? runsBounds(mask) : box;
  const part = box && covered && intersectRects(box, covered);
  if (runs) add(mask ? commonCells(runs, mask) : runs);
  else
    for (const piece of part ? pieces(part) : []) {
      throwIfAborted(signal);
      complete = now() <= end;
      if (!complete) break;
      const block = await turn((universe) => universe.readBlock(piece));
      add(mask ? under(block, mask) : block);
    }
  const found = Array.from(counts.subarray(1, states), BigInt);
  const live = found.reduce((sum, count) => sum + count, 0n);
  return { live, complete, ...(byState && { states: found }) };
}

function* pieces({ x, y, w, h }: Rect): Generator<Rect> {
  const width = w < PIECE_WIDTH ? w : PIECE_WIDTH;
  const rows = BigInt(Math.max(1, Math.floor(PIECE_CELLS / Number(width))));
  for (let j = 0n; j < h; j += rows) {
    for (let i = 0n; i < w; i += width) {
      yield { x: x + i, y: y + j, w: w - i < width ? w - i : width, h: h - j < rows ? h - j : rows };
    }
  }
}

/** The cells of the block that the mask names. */
function under(block: Block, mask: Runs): Block {
  const dx = Number(mask.x - block.x);
  const dy = Number(mask.y - block.y);
  const kept = createBlock(block.x, block.y, block.w, block.h);
  for (let row = firstRowFrom(mask, -dy); row < mask.rows.length; row++) {
    const j = mask.rows[row] + dy;
    if (j >= block.h) break;
    for (let i = mask.starts[row]; i < mask.starts[row + 1]; i++) {
      const from = Math.max(0, mask.spans[i * 2] + dx);
      const to = Math.min(block.w, mask.spans[i * 2] + dx + mask.spans[i * 2 + 1]);
      if (to > from) setBlockRun(kept, from, j, to - from);
    }
  }
  const size = kept.words.length;
  return { ...block, words: block.words.map((word, at) => word & kept.words[at % size]) };
}

/** The first of the mask's rows that is not above an offset. */
function firstRowFrom({ rows }: Runs, y: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle] < y) low = middle + 1;
    else high = middle;
  }
  return low;
}
