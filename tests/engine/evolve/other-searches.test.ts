// Annealing, coevolution and cellular programming: what each promises beside being decided by its plan.

import { describe, expect, test } from "vitest";
import { ringOfCells } from "../../../engine/evolve/cellular.ts";
import { CPU_SCORER, scoreOnCpu } from "../../../engine/evolve/cpu-scorer.ts";
import { genomeOfRules, genomeWords, ringOfGenome } from "../../../engine/evolve/genome.ts";
import { filledNiches } from "../../../engine/evolve/map-elites.ts";
import { PRESETS } from "../../../engine/evolve/presets.ts";
import { newRecord, SearchRun } from "../../../engine/evolve/run.ts";
import type { Scorer } from "../../../engine/evolve/scorer.ts";
import type { SearchPlan } from "../../../engine/evolve/search.ts";
import { trainingSet } from "../../../engine/evolve/search.ts";
import { checkPlan, SEARCHES, searchEngine } from "../../../engine/evolve/searches.ts";
import { TASKS } from "../../../engine/evolve/tasks/registry.ts";
import {
  complementedRule,
  formatRingRule,
  parseRingRule,
  reflectedRule,
} from "../../../engine/rings/ring-rule.ts";

const BASE = PRESETS.get("majority").plan;
const SMALL = { ...BASE.setting, shape: { ...BASE.setting.shape, cells: 21, radius: 2 }, steps: 42 } as const;
const ANNEALED: SearchPlan = {
  ...BASE,
  ...{ search: "annealing", setting: SMALL, population: 4, vectors: 640, generations: 60 },
  annealing: { hot: 0.01, cold: 0.001, flips: 3, renewal: 10 },
};

async function ran(plan: SearchPlan, scorer: Scorer = CPU_SCORER) {
  const run = new SearchRun(newRecord(plan), searchEngine(scorer));
  await run.evolve();
  return run.record;
}

const rulesOf = ({ setting: { shape } }: SearchPlan, genomes: Uint32Array) => {
  const words = genomeWords(shape);
  return Array.from(
    { length: genomes.length / words },
    (_, i) => ringOfGenome(shape, genomes.subarray(i * words, (i + 1) * words)).rules[0],
  );
};

describe("annealing", () => {
  test("keeps its tables their own reverse and complement, and gets better", async () => {
    const { last, figures } = await ran(ANNEALED);
    const rules = rulesOf(ANNEALED, last.genomes);
    for (const rule of rules)
      expect(formatRingRule(reflectedRule(complementedRule(rule)))).toBe(formatRingRule(rule));
    const [{ genomes }] = [SEARCHES.get("annealing").first(ANNEALED)];
    expect(rules.map(formatRingRule)).not.toEqual(rulesOf(ANNEALED, genomes).map(formatRingRule));
    const share = ({ best, vectors }: { best: number; vectors: number }): number => best / vectors;
    expect(share(figures[figures.length - 1])).toBeGreaterThan(share(figures[0]) + 0.1);
  });

  test("says of each chain what its rule scores on the vectors of the day", async () => {
    const record = await ran({ ...ANNEALED, generations: 27 });
    const { plan, last, figures } = record;
    const scored = await SEARCHES.get("annealing").score(plan, last, CPU_SCORER);
    expect([Math.max(...scored.fitness), scored.fitness.reduce((a, b) => a + b)]).toEqual([
      figures[26].best,
      figures[26].sum,
    ]);
  });

  test("has more vectors in its second half, and new ones now and then", async () => {
    const seeds = new Set<number>();
    const watched: Scorer = {
      score: (job, control) => {
        seeds.add(job.set.seed);
        return CPU_SCORER.score(job, control);
      },
      dispose: () => {},
    };
    const { figures } = await ran(ANNEALED, watched);
    expect(figures.map(({ vectors }) => vectors)).toEqual([...Array(30).fill(160), ...Array(30).fill(640)]);
    expect(seeds.size).toBe(6);
  });

  test("a chain that leads takes over its neighbours only, when the vectors are renewed", async () => {
    const plan = { ...ANNEALED, population: 12 };
    const { first, next } = SEARCHES.get("annealing");
    const start = first(plan);
    const leader = (start.genomes[0] ^ 1) >>> 0;
    const [genomes, fitness] = [start.genomes.slice(), new Uint32Array(12)];
    genomes[0] = leader;
    const scorer: Scorer = {
      score: async ({ genomes: asked, set }) => {
        const { length } = TASKS.get("majority").counts;
        const counts = new Uint32Array(asked.length * length);
        // Candidates are no good.
        asked.forEach((genome, i) => {
          if (genome === leader) counts[i * length] = set.size;
          if (genome === start.genomes[1]) counts[i * length] = set.size / 2;
        });
        return counts;
      },
      dispose: () => {},
    };
    const leading = async (generation: number, from: typeof genomes) => {
      const parents = { generation: generation - 1, genomes: from, fitness, vectors: 160, ties: 0 };
      return (await next(plan, parents, scorer)).genomes;
    };
    const places = (of: Uint32Array) => [...of.keys()].filter((i) => of[i] === leader);
    const once = await leading(10, genomes);
    expect(places(once).length).toBeGreaterThan(1);
    for (const place of places(once)) expect([10, 11, 0, 1, 2]).toContain(place);
    const twice = await leading(20, once);
    expect(places(twice).length).toBeGreaterThan(places(once).length);
    for (const place of places(twice)) expect([8, 9, 10, 11, 0, 1, 2, 3, 4]).toContain(place);
  });

  test("drops bad candidates early", async () => {
    let runs = 0;
    const watched: Scorer = {
      score: (job, control) => {
        runs += (job.genomes.length / genomeWords(job.setting.shape)) * job.set.size;
        return CPU_SCORER.score(job, control);
      },
      dispose: () => {},
    };
    const plan = { ...ANNEALED, vectors: 2560, annealing: { ...ANNEALED.annealing, flips: 6 } };
    const { figures } = await ran(plan, watched);
    const all = figures.reduce((sum, { vectors }) => sum + vectors * plan.population, 0);
    expect(runs).toBeLessThan(all / 2);
  });
});

