/**
 * Sets of cells as runs, and their algebra: union, intersection, difference. Edits are made of these (a stroke changed
 * its cells minus those that lived already), so they cost time by the run and not by the cells between.
 *
 * Two sets are combined row by row. Within a row, one sweep from left to right visits the ends of both sets' runs:
 * between two neighbouring ends nothing changes, so "in a" and "in b" are known there, and the operation says whether
 * the stretch belongs to the result. Cells are in a set whatever their state; where a set is of several states, the result has
 * those of a, and those of b where a has none, unless an operation on states says otherwise.
 */

import { toSafeNumber } from "./integers.ts";
import type { Rect } from "./rect.ts";
import { intersectRects } from "./rect.ts";
import type { Runs } from "./runs.ts";
import { clipRuns, EMPTY_RUNS, forEachRun, RunsBuilder, runCount, runsBounds } from "./runs.ts";
import type { Sliced } from "./slices.ts";
import { atOnce } from "./slices.ts";

/** Runs processed between two looks at the clock. */
const RUNS_A_GO = 8192;

type Operation = (inA: boolean, inB: boolean) => boolean;
/** The state of a cell by those that it has in a and in b; 0: it is in neither. */
export type StateOperation = (a: number, b: number) => number;

/** The same in slices, for sets of millions. */
export const slicedUnion = (a: Runs, b: Runs): Sliced<Runs> => combine(a, b, (inA, inB) => inA || inB);
export const slicedCommon = (a: Runs, b: Runs): Sliced<Runs> => combine(a, b, (inA, inB) => inA && inB);
export const slicedWithout = (a: Runs, b: Runs): Sliced<Runs> => combine(a, b, (inA, inB) => inA && !inB);

/** The cells of a that b does not hold in the same state: what changes where b becomes a. */
export const slicedUnlike = (a: Runs, b: Runs): Sliced<Runs> =>
  combine(
    a,
    b,
    (inA, inB) => inA && !inB,
    (inA, inB) => (inA === inB ? 0 : inA),
  );
/** The cells of a that b holds in another state. */
export const slicedReplaced = (a: Runs, b: Runs): Sliced<Runs> =>
  a.states || b.states
    ? combine(
        a,
        b,
        () => false,
        (inA, inB) => (inB > 0 && inA !== inB ? inA : 0),
      )
    : nothing();
/** The cells of both, each in the state that the operation makes of its two. */
export const slicedStates = (a: Runs, b: Runs, operation: StateOperation): Sliced<Runs> =>
  combine(a, b, (inA, inB) => operation(Number(inA), Number(inB)) > 0, operation, true);

// biome-ignore lint/correctness/useYield: it has nothing to do in slices.
function* nothing(): Sliced<Runs> {
  return EMPTY_RUNS;
}

export const unlikeCells = (a: Runs, b: Runs): Runs => atOnce(slicedUnlike(a, b));
export const replacedCells = (a: Runs, b: Runs): Runs => atOnce(slicedReplaced(a, b));
export const uniteCells = (a: Runs, b: Runs): Runs => atOnce(slicedUnion(a, b));
export const commonCells = (a: Runs, b: Runs): Runs => atOnce(slicedCommon(a, b));
/** The cells of a that are not in b. */
export const withoutCells = (a: Runs, b: Runs): Runs => atOnce(slicedWithout(a, b));

/** A set of cells that has no states of its own, in one. */
export function inState(runs: Runs, state: number): Runs {
  return { ...runs, states: state === 1 ? null : new Uint8Array(runCount(runs)).fill(state) };
}

/** The part inside the box, as `clipRuns` computes it. */
export function* slicedClip(runs: Runs, box: Rect): Sliced<Runs> {
  const bounds = runsBounds(runs);
  const part = bounds && intersectRects(bounds, box);
  if (!bounds || (part?.w === bounds.w && part.h === bounds.h)) return runs;
  const out = new RunsBuilder();
  const { rows, starts } = runs;
  for (let first = 0; first < rows.length; ) {
    let last = first + 1;
    while (last < rows.length && starts[last] - starts[first] < RUNS_A_GO) last++;
    const some = { ...runs, rows: rows.subarray(first, last), starts: starts.subarray(first, last + 1) };
    forEachRun(clipRuns(some, box), (x, y, length, state) => out.add(x, y, length, state));
    first = last;
    yield first / rows.length;
  }
  return out.build(runs.x, runs.y);
}

export function isEmptyCells(runs: Runs): boolean {
  return runs.rows.length === 0;
}

/** Every cell of a box, one run per row. Errors: `too-large` for a box with too many rows to list. */
export function cellsOfRect(box: Rect): Runs {
  const out = new RunsBuilder();
  const width = toSafeNumber(box.w, "The width");
  const height = toSafeNumber(box.h, "The height");
  for (let y = 0; y < height; y++) out.add(0, y, width);
  return out.build(box.x, box.y);
}

/** Whether the set covers its whole bounding box. */
export function fillsItsBox(runs: Runs): boolean {
  const box = runsBounds(runs);
  if (!box || BigInt(runs.rows.length) !== box.h) return false;
  const width = Number(box.w);
  for (let i = 0; i < runs.spans.length; i += 2) if (runs.spans[i + 1] !== width) return false;
  return runs.spans.length === 2 * runs.rows.length;
}

