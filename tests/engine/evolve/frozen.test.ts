// What a seed gives stays: others repeat a search from its plan, and records of earlier versions are gone on with.

import { expect, test } from "vitest";
import { CPU_SCORER } from "../../../engine/evolve/cpu-scorer.ts";
import { PRESETS } from "../../../engine/evolve/presets.ts";
import { newRecord, SearchRun } from "../../../engine/evolve/run.ts";
import type { SearchPlan } from "../../../engine/evolve/search.ts";
import { searchEngine } from "../../../engine/evolve/searches.ts";

const { plan: BASE } = PRESETS.get("majority");
const RING = { ...BASE.setting.shape, cells: 21, radius: 2 } as const;
const SMALL = { ...BASE.setting, shape: RING, steps: 30 };
const TRUNCATION = { selection: "truncation", keep: 4, crossing: "uniform", immigrants: 2 } as const;

test.each<[string, Partial<SearchPlan>, string]>([
  ["tournaments", { breeding: { ...BASE.breeding, tournament: 3 } }, "6015f232a277d250 38 445 0 0 12"],
  [
    "truncation, uniform crossover, immigrants",
    { breeding: { ...BASE.breeding, ...TRUNCATION } },
    "91c02f2e3b089a24 38 373 0 0 55",
  ],
  ["demes", { breeding: { ...BASE.breeding, deme: 2, elites: 2 } }, "f8245b55d033d7d9 26 234 0 0 89"],
  [
    "tables and vectors of flat density",
    { tables: "flat", density: "flat" },
    "e054fd955ede73d6 38 284 1 0 67",
  ],
  [
    "sorting",
    { setting: { ...SMALL, task: "sorting", shape: { ...RING, boundary: "fixed01" } } },
    "adda4e0c04c11671 3 16 0 0 90",
  ],
  [
    "synchronisation",
    { setting: { ...SMALL, task: "synchronisation", shape: { ...RING, radius: 3 } } },
    "9674dabda8575a49 0 0 0 0 433",
  ],
  ["parity", { setting: { ...SMALL, task: "parity" } }, "7ba80a0df20cd05d 37 224 0 0 83"],
  [
    "annealing",
    {
      ...{ search: "annealing", vectors: 128, population: 5, generations: 14 },
      annealing: { hot: 0.05, cold: 0.01, flips: 3, renewal: 5 },
    },
    "d1c49c69d2d7e497 86 352 58 0 14",
  ],
  ["coevolution", { search: "coevolution", densities: 8 }, "92911b51f8634f5f 31 217 0 0 84"],
  [
    "cellular programming",
    { search: "cellular", population: 21, density: "flat" },
    "f0701cf78e158871 44 679 22 0 197",
  ],
  ["MAP-Elites", { search: "map-elites", population: 16, tables: "flat" }, "a7b2f7941fde3777 34 195 0 0 161"],
])("%s: the same generations as ever", async (_, part, frozen) => {
  const usual = { setting: SMALL, population: 14, vectors: 64, generations: 6 };
  const run = new SearchRun(newRecord({ ...BASE, ...usual, ...part }), searchEngine(CPU_SCORER));
  await run.evolve();
  const { hash, best, sum, worst, ties, diversity } = run.record.figures.at(
    -1,
  ) as (typeof run.record.figures)[0];
  expect(`${hash} ${best} ${sum} ${worst} ${ties} ${diversity}`).toBe(frozen);
});
