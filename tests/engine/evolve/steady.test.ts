// Scorers and searches whose GPU goes away in the middle.

import { expect, test } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import { CPU_SCORER } from "../../../engine/evolve/cpu-scorer.ts";
import { steadyEngine, steadyScorer } from "../../../engine/evolve/gpu/steady.ts";
import { PRESETS } from "../../../engine/evolve/presets.ts";
import { newRecord, SearchRun } from "../../../engine/evolve/run.ts";
import type { Scorer, ScoringJob } from "../../../engine/evolve/scorer.ts";
import type { SearchEngine } from "../../../engine/evolve/search.ts";
import { searchEngine } from "../../../engine/evolve/searches.ts";

const job = {} as ScoringJob;
const gone = new TessellaError("gpu-lost", "Gone.");

/** Answers a number each time, or fails from call `failing` on. */
function fake(answer: number, failing = 99, error: Error = gone) {
  const log: string[] = [];
  const scorer: Scorer = {
    score: async () => {
      log.push("score");
      if (log.length >= failing) throw error;
      return Uint32Array.of(answer);
    },
    dispose: () => void log.push("dispose"),
  };
  return { scorer, log };
}

test("the CPU does the job that the GPU left, and all later ones", async () => {
  const [gpu, cpu] = [fake(1, 2), fake(2)];
  const heard: string[] = [];
  const steady = steadyScorer(gpu.scorer, cpu.scorer, ({ message }) => heard.push(message));
  const answers = [await steady.score(job), await steady.score(job), await steady.score(job)];
  steady.dispose();
  expect(answers.map(([count]) => count)).toEqual([1, 2, 2]);
  expect(heard).toEqual(["Gone."]);
  expect([gpu.log, cpu.log]).toEqual([
    ["score", "score", "dispose"],
    ["score", "score", "dispose"],
  ]);
});

test("other failures are told", async () => {
  const stopped = new TessellaError("aborted", "The work was stopped.");
  const steady = steadyScorer(fake(1, 1, stopped).scorer, fake(2).scorer, () => expect.unreachable());
  await expect(steady.score(job)).rejects.toBe(stopped);
});

test("a search goes on from its last population, to the generations that it would have had", async () => {
  const { plan: preset } = PRESETS.get("majority");
  const shape = { ...preset.setting.shape, cells: 15, radius: 2 as const };
  const plan = {
    ...preset,
    setting: { ...preset.setting, shape, steps: 9 },
    population: 10,
    vectors: 20,
    generations: 12,
  };
  const engine = searchEngine(CPU_SCORER);
  let advances = 0;
  const dying: SearchEngine = {
    ...engine,
    advance: (...job) => (++advances < 3 ? engine.advance(...job) : Promise.reject(gone)),
  };
  const heard: string[] = [];
  const run = new SearchRun(
    newRecord(plan),
    steadyEngine(dying, engine, ({ message }) => heard.push(message)),
  );
  expect(await run.evolve()).toBe("generations");
  const whole = new SearchRun(newRecord(plan), engine);
  await whole.evolve();
  expect(run.record).toEqual(whole.record);
  expect([heard, advances]).toEqual([["Gone."], 3]);
});
