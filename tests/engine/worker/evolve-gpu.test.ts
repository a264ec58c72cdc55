// What computes for the lab where there is no GPU to compute on: the CPU, unless something else is wrong.

import { afterEach, expect, test, vi } from "vitest";
import { CPU_SCORER } from "../../../engine/evolve/cpu-scorer.ts";
import { PRESETS } from "../../../engine/evolve/presets.ts";
import type { ScoringJob } from "../../../engine/evolve/scorer.ts";
import { trainingSet } from "../../../engine/evolve/search.ts";
import { SEARCHES } from "../../../engine/evolve/searches.ts";
import type { EvolvePlace } from "../../../engine/worker/evolve-gpu.ts";
import { openEngine, openScorer } from "../../../engine/worker/evolve-gpu.ts";

afterEach(() => vi.useRealTimers());

const { plan: whole } = PRESETS.get("majority");
const plan = { ...whole, population: 4, vectors: 10 };
const first = SEARCHES.get(plan.search).first(plan);
const JOB: ScoringJob = { setting: plan.setting, genomes: first.genomes, set: trainingSet(plan, 0) };

const placeOn = (
  requestAdapter: () => Promise<unknown>,
  adapter: EvolvePlace["adapter"] = "automatic",
): EvolvePlace => ({
  gpu: { requestAdapter } as unknown as GPU,
  cpu: { ...CPU_SCORER, remark: "On one core." },
  adapter,
  signal: new AbortController().signal,
});

const REFUSING = {
  info: { vendor: "acme", architecture: "", device: "", description: "", isFallbackAdapter: false },
  limits: {},
  features: new Set(),
  requestDevice: async () => Promise.reject(new Error("busy")),
};

test.each([
  ["finds no adapter", async () => null],
  ["gets no device from its adapter", async () => REFUSING],
])("a search that %s runs on the CPU, and so does a score", async (_, requestAdapter) => {
  vi.useFakeTimers({ toFake: ["setTimeout"] }).setTimerTickMode("nextTimerAsync");
  const place = placeOn(requestAdapter);
  const opened = await openEngine(place, plan, first);
  expect([opened.where(), opened.remark()]).toEqual(["CPU", "On one core."]);
  const scored = await opened.engine.score(plan, first);
  expect(scored.last.fitness).toHaveLength(plan.population);
  const scorer = await openScorer(place, JOB);
  expect(await scorer.score(JOB)).toEqual(await CPU_SCORER.score(JOB));
});

test("no GPU is asked where a person wants none, and a fault that is none of the GPU's is told", async () => {
  const asked = vi.fn(async () => Promise.reject(new RangeError("a fault of ours")));
  expect((await openEngine(placeOn(asked, "never"), plan, first)).where()).toBe("CPU");
  expect(asked).not.toHaveBeenCalled();
  await expect(openEngine(placeOn(asked), plan, first)).rejects.toThrow("a fault of ours");
  await expect(openScorer(placeOn(asked), JOB)).rejects.toThrow("a fault of ours");
});
