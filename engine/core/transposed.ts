/**
 * Transposes cells that are stored as horizontal runs: columns become rows.
 *
 * Going down the rows, each column is either inside a vertical run or not, and that changes only where a row differs
 * from the one above. So only the difference of neighbouring rows matters: columns that appear begin a vertical run,
 * columns that vanish end one. A filled square of a million cells a side costs its two million ends, not its 10^12
 * cells. Of more than two states each is transposed by itself.
 */

import type { Runs } from "./runs.ts";
import { forEachRun, RunsBuilder, runCount } from "./runs.ts";
import type { Sliced } from "./slices.ts";

/** Approximate number of runs transposed at a stretch. */
const BAND_RUNS = 2 ** 12;
/** Runs sampled to learn how all are spread. */
const SAMPLES = 2 ** 13;
/** Rows that a band is cut out of between two looks at the clock. */
const ROWS_A_GO = 2 ** 14;

/**
 * The cells (y, x) for each (x, y), one band of columns after the other: columns become rows, and those of one band all
 * come before those of the next. Errors: `too-large` past 2^24 runs.
 */
export function* slicedTransposition(runs: Runs): Sliced<Runs> {
  if (runCount(runs) <= BAND_RUNS) return transposed(runs);
  const out = new RunsBuilder();
  const borders = bordersOf(runs);
  /** The first run of each row that is not done. */
  const at = runs.starts.slice(0, -1);
  let left = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < borders.length; i++) {
    const right = borders[i] as number;
    const band = new RunsBuilder();
    for (let first = 0; first < runs.rows.length; first += ROWS_A_GO) {
      cutBand(runs, at, first, Math.min(runs.rows.length, first + ROWS_A_GO), left, right, band);
      yield i / borders.length;
    }
    forEachRun(transposed(band.build(0n, 0n)), (x, y, length, state) => out.add(x, y, length, state));
    left = right;
  }
  return out.build(runs.y, runs.x);
}

/** The borders between bands of roughly as many runs each, from left to right. */
function bordersOf(runs: Runs): readonly number[] {
  const count = runCount(runs);
  const step = Math.max(1, Math.floor(count / SAMPLES));
  const sample = new Float64Array(Math.floor(count / step));
  for (let i = 0; i < sample.length; i++) sample[i] = runs.spans[i * step * 2] as number;
  sample.sort();
  const bands = Math.ceil(count / BAND_RUNS);
  const borders = new Set<number>();
  for (let band = 1; band < bands; band++)
    borders.add(sample[Math.floor((band * sample.length) / bands)] as number);
  return [...borders, Number.POSITIVE_INFINITY];
}

/** Cuts out the part between two columns in rows `first` to `last` and moves `at` on. A run may reach across several bands. */
function cutBand(
  { rows, starts, spans, states }: Runs,
  at: Uint32Array,
  first: number,
  last: number,
  left: number,
  right: number,
  band: RunsBuilder,
): void {
  for (let row = first; row < last; row++) {
    const end = starts[row + 1] as number;
    let i = at[row] as number;
    while (i < end && spans[i * 2] < right) {
      const stop = spans[i * 2] + spans[i * 2 + 1];
      const from = Math.max(left, spans[i * 2]);
      band.add(from, rows[row], Math.min(stop, right) - from, states ? states[i] : 1);
      if (stop > right) break;
      i++;
    }
    at[row] = i;
  }
}

function transposedStates(runs: Runs): Runs {
  const all = new RunsBuilder();
  for (const each of new Set(runs.states)) {
    const one = new RunsBuilder();
    forEachRun(runs, (x, y, length, state) => (state === each ? one.add(x, y, length) : undefined));
    forEachRun(transposed(one.build(0n, 0n)), (x, y, length) => all.add(x, y, length, each));
  }
  return all.build(runs.y, runs.x);
}

/** Transposes all runs in one go. */
function transposed(runs: Runs): Runs {
  if (runs.states) return transposedStates(runs);
  const out = new RunsBuilder();
  /** Columns inside a vertical run, with the row where it began. */
  const open = new Map<number, number>();
  const nothing = new Float64Array(0);
  let above: Float64Array = nothing;
  let aboveY = Number.NaN;
  const begin = (y: number) => (from: number, to: number) => {
    for (let x = from; x < to; x++) open.set(x, y);
  };
  const end = (y: number) => (from: number, to: number) => {
    for (let x = from; x < to; x++) {
      const start = open.get(x) as number;
      out.add(start, x, y - start);
      open.delete(x);
    }
  };
  for (let r = 0; r < runs.rows.length; r++) {
    const y = runs.rows[r];
    const row = runs.spans.subarray(runs.starts[r] * 2, runs.starts[r + 1] * 2);
    if (y !== aboveY + 1) {
      forEachMissing(above, nothing, end(aboveY + 1));
      above = nothing;
    }
    forEachMissing(above, row, end(y));
    forEachMissing(row, above, begin(y));
    above = row;
    aboveY = y;
  }
  forEachMissing(above, nothing, end(aboveY + 1));
  return out.build(runs.y, runs.x);
}

/** Calls `visit(from, to)` for each stretch of row a that row b lacks. Rows are pairs (start, length), ascending. */
function forEachMissing(a: Float64Array, b: Float64Array, visit: (from: number, to: number) => void): void {
  let j = 0;
  for (let i = 0; i < a.length; i += 2) {
    const end = a[i] + a[i + 1];
    let from = a[i];
    while (j < b.length && b[j] + b[j + 1] <= from) j += 2;
    for (let k = j; k < b.length && b[k] < end && from < end; k += 2) {
      if (b[k] > from) visit(from, b[k]);
      from = Math.max(from, b[k] + b[k + 1]);
    }
    if (from < end) visit(from, end);
  }
}
