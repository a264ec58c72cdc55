/**
 * Which of our methods scores a kind of job fastest on a GPU. It depends on width and radius, on how many individuals and
 * vectors there are, and on the GPU; so where there is enough to do each is tried on a part of the job, and the answer is
 * remembered as long as the program runs.
 */

import type { GpuDevice } from "../../gpu/device.ts";
import { genomeWords } from "../genome.ts";
import type { ScoringJob } from "../scorer.ts";
import { GpuScorer } from "./gpu-scorer.ts";
import type { ScoreAdapter, ScoreMethod } from "./methods.ts";
import { refusal, SCORE_METHODS } from "./methods.ts";

/** By kind of job, on which GPU. */
const remembered = new Map<string, string>();

/** Steps of cells below which trying would take longer than it saves. */
const WORTH_TRYING = { hardware: 2 ** 41, software: 2 ** 31 } as const;

/** How long a trial lasts at least, unless all its vectors take less. */
const TRIAL_MILLISECONDS = 5;

/** Of so many individuals each method scores the same ones: enough to fill any GPU, and no more than it takes to tell. */
const TRIAL_INDIVIDUALS = 1024;

/** What the jobs that one method is fastest for have in common: sizes count by powers of four. */
function kindOf(
  { adapter }: ScoreAdapter,
  { setting: { shape, task, steps }, genomes, set }: ScoringJob,
): string {
  const size = (n: number): number => Math.round(Math.log2(n) / 2);
  const individuals = genomes.length / genomeWords(shape);
  return JSON.stringify([
    adapter,
    task,
    shape,
    size(steps + 1),
    size(individuals),
    size(set.size),
    set.density,
  ]);
}

/**
 * The fastest method for so many jobs like this one, found by trying where that pays. `memory` keeps what was found.
 * Errors: those of `GpuScorer.score`.
 */
export async function fastestMethod(
  gpu: GpuDevice,
  job: ScoringJob,
  jobs = 1,
  signal?: AbortSignal,
  memory: Map<string, string> = remembered,
): Promise<ScoreMethod> {
  const { setting, genomes, set } = job;
  const { shape } = setting;
  const methods = SCORE_METHODS.list().filter((method) => method.ours && !refusal(method, shape, gpu));
  const guess = methods.find(({ id }) => id === likely(job)) ?? SCORE_METHODS.get("sliced");
  const kind = kindOf(gpu, job);
  const known = methods.find(({ id }) => id === memory.get(kind));
  if (known) return known;
  const effort = jobs * (genomes.length / genomeWords(shape)) * set.size * shape.cells * setting.steps;
  if (effort < (gpu.software ? WORTH_TRYING.software : WORTH_TRYING.hardware) || methods.length < 2)
    return guess;
  const trial = { ...job, genomes: genomes.subarray(0, TRIAL_INDIVIDUALS * genomeWords(shape)) };
  let best = { method: guess, milliseconds: Number.POSITIVE_INFINITY };
  for (const method of methods) {
    const milliseconds = await timeOf(gpu, method, trial, signal);
    if (milliseconds < best.milliseconds) best = { method, milliseconds };
  }
  memory.set(kind, best.method.id);
  return best.method;
}

/** What is fastest by reckoning: window tables save most where a rule sees seven cells, and cannot be shared by rules a cell. */
function likely({ setting: { shape }, set }: ScoringJob): string {
  if (shape.radius === 3 && !shape.ruleACell) return "packed";
  return set.size >= 1024 ? "sliced" : "mux";
}

/** Milliseconds a vector, of as many vectors as take long enough to tell. */
async function timeOf(
  gpu: GpuDevice,
  method: ScoreMethod,
  job: ScoringJob,
  signal: AbortSignal | undefined,
): Promise<number> {
  gpu.retain();
  const scorer = await GpuScorer.create(gpu, method);
  try {
    // The first one compiles.
    await scorer.score({ ...job, set: { ...job.set, size: 1 } }, { signal });
    for (let size = Math.min(64, job.set.size); ; size = Math.min(4 * size, job.set.size)) {
      const began = performance.now();
      await scorer.score({ ...job, set: { ...job.set, size } }, { signal });
      const milliseconds = performance.now() - began;
      if (milliseconds >= TRIAL_MILLISECONDS || size === job.set.size) return milliseconds / size;
    }
  } finally {
    scorer.dispose();
  }
}
