// The lab's search, with the worker's handlers at the other end of a channel.

import { afterEach, describe, expect, test } from "vitest";
import { TessellaError } from "../../../../engine/core/errors.ts";
import { alleleFrequencies } from "../../../../engine/evolve/alleles.ts";
import { CPU_SCORER } from "../../../../engine/evolve/cpu-scorer.ts";
import { PRESETS } from "../../../../engine/evolve/presets.ts";
import { parseRecord } from "../../../../engine/evolve/record.ts";
import { newRecord, replay, SearchRun } from "../../../../engine/evolve/run.ts";
import type { Scorer } from "../../../../engine/evolve/scorer.ts";
import type { SearchPlan } from "../../../../engine/evolve/search.ts";
import { searchEngine } from "../../../../engine/evolve/searches.ts";
import type { Share, TaskSetting } from "../../../../engine/evolve/task.ts";
import { shareOf } from "../../../../engine/evolve/task.ts";
import { evolveHandlers } from "../../../../engine/worker/evolve-server.ts";
import type { EvolveProtocol, RunView, Scores } from "../../../../engine/worker/protocol/evolve.ts";
import { BestFollower } from "../../../../renderer/labs/evolve/follow-best.ts";
import { keepRun, takeKeptRun } from "../../../../renderer/labs/evolve/kept-run.ts";
import type { PlanField, PlanNumber } from "../../../../renderer/labs/evolve/plan-form.ts";
import {
  canBranch,
  PLAN_FIELDS,
  paperValue,
  wrongField,
} from "../../../../renderer/labs/evolve/plan-form.ts";
import { RingViewer } from "../../../../renderer/labs/evolve/ring-viewer.ts";
import {
  figuresCsv,
  fitnessText,
  goalNote,
  goalsOf,
  legendOf,
  runPoints,
  runSeries,
} from "../../../../renderer/labs/evolve/run-figures.ts";
import type { FreshScore } from "../../../../renderer/labs/evolve/search-session.ts";
import { genomeKey, SearchSession } from "../../../../renderer/labs/evolve/search-session.ts";
import { counterStart, freshWords, hallRule } from "../../../../renderer/labs/evolve/search-words.ts";
import { servedPair } from "../../../support/engine-pair.ts";
import { MemoryHost } from "../../../support/memory-host.ts";

const MAJORITY = PRESETS.get("majority").plan;
/** A search of a few milliseconds. */
const SMALL: SearchPlan = {
  ...MAJORITY,
  setting: { ...MAJORITY.setting, steps: 24, shape: { ...MAJORITY.setting.shape, cells: 15, radius: 2 } },
  ...{ population: 8, vectors: 16, generations: 6, seed: 5 },
};
const ENDLESS: SearchPlan = { ...SMALL, generations: 10_000_000 };

let end: () => Promise<void> = async () => {};
afterEach(() => end());

function searching(plan: SearchPlan = SMALL, cpu?: Scorer) {
  const pair = servedPair<EvolveProtocol>(evolveHandlers(undefined, cpu));
  const kept: (string | null)[] = [];
  let holds = 0;
  const search = new SearchSession({
    engine: pair.connection.call,
    adapter: async () => "automatic",
    hold: () => {
      holds++;
      return () => holds--;
    },
    keep: async (record) => void kept.push(record),
  });
  search.setPlan(plan);
  end = async () => {
    search.close();
    await pair.close();
  };
  return { search, kept, held: () => holds, calls: pair.connection.call };
}
const state = (search: SearchSession) => search.store.getState();
const run = (search: SearchSession) => state(search).run as RunView;

