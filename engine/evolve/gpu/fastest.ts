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

/** How long a trial of the likely method lasts at least, unless the whole job is shorter. */
const TRIAL_MILLISECONDS = 5;
/** The shortest of so many trials counts: the one in which nothing else ran here. */
const TRIALS = 3;

/** A part of a job: the first individuals on the first vectors. */
export interface JobSample {
  readonly individuals: number;
  readonly vectors: number;
}

/** Individuals enough to fill any GPU. */
const SMALL: JobSample = { individuals: 1024, vectors: 64 };
const GROWTH = 4;

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
  const individuals = genomes.length / genomeWords(shape);
  const effort = jobs * individuals * set.size * shape.cells * setting.steps;
  if (effort < (gpu.software ? WORTH_TRYING.software : WORTH_TRYING.hardware) || methods.length < 2)
    return guess;
  const scorers = new Map<string, GpuScorer>();
  const timeOf = async (method: ScoreMethod, sample: JobSample): Promise<number> => {
    const part: ScoringJob = {
      ...job,
      genomes: genomes.slice(0, sample.individuals * genomeWords(shape)),
      set: { ...set, size: sample.vectors },
    };
    let scorer = scorers.get(method.id);
    if (!scorer) {
      gpu.retain();
      scorer = await GpuScorer.create(gpu, method);
      scorers.set(method.id, scorer);
      // The first one compiles.
      await scorer.score(part, { signal });
    }
    const began = performance.now();
    await scorer.score(part, { signal });
    return performance.now() - began;
  };
  try {
    const best = await fastestOf(methods, guess, { individuals, vectors: set.size }, timeOf);
    memory.set(kind, best.id);
    return best;
  } finally {
    for (const scorer of scorers.values()) scorer.dispose();
  }
}

/**
 * The fastest of some methods, each tried on the same part of a job: as much as takes the likely one long enough to tell. `milliseconds`
 * tries one.
 */
export async function fastestOf<M>(
  methods: readonly M[],
  likely: M,
  whole: JobSample,
  milliseconds: (method: M, sample: JobSample) => Promise<number>,
): Promise<M> {
  let sample = within(SMALL, whole);
  while ((await milliseconds(likely, sample)) < TRIAL_MILLISECONDS && !isAll(sample, whole))
    sample = within(larger(sample, whole), whole);
  const shortest = async (method: M): Promise<number> => {
    let least = Number.POSITIVE_INFINITY;
    for (let trial = 0; trial < TRIALS; trial++) least = Math.min(least, await milliseconds(method, sample));
    return least;
  };
  let [best, least] = [likely, await shortest(likely)];
  for (const method of methods) {
    if (method === likely) continue;
    const time = await shortest(method);
    if (time < least) [best, least] = [method, time];
  }
  return best;
}

/** More vectors first: they are what a job mostly has more of. */
function larger({ individuals, vectors }: JobSample, whole: JobSample): JobSample {
  return vectors < whole.vectors
    ? { individuals, vectors: GROWTH * vectors }
    : { individuals: GROWTH * individuals, vectors };
}

function within(sample: JobSample, whole: JobSample): JobSample {
  return {
    individuals: Math.min(sample.individuals, whole.individuals),
    vectors: Math.min(sample.vectors, whole.vectors),
  };
}

function isAll(sample: JobSample, whole: JobSample): boolean {
  return sample.individuals === whole.individuals && sample.vectors === whole.vectors;
}

/** What is fastest by reckoning: window tables save most where a rule sees seven cells, and cannot be shared by rules a cell. */
function likely({ setting: { shape }, set }: ScoringJob): string {
  if (shape.radius === 3 && !shape.ruleACell) return "packed";
  return set.size >= 1024 ? "sliced" : "mux";
}
