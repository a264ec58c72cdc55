// The majority task: exact counts of known rules, and what a tie counts as.

import { describe, expect, test } from "vitest";
import { scoreOnCpu } from "../../../engine/evolve/cpu-scorer.ts";
import { genomeOfRules, shapeOfRing } from "../../../engine/evolve/genome.ts";
import type { TaskSetting } from "../../../engine/evolve/task.ts";
import { MAJORITY } from "../../../engine/evolve/tasks/majority.ts";
import type { Boundary } from "../../../engine/rings/ring.ts";
import { createRing } from "../../../engine/rings/ring.ts";
import { parseRingRule } from "../../../engine/rings/ring-rule.ts";
import known from "../../fixtures/majority.json" with { type: "json" };

const ringOf = (table: string, cells: number, boundary: string) =>
  createRing(cells, [parseRingRule(`x${table}`)], boundary as Boundary);

const settingOf = (cells: number, boundary: string, radius: 1 | 2 | 3, steps: number): TaskSetting => ({
  shape: { cells, boundary: boundary as Boundary, radius, ruleACell: false },
  ...{ task: "majority", steps, ties: "redraw", start: 0 },
});

describe("counts of known rules", () => {
  // Every rule once at 149 or 64 cells would be enough to find a wrong step; the odd widths and ends find the rest.
  test.each(known.counts)("$name, $cells cells, $boundary", async (row) => {
    const { table, cells, boundary, vectors, seed, steps } = row;
    const { correct, ties, tiesTo0, tiesTo1, unsettled, correct1, majority1 } = row;
    const ring = ringOf(table, cells, boundary);
    const setting = settingOf(cells, boundary, shapeOfRing(ring).radius, steps);
    const genomes = genomeOfRules(ring.rules);
    const set = { size: vectors, seed, first: 0, density: "fair" } as const;
    const counts = await scoreOnCpu({ setting, genomes, set });
    expect(MAJORITY.report({ setting, genome: genomes, vectors, counts }).facts).toMatchObject({
      ...{ vectors, correct, ties, tiesTo0, tiesTo1, unsettled, correct1, majority1 },
    });
  });
});

test("ties are left out, fail, or are right as zeros", () => {
  // 100 vectors: 60 right, 20 ties of which 12 end as 0.
  const counts = Uint32Array.of(60, 20, 12, 7, 5, 30, 40);
  const setting = settingOf(64, "cyclic", 3, 128);
  const genome = new Uint32Array(4);
  const shares = (["redraw", "fail", "zero"] as const).map(
    (ties) => MAJORITY.report({ setting: { ...setting, ties }, genome, vectors: 100, counts }).share,
  );
  expect(shares.map((share) => share?.rate)).toEqual([0.75, 0.6, 0.72]);
  expect(shares.map((share) => share?.standardError.toFixed(4))).toEqual(["0.0484", "0.0490", "0.0449"]);
  expect(
    (["redraw", "fail", "zero"] as const).map((ties) => MAJORITY.fitness(counts, 0, { ...setting, ties })),
  ).toEqual([60, 60, 72]);
  const onlyTies = {
    setting,
    genome: new Uint32Array(4),
    vectors: 20,
    counts: Uint32Array.of(0, 20, 0, 0, 0, 0, 0),
  };
  expect(MAJORITY.report(onlyTies).share).toEqual({ rate: 0, standardError: 0 });
});

test("a count can be stopped", async () => {
  const stop = new AbortController();
  const setting = settingOf(149, "cyclic", 1, 298);
  const set = { size: 1e9, seed: 1, first: 0, density: "fair" } as const;
  const counting = scoreOnCpu(
    { setting, genomes: genomeOfRules([parseRingRule("W110")]), set },
    { signal: stop.signal, onProgress: () => stop.abort() },
  );
  await expect(counting).rejects.toMatchObject({ code: "aborted" });
});