describe("a search", () => {
  test("runs to its end, and all of it is what the record says", async () => {
    const { search, kept, held } = searching();
    const going = search.go();
    expect([state(search).running, held()]).toEqual([true, 1]);
    await going;
    expect(state(search)).toMatchObject({
      running: false,
      ending: "generations",
      where: "CPU",
      saved: false,
    });
    expect(held()).toBe(0);
    const alone = new SearchRun(newRecord(SMALL, "majority"), searchEngine(CPU_SCORER));
    await alone.evolve();
    expect(run(search).figures).toEqual(alone.record.figures);
    expect(run(search).hall).toEqual(alone.record.hall);
    const record = parseRecord(await search.record());
    expect(record.figures).toEqual(alone.record.figures);
    expect(state(search).alleles.at(-1)).toEqual({
      generation: 5,
      shares: alleleFrequencies(SMALL.setting.shape, record.last.genomes),
    });
    expect(kept.at(-1)).toBe(await search.record());
  });

  test("goes a generation at a time, and on from there", async () => {
    const { search } = searching();
    const counts: number[] = [];
    for (let n = 0; n < 3; n++) {
      await search.go(true);
      counts.push(run(search).figures.length);
      expect(state(search).ending).toBe(null);
    }
    expect(counts).toEqual([1, 2, 3]);
    await search.go();
    expect(run(search).figures.map(({ generation }) => generation)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await replay(parseRecord(await search.record()), searchEngine(CPU_SCORER))).toBe(undefined);
  });

  test("pauses at once, loses nothing that was done, and refuses other work meanwhile", async () => {
    const { search, calls } = searching(ENDLESS);
    const going = search.go();
    await expect.poll(() => state(search).run?.figures.length ?? 0).toBeGreaterThan(3);
    await expect(search.open(await search.record())).rejects.toThrow("pause it before opening a record");
    await expect(calls.begin({ plan: SMALL })).rejects.toThrow("pause it first");
    search.pause();
    await going;
    expect(state(search)).toMatchObject({ running: false, ending: null, message: null });
    const { figures } = parseRecord(await search.record());
    expect(run(search).figures).toEqual(figures);
  });

  test("tells how far a long generation has come, and stops in the middle of it", async () => {
    const endless: Scorer = {
      score: (job, control) =>
        new Promise((_, reject) => {
          control?.signal?.addEventListener("abort", () => reject(new TessellaError("aborted", "Stopped.")));
          control?.onProgress?.((SMALL.population * job.set.size) / 2);
        }),
      dispose: () => {},
    };
    const { search } = searching(SMALL, endless);
    const going = search.go();
    await expect.poll(() => state(search).scoring, { interval: 5 }).toBe(0.5);
    expect(state(search)).toMatchObject({ where: "CPU", rate: expect.any(Number), running: true });
    search.pause();
    await going;
    expect(state(search)).toMatchObject({ scoring: null, running: false, message: null });
    expect(run(search).figures).toEqual([]);
  });

  test("hears stop while what computes is deaf, and goes on with another run", async () => {
    let deaf = true;
    let release = (): void => {};
    const cpu: Scorer = {
      score: async (job, control) => {
        if (!deaf) return CPU_SCORER.score(job, control);
        control?.onProgress?.(1);
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        return CPU_SCORER.score(job);
      },
      dispose: () => {},
    };
    const { search } = searching(SMALL, cpu);
    const going = search.go();
    await expect.poll(() => state(search).scoring, { interval: 5 }).not.toBe(null);
    search.pause();
    await going;
    expect(state(search)).toMatchObject({ running: false, message: null });
    deaf = false;
    const again = search.go();
    // What the one before still does is nobody's.
    release();
    await again;
    const alone = new SearchRun(newRecord(SMALL, "majority"), searchEngine(CPU_SCORER));
    await alone.evolve();
    expect(run(search).figures).toEqual(alone.record.figures);
  });

  test("branches with settings of its own", async () => {
    const { search } = searching();
    await search.go();
    const { last } = parseRecord(await search.record());
    search.setPlan({ ...SMALL, seed: 9, generations: 2 });
    await search.branch();
    expect(run(search).parent).toEqual({ seed: 5, generation: 5 });
    const record = parseRecord(await search.record());
    expect(record.parent?.start.genomes).toEqual(last.genomes);
    expect(run(search).figures.map(({ generation }) => generation)).toEqual([5, 6]);
    search.setPlan({ ...SMALL, population: 10 });
    await search.branch();
    expect(state(search).message).toContain("A branch keeps the cells");
  });

  test("takes a record, and says what is wrong with one", async () => {
    const { search } = searching();
    await search.go();
    const text = await search.record();
    const other = searching().search;
    await other.open(text);
    expect(run(other)).toEqual(run(search));
    expect(state(other)).toMatchObject({ plan: SMALL, saved: true });
    await other.recover(text);
    expect(state(other).saved).toBe(false);
    await expect(other.open(text.replace('"version": 1', '"version": 7'))).rejects.toThrow("has version 7");
    expect(run(other).figures).toHaveLength(6);
  });

  test("says what is wrong with a plan", async () => {
    const { search } = searching({ ...SMALL, breeding: { ...SMALL.breeding, elites: 8 } });
    await search.go();
    expect(state(search)).toMatchObject({ running: false, run: null });
    expect(state(search).message).toContain("8 elites leave no room");
    search.setPlan({ ...SMALL, population: Number.NaN });
    await search.go();
    expect(state(search).message).toBe('The field "Individuals" is wrong.');
    search.setPlan(SMALL);
    await search.go();
    const before = run(search);
    search.setPlan({ ...SMALL, breeding: { ...SMALL.breeding, elites: 8 } });
    await search.goAnew();
    expect(run(search)).toBe(before);
  });

  test("that is closed leaves nothing behind", async () => {
    const { search, kept } = searching();
    await search.go(true);
    expect(kept.at(-1)).not.toBe(null);
    search.close();
    await expect.poll(() => kept.at(-1)).toBe(null);
  });
});

