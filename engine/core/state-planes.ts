/** Runs of cells in several states, taken apart by the bits of the states and put together again. */

import type { Runs } from "./runs.ts";
import { forEachRun, RunsBuilder } from "./runs.ts";

/** The cells whose state has bit `b`, all in state 1. */
export function runsOfPlane(runs: Runs, b: number): Runs {
  if (!runs.states && b === 0) return runs;
  const out = new RunsBuilder();
  forEachRun(runs, (x, y, length, state) => {
    if ((state >> b) & 1) out.add(x, y, length);
  });
  return out.build(runs.x, runs.y);
}

/** A plane's runs, and how far their reader has come: `end` counts the ends of runs, two a run. */
interface PlaneReader {
  readonly runs: Runs;
  readonly bit: number;
  readonly dx: number;
  readonly dy: number;
  row: number;
  end: number;
}

/** Where the plane's next run begins or ends in the reader's row; infinity behind the last. */
function nextEnd({ runs: { starts, spans }, row, end, dx }: PlaneReader): number {
  if (end >= 2 * starts[row + 1]) return Number.POSITIVE_INFINITY;
  return dx + (end & 1 ? spans[end - 1] + spans[end] : spans[end]);
}

/** The cells whose states have those bits. All are within 2^53 cells of each other. */
export function joinedRuns(planes: readonly Runs[]): Runs {
  const [first] = planes as readonly [Runs];
  if (planes.length === 1) return first;
  const readers = planes.map(
    (runs, b): PlaneReader => ({
      runs,
      bit: 1 << b,
      dx: Number(runs.x - first.x),
      dy: Number(runs.y - first.y),
      row: 0,
      end: 0,
    }),
  );
  const out = new RunsBuilder();
  for (;;) {
    let y = Number.POSITIVE_INFINITY;
    for (const { runs, row, dy } of readers) if (row < runs.rows.length) y = Math.min(y, runs.rows[row] + dy);
    if (y === Number.POSITIVE_INFINITY) return out.build(first.x, first.y);
    const here = readers.filter(({ runs, row, dy }) => row < runs.rows.length && runs.rows[row] + dy === y);
    addRow(here, y, out);
    for (const reader of here) reader.row++;
  }
}

/** Adds a row in which these planes have cells: each end of a run turns its plane's bit over. */
function addRow(readers: readonly PlaneReader[], y: number, out: RunsBuilder): void {
  let state = 0;
  let from = 0;
  for (;;) {
    let x = Number.POSITIVE_INFINITY;
    for (const reader of readers) x = Math.min(x, nextEnd(reader));
    if (state !== 0) out.add(from, y, x - from, state);
    if (x === Number.POSITIVE_INFINITY) return;
    for (const reader of readers) for (; nextEnd(reader) === x; reader.end++) state ^= reader.bit;
    from = x;
  }
}
