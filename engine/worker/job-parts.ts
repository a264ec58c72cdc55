/** How a job is shared out among ranks: each has a range of the vectors or, where these are few, of the genomes. */

import { genomeWords } from "../evolve/genome.ts";
import type { ScoringJob } from "../evolve/scorer.ts";
import { TASKS } from "../evolve/tasks/registry.ts";

export interface JobPart {
  readonly job: ScoringJob;
  /** The first genome. */
  readonly first: number;
  readonly runs: number;
}

/** A range of numbers. */
export interface PartRange {
  readonly first: number;
  readonly count: number;
}

/** So many vectors a rank fill a GPU with each genome, and are worth the tables that are made for one. */
const MANY_VECTORS = 1024;
/** So many genomes a rank are different enough for their ranges to take alike. */
const MANY_GENOMES = 64;

/** Runs of a job: a genome on a vector each. */
export function runsOfJob({ setting, genomes, set }: ScoringJob): number {
  const individuals = genomes.length / genomeWords(setting.shape);
  return individuals * (TASKS.get(setting.task).vectors ? set.size : 1);
}

/** A part for each rank, as long as it is fast; undefined where there is less of everything than ranks. */
export function jobParts(job: ScoringJob, speeds: readonly number[]): readonly JobPart[] | undefined {
  const { setting, genomes, set } = job;
  const ranks = speeds.length;
  const words = genomeWords(setting.shape);
  const individuals = genomes.length / words;
  const vectors = TASKS.get(setting.task).vectors ? set.size : 1;
  const isCutByVectors =
    vectors >= ranks && (vectors >= MANY_VECTORS * ranks || individuals < MANY_GENOMES * ranks);
  if (isCutByVectors)
    return cut(vectors, speeds).map(({ first, count }) => ({
      first: 0,
      runs: individuals * count,
      job: { ...job, set: { ...set, first: set.first + first, size: count } },
    }));
  if (individuals < ranks) return undefined;
  return cut(individuals, speeds).map(({ first, count }) => ({
    first,
    runs: count * vectors,
    job: { ...job, genomes: genomes.slice(first * words, (first + count) * words) },
  }));
}

/** Ranges of so many numbers, at least as many as there are weights: as long as these, and at least one number each. */
export function cut(total: number, weights: readonly number[]): readonly PartRange[] {
  const sum = weights.reduce((a, b) => a + b);
  const spare = total - weights.length;
  let [weight, first] = [0, 0];
  return weights.map((one, k) => {
    weight += one;
    const end = k + 1 + Math.round((spare * weight) / sum);
    const range = { first, count: end - first };
    first = end;
    return range;
  });
}
