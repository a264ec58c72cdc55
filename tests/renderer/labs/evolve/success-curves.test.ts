// Success by density and by width, with the worker's handlers at the other end of a channel.

import { afterEach, describe, expect, test } from "vitest";
import { CPU_SCORER } from "../../../../engine/evolve/cpu-scorer.ts";
import { freshSet } from "../../../../engine/evolve/hall.ts";
import { PRESETS } from "../../../../engine/evolve/presets.ts";
import type { SearchPlan } from "../../../../engine/evolve/search.ts";
import { shareOf } from "../../../../engine/evolve/task.ts";
import { evolveHandlers } from "../../../../engine/worker/evolve-server.ts";
import type { EvolveProtocol, RunView } from "../../../../engine/worker/protocol/evolve.ts";
import { legendOf } from "../../../../renderer/labs/evolve/run-figures.ts";
import { SearchSession } from "../../../../renderer/labs/evolve/search-session.ts";
import { SUCCESS_VECTORS, SuccessCurves } from "../../../../renderer/labs/evolve/success-curves.ts";
import {
  literatureOf,
  successCsv,
  successSeries,
  trialsOf,
} from "../../../../renderer/labs/evolve/success-figures.ts";
import { servedPair } from "../../../support/engine-pair.ts";

const MAJORITY = PRESETS.get("majority").plan;
const SMALL: SearchPlan = {
  ...MAJORITY,
  setting: { ...MAJORITY.setting, steps: 24, shape: { ...MAJORITY.setting.shape, cells: 15, radius: 2 } },
  ...{ population: 8, vectors: 16, generations: 2, seed: 5 },
};

let end: () => Promise<void> = async () => {};
afterEach(() => end());

async function bred() {
  const pair = servedPair<EvolveProtocol>(evolveHandlers(undefined));
  const around = { engine: pair.connection.call, adapter: async () => "automatic" as const };
  const search = new SearchSession({ ...around, hold: () => () => {}, keep: async () => {} });
  search.setPlan(SMALL);
  const curves = new SuccessCurves(search, around);
  end = async () => {
    curves.close();
    search.close();
    await pair.close();
  };
  await search.go();
  const { plan, hall } = search.store.getState().run as RunView;
  const [first, second] = hall.map(({ genome }) => ({ plan, genome }));
  return { search, curves, first: first as NonNullable<typeof first>, second: second ?? null };
}

describe("a curve", () => {
  test("has the share of fresh vectors of each density, and goes with its run", async () => {
    const { search, curves, first } = await bred();
    await curves.plot(first);
    const { points, running } = curves.store.getState();
    expect([points.density.length, points.width.length, running]).toEqual([19, 0, false]);
    expect(points.density.map(({ at }) => 256 * at)).toEqual(
      trialsOf(SMALL, "density").map((t) => t.density),
    );
    const place = points.density.findIndex(({ at }) => at === 0.625);
    const set = { ...freshSet(SMALL, SUCCESS_VECTORS), density: 160 };
    const [correct = 0, ties = 0] = await CPU_SCORER.score({
      setting: SMALL.setting,
      genomes: first.genome,
      set,
    });
    expect(points.density[place]).toEqual({ at: 0.625, ...shareOf(correct, SUCCESS_VECTORS - ties) });
    await search.goAnew();
    expect(curves.store.getState()).toMatchObject({ subject: null, points: { density: [] } });
  });

  test("stops, keeps what is there, and goes on from it", async () => {
    const { curves, first } = await bred();
    void curves.choose("width");
    const going = curves.plot(first);
    const points = () => curves.store.getState().points.width;
    await expect.poll(() => points().length, { interval: 5 }).toBeGreaterThan(1);
    curves.stop();
    expect(curves.store.getState().running).toBe(false);
    await going;
    const before = points();
    expect(before.length).toBeLessThan(trialsOf(SMALL, "width").length);
    void curves.plot(first);
    await expect.poll(() => points().length, { interval: 5 }).toBeGreaterThan(before.length);
    expect(points().slice(0, before.length)).toEqual(before);
    // The other curve takes the turn.
    await curves.choose("density");
    expect(curves.store.getState().points.density).toHaveLength(19);
    // A ring with a rule a cell has no other width.
    void curves.choose("width");
    const shape = { ...SMALL.setting.shape, radius: 1, ruleACell: true } as const;
    void curves.plot({
      plan: { ...SMALL, setting: { ...SMALL.setting, shape } },
      genome: new Uint32Array(4),
    });
    expect(curves.store.getState().axis).toBe("density");
    curves.stop();
  });
});

describe("what is asked", () => {
  test("are rings of other widths with as many steps a cell, the plan's own among them", () => {
    const trials = trialsOf(MAJORITY, "width");
    const widths = trials.map(({ at }) => at);
    expect(widths).toContain(64);
    // On an odd ring every vector has a majority; one that is even shows what ties do.
    expect(widths.filter((cells) => cells % 2 === 0)).toEqual([64]);
    // Those that the literature counts on.
    for (const cells of [149, 599, 999]) expect(widths).toContain(cells);
    expect(widths).toEqual([...widths].sort((a, b) => a - b));
    for (const { at, plan } of trials)
      expect([plan.setting.shape.cells, plan.setting.steps]).toEqual([at, 2 * at]);
    expect(
      trialsOf({ ...SMALL, setting: { ...SMALL.setting, steps: 30 } }, "width")[0]?.plan.setting.steps,
    ).toBe(30);
    const ruleACell = { ...MAJORITY.setting, shape: { ...MAJORITY.setting.shape, ruleACell: true } };
    expect(trialsOf({ ...MAJORITY, setting: ruleACell }, "width")).toEqual([]);
  });

  test("is held against the literature where that has the same", () => {
    const on149 = PRESETS.get("majority-149").plan;
    const counts = (["density", "width"] as const).map((axis) =>
      [on149, MAJORITY, PRESETS.get("synchronise-149").plan].map((plan) => literatureOf(plan, axis).length),
    );
    expect(counts).toEqual([
      [4, 0, 0],
      [4, 4, 0],
    ]);
    const points = [
      { at: 63, rate: 0.5, standardError: 0.1 },
      { at: 149, rate: 0.25, standardError: 0.05 },
    ];
    const goals = literatureOf(on149, "width");
    const series = successSeries(points, goals);
    expect(series[0]).toMatchObject({ look: "band", lows: [0.4, 0.2], highs: [0.6, 0.3] });
    expect(series.every(({ xs }) => xs.join() === "63,149")).toBe(true);
    expect(legendOf(goals, series).map(({ label }) => label)).toEqual([
      "Success",
      "Best of 1994, 1996, 1998, 2008",
    ]);
    expect(successCsv("width", 100, points)).toBe(
      "width,rate,standardError,vectors\n63,0.5,0.1,100\n149,0.25,0.05,100\n",
    );
  });
});
