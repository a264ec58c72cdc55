// The majority task: exact counts of known rules, and what a tie counts as.

import { describe, expect, test } from "vitest";
import { countMajority, majorityRate } from "../../../engine/evolve/majority.ts";
import type { Boundary } from "../../../engine/rings/ring.ts";
import { createRing } from "../../../engine/rings/ring.ts";
import { parseRingRule } from "../../../engine/rings/ring-rule.ts";
import known from "../../fixtures/majority.json" with { type: "json" };

describe("counts of known rules", () => {
  // Every rule once at 149 or 64 cells would be enough to find a wrong step; the odd widths and ends find the rest.
  test.each(known.counts)("$name, $cells cells, $boundary", async (row) => {
    const { table, cells, boundary, vectors, seed, steps } = row;
    const { correct, ties, tiesTo0, tiesTo1, unsettled, correct1, majority1 } = row;
    const ring = createRing(cells, [parseRingRule(`x${table}`)], boundary as Boundary);
    expect(await countMajority(ring, { vectors, seed, steps })).toEqual({
      ...{ vectors, correct, ties, tiesTo0, tiesTo1, unsettled, correct1, majority1 },
    });
  });
});

test("ties are left out, fail, or are right as zeros", () => {
  const count = {
    ...{ vectors: 100, correct: 60, ties: 20, tiesTo0: 12, tiesTo1: 7 },
    ...{ unsettled: 5, correct1: 30, majority1: 40 },
  };
  const rates = (["redraw", "fail", "zero"] as const).map((how) => majorityRate(count, how));
  expect(rates.map(({ rate }) => rate)).toEqual([0.75, 0.6, 0.72]);
  expect(rates.map(({ standardError }) => standardError.toFixed(4))).toEqual(["0.0484", "0.0490", "0.0449"]);
  const onlyTies = { ...count, vectors: 20, correct: 0 };
  expect(majorityRate(onlyTies, "redraw")).toEqual({ rate: 0, standardError: 0 });
});

test("a count can be stopped", async () => {
  const stop = new AbortController();
  const ring = createRing(149, [parseRingRule("W110")]);
  const counting = countMajority(
    ring,
    { vectors: 1e9, seed: 1, steps: 298 },
    { signal: stop.signal, onProgress: () => stop.abort() },
  );
  await expect(counting).rejects.toMatchObject({ code: "aborted" });
});
