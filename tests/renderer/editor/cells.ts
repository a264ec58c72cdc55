/** Small random sets of cells for the editor's tests, and sets of strings to check them against. */

import fc from "fast-check";
import type { Runs } from "../../../engine/core/runs.ts";
import { forEachRun, RunsBuilder } from "../../../engine/core/runs.ts";

/** An origin anywhere; sets of one test share it, give or take a little. */
export const anyOrigin = fc.constantFrom(0n, 7n, -1000n, 10n ** 30n, -(2n ** 70n));

export const anyCells: fc.Arbitrary<Runs> = fc
  .record({
    runs: fc.array(
      fc.tuple(
        fc.integer({ min: -12, max: 12 }),
        fc.integer({ min: -12, max: 12 }),
        fc.integer({ min: 1, max: 9 }),
      ),
      { maxLength: 30 },
    ),
    x: fc.integer({ min: -3, max: 3 }),
    y: fc.integer({ min: -3, max: 3 }),
  })
  .map(({ runs, x, y }) => {
    const out = new RunsBuilder();
    for (const [rx, ry, length] of runs) out.add(rx, ry, length);
    return out.build(BigInt(x), BigInt(y));
  });

/** "x,y" of each cell. */
export function cellNames(runs: Runs): Set<string> {
  const names = new Set<string>();
  forEachRun(runs, (x, y, length) => {
    for (let i = 0; i < length; i++) names.add(`${runs.x + BigInt(x + i)},${runs.y + BigInt(y)}`);
  });
  return names;
}

export function cellsOf(pairs: Iterable<readonly [bigint, bigint]>): Runs {
  const list = [...pairs];
  const origin = list[0] ?? [0n, 0n];
  const out = new RunsBuilder();
  for (const [x, y] of list) out.add(Number(x - origin[0]), Number(y - origin[1]), 1);
  return out.build(origin[0], origin[1]);
}

/** Whether the runs are in the one form that equal sets share: rows ascending, runs ascending, apart and merged. */
export function isCanonical(runs: Runs): boolean {
  for (let r = 0; r < runs.rows.length; r++) {
    if (r > 0 && runs.rows[r] <= runs.rows[r - 1]) return false;
    if (runs.starts[r] >= runs.starts[r + 1]) return false;
    for (let i = runs.starts[r]; i < runs.starts[r + 1]; i++) {
      if (!(runs.spans[i * 2 + 1] > 0)) return false;
      if (i > runs.starts[r] && runs.spans[i * 2] <= runs.spans[i * 2 - 2] + runs.spans[i * 2 - 1])
        return false;
    }
  }
  return runs.starts[runs.rows.length] * 2 === runs.spans.length;
}