test("windows that share a storage come back with a run each, their own where only one has ended", async () => {
  const { preferences } = new MemoryHost();
  const living = new Set<string>();
  const begin = (id: string) => {
    living.add(id);
    return { preferences, sessions: { id, living: async () => living } };
  };
  const [one, two] = [begin("one"), begin("two")];
  expect(await takeKeptRun(one)).toBe(null);
  for (const record of ["first", "second"]) await keepRun(one, record);
  await keepRun(two, "other");
  living.delete("one");
  const again = begin("one, again");
  expect(await takeKeptRun(again)).toBe("second");
  expect(await takeKeptRun(begin("three"))).toBe(null);
  await keepRun(again, "third");
  living.delete("one, again");
  living.delete("two");
  expect(await takeKeptRun(begin("four"))).toBe("third");
  const five = begin("five");
  expect(await takeKeptRun(five)).toBe("other");
  await keepRun(five, null);
  living.delete("five");
  expect(await takeKeptRun(begin("six"))).toBe(null);
});

describe("fresh vectors", () => {
  test("are counted until somebody says stop", async () => {
    const { search } = searching();
    await search.go(true);
    const { genome } = run(search).hall[0] as RunView["hall"][0];
    const key = genomeKey(genome);
    const scoring = search.scoreFresh(genome);
    await expect.poll(() => state(search).scores[key]?.scores?.vectors ?? 0).toBeGreaterThan(0);
    search.stopScoring(genome);
    await scoring;
    const { scores, running } = state(search).scores[key] as FreshScore & { readonly scores: Scores };
    expect(running).toBe(false);
    expect(scores.vectors).toBeLessThan(1_000_000);
    const { vectors } = scores;
    const { rate, standardError } = scores.share as Share;
    expect(standardError).toBeCloseTo(Math.sqrt((rate * (1 - rate)) / vectors), 6);
  });

  test("make a record only where there are enough of them and no doubt is left", () => {
    const of = (task: string, cells: number): TaskSetting => {
      const { setting } = PRESETS.get("majority-149").plan;
      return { ...setting, task, shape: { ...setting.shape, cells } };
    };
    const said = (rate: number, vectors: number, cells = 149, task = "majority") =>
      freshWords(
        { vectors, fitness: rate * vectors, share: shareOf(rate * vectors, vectors) },
        of(task, cells),
      );
    expect(said(0.8602, 1_000_000)).toBe("86.02 % ± 0.03 on 1,000,000");
    expect(said(0.8893, 1_000_000)).not.toContain("record");
    expect(said(0.8999, 1_000_000)).toContain("a record");
    expect(said(0.8999, 999_999)).not.toContain("record");
    expect(said(0.95, 1_000_000, 64)).not.toContain("record");
    expect(said(0.9999, 1_000_000, 149, "synchronisation")).not.toContain("record");
    const bits = { vectors: 5000, fitness: 912_345, share: undefined };
    expect(freshWords(bits, of("random-bits", 149))).toBe("fitness 912,345 on 5,000");
  });
});

test("the best rule is shown as it gets better, until somebody looks at another", async () => {
  const { search, calls } = searching();
  const viewer = new RingViewer(calls, {
    ...{ rule: "W30", cells: 70, boundary: "cyclic", from: "vector", seed: 1, index: 0, state: "" },
  });
  const follower = new BestFollower(search, viewer);
  const wish = () => viewer.store.getState().wish;
  await search.go();
  const { shape } = SMALL.setting;
  const rules = run(search).hall.map(({ genome }) => hallRule(shape, genome));
  // The first that came; a better one follows when this one has been seen for a while.
  expect([wish().cells, wish().rule.length]).toEqual([15, 9]);
  follower.show(run(search).hall[0] as RunView["hall"][0]);
  expect([wish().rule, follower.store.getState().following]).toEqual([rules[0], true]);
  follower.show(run(search).hall[1] as RunView["hall"][0]);
  expect([wish().rule, follower.store.getState().following]).toEqual([rules[1], false]);
  follower.follow(true);
  expect(wish().rule).toBe(rules[0]);
  viewer.change({ rule: "W110" });
  expect(follower.store.getState().following).toBe(false);
  follower.close();
  viewer.close();
});

