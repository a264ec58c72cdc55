/**
 * Counts the live cells in a part of a universe: a box, or the cells of the box that a mask names.
 *
 * Where the box holds everything alive, the universe itself knows the count. Where few cells live in all, this reads
 * them as runs and counts them against the mask. Else it reads the box as packed blocks, a band of rows at a time and
 * each band in pieces, and counts bits; with a mask only those under its runs. Between pieces other tasks get their
 * turn and the caller may abort. After a while the count stops by itself: the number so far is a lower bound.
 */

import type { Block } from "../core/block.ts";
import { blockPopulation, blockStride, livingBlock, popcount32 } from "../core/block.ts";
import { addStateCounts } from "../core/block-states.ts";
import { throwIfAborted } from "../core/errors.ts";
import type { Rect } from "../core/rect.ts";
import { intersectRects } from "../core/rect.ts";
import type { Runs } from "../core/runs.ts";
import { commonPopulation, forEachRun, runsBounds, runsPopulation } from "../core/runs.ts";
import { MOST_STATES } from "../rules/rule.ts";
import type { Universe } from "./algorithm.ts";

export interface CountRequest {
  /** Default: everything. */
  readonly region?: Rect;
  /** Only these cells of the box. */
  readonly mask?: Runs | null;
  /** Whether to tell the states apart; not with a mask. */
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

/** Runs `act` when its turn comes. */
export type TakeTurn = <T>(act: (universe: Universe) => Promise<T>) => Promise<T>;

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
  const end = performance.now() + budget;
  const { box, population, runs, states } = await turn(async (universe) => {
    const bounds = await universe.bounds();
    const within = bounds && (region ? intersectRects(bounds, region) : bounds);
    const states = byState ? universe.rule.states : 2;
    if (!within) return { box: null, population: 0n, runs: null, states };
    const all = await universe.population();
    if (!mask && states === 2 && within.w === bounds.w && within.h === bounds.h)
      return { box: null, population: all, runs: null, states };
    const packs = byState && within.w * within.h <= BigInt(PIECE_CELLS);
    const few = !packs && all <= FEW && within.w >> 53n === 0n && within.h >> 53n === 0n;
    return { box: within, population: 0n, runs: few ? await universe.readRuns(within) : null, states };
  });
  if (byState && (box || states > 2)) return countStates(turn, { box, runs, states, end }, signal);
  if (!box) return { live: population, complete: true, ...(byState && { states: [population] }) };
  if (runs) {
    // A mask names cells, whatever their states.
    const common = mask && commonPopulation({ ...runs, states: null }, mask);
    return { live: common === null ? runsPopulation(runs) : BigInt(common), complete: true };
  }
  const covered = mask ? runsBounds(mask) : box;
  const part = covered && intersectRects(box, covered);
  let live = 0n;
  for (const piece of part ? pieces(part) : []) {
    throwIfAborted(signal);
    if (performance.now() > end) return { live, complete: false };
    const block = await turn((universe) => universe.readBlock(piece));
    live += BigInt(mask ? populationUnder(livingBlock(block), mask) : blockPopulation(block));
  }
  return { live, complete: true };
}

interface StatesWanted {
  readonly box: Rect | null;
  readonly runs: Runs | null;
  readonly states: number;
  readonly end: number;
}

async function countStates(
  turn: TakeTurn,
  { box, runs, states, end }: StatesWanted,
  signal?: AbortSignal,
): Promise<Counted> {
  const counts = new Float64Array(MOST_STATES);
  let complete = true;
  if (runs)
    forEachRun(runs, (_x, _y, length, state) => {
      counts[state] = (counts[state] as number) + length;
    });
  else
    for (const piece of box ? pieces(box) : []) {
      throwIfAborted(signal);
      complete = performance.now() <= end;
      if (!complete) break;
      addStateCounts(await turn((universe) => universe.readBlock(piece)), counts);
    }
  const found = Array.from(counts.subarray(1, states), BigInt);
  return { live: found.reduce((sum, count) => sum + count, 0n), complete, states: found };
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

/** Live cells of the block that the mask names. */
function populationUnder(block: Block, mask: Runs): number {
  const dx = Number(mask.x - block.x);
  const dy = Number(mask.y - block.y);
  let count = 0;
  for (let row = firstRowFrom(mask, -dy); row < mask.rows.length; row++) {
    const j = mask.rows[row] + dy;
    if (j >= block.h) break;
    for (let i = mask.starts[row]; i < mask.starts[row + 1]; i++) {
      const from = Math.max(0, mask.spans[i * 2] + dx);
      const to = Math.min(block.w, mask.spans[i * 2] + dx + mask.spans[i * 2 + 1]);
      if (to > from) count += bitsBetween(block, j, from, to);
    }
  }
  return count;
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

function bitsBetween(block: Block, j: number, from: number, to: number): number {
  const row = j * blockStride(block.w);
  const last = (to - 1) >>> 5;
  let count = 0;
  for (let k = from >>> 5; k <= last; k++) {
    let word = block.words[row + k];
    if (k === from >>> 5) word &= 0xffffffff << (from & 31);
    if (k === last) word &= 0xffffffff >>> (31 - ((to - 1) & 31));
    count += popcount32(word);
  }
  return count;
}
