/** The genetic algorithm: a population is scored, its fittest are parents of the next (breeding.ts). */

import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import { breed, MOST_CONTESTANTS, randomPopulation } from "./breeding.ts";
import type { Scorer, ScoringControl } from "./scorer.ts";
import type { Generation, ScoredGeneration, SearchKind, SearchPlan } from "./search.ts";
import { trainingSet } from "./search.ts";
import { TASKS } from "./tasks/registry.ts";

/** Of the counts of the majority task. */
const TIES = "ties";

export const GENETIC: SearchKind = {
  id: "genetic",
  name: "Genetic algorithm",
  cellular: false,
  scheduled: false,
  check: checkBreeding,
  first: ({ setting, population, seed, tables }) => ({
    generation: 0,
    genomes: randomPopulation(setting.shape, population, seed, tables),
  }),
  score: scored,
  next: (plan, parents, scorer, control) => scored(plan, childrenOf(plan, parents), scorer, control),
};

/** The next generation, not scored. */
export function childrenOf({ setting, breeding, seed }: SearchPlan, parents: ScoredGeneration): Generation {
  const generation = parents.generation + 1;
  return { generation, genomes: breed(setting.shape, breeding, seed, generation, parents) };
}

/** Errors: `bad-argument`. */
export function checkBreeding({ population, breeding }: SearchPlan): void {
  const { elites, immigrants, tournament, keep, selection, deme } = breeding;
  const kept =
    immigrants === 0
      ? `${grouped(elites)} elites`
      : `${grouped(elites)} elites and ${grouped(immigrants)} immigrants`;
  let wrong: string | undefined;
  if (elites + immigrants >= population)
    wrong = `${kept} leave no room for children among ${grouped(population)} individuals.`;
  else if (selection === "tournament" && (tournament < 1 || tournament > MOST_CONTESTANTS))
    wrong = `A tournament has from 1 to ${MOST_CONTESTANTS} contestants, not ${grouped(tournament)}.`;
  else if (selection === "truncation" && (keep < 1 || keep > population))
    wrong = `Truncation draws parents from the best 1 to ${grouped(population)}, not ${grouped(keep)}.`;
  else if (deme > 0 && selection !== "tournament") wrong = "Demes select by tournaments, not by truncation.";
  else if (2 * deme >= population)
    wrong = `A deme of ${grouped(deme)} individuals to either side is no part of ${grouped(population)}.`;
  if (wrong !== undefined) throw new TessellaError("bad-argument", wrong);
}

async function scored(
  plan: SearchPlan,
  generation: Generation,
  scorer: Scorer,
  control?: ScoringControl,
): Promise<ScoredGeneration> {
  const { setting } = plan;
  const set = trainingSet(plan, generation.generation);
  const counts = await scorer.score({ setting, genomes: generation.genomes, set }, control);
  return { ...generation, fitness: fitnessOf(plan, counts), vectors: set.size, ties: tiesOf(plan, counts) };
}

/** The ties among the vectors, from the counts of any individual. */
export function tiesOf({ setting }: SearchPlan, counts: Uint32Array): number {
  const ties = TASKS.get(setting.task).counts.indexOf(TIES);
  return ties < 0 ? 0 : counts[ties];
}

/** The fitness of each individual, from the counts of all. */
export function fitnessOf(
  { setting, population }: SearchPlan,
  counts: Uint32Array,
): Uint32Array<ArrayBuffer> {
  const task = TASKS.get(setting.task);
  const stride = task.counts.length;
  const fitness = new Uint32Array(population);
  for (let i = 0; i < population; i++) fitness[i] = task.fitness(counts, i * stride, setting);
  return fitness;
}
