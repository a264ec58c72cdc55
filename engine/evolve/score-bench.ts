/** How long scoring takes: on as many vectors as take long enough to tell, for some rounds. */

import { throwIfAborted } from "../core/errors.ts";
import { genomeWords } from "./genome.ts";
import type { Scorer, ScoringJob } from "./scorer.ts";

export interface ScoreTiming {
  /** What a round takes at least. */
  readonly milliseconds: number;
  readonly rounds: number;
  readonly signal?: AbortSignal;
}

/** An evaluation is a run of a rule on a vector. */
export interface ScoreTimes {
  /** Of a round. */
  readonly evaluations: number;
  /** Of each round. */
  readonly milliseconds: readonly number[];
}

const FIRST_VECTORS = 4;
const MOST_VECTORS = 2 ** 22;
/** How a round grows towards the wanted time. */
const GROWTH = { least: 1.5, most: 8, aim: 1.2 } as const;

/** The size of the job's set is not read. Errors: those of the scorer, `aborted`. */
export async function timeScores(
  scorer: Scorer,
  job: ScoringJob,
  { milliseconds: least, rounds, signal }: ScoreTiming,
): Promise<ScoreTimes> {
  const individuals = job.genomes.length / genomeWords(job.setting.shape);
  const round = async (size: number): Promise<number> => {
    throwIfAborted(signal);
    const began = performance.now();
    await scorer.score({ ...job, set: { ...job.set, size } }, { signal });
    return performance.now() - began;
  };
  let size = FIRST_VECTORS;
  // The first one compiles.
  await round(size);
  for (let taken = await round(size); taken < least && size < MOST_VECTORS; taken = await round(size)) {
    const growth = (GROWTH.aim * least) / Math.max(taken, 1e-3);
    size = Math.ceil(size * Math.min(GROWTH.most, Math.max(GROWTH.least, growth)));
  }
  const milliseconds: number[] = [];
  for (let k = 0; k < rounds; k++) milliseconds.push(await round(size));
  return { evaluations: size * individuals, milliseconds };
}
