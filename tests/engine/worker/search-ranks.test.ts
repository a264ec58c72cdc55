// Searches over ranks that take turns on one thread: the record of one core, however many ranks there are and however a job is cut.

import fc from "fast-check";
import { afterEach, describe, expect, it, onTestFinished, test, vi } from "vitest";
import { Arguments } from "../../../engine/cli/command.ts";
import { SearchRank } from "../../../engine/cli/search-rank.ts";
import { serveRank } from "../../../engine/cluster/service.ts";
import { TessellaError } from "../../../engine/core/errors.ts";
import { CPU_SCORER, scoreOnCpu } from "../../../engine/evolve/cpu-scorer.ts";
import { PRESETS } from "../../../engine/evolve/presets.ts";
import { formatRecord } from "../../../engine/evolve/record.ts";
import { newRecord, SearchRun } from "../../../engine/evolve/run.ts";
import type { Scorer, ScoringJob } from "../../../engine/evolve/scorer.ts";
import type { SearchPlan } from "../../../engine/evolve/search.ts";
import { trainingSet } from "../../../engine/evolve/search.ts";
import { SEARCHES, searchEngine } from "../../../engine/evolve/searches.ts";
import { Cores } from "../../../engine/worker/cores.ts";
import { cut, jobParts, runsOfJob } from "../../../engine/worker/job-parts.ts";
import { SearchRanks } from "../../../engine/worker/search-ranks.ts";
import { fibres } from "../../support/fibres.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Cores of a rank that notes what it is asked for, and takes so many milliseconds longer. */
class Watched extends Cores {
  readonly jobs: ScoringJob[] = [];
  readonly #score: Scorer["score"];

  constructor(score: Scorer["score"] = scoreOnCpu) {
    super(() => []);
    this.#score = score;
  }

  override score(...[job, control]: Parameters<Scorer["score"]>) {
    this.jobs.push(job);
    return this.#score(job, control);
  }
}

function over(cores: readonly Watched[], worth = 0) {
  const signal = new AbortController().signal;
  const [first, ...others] = fibres(cores.length);
  const args = new Arguments([], [["method", "cpu"]]);
  const rankOf = (rank: number): SearchRank => new SearchRank(rank, { args, signal }, cores[rank]);
  others.forEach((transport, k) => {
    void serveRank(transport, rankOf(k + 1)).catch(() => undefined);
  });
  const ranks = new SearchRanks(first, rankOf(0), { worth });
  ends.push(() => ranks.close());
  return ranks;
}

const watched = (count: number): readonly Watched[] => Array.from({ length: count }, () => new Watched());

const small = (id: string, changes: Partial<SearchPlan>): SearchPlan => {
  const { plan } = PRESETS.get(id);
  const shape = { ...plan.setting.shape, ...(id.startsWith("counter") ? {} : { cells: 13 }) };
  const setting = { ...plan.setting, shape, ...(id.startsWith("counter") ? {} : { steps: 26 }) };
  return { ...plan, setting, ...changes };
};

/** One of every search, and of tasks with vectors and without. */
const PLANS: readonly (readonly [string, SearchPlan])[] = [
  ["majority", small("majority", { population: 12, vectors: 37, generations: 4 })],
  ["counter", small("counter", { generations: 9, goal: undefined })],
  ["annealed-149", small("annealed-149", { population: 5, vectors: 90, generations: 6 })],
  ["coevolved-149", small("coevolved-149", { population: 24, vectors: 50, generations: 3, densities: 4 })],
  ["cellular-149", small("cellular-149", { population: 13, vectors: 25, generations: 3 })],
  ["map-149", small("map-149", { population: 16, vectors: 20, generations: 3 })],
];

async function recordOf(plan: SearchPlan, scorer: Scorer): Promise<string> {
  const run = new SearchRun(newRecord(plan), searchEngine(scorer));
  await run.evolve();
  return formatRecord(run.record);
}

describe.each(PLANS)("the record of %s", (_, plan) => {
  it.each([1, 2, 3, 4])("is that of one core on %i ranks", async (size) => {
    const cores = watched(size);
    const record = await recordOf(plan, over(cores));
    expect(record).toBe(await recordOf(plan, CPU_SCORER));
    for (const { jobs } of cores) expect(jobs.length).toBeGreaterThan(0);
  });
});

const { plan } = PRESETS.get("majority");
const job = (population: number, vectors: number): ScoringJob => ({
  setting: small("majority", {}).setting,
  genomes: SEARCHES.get(plan.search).first({ ...plan, population }).genomes,
  set: { ...trainingSet({ ...plan, vectors }, 0), first: 7 },
});

test.each([
  [2, 37],
  [3, 40],
])("%i ranks say of %i starts how many are done, as rank 0 gets on with its part", async (size, vectors) => {
  const told: number[] = [];
  const halfAndWhole: Scorer["score"] = (part, control) => {
    const runs = runsOfJob(part);
    for (const done of [Math.ceil(runs / 2), runs]) control?.onProgress?.(done);
    return scoreOnCpu(part);
  };
  const ranks = over(Array.from({ length: size }, () => new Watched(halfAndWhole)));
  await ranks.score(job(3, vectors), { onProgress: (runs) => told.push(runs) });
  const all = 3 * vectors;
  expect([told.length, told[1]]).toEqual([2, all]);
  // About half, as far as its part can be halved.
  expect(Math.abs((told[0] ?? 0) - all / 2)).toBeLessThan(size);
});

