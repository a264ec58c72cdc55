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

/** The cells whose states have those bits. All are within 2^53 cells of each other. */
export function joinedRuns(planes: readonly Runs[]): Runs {
  const [first] = planes as readonly [Runs];
  if (planes.length === 1) return first;
  const held = planes.map((runs) => ({
    ...runs,
    dx: Number(runs.x - first.x),
    dy: Number(runs.y - first.y),
    row: 0,
  }));
  const out = new RunsBuilder();
  for (;;) {
    let y = Number.POSITIVE_INFINITY;
    for (const { rows, row, dy } of held) if (row < rows.length) y = Math.min(y, rows[row] + dy);
    if (y === Number.POSITIVE_INFINITY) return out.build(first.x, first.y);
    /** Where a bit begins and ends: [x, the bit]. In a row each end of a run turns its bit over. */
    const ends: [number, number][] = [];
    held.forEach((plane, b) => {
      const { rows, starts, spans, dx, dy, row } = plane;
      if (row >= rows.length || rows[row] + dy !== y) return;
      for (let i = starts[row]; i < starts[row + 1]; i++)
        ends.push([spans[i * 2] + dx, 1 << b], [spans[i * 2] + spans[i * 2 + 1] + dx, 1 << b]);
      plane.row++;
    });
    ends.sort(([a], [b]) => a - b);
    let state = 0;
    ends.forEach(([x, bit], i) => {
      state ^= bit;
      const end = ends[i + 1]?.[0] ?? x;
      if (state !== 0) out.add(x, y, end - x, state);
    });
  }
}
