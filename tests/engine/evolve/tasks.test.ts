// Tasks, and the vectors that they are scored on.

import { describe, expect, test } from "vitest";
import { scoreOnCpu } from "../../../engine/evolve/cpu-scorer.ts";
import { genomeOfRules, shapeOfRing } from "../../../engine/evolve/genome.ts";
import type { TaskSetting } from "../../../engine/evolve/task.ts";
import { TASKS } from "../../../engine/evolve/tasks/registry.ts";
import type { TrainingSet } from "../../../engine/evolve/vectors.ts";
import { onesOf, writeVector } from "../../../engine/evolve/vectors.ts";
import { randomState } from "../../../engine/rings/random-state.ts";
import type { Boundary } from "../../../engine/rings/ring.ts";
import { createRing } from "../../../engine/rings/ring.ts";
import { elementaryRule, parseRingRule } from "../../../engine/rings/ring-rule.ts";

const FAIR = { size: 1, seed: 1, first: 0, density: "fair" } as const;

async function factsOf(
  task: string,
  rules: readonly (number | string)[],
  cells: number,
  boundary: Boundary,
  more: Partial<TaskSetting> = {},
  set: TrainingSet = FAIR,
): Promise<Readonly<Record<string, unknown>>> {
  const parsed = rules.map((rule) => (typeof rule === "number" ? elementaryRule(rule) : parseRingRule(rule)));
  const ring = createRing(cells, parsed, boundary);
  const { usual, check, report } = TASKS.get(task);
  const setting: TaskSetting = {
    ...{ shape: shapeOfRing(ring), task, steps: usual.steps(cells), ties: "redraw", start: 0 },
    ...more,
  };
  check(setting);
  const genome = genomeOfRules(ring.rules);
  const counts = await scoreOnCpu({ setting, genomes: genome, set });
  return report({ setting, genome, vectors: set.size, counts }).facts;
}

describe("the counter", () => {
  test("counts what follows the start, the first cell weighing most", async () => {
    expect(await factsOf("counter", [6, 164, 102, 17], 4, "fixed00", { start: 5 })).toEqual({
      start: 5,
      matches: 9,
      fitness: 10,
      sequence: [5, 14, 7, 8, 9, 10, 15, 4, 13, 2, 3, 0, 1, 2, 3, 0],
    });
  });

  test("knows rings, ends that replicate, and other radii", async () => {
    expect(await factsOf("counter", [74, 122, 102, 51], 4, "cyclic", { start: 5 })).toMatchObject({
      fitness: 11,
      sequence: [5, 2, 7, 4, 9, 14, 11, 12, 13, 6, 15, 0, 1, 2, 7, 4],
    });
    // All cells move to the right: what comes in is the left end again, or beyond it.
    const moves = async (boundary: Boundary, radius: string) =>
      (await factsOf("counter", [radius], 5, boundary, { start: 0b10010, steps: 3 })).sequence;
    for (const rule of ["W240", "x00ff00ff"]) {
      expect(await moves("replicate", rule)).toEqual([0b10010, 0b11001, 0b11100, 0b11110]);
      expect(await moves("fixed01", rule)).toEqual([0b10010, 0b01001, 0b00100, 0b00010]);
      expect(await moves("cyclic", rule)).toEqual([0b10010, 0b01001, 0b10100, 0b01010]);
    }
  });

  test.each([
    [21, 0, "A counter has from 3 to 20 cells, not 21."],
    [4, 16, "The start 16 does not fit 4 cells, which hold 0 to 15."],
  ])("refuses %i cells from %i", async (cells, start, sentence) => {
    await expect(factsOf("counter", [110], cells, "cyclic", { start })).rejects.toThrow(sentence);
  });
});

describe("vectors", () => {
  const vector = (density: TrainingSet["density"], index: number, cells = 200, first = 0): Uint32Array => {
    const state = new Uint32Array(Math.ceil(cells / 32));
    writeVector({ size: 1, seed: 9, first, density }, index, cells, state);
    return state;
  };

  test("of fair bits are the random states, counted from the first", () => {
    expect(vector("fair", 3)).toEqual(randomState(200, 9, 3));
    expect(vector("fair", 1, 200, 2)).toEqual(randomState(200, 9, 3));
  });

  test("of a density have about as many ones", () => {
    expect(onesOf(vector(0, 5))).toBe(0);
    for (const density of [32, 128, 255]) {
      let ones = 0;
      for (let index = 0; index < 50; index++) ones += onesOf(vector(density, index));
      expect(Math.abs(ones / 10_000 - density / 256)).toBeLessThan(0.02);
    }
  });

  test("of flat density have all numbers of ones about as often", () => {
    const tenths = new Array<number>(10).fill(0);
    for (let index = 0; index < 1000; index++)
      tenths[Math.min(9, Math.floor(onesOf(vector("flat", index)) / 20))]++;
    for (const count of tenths) expect(count).toBeGreaterThan(60);
    // Frozen, since records depend on it.
    expect([1, 2].map((index) => [...vector("flat", index, 40)])).toEqual([
      [4269268987, 237],
      [540056132, 2],
    ]);
  });

  test("of all states are their numbers", async () => {
    expect([0, 1, 5].map((index) => vector("all", index, 3)[0])).toEqual([0, 1, 5]);
    const set = { size: 8, seed: 0, first: 0, density: "all" } as const;
    expect(await factsOf("majority", [232], 3, "cyclic", {}, set)).toMatchObject({
      correct: 8,
      majority1: 4,
    });
  });
});