test("MAP-Elites keeps the best rule of each kind that it comes by", async () => {
  const plan: SearchPlan = {
    ...BASE,
    ...{
      search: "map-elites",
      setting: SMALL,
      population: 36,
      vectors: 100,
      generations: 30,
      tables: "flat",
    },
  };
  const { last, figures } = await ran(plan);
  const words = genomeWords(SMALL.shape);
  const filled = filledNiches(last.genomes, words);
  expect(filled.length).toBeGreaterThan(15);
  const set = trainingSet({ ...plan, fresh: false }, 0);
  const counts = await scoreOnCpu({ setting: SMALL, genomes: last.genomes, set });
  const { counts: names } = TASKS.get("majority");
  const rightOf = (i: number): number => counts[i * names.length] as number;
  const ringsOf = rulesOf(plan, last.genomes);
  let fittest = 0;
  let sum = 0;
  for (const i of filled) {
    const { table } = ringsOf[i];
    const ones = table.reduce((live, entry) => live + entry, 0);
    expect(Math.floor((ones * 6) / 33)).toBe(i % 6);
    fittest = Math.max(fittest, rightOf(i));
    sum += rightOf(i);
  }
  const { best, sum: told } = figures[figures.length - 1];
  expect([best, told]).toEqual([fittest, sum]);
  // A niche never loses: neither the best nor the sum of all.
  for (const [k, one] of figures.entries()) {
    expect(one.best).toBeGreaterThanOrEqual(figures[Math.max(0, k - 1)].best);
    expect(one.sum).toBeGreaterThanOrEqual(figures[Math.max(0, k - 1)].sum);
  }
  // Rules that come to rest at once lie below those that never do.
  const times = filled.map((i) => Math.floor(i / 6));
  expect([Math.min(...times), Math.max(...times)]).toEqual([0, 5]);
});

test("coevolution moves its densities to where rules differ", async () => {
  const plan: SearchPlan = {
    ...BASE,
    ...{ search: "coevolution", setting: SMALL, population: 30, vectors: 160, densities: 8, generations: 25 },
  };
  const { last } = await ran(plan);
  const densities = last.densities ?? [];
  expect(densities.length).toBe(8);
  const away = (list: readonly number[]): number =>
    list.reduce((sum, one) => sum + Math.abs(one - 128), 0) / list.length;
  expect(away(densities)).toBeLessThan(away([16, 48, 80, 112, 144, 176, 208, 240]));
});

