/**
 * Runs: the form in which cells travel. A finite set of cells as horizontal runs, grouped by row (compressed sparse
 * rows), with a bigint origin and offsets in doubles, so that `999999999o!` is one run and a pattern may lie anywhere,
 * as long as it spans less than 2^53 cells. Wider things are read by region or kept as a quad-tree.
 */

import type { Block } from "./block.ts";
import { createBlock, forEachBlockRun, setBlockRun } from "./block.ts";
import { TessellaError } from "./errors.ts";
import { grouped, toSafeNumber } from "./integers.ts";
import { visitPacked } from "./packed-order.ts";
import type { Rect } from "./rect.ts";
import { intersectRects } from "./rect.ts";

export interface Runs {
  /** Added to every x offset. */
  readonly x: bigint;
  /** Added to every row's y offset. */
  readonly y: bigint;
  /** y offsets of the rows that hold cells, strictly ascending. */
  readonly rows: Float64Array;
  /** Row i owns the runs starts[i] .. starts[i + 1] - 1; one entry more than rows. */
  readonly starts: Uint32Array;
  /** Pairs (x offset, length), ascending and disjoint within a row; neighbouring runs of one state are merged. */
  readonly spans: Float64Array;
  /** A state 1..255 for each run, or null when all are 1. */
  readonly states: Uint8Array | null;
}

export const EMPTY_RUNS: Runs = {
  x: 0n,
  y: 0n,
  rows: new Float64Array(0),
  starts: new Uint32Array(1),
  spans: new Float64Array(0),
  states: null,
};

/** How many runs a builder takes before it refuses: 16 to 28 bytes a run, so 2^24 are 256 MiB or more. */
export const MAX_RUNS = 2 ** 24;

/** The most runs in one read of a universe: 1 GiB. Larger reads go by bands (algorithms/bands.ts). */
export const MAX_READ_RUNS = 2 ** 26;

/**
 * Collects runs in any order and makes them canonical. Adding in reading order (rows downward, left to right) is the
 * cheap path; anything else is sorted once at the end, later runs overwriting earlier ones.
 */
export class RunsBuilder {
  /** Pairs (x, length). */
  #spans: Float64Array<ArrayBuffer>;
  #states: Uint8Array | null = null;
  #count = 0;
  /** Stretches of runs that were added one after the other in one row: its y, and the first of them. */
  #rows = new Float64Array(16);
  #starts = new Uint32Array(16);
  #rowCount = 0;
  /** Where the last run is. */
  #y = Number.NaN;
  #end = 0;
  #state = 1;
  #sorted = true;
  readonly #limit: number;

  /** `expected`: about how many runs will come; room for them is made at once. */
  constructor(limit: number = MAX_RUNS, expected = 0) {
    this.#limit = limit;
    this.#spans = new Float64Array(2 * Math.max(32, Math.min(limit, expected)));
  }

  get count(): number {
    return this.#count;
  }

