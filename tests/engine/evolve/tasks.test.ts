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
  const { facts, share } = report({ setting, genome, vectors: set.size, counts });
  return { ...facts, ...share };
}

test("each task is offered on the ring for which it is known", () => {
  const usual = TASKS.list().map(({ id, usual: { shape, steps, vectors } }) => {
    const { cells, boundary, radius, ruleACell } = shape;
    const rules = ruleACell ? "a rule a cell" : "one rule";
    return `${id}: ${cells} ${boundary} r${radius}, ${rules}, ${steps(cells)} steps on ${vectors}`;
  });
  expect(usual.sort()).toEqual([
    "counter: 4 fixed00 r1, a rule a cell, 15 steps on 1",
    "majority: 149 cyclic r3, one rule, 298 steps on 200000",
    "parity: 149 cyclic r3, one rule, 298 steps on 200000",
    "random-bits: 50 cyclic r1, a rule a cell, 4096 steps on 100",
    "sorting: 149 fixed01 r3, one rule, 298 steps on 200000",
    "synchronisation: 149 cyclic r3, one rule, 298 steps on 200000",
  ]);
});

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

const ALL = { size: 2 ** 7, seed: 0, first: 0, density: "all" } as const;

describe("tasks with known answers", () => {
  test("synchronisation: all cells must go on flipping", async () => {
    // W15 moves and inverts: only what is uniform stays so.
    expect(await factsOf("synchronisation", [15], 7, "cyclic", {}, ALL)).toMatchObject({
      correct: 2,
      uniform: 2,
    });
    // W0 ends all the same and does not flip; W255 likewise.
    expect(await factsOf("synchronisation", [0], 7, "cyclic", {}, ALL)).toMatchObject({
      correct: 0,
      uniform: 128,
    });
    // W51 inverts each cell.
    expect(await factsOf("synchronisation", [51], 7, "replicate", {}, ALL)).toMatchObject({
      correct: 2,
      rate: 2 / 128,
    });
  });

  test("parity: constants are right for half of all states", async () => {
    expect(await factsOf("parity", [0], 7, "cyclic", {}, ALL)).toMatchObject({
      correct: 64,
      correct1: 0,
      odd: 64,
      unsettled: 0,
    });
    expect(await factsOf("parity", [255], 7, "cyclic", {}, ALL)).toMatchObject({ correct: 64, correct1: 64 });
    // What never changes is right where it is uniform, as 7 is odd.
    expect(await factsOf("parity", [204], 7, "cyclic", {}, ALL)).toMatchObject({
      correct: 2,
      unsettled: 126,
    });
  });

  test("sorting: what stands still is right where it is sorted already", async () => {
    // 0..01..1 on a row: 8 states; one block on a ring: 7 * 6 and the two uniform ones.
    expect(await factsOf("sorting", [204], 7, "fixed01", {}, ALL)).toMatchObject({
      correct: 8,
      kept: 128,
      gathered: 8,
    });
    expect(await factsOf("sorting", [204], 7, "cyclic", {}, ALL)).toMatchObject({
      correct: 44,
      gathered: 44,
    });
    // W0 gathers everything and keeps nothing but zeros.
    expect(await factsOf("sorting", [0], 7, "cyclic", {}, ALL)).toMatchObject({
      correct: 1,
      kept: 1,
      gathered: 128,
    });
    // Across words.
    const set = { ...ALL, size: 1, density: 0 } as const;
    expect(await factsOf("sorting", [255], 70, "fixed01", {}, set)).toMatchObject({ kept: 0, gathered: 1 });
    expect(await factsOf("sorting", [204], 70, "fixed01", {}, { ...set, density: 128 })).toMatchObject({
      kept: 1,
      gathered: 0,
    });
  });

  test("random bits: rule 30 is hard to predict, what repeats is not", async () => {
    const fitness = async (rule: number, steps = 2000) =>
      factsOf("random-bits", [rule], 101, "cyclic", { steps }, { ...FAIR, size: 4 });
    const good = await fitness(30);
    expect(Number(good.fitness)).toBeGreaterThan(900_000);
    expect(Number(good.entropy)).toBeGreaterThan(3.9);
    expect(await fitness(204)).toMatchObject({ fitness: 0 });
    // 0101...: blocks are all alike, and each bit is that of two steps before.
    expect(await fitness(51)).toMatchObject({ fitness: 0, correlations: [-1, 1, -1, 1] });
    const { blocks } = await fitness(30, 403);
    expect((blocks as number[]).reduce((sum, count) => sum + count)).toBe(400);
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
