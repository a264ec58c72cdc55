// A scorer whose GPU goes away in the middle.

import { expect, test } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import { steadyScorer } from "../../../engine/evolve/gpu/steady-scorer.ts";
import type { Scorer, ScoringJob } from "../../../engine/evolve/scorer.ts";

const job = {} as ScoringJob;

/** Answers a number each time, or fails from call `failing` on. */
function fake(answer: number, failing = 99, error: Error = new TessellaError("gpu-lost", "Gone.")) {
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
  const steady = steadyScorer(gpu.scorer, ({ message }) => heard.push(message), cpu.scorer);
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
  const steady = steadyScorer(fake(1, 1, stopped).scorer, () => expect.unreachable(), fake(2).scorer);
  await expect(steady.score(job)).rejects.toBe(stopped);
});