test("of cells that evolve beside each other the ring is shown, whatever was shown before", async () => {
  const shape = { ...SMALL.setting.shape, radius: 1 } as const;
  const cellular = PRESETS.get("cellular-149").plan;
  const { search, calls } = searching({
    ...{ ...cellular, setting: { ...SMALL.setting, shape }, population: shape.cells },
    ...{ vectors: 20, generations: 3 },
  });
  const viewer = new RingViewer(calls, {
    ...{ rule: "W30", cells: 4, boundary: "cyclic", from: "state", seed: 1, index: 0, state: "a" },
  });
  const follower = new BestFollower(search, viewer);
  await search.go();
  const { wish, problems } = viewer.store.getState();
  expect(wish.rule.split(",").every((rule) => /^W\d+$/.test(rule))).toBe(true);
  expect([wish.rule.split(",").length, wish.from]).toEqual([shape.cells, "vector"]);
  expect(problems).toEqual({ rule: null, state: null });
  const { last } = parseRecord(await search.record());
  const { ring, hall } = run(search);
  expect(ring).toBe(Array.from(last.genomes, (table) => `W${table}`).join());
  follower.show(hall[0] as RunView["hall"][0]);
  expect(viewer.store.getState().wish.rule).toBe(hallRule(shape, (hall[0] as RunView["hall"][0]).genome));
  expect(follower.store.getState().following).toBe(false);
  follower.follow(true);
  expect(viewer.store.getState().wish.rule).toBe(ring);
  // A vector is one run of them all.
  let evaluations = 0;
  await calls.begin({ plan: run(search).plan });
  await calls.evolve(
    { once: false, adapter: "never" },
    { onProgress: (news) => void (evaluations += news.evaluations) },
  );
  expect(evaluations).toBe(3 * 20);
  follower.close();
  viewer.close();
});

test("a counter begins where its task says: the first cell weighs most", () => {
  expect(counterStart(PRESETS.get("counter").plan.setting)).toEqual({ from: "state", state: "a" });
  expect(counterStart(SMALL.setting)).toEqual({});
});

describe("settings", () => {
  test("are read and written, each beside the paper's", () => {
    const shown = new Set<string>();
    for (const { plan } of PRESETS.list())
      for (const field of PLAN_FIELDS.filter(({ read }) => read(plan))) {
        shown.add(field.id);
        if (field.kind === "choice") {
          expect(field.options.map(({ id }) => field.get(field.set(plan, id)))).toEqual(
            field.options.map(({ id }) => id),
          );
          continue;
        }
        const value = field.step === undefined ? 7 : 0.25;
        expect(field.get(field.set(plan, value))).toBe(value);
        expect(wrongField(field.set(plan, Number.NaN))?.id).toBe(field.id);
      }
    expect([...shown].sort()).toEqual(PLAN_FIELDS.map(({ id }) => id).sort());
    const fields = (preset: string) =>
      PLAN_FIELDS.filter(({ read }) => read(PRESETS.get(preset).plan)).map(({ id }) => id);
    expect(fields("coevolved-149")).toContain("keep");
    expect(fields("coevolved-149")).not.toContain("deme");
    expect(fields("majority-149")).toContain("deme");
    expect(fields("majority-149")).not.toContain("keep");
    expect(fields("annealed-149")).not.toContain("mutation");
    expect(fields("counter")).not.toContain("vectors");
    const paper = (id: string, plan: SearchPlan) =>
      paperValue(PLAN_FIELDS.find((field) => field.id === id) as PlanField, plan);
    const counter = PRESETS.get("counter-320").plan;
    expect([paper("population", SMALL), paper("population", counter), paper("mutation", counter)]).toEqual([
      100, 32, 0.18,
    ]);
    expect([paper("generations", SMALL), paper("generations", counter), paper("seed", SMALL)]).toEqual([
      10,
      undefined,
      undefined,
    ]);
    expect([paper("goal", SMALL), paper("goal", counter), paper("boundary", counter)]).toEqual([
      undefined,
      10,
      "fixed00",
    ]);
    // An odd number of cells has no ties.
    expect([fields("majority").includes("ties"), fields("majority-149").includes("ties")]).toEqual([
      true,
      false,
    ]);
    expect([paper("selection", SMALL), paper("radius", counter), paper("keep", SMALL)]).toEqual([
      "tournament",
      1,
      undefined,
    ]);
    expect(PRESETS.list().map(({ plan }) => wrongField(plan))).toEqual(PRESETS.list().map(() => undefined));
  });

  test("with other cells take as many steps as the literature", () => {
    const cells = PLAN_FIELDS.find(({ id }) => id === "cells") as PlanNumber;
    expect(cells.set(MAJORITY, 149).setting.steps).toBe(298);
    expect(cells.set(PRESETS.get("counter").plan, 3).setting.steps).toBe(7);
    expect(cells.set(PRESETS.get("cellular-149").plan, 51).population).toBe(51);
  });

  test("make a branch where the rings and the individuals stay", () => {
    expect(canBranch(SMALL, SMALL)).toBe(false);
    expect(canBranch(SMALL, { ...SMALL, seed: 6 })).toBe(true);
    expect(canBranch(SMALL, { ...SMALL, population: 9 })).toBe(false);
  });
});