test("parts of any sizes have each vector, or each genome, once", () => {
  const weights = fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(weights, fc.nat(5000), (speeds, more) => {
      const ranges = cut(speeds.length + more, speeds);
      let end = 0;
      for (const { first, count } of ranges) {
        expect([first, count > 0]).toEqual([end, true]);
        end += count;
      }
      expect(end).toBe(speeds.length + more);
    }),
  );
});

test("a job is cut by its vectors where there are many or few genomes, and otherwise by its genomes", () => {
  const [few, many] = [jobParts(job(3, 90), [1, 2]), jobParts(job(200, 90), [1, 1])];
  expect(
    few?.map(({ first, job: { set, genomes } }) => [first, set.first, set.size, genomes.length]),
  ).toEqual([
    [0, 7, 30, 12],
    [0, 37, 60, 12],
  ]);
  expect(
    many?.map(({ first, job: { set, genomes } }) => [first, set.first, set.size, genomes.length]),
  ).toEqual([
    [0, 7, 90, 400],
    [100, 7, 90, 400],
  ]);
  expect(jobParts(job(200, 4096), [1, 1])?.map(({ first }) => first)).toEqual([0, 0]);
  expect(jobParts(job(2, 2), [1, 1, 1])).toBeUndefined();
});

test("a slow rank gets less of the next job, and equal ones keep equal parts", async () => {
  // Time passes only where everybody waits for it.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }).setTimerTickMode(
    "nextTimerAsync",
  );
  onTestFinished(() => void vi.useRealTimers());
  const slowly =
    (factor: number): Scorer["score"] =>
    async (part, control) => {
      const counts = await scoreOnCpu(part, control);
      const { size } = part.set;
      await new Promise((resolve) => setTimeout(resolve, factor * size));
      return counts;
    };
  const cores = [new Watched(slowly(0.1)), new Watched(slowly(0.9))];
  const ranks = over(cores);
  const whole = job(1, 300);
  const counts = await scoreOnCpu(whole);
  for (let k = 0; k < 2; k++) expect(await ranks.score(whole)).toEqual(counts);
  const [fast, slow] = cores.map(({ jobs }) => jobs.map(({ set }) => set.size));
  expect([fast[0], slow[0]]).toEqual([150, 150]);
  expect(slow[1]).toBeLessThan(fast[1] / 2);
});

test("what is done sooner than it is shared out stays with rank 0", async () => {
  const cores = watched(2);
  const ranks = over(cores, 2 ** 22);
  let runs = 0;
  expect(await ranks.score(job(4, 10), { onProgress: (done) => void (runs = done) })).toEqual(
    await scoreOnCpu(job(4, 10)),
  );
  expect(cores.map(({ jobs }) => jobs.length)).toEqual([1, 0]);
  const large = { ...job(40, 300), setting: plan.setting, genomes: job(40, 1).genomes };
  expect(await ranks.score(large, { onProgress: (done) => void (runs = done) })).toEqual(
    await scoreOnCpu(large),
  );
  expect(cores.map(({ jobs }) => jobs.length)).toEqual([2, 1]);
  expect(runs).toBeGreaterThan(0);
});

test("runs are those of one core, whichever rank does them", async () => {
  const runs = small("counter", { goal: 7, seed: 4_294_967_290 });
  const alone = await new Cores(() => []).solve(runs, 20);
  const ranks = over(watched(3));
  await ranks.openSolver(runs, 20);
  let heard = 0;
  expect(await ranks.solve(runs, 20, { onProgress: (done) => void (heard = done) })).toEqual(alone);
  expect(heard).toBe(20);
  expect(await over(watched(4)).solve({ ...runs, generations: 3 }, 3)).toEqual(
    await new Cores(() => []).solve({ ...runs, generations: 3 }, 3),
  );
});

test("a rank that cannot count says which it is, and the others are there afterwards", async () => {
  let isFull = true;
  const full = new Watched(async (part) => {
    if (isFull) throw new TessellaError("memory-limit", "There is no room.");
    return scoreOnCpu(part);
  });
  const ranks = over([new Watched(), full]);
  await expect(ranks.score(job(3, 90))).rejects.toThrow("Rank 1: There is no room.");
  isFull = false;
  expect(await ranks.score(job(3, 90))).toEqual(await scoreOnCpu(job(3, 90)));
});

test("a signal is heard while others work", async () => {
  const never = new Watched(() => new Promise(() => {}));
  const ranks = over([new Watched(), never]);
  const stop = new AbortController();
  const counting = ranks.score(job(3, 90), { signal: stop.signal });
  setTimeout(() => stop.abort(), 20);
  await expect(counting).rejects.toMatchObject({ code: "aborted" });
});
