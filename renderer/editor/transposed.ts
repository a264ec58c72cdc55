/**
 * Transposing cells that are stored as horizontal runs: what was a column becomes a row.
 *
 * Going down the rows, each column is either inside a vertical run or not, and that changes only where a row differs from
 * the one above. So only the difference of neighbouring rows is looked at: columns that appear begin a vertical run,
 * columns that vanish end one. A filled square of a million cells a side costs its two million ends, not its 10^12
 * cells.
 */

import type { Runs } from "../../engine/core/runs.ts";
import { RunsBuilder } from "../../engine/core/runs.ts";

/** The cells (y, x) for each (x, y). Errors: `too-large` past 2^24 runs. */
export function transposed(runs: Runs): Runs {
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
