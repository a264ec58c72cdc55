// Generations that are bred on the GPU: those of the CPU, bit for bit.

import { beforeAll, describe, expect, test } from "vitest";
import type { Breeding } from "../../engine/evolve/breeding.ts";
import { CPU_SCORER } from "../../engine/evolve/cpu-scorer.ts";
import { GENETIC } from "../../engine/evolve/genetic.ts";
import type { RingShape } from "../../engine/evolve/genome.ts";
import { breedsOnGpu, GpuSearch } from "../../engine/evolve/gpu/gpu-search.ts";
import { SCORE_METHODS } from "../../engine/evolve/gpu/methods.ts";
import type { GpuScorerOptions } from "../../engine/evolve/gpu/paced-passes.ts";
import { PRESETS } from "../../engine/evolve/presets.ts";
import type { GenerationBatch, SearchEngine, SearchPlan } from "../../engine/evolve/search.ts";
import { searchEngine } from "../../engine/evolve/searches.ts";
import type { Ties } from "../../engine/evolve/task.ts";
import type { GpuDevice } from "../../engine/gpu/device.ts";
import { acquireDevice } from "../../engine/gpu/device.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { holdGpu } from "../support/held-gpu.ts";

let dawn: GPU;
let gpu: GpuDevice;
beforeAll(async () => {
  ({ gpu: dawn, device: gpu } = await holdGpu(openDawn));
});
const ELEMENTARY: RingShape = { cells: 20, boundary: "cyclic", radius: 1, ruleACell: false };

function planOf(breeding: Partial<Breeding> = {}, shape = ELEMENTARY, ties: Ties = "redraw"): SearchPlan {
  return {
    ...PRESETS.get("majority").plan,
    setting: { shape, task: "majority", steps: 9, ties, start: 0 },
    ...{
      population: 13,
      vectors: 40,
      density: "fair",
      fresh: true,
      seed: 5,
      generations: 100,
      goal: undefined,
    },
    breeding: {
      ...{ selection: "tournament", tournament: 2, keep: 2, crossover: 0.7, crossing: "one-point" },
      ...{ mutation: 0.02, elites: 1, immigrants: 0, deme: 0, ...breeding },
    },
  };
}

async function onGpu<T>(work: (engine: SearchEngine) => Promise<T>, options?: GpuScorerOptions): Promise<T> {
  const engine = await GpuSearch.create(await acquireDevice(dawn), SCORE_METHODS.get("mux"), options);
  try {
    return await work(engine);
  } finally {
    engine.dispose();
  }
}

/** Generation 0, and then so many further ones at a time. */
async function evolved(
  engine: SearchEngine,
  plan: SearchPlan,
  ...pieces: readonly number[]
): Promise<readonly GenerationBatch[]> {
  const advances = [await engine.score(plan, GENETIC.first(plan))];
  for (const generations of pieces)
    advances.push(await engine.advance(plan, advances[advances.length - 1].last, generations));
  return advances;
}

const EACH: RingShape = { cells: 5, boundary: "replicate", radius: 2, ruleACell: true };

const PLANS: readonly (readonly [string, SearchPlan])[] = [
  ["as usual", planOf()],
  [
    "with two elites, a larger tournament and immigrants",
    planOf({ elites: 2, tournament: 5, immigrants: 3 }),
  ],
  ["without elites, of parents among the best", planOf({ elites: 0, selection: "truncation", keep: 4 })],
  [
    "with uniform crossing and more mutation, of 160 bits",
    planOf({ crossing: "uniform", mutation: 0.3 }, EACH),
  ],
  ["with a cut, of 160 bits", planOf({ crossover: 1, mutation: 0 }, EACH)],
  [
    "on the same vectors for all generations, of other densities",
    { ...planOf(), fresh: false, density: "flat" },
  ],
  [
    "in demes, from tables of all shares of ones",
    { ...planOf({ deme: 3, elites: 2, immigrants: 1 }), tables: "flat" },
  ],
  ["with ties that are right as zeros", planOf({}, ELEMENTARY, "zero")],
  ["for parity", { ...planOf(), setting: { ...planOf().setting, task: "parity" } }],
];

describe("populations and what is told of them are those of the CPU", () => {
  test.each(PLANS)("%s", async (_name, plan) => {
    const expected = await evolved(searchEngine(CPU_SCORER), plan, 3, 4);
    expect(await onGpu((engine) => evolved(engine, plan, 3, 4))).toEqual(expected);
  });
});

test("they do not depend on how the work is cut", async () => {
  const plan = planOf();
  const [first, then] = await evolved(searchEngine(CPU_SCORER), plan, 5);
  const runs: number[] = [];
  const cut = await onGpu(
    async (engine) => {
      const zero = await engine.score(plan, GENETIC.first(plan));
      return engine.advance(plan, zero.last, 5, { onProgress: (done) => runs.push(done) });
    },
    { milliseconds: 0 },
  );
  expect(cut).toEqual(then);
  expect(runs).toEqual([1, 2, 3, 4, 5].map((k) => k * 13 * 40));
  expect(first.reports).toHaveLength(1);
});

test("a search ends with the first generation that reaches its goal", async () => {
  const free = await evolved(searchEngine(CPU_SCORER), planOf(), 30);
  const bests = free[1].reports.map(({ figures }) => figures.best);
  const goal = Math.max(...bests);
  const plan = { ...planOf(), goal };
  const [, advance] = await onGpu((engine) => evolved(engine, plan, 30));
  expect(advance.reports).toHaveLength(bests.indexOf(goal) + 1);
  expect(advance).toEqual((await evolved(searchEngine(CPU_SCORER), plan, 30))[1]);
});

test("a search can be stopped", async () => {
  const stop = new AbortController();
  const plan = planOf();
  const going = onGpu(
    async (engine) => {
      const { last } = await engine.score(plan, GENETIC.first(plan));
      return engine.advance(plan, last, 1e6, { signal: stop.signal, onProgress: () => stop.abort() });
    },
    { milliseconds: 1 },
  );
  await expect(going).rejects.toMatchObject({ code: "aborted" });
});

test("other searches, tasks and very many individuals are not bred there", () => {
  const plan = planOf();
  expect(breedsOnGpu(gpu, plan)).toBe(true);
  expect(breedsOnGpu(gpu, { ...plan, search: "annealing" })).toBe(false);
  for (const task of ["counter", "synchronisation"])
    expect(breedsOnGpu(gpu, { ...plan, setting: { ...plan.setting, task } })).toBe(false);
  const million = 1_000_000;
  expect(breedsOnGpu(gpu, { ...plan, population: million })).toBe(true);
  const kept = (keep: number): Breeding => ({ ...plan.breeding, selection: "truncation", keep });
  expect(breedsOnGpu(gpu, { ...plan, population: million, breeding: kept(200) })).toBe(true);
  expect(breedsOnGpu(gpu, { ...plan, population: million, breeding: kept(million / 5) })).toBe(false);
  expect(breedsOnGpu(gpu, { ...plan, population: million, breeding: { ...kept(9), deme: 5 } })).toBe(true);
});

test("the best of many are found in their order, with many equals among them", async () => {
  const plan = {
    ...planOf({ selection: "truncation", keep: 40, elites: 7 }),
    population: 70_000,
    vectors: 2,
  };
  const advances = await onGpu((engine) => evolved(engine, plan, 1));
  expect(advances).toEqual(await evolved(searchEngine(CPU_SCORER), plan, 1));
});