describe("figures", () => {
  const figures = (best: number, sum: number, worst: number, generation: number) => ({
    ...{ generation, best, sum, worst, vectors: 110, ties: 10, diversity: 3, hash: "0".repeat(16) },
  });
  const plan = { ...SMALL, population: 4, goal: 90 };

  test("are shares of the vectors that count, with the error of the best", () => {
    const [point] = runPoints(plan, [figures(80, 200, 20, 0)]);
    expect(point).toEqual({ generation: 0, best: 0.8, mean: 0.5, worst: 0.2, error: 0.04 });
    const [zero] = runPoints({ ...plan, setting: { ...plan.setting, ties: "zero" } }, [
      figures(88, 200, 22, 0),
    ]);
    expect(zero?.best).toBe(0.8);
  });

  test("of many generations are the extremes of some", () => {
    const all = Array.from({ length: 1000 }, (_, g) => figures(g % 100, 40, g % 7, g));
    const points = runPoints(plan, all, 10);
    expect(points).toHaveLength(10);
    expect(points.at(-1)).toMatchObject({ generation: 999, best: 0.99, worst: 0 });
    expect(points.at(-1)?.mean).toBeCloseTo(0.1, 9);
  });

  test("have lines for what the literature reached, in one name", () => {
    const on149 = PRESETS.get("majority-149").plan;
    const points = runPoints(on149, [figures(80, 200, 20, 0), figures(81, 200, 20, 1)]);
    const series = runSeries(on149, points);
    expect(series.map(({ label }) => label)).toEqual([
      ...["± standard error", "Best", "Mean", "Worst", "1994", "1996", "1998", "2008"],
    ]);
    expect(series.every(({ xs }) => xs === series[0]?.xs || xs.join() === "0,1")).toBe(true);
    expect(legendOf(goalsOf(on149), series).at(-1)?.label).toBe("Best of 1994, 1996, 1998, 2008");
    // The preset's vectors are of all densities, and the literature's are fair.
    expect(legendOf(goalsOf(on149), series, goalNote(on149)).at(-1)?.label).toMatch(/2008, on fair vectors$/);
    expect(goalNote(PRESETS.get("annealed-149").plan)).toBe("");
    expect(goalsOf(PRESETS.get("cellular-149").plan)).toEqual([]);
    expect(goalsOf({ ...SMALL, goal: 12 })).toEqual([{ label: "Goal", share: 0.75 }]);
    // A run without a goal has no line for one.
    expect(legendOf([], series).map(({ label }) => label)).toEqual(["Best", "Mean", "Worst"]);
    const counter = PRESETS.get("counter").plan;
    const whole = runPoints(counter, [{ ...figures(8, 100, 1, 0), vectors: 0, ties: 0 }]);
    expect(runSeries(counter, whole).map(({ label }) => label)).toEqual(["Best", "Mean", "Worst", "Goal"]);
  });

  test("read as shares of the vectors, or as the numbers that they are", () => {
    expect([0, 0.80449, 0.8046, 1].map((share) => fitnessText(share, true))).toEqual([
      "0.0 %",
      "80.4 %",
      "80.5 %",
      "100.0 %",
    ]);
    expect([0, 7, 7.44, 7.46, 14].map((fitness) => fitnessText(fitness, false))).toEqual([
      "0",
      "7",
      "7.4",
      "7.5",
      "14",
    ]);
  });

  test("are a table for other programs", () => {
    expect(figuresCsv([figures(80, 200, 20, 0)])).toBe(
      `generation,best,sum,worst,vectors,ties,diversity,hash\n0,80,200,20,110,10,3,${"0".repeat(16)}\n`,
    );
  });
});
