/** Scores on the core of whoever asks: the oracle of all other ways. */

import { throwIfAborted } from "../core/errors.ts";
import { yieldToTasks } from "../core/tasks.ts";
import { createRunner } from "../rings/runner.ts";
import { genomeWords } from "./genome.ts";
import { quickRunners } from "./kernel-runner.ts";
import type { Scorer, ScoringControl, ScoringJob } from "./scorer.ts";
import { countsOf } from "./scorer.ts";
import { countingCells } from "./tasks/by-cell.ts";
import { TASKS } from "./tasks/registry.ts";

/** Cells that are made between two looks at the signal. */
const PIECE = 2 ** 23;

export const CPU_SCORER: Scorer = { score: scoreOnCpu, dispose: () => {} };

/** Errors: `aborted`. */
export async function scoreOnCpu(
  job: ScoringJob,
  { signal, onProgress }: ScoringControl = {},
): Promise<Uint32Array<ArrayBuffer>> {
  const { setting, genomes, set } = job;
  const task = TASKS.get(setting.task);
  const runnerOf = task.vectors ? await quickRunners() : createRunner;
  const count = job.byCell ? countingCells(task, setting, runnerOf) : task.counting(setting, runnerOf);
  const words = genomeWords(setting.shape);
  const population = genomes.length / words;
  const stride = countsOf(job);
  const counts = new Uint32Array(population * stride);
  const effort = setting.shape.cells * Math.max(1, setting.steps);
  const size = task.vectors ? set.size : 1;
  const most = Math.max(1, Math.floor(PIECE / effort));
  let made = 0;
  let runs = 0;
  for (let i = 0; i < population; i++) {
    for (let done = 0; done < size; ) {
      const piece = Math.min(most, size - done);
      const part = piece === size ? set : { ...set, first: set.first + done, size: piece };
      count(genomes, i * words, part, counts, i * stride);
      done += piece;
      runs += piece;
      made += piece * effort;
      if (made < PIECE) continue;
      made = 0;
      onProgress?.(runs);
      await yieldToTasks();
      throwIfAborted(signal);
    }
  }
  return counts;
}