describe("cellular programming", () => {
  const plan: SearchPlan = {
    ...PRESETS.get("cellular-149").plan,
    setting: { ...SMALL, shape: { ...SMALL.shape, radius: 1 } },
    ...{ population: 21, vectors: 60, generations: 40 },
  };

  test("counts for each cell how often it ends as most began", async () => {
    // GKL on all cells: on vectors that it classifies, all are right.
    const gkl = parseRingRule("005f005f005f005f005fff5f005fff5f");
    const shape = { ...SMALL.shape, radius: 3 } as const;
    const same = { ...plan, setting: { ...SMALL, shape } };
    const genomes = new Uint32Array(21 * 4);
    for (let i = 0; i < 21; i++) genomes.set(genomeOfRules([gkl]), 4 * i);
    const generation = { generation: 0, genomes };
    const { fitness } = await SEARCHES.get("cellular").score(same, generation, CPU_SCORER);
    const counts = await scoreOnCpu({
      setting: same.setting,
      genomes: genomeOfRules([gkl]),
      set: trainingSet(same, 0),
    });
    for (const one of fitness) expect(one).toBeGreaterThanOrEqual(counts[0]);
    expect(Math.min(...fitness)).toBeGreaterThan(45);
  });

  test("a cell changes only beside fitter ones, and the ring gets better", async () => {
    const record = await ran(plan);
    const mean = (k: number): number => record.figures[k].sum / 21;
    expect(mean(39)).toBeGreaterThan(mean(0) + 5);
    expect(ringOfCells(plan, record.last).rules.length).toBe(21);
    const kind = SEARCHES.get("cellular");
    const parents = await kind.score(plan, kind.first(plan), CPU_SCORER);
    const next = await kind.next(plan, parents, CPU_SCORER);
    for (let i = 0; i < 21; i++) {
      const around = [(i + 20) % 21, (i + 1) % 21].map((j) => parents.fitness[j]);
      if (Math.max(...around) <= parents.fitness[i]) expect(next.genomes[i]).toBe(parents.genomes[i]);
    }
  });
});

test.each<[Partial<SearchPlan>, string]>([
  [{ search: "annealing", vectors: 10 }, "Annealing needs at least 64 vectors."],
  [
    { search: "annealing", annealing: { hot: 0.1, cold: 0.2, flips: 1, renewal: 1 } },
    "from a higher to a lower temperature",
  ],
  [
    { breeding: { ...BASE.breeding, deme: 3, selection: "truncation" } },
    "Demes select by tournaments, not by truncation.",
  ],
  [
    { breeding: { ...BASE.breeding, selection: "truncation", keep: 101 } },
    "Truncation draws parents from the best 1 to 100, not 101.",
  ],
  [
    { breeding: { ...BASE.breeding, selection: "truncation", keep: 0 } },
    "Truncation draws parents from the best 1 to 100, not 0.",
  ],
  [
    { breeding: { ...BASE.breeding, deme: 50 } },
    "A deme of 50 individuals to either side is no part of 100.",
  ],
  [{ search: "coevolution", densities: 1 }, "Coevolution takes from 2 to 256 densities, not 1."],
  [
    { search: "map-elites", population: 99 },
    "MAP-Elites has as many niches in a row as rows, so its population is a square from 4 to 4,096, not 99.",
  ],
  [
    {
      search: "map-elites",
      setting: { ...PRESETS.get("counter").plan.setting, shape: { ...SMALL.shape, cells: 4 } },
    },
    "MAP-Elites needs a task with vectors, which counter has not.",
  ],
  [{ search: "cellular" }, "Cellular programming has an individual a cell: 64, not 100."],
  [
    { search: "cellular", setting: { ...BASE.setting, task: "sorting" } },
    "Cellular programming needs a task that wants one state of all cells, which sorting does not.",
  ],
])("%j is refused", (part, sentence) => {
  expect(() => checkPlan({ ...BASE, ...part })).toThrow(sentence);
});

test("annealing flips as many pairs as it says that it may, and no more", () => {
  const flipping = (flips: number): SearchPlan => ({
    ...ANNEALED,
    annealing: { ...ANNEALED.annealing, flips },
  });
  for (const flips of [1, 15]) checkPlan(flipping(flips));
  for (const flips of [0, 16])
    expect(() => checkPlan(flipping(flips))).toThrow(
      `Annealing flips from 1 to 15 pairs of entries, not ${flips}.`,
    );
});

test("all presets make sense", () => {
  for (const { plan } of PRESETS.list()) checkPlan(plan);
});