  /** Adds `length` cells of `state` from (x, y) on. Offsets are relative to the origin given to `build`. */
  add(x: number, y: number, length: number, state = 1): void {
    if (length <= 0) return;
    const n = this.#count;
    if (y === this.#y) {
      if (x === this.#end && state === this.#state) {
        this.#spans[n * 2 - 1] += length;
        this.#end = x + length;
        return;
      }
      if (x < this.#end) this.#sorted = false;
    }
    if (n >= this.#limit) {
      throw new TessellaError(
        "too-large",
        `The pattern has more than ${grouped(this.#limit)} runs of cells.`,
      );
    }
    if (y !== this.#y) this.#beginRow(y);
    if (n * 2 === this.#spans.length) this.#grow();
    this.#spans[n * 2] = x;
    this.#spans[n * 2 + 1] = length;
    if (state !== 1 && !this.#states) this.#states = new Uint8Array(this.#spans.length / 2).fill(1);
    if (this.#states) this.#states[n] = state;
    this.#count = n + 1;
    this.#end = x + length;
    this.#state = state;
  }

  build(x: bigint, y: bigint): Runs {
    if (this.#count === 0) return { ...EMPTY_RUNS, x, y };
    if (!this.#sorted) this.#sort();
    const n = this.#count;
    const rowCount = this.#rowCount;
    const starts = new Uint32Array(rowCount + 1);
    starts.set(this.#starts.subarray(0, rowCount));
    starts[rowCount] = n;
    return {
      x,
      y,
      rows: this.#rows.slice(0, rowCount),
      starts,
      spans: this.#spans.slice(0, n * 2),
      states: this.#states?.slice(0, n) ?? null,
    };
  }

  #beginRow(y: number): void {
    if (y < this.#y) this.#sorted = false;
    const row = this.#rowCount;
    if (row === this.#rows.length) {
      const length = this.#grown(row);
      const rows = new Float64Array(length);
      rows.set(this.#rows);
      this.#rows = rows;
      const starts = new Uint32Array(length);
      starts.set(this.#starts);
      this.#starts = starts;
    }
    this.#rows[row] = y;
    this.#starts[row] = this.#count;
    this.#rowCount = row + 1;
    this.#y = y;
  }

  #grow(): void {
    const length = this.#grown(this.#count);
    const spans = new Float64Array(length * 2);
    spans.set(this.#spans);
    this.#spans = spans;
    if (this.#states) {
      const states = new Uint8Array(length).fill(1);
      states.set(this.#states);
      this.#states = states;
    }
  }

  #grown(length: number): number {
    return Math.max(length + 1, Math.min(this.#limit, Math.ceil(length * 1.6)));
  }

  /** Sorts by row, then splits rows at every run end so that the latest run wins, through one sweep a row. */
  #sort(): void {
    const n = this.#count;
    const spans = this.#spans;
    const states = this.#states;
    const ys = new Float64Array(n);
    for (let row = 0; row < this.#rowCount; row++) {
      ys.fill(this.#rows[row], this.#starts[row], row + 1 < this.#rowCount ? this.#starts[row + 1] : n);
    }
    const sorted = new RunsBuilder(this.#limit);
    const merging = new Merging(sorted);
    if (!states && visitPacked(spans, ys, n, (x, y, length) => merging.add(x, y, length))) {
      merging.end();
    } else {
      const order = new Uint32Array(n);
      for (let i = 0; i < n; i++) order[i] = i;
      order.sort((a, b) => ys[a] - ys[b] || spans[a * 2] - spans[b * 2] || a - b);
      for (let i = 0; i < n; ) {
        const y = ys[order[i]];
        let j = i;
        while (j < n && ys[order[j]] === y) j++;
        sweepRow(order.subarray(i, j), spans, states, y, sorted);
        i = j;
      }
    }
    this.#spans = sorted.#spans;
    this.#states = sorted.#states;
    this.#count = sorted.#count;
    this.#rows = sorted.#rows;
    this.#starts = sorted.#starts;
    this.#rowCount = sorted.#rowCount;
    this.#y = sorted.#y;
    this.#end = sorted.#end;
    this.#state = sorted.#state;
    this.#sorted = true;
  }
}

/** Two-state runs in reading order (the usual case) only need merging where they overlap or touch. */
class Merging {
  readonly #out: RunsBuilder;
  #y = Number.NaN;
  #start = 0;
  #end = 0;

  constructor(out: RunsBuilder) {
    this.#out = out;
  }

  add(x: number, y: number, length: number): void {
    const end = x + length;
    if (y === this.#y && x <= this.#end) {
      if (end > this.#end) this.#end = end;
      return;
    }
    this.end();
    this.#y = y;
    this.#start = x;
    this.#end = end;
  }

  end(): void {
    this.#out.add(this.#start, this.#y, this.#end - this.#start);
  }
}

/** Emits one row's runs without overlap. `order` is by start, then by age; where runs overlap the youngest wins. */
function sweepRow(
  order: Uint32Array,
  spans: Float64Array,
  states: Uint8Array | null,
  y: number,
  out: RunsBuilder,
): void {
  if (!states) {
    const merging = new Merging(out);
    for (const i of order) merging.add(spans[i * 2], y, spans[i * 2 + 1]);
    merging.end();
    return;
  }
  const cuts = new Set<number>();
  for (const i of order) {
    cuts.add(spans[i * 2]);
    cuts.add(spans[i * 2] + spans[i * 2 + 1]);
  }
  const points = Float64Array.from(cuts).sort();
  // Paint in order of age over the elementary intervals.
  const paint = new Uint8Array(points.length);
  const index = new Map<number, number>();
  points.forEach((p, k) => {
    index.set(p, k);
  });
  for (const i of Uint32Array.from(order).sort()) {
    const from = index.get(spans[i * 2]);
    const to = index.get(spans[i * 2] + spans[i * 2 + 1]) as number;
    paint.fill(states[i], from, to);
  }
  for (let k = 0; k + 1 < points.length; k++) {
    const s = points[k];
    if (paint[k]) out.add(s, y, points[k + 1] - s, paint[k]);
  }
}

/** Calls `visit(x, y, length, state)` with offsets from (runs.x, runs.y), rows downward, left to right. */
export function forEachRun(
  runs: Runs,
  visit: (x: number, y: number, length: number, state: number) => void,
): void {
  const { rows, starts, spans, states } = runs;
  for (let r = 0; r < rows.length; r++) {
    const y = rows[r];
    const end = starts[r + 1];
    for (let i = starts[r]; i < end; i++) {
      visit(spans[i * 2], y, spans[i * 2 + 1], states ? states[i] : 1);
    }
  }
}

/** How many runs there are. */
export function runCount({ spans }: Runs): number {
  return spans.length / 2;
}

/** The highest state of a cell; 0 for no cells. */
export function highestState({ spans, states }: Runs): number {
  if (spans.length === 0) return 0;
  return states ? states.reduce((most, state) => Math.max(most, state), 0) : 1;
}

/** Number of cells that are not in state 0. */
export function runsPopulation(runs: Runs): bigint {
  let total = 0n;
  let part = 0;
  for (let i = 1; i < runs.spans.length; i += 2) {
    part += runs.spans[i];
    if (part > 2 ** 52) {
      total += BigInt(part);
      part = 0;
    }
  }
  return total + BigInt(part);
}

/** The smallest box that holds every run, or null for no cells. */
export function runsBounds(runs: Runs): Rect | null {
  const { rows, starts, spans } = runs;
  if (rows.length === 0) return null;
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (let r = 0; r < rows.length; r++) {
    const last = starts[r + 1] - 1;
    left = Math.min(left, spans[starts[r] * 2]);
    right = Math.max(right, spans[last * 2] + spans[last * 2 + 1]);
  }
  const top = rows[0];
  const bottom = rows[rows.length - 1];
  return {
    x: runs.x + BigInt(left),
    y: runs.y + BigInt(top),
    w: BigInt(right - left),
    h: BigInt(bottom - top + 1),
  };
}

/** The same cells moved by (dx, dy); nothing is copied. */
export function translateRuns(runs: Runs, dx: bigint, dy: bigint): Runs {
  return { ...runs, x: runs.x + dx, y: runs.y + dy };
}

/** The part inside the box. */
export function clipRuns(runs: Runs, box: Rect): Runs {
  const bounds = runsBounds(runs);
  if (!bounds) return runs;
  if (
    bounds.x >= box.x &&
    bounds.y >= box.y &&
    bounds.x + bounds.w <= box.x + box.w &&
    bounds.y + bounds.h <= box.y + box.h
  ) {
    return runs;
  }
  // Clamped in bigint first: the box may reach further than doubles do.
  const left = clampedOffset(box.x - runs.x);
  const right = clampedOffset(box.x + box.w - runs.x);
  const top = clampedOffset(box.y - runs.y);
  const bottom = clampedOffset(box.y + box.h - runs.y);
  const out = new RunsBuilder();
  forEachRun(runs, (x, y, length, state) => {
    if (y < top || y >= bottom) return;
    const from = Math.max(x, left);
    const to = Math.min(x + length, right);
    if (to > from) out.add(from, y, to - from, state);
  });
  return out.build(runs.x, runs.y);
}

function clampedOffset(v: bigint): number {
  const limit = 2 ** 53;
  const n = Number(v);
  return Math.max(-limit, Math.min(limit, n));
}

/** The same cells, those in states above `last` in that one. */
export function clampRuns(runs: Runs, last: number): Runs {
  if (highestState(runs) <= last) return runs;
  const out = new RunsBuilder(MAX_READ_RUNS);
  forEachRun(runs, (x, y, length, state) => out.add(x, y, length, Math.min(state, last)));
  return out.build(runs.x, runs.y);
}

export function blockToRuns(block: Block): Runs {
  const out = new RunsBuilder(MAX_READ_RUNS);
  forEachBlockRun(block, (i, j, length, state) => out.add(i, j, length, state));
  return out.build(block.x, block.y);
}

/**
 * The cells of `box` packed in so many planes, which must hold their states; with one plane every state above 0 becomes 1. Errors: `too-large` when the box cannot be packed.
 */
export function runsToBlock(runs: Runs, box: Rect, planes = 1): Block {
  const block = createBlock(
    box.x,
    box.y,
    toSafeNumber(box.w, "The width"),
    toSafeNumber(box.h, "The height"),
    planes,
  );
  const clipped = clipRuns(runs, box);
  if (clipped.rows.length === 0) return block;
  const dx = Number(clipped.x - box.x);
  const dy = Number(clipped.y - box.y);
  const { rows, starts, spans, states } = clipped;
  for (let r = 0; r < rows.length; r++) {
    const j = rows[r] + dy;
    for (let i = starts[r]; i < starts[r + 1]; i++)
      setBlockRun(block, spans[i * 2] + dx, j, spans[i * 2 + 1], states ? states[i] : 1);
  }
  return block;
}

/** Cells that both hold in the same state: two pointers over the rows, two over the runs of each row that both have. */
export function commonPopulation(a: Runs, b: Runs): number {
  // Distant cells have nothing in common; near ones have exact offsets.
  const boxA = runsBounds(a);
  const boxB = runsBounds(b);
  if (!boxA || !boxB || !intersectRects(boxA, boxB)) return 0;
  const dx = Number(b.x - a.x);
  const dy = Number(b.y - a.y);
  let count = 0;
  let j = 0;
  for (let i = 0; i < a.rows.length; i++) {
    while (j < b.rows.length && b.rows[j] + dy < a.rows[i]) j++;
    if (j < b.rows.length && b.rows[j] + dy === a.rows[i]) count += commonInRow(a, i, b, j, dx);
  }
  return count;
}

function commonInRow(a: Runs, rowA: number, b: Runs, rowB: number, dx: number): number {
  let [i, j] = [a.starts[rowA], b.starts[rowB]];
  let count = 0;
  while (i < a.starts[rowA + 1] && j < b.starts[rowB + 1]) {
    const [startA, startB] = [a.spans[i * 2], b.spans[j * 2] + dx];
    const [endA, endB] = [startA + a.spans[i * 2 + 1], startB + b.spans[j * 2 + 1]];
    if ((a.states?.[i] ?? 1) === (b.states?.[j] ?? 1))
      count += Math.max(0, Math.min(endA, endB) - Math.max(startA, startB));
    if (endA < endB) i++;
    else j++;
  }
  return count;
}
