import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Runs } from "../../../engine/core/runs.ts";
import { forEachRun, RunsBuilder } from "../../../engine/core/runs.ts";

type Added = readonly [x: number, y: number, length: number, state: number];

/** What the builder should make of it: cells painted one by one, later over earlier, then cut into runs. */
function painted(added: readonly Added[]): number[][] {
  const cells = new Map<number, Map<number, number>>();
  for (const [x, y, length, state] of added) {
    const row = cells.get(y) ?? new Map<number, number>();
    cells.set(y, row);
    for (let k = 0; k < length; k++) row.set(x + k, state);
  }
  const runs: number[][] = [];
  for (const y of [...cells.keys()].sort((a, b) => a - b)) {
    for (const [x, state] of [...(cells.get(y) ?? [])].sort((a, b) => a[0] - b[0])) {
      const last = runs.at(-1);
      if (last && last[1] === y && last[0] + last[2] === x && last[3] === state) last[2]++;
      else runs.push([x, y, 1, state]);
    }
  }
  return runs;
}

function built(runs: Runs): number[][] {
  const list: number[][] = [];
  forEachRun(runs, (x, y, length, state) => list.push([x, y, length, state]));
  return list;
}

const addition = (states: number): fc.Arbitrary<Added> =>
  fc.tuple(
    fc.integer({ min: -20, max: 20 }),
    fc.integer({ min: -4, max: 4 }),
    fc.nat(9),
    fc.integer({ min: 1, max: states }),
  );
// Enough additions to make every array inside grow.
const additions = fc
  .integer({ min: 1, max: 3 })
  .chain((states) => fc.array(addition(states), { maxLength: 150 }));

function build(added: readonly Added[]): Runs {
  const out = new RunsBuilder();
  for (const [x, y, length, state] of added) out.add(x, y, length, state);
  return out.build(7n, -9n);
}

function same(added: readonly Added[]): void {
  expect(built(build(added))).toEqual(painted(added));
}

describe("a builder of runs", () => {
  it("makes canonical runs of what is added in any order", () => {
    fc.assert(fc.property(additions, same));
  });

  it("and of what lies too far apart to be packed into one number each", () => {
    const far = 2 ** 51;
    const wide = additions.map((added) =>
      added.map(
        ([x, y, length, state], i): Added => [i % 2 ? x + far : x, i % 3 ? y - far : y, length, state],
      ),
    );
    fc.assert(fc.property(wide, same));
  });

  it("and of what is added in reading order", () => {
    const inOrder = additions.map((added) => [...added].sort((a, b) => a[1] - b[1] || a[0] - b[0]));
    fc.assert(fc.property(inOrder, same));
  });

  it("lists each row once, in order, with its runs behind each other", () => {
    fc.assert(
      fc.property(additions, (added) => {
        const { x, y, rows, starts, spans, states } = build(added);
        expect([x, y]).toEqual([7n, -9n]);
        expect([...rows]).toEqual([...new Set([...rows])].sort((a, b) => a - b));
        expect(starts.length).toBe(rows.length + 1);
        expect(starts.at(-1)).toBe(spans.length / 2);
        for (let r = 0; r < rows.length; r++) expect(starts[r + 1]).toBeGreaterThan(starts[r]);
        if (states) expect(states.length).toBe(spans.length / 2);
      }),
    );
  });

  it("holds no more memory than its runs", () => {
    const out = new RunsBuilder();
    for (let k = 0; k < 1000; k++) out.add(2 * k, k, 1);
    const { rows, spans } = out.build(0n, 0n);
    expect(rows.buffer.byteLength).toBe(8 * 1000);
    expect(spans.buffer.byteLength).toBe(16 * 1000);
  });

  it("refuses more runs than it was made for, and merges what touches", () => {
    const out = new RunsBuilder(100);
    for (let k = 0; k < 1000; k++) out.add(k, 0, 1);
    expect(out.count).toBe(1);
    for (let k = 1; k < 100; k++) out.add(0, 2 * k, 1);
    expect(() => out.add(0, 999, 1)).toThrow(expect.objectContaining({ code: "too-large" }));
    expect(out.build(0n, 0n).rows.length).toBe(100);
  });
});