/** Whether the cell is in the set. */
export function holdsCell(runs: Runs, x: bigint, y: bigint): boolean {
  return !isEmptyCells(clipRuns(runs, { x, y, w: 1n, h: 1n }));
}

/** Bytes that the runs take. */
export function bytesOfCells(runs: Runs): number {
  return (
    runs.rows.byteLength + runs.starts.byteLength + runs.spans.byteLength + (runs.states?.byteLength ?? 0)
  );
}

/** Errors: `too-large` for sets 2^53 cells apart. */
function* combine(
  a: Runs,
  b: Runs,
  operation: Operation,
  ofStates: StateOperation = (inA, inB) => (operation(inA > 0, inB > 0) ? inA || inB : 0),
  stated = a.states !== null || b.states !== null,
): Sliced<Runs> {
  if (isEmptyCells(a)) return operation(false, true) ? b : EMPTY_RUNS;
  if (isEmptyCells(b)) return operation(true, false) ? a : EMPTY_RUNS;
  const dx = toSafeNumber(b.x - a.x, "The distance");
  const dy = toSafeNumber(b.y - a.y, "The distance");
  const out = new RunsBuilder();
  const all = runCount(a) + runCount(b);
  let due = RUNS_A_GO;
  let i = 0;
  let j = 0;
  while (i < a.rows.length || j < b.rows.length) {
    const ya = i < a.rows.length ? a.rows[i] : Number.POSITIVE_INFINITY;
    const yb = j < b.rows.length ? b.rows[j] + dy : Number.POSITIVE_INFINITY;
    const y = Math.min(ya, yb);
    const [inA, inB] = [
      new RowEnds(a, ya === y ? i : -1, 0, stated),
      new RowEnds(b, yb === y ? j : -1, dx, stated),
    ];
    if (stated) sweepStates(y, inA, inB, ofStates, out);
    else sweepRow(y, inA, inB, operation, out);
    if (ya === y) i++;
    if (yb === y) j++;
    const done = (a.starts[i] as number) + (b.starts[j] as number);
    if (done < due) continue;
    due = done + RUNS_A_GO;
    yield done / all;
  }
  return out.build(a.x, a.y);
}

/** The ends of one row's runs in ascending order: begin, end, begin, ... Runs that touch are merged unless states matter. */
class RowEnds {
  readonly #spans: Float64Array;
  readonly #states: Uint8Array | null;
  readonly #stated: boolean;
  readonly #stop: number;
  readonly #shift: number;
  #at: number;
  inside = false;
  next = Number.POSITIVE_INFINITY;

  constructor(runs: Runs, row: number, shift: number, stated: boolean) {
    this.#spans = runs.spans;
    this.#states = runs.states;
    this.#stated = stated;
    this.#at = row < 0 ? 0 : runs.starts[row];
    this.#stop = row < 0 ? 0 : runs.starts[row + 1];
    this.#shift = shift;
    if (this.#at < this.#stop) this.next = this.#spans[this.#at * 2] + shift;
  }

  /** Of the present run; 0 outside. */
  get state(): number {
    return this.inside ? (this.#states?.[this.#at] ?? 1) : 0;
  }

  /** The present run ends where the next one of another state begins. */
  get #changes(): boolean {
    const [at, spans] = [this.#at * 2, this.#spans];
    return this.#at + 1 < this.#stop && spans[at + 2] === spans[at] + spans[at + 1];
  }

  pass(): void {
    const spans = this.#spans;
    if (this.#stated && this.inside && this.#changes) {
      this.#at++;
      this.next = spans[this.#at * 2] + spans[this.#at * 2 + 1] + this.#shift;
      return;
    }
    this.inside = !this.inside;
    if (!this.inside) {
      this.#at++;
      this.next = this.#at < this.#stop ? spans[this.#at * 2] + this.#shift : Number.POSITIVE_INFINITY;
      return;
    }
    // Neighbouring runs in different states form one run of live cells.
    while (!this.#stated && this.#changes) this.#at++;
    this.next = spans[this.#at * 2] + spans[this.#at * 2 + 1] + this.#shift;
  }
}

function sweepRow(y: number, a: RowEnds, b: RowEnds, operation: Operation, out: RunsBuilder): void {
  let start = Number.NaN;
  while (a.next !== Number.POSITIVE_INFINITY || b.next !== Number.POSITIVE_INFINITY) {
    const x = Math.min(a.next, b.next);
    if (a.next === x) a.pass();
    if (b.next === x) b.pass();
    const wanted = operation(a.inside, b.inside);
    if (wanted && Number.isNaN(start)) start = x;
    if (!wanted && !Number.isNaN(start)) {
      out.add(start, y, x - start);
      start = Number.NaN;
    }
  }
}

function sweepStates(y: number, a: RowEnds, b: RowEnds, operation: StateOperation, out: RunsBuilder): void {
  let start = 0;
  let state = 0;
  while (a.next !== Number.POSITIVE_INFINITY || b.next !== Number.POSITIVE_INFINITY) {
    const x = Math.min(a.next, b.next);
    if (a.next === x) a.pass();
    if (b.next === x) b.pass();
    const wanted = operation(a.state, b.state);
    if (wanted === state) continue;
    if (state > 0) out.add(start, y, x - start, state);
    [start, state] = [x, wanted];
  }
}
