import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import {
  blockToRuns,
  clipRuns,
  EMPTY_RUNS,
  RunsBuilder,
  runsBounds,
  runsPopulation,
  runsToBlock,
  translateRuns,
} from "../../../engine/core/runs.ts";
import { inside, listed, setOfBlock, setOfRuns } from "../../support/cell-set.ts";
import { equalRuns } from "../../support/runs.ts";

/** Runs in any order, with overlaps; states when asked for. */
const anyRun = fc.record({
  x: fc.integer({ min: -40, max: 40 }),
  y: fc.integer({ min: -6, max: 6 }),
  length: fc.integer({ min: 0, max: 50 }),
  state: fc.integer({ min: 1, max: 3 }),
});
const origin = fc.constantFrom(0n, -7n, 2n ** 70n, -(2n ** 65n) - 1n);

function build(
  runs: readonly { x: number; y: number; length: number; state: number }[],
  states: boolean,
  at = 0n,
): Runs {
  const out = new RunsBuilder();
  for (const run of runs) out.add(run.x, run.y, run.length, states ? run.state : 1);
  return out.build(at, at);
}

describe("runs", () => {
  it("are equal when their cells are, wherever their origins are", () => {
    fc.assert(
      fc.property(
        fc.array(anyRun, { minLength: 1, maxLength: 12 }),
        origin,
        fc.integer({ min: -9, max: 9 }),
        (list, at, by) => {
          const runs = build(list, true, at);
          const moved = build(
            list.map((run) => ({ ...run, x: run.x + by, y: run.y - by })),
            true,
            at,
          );
          expect(equalRuns(translateRuns(moved, BigInt(-by), BigInt(by)), runs)).toBe(true);
          if (by !== 0 && runs.rows.length > 0) expect(equalRuns(moved, runs)).toBe(false);
        },
      ),
    );
    expect(equalRuns(EMPTY_RUNS, translateRuns(EMPTY_RUNS, 5n, 5n))).toBe(true);
  });

  it("are clipped, bounded and packed as sets of cells are", () => {
    fc.assert(
      fc.property(
        fc.array(anyRun, { maxLength: 15 }),
        origin,
        fc.tuple(...[-50, -8].map((min) => fc.integer({ min, max: -min }))),
        fc.tuple(fc.integer({ min: 0, max: 70 }), fc.integer({ min: 0, max: 9 })),
        (list, at, [dx, dy], [w, h]) => {
          const runs = build(list, false, at);
          const box = { ...rect(0, 0, w, h), x: at + BigInt(dx), y: at + BigInt(dy) };
          const expected = listed(inside(setOfRuns(runs), box));
          expect(listed(setOfRuns(clipRuns(runs, box)))).toEqual(expected);
          const block = runsToBlock(runs, box);
          expect(listed(setOfBlock(block))).toEqual(expected);
          expect(equalRuns(blockToRuns(block), clipRuns(runs, box))).toBe(true);
          const bounds = runsBounds(runs);
          expect(bounds === null).toBe(runs.rows.length === 0);
          if (!bounds) return;
          const all = setOfRuns(runs);
          expect(inside(all, bounds).size).toBe(all.size);
          for (const [x, y, smallerW, smallerH] of [
            [1n, 0n, 1n, 0n],
            [0n, 1n, 0n, 1n],
            [0n, 0n, 1n, 0n],
            [0n, 0n, 0n, 1n],
          ]) {
            const smaller = rect(bounds.x + x, bounds.y + y, bounds.w - smallerW, bounds.h - smallerH);
            expect(inside(all, smaller).size).toBeLessThan(all.size);
          }
        },
      ),
    );
  });

  it("hold a run of almost any length as one run", () => {
    const long = new RunsBuilder();
    long.add(0, 0, 2 ** 52);
    long.add(-(2 ** 52), 1, 2 ** 52);
    const runs = long.build(10n ** 40n, 0n);
    expect(runs.spans).toHaveLength(4);
    expect(runsPopulation(runs)).toBe(2n ** 53n);
    expect(runsBounds(runs)).toEqual(rect(10n ** 40n - 2n ** 52n, 0, 2n ** 53n, 2));
    const far = rect(-(10n ** 50n), -(10n ** 50n), 2n * 10n ** 50n, 2n * 10n ** 50n);
    expect(runsPopulation(clipRuns(runs, far))).toBe(2n ** 53n);
    expect(runsPopulation(clipRuns(runs, rect(10n ** 40n + 5n, 0, 7, 1)))).toBe(7n);
  });

  it("refuse to become more than a builder was told to take", () => {
    const few = new RunsBuilder(3);
    for (let i = 0; i < 3; i++) few.add(i * 2, 0, 1);
    expect(() => few.add(9, 0, 1)).toThrow(/more than 3 runs/);
  });
});
