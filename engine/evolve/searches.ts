/** All ways to search, what every plan has to be like, and the engine that computes generations with a scorer. */

import { TessellaError, throwIfAborted } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import { Registry } from "../core/registry.ts";
import { yieldToTasks } from "../core/tasks.ts";
import { checkCells } from "../rings/ring.ts";
import { ANNEALING } from "./annealing.ts";
import { CELLULAR } from "./cellular.ts";
import { COEVOLUTION } from "./coevolution.ts";
import { diversityOf, populationHash } from "./figures.ts";
import { GENETIC } from "./genetic.ts";
import { genomeWords } from "./genome.ts";
import { MAP_ELITES } from "./map-elites.ts";
import type { Scorer, ScoringControl } from "./scorer.ts";
import type { GenerationReport, ScoredGeneration, SearchEngine, SearchKind, SearchPlan } from "./search.ts";
import { TASKS } from "./tasks/registry.ts";

export const SEARCHES: Registry<SearchKind> = new Registry<SearchKind>("search", [
  GENETIC,
  ANNEALING,
  COEVOLUTION,
  CELLULAR,
  MAP_ELITES,
]);

const MOST_BRED_CELLS = 1024;
/** What can be sorted by fitness (breeding.ts). */
const MOST_INDIVIDUALS = 2 ** 20;
/** Bytes that the genomes of a population take at most: a generation, the one before, and what is scored hold some copies. */
const MOST_BYTES = 2 ** 27;
/** Milliseconds between two turns for others: scoring small populations never gives one. */
const TURN = 15;

/** Errors: `bad-argument`, a sentence about what does not fit. */
export function checkPlan(plan: SearchPlan): void {
  const { search, setting, population, vectors, generations, density } = plan;
  const task = TASKS.get(setting.task);
  checkCells(setting.shape.cells);
  task.check(setting);
  const bytes = 4 * genomeWords(setting.shape);
  let wrong: string | undefined;
  if (setting.shape.cells > MOST_BRED_CELLS)
    wrong = `A ring that rules are bred for has at most ${grouped(MOST_BRED_CELLS)} cells, not ${grouped(setting.shape.cells)}.`;
  else if (population < 2 || population > MOST_INDIVIDUALS)
    wrong = `A population has from 2 to ${grouped(MOST_INDIVIDUALS)} individuals, not ${grouped(population)}.`;
  else if (population * bytes > MOST_BYTES)
    wrong = `A genome of that ring takes ${grouped(bytes)} bytes, and those of a population ${grouped(MOST_BYTES)} at most: ${grouped(Math.floor(MOST_BYTES / bytes))} individuals, not ${grouped(population)}.`;
  else if (task.vectors && vectors < 1) wrong = "Without vectors nothing can be scored: give at least 1.";
  else if (density === "all" && vectors !== 2 ** setting.shape.cells)
    wrong = `All states of ${setting.shape.cells} cells are ${grouped(2 ** setting.shape.cells)} vectors, not ${grouped(vectors)}.`;
  else if (generations < 1) wrong = "A search has at least 1 generation.";
  if (wrong !== undefined) throw new TessellaError("bad-argument", wrong);
  SEARCHES.get(search).check(plan);
}

/** A scorer that tells `onProgress` the runs of all that it has scored: a generation may take several jobs. */
function adding(scorer: Scorer): Scorer {
  let before = 0;
  return {
    score: async (job, control) => {
      let runs = 0;
      const onProgress = (done: number): void => {
        runs = done;
        control?.onProgress?.(before + done);
      };
      const counts = await scorer.score(job, { ...control, onProgress });
      before += runs;
      return counts;
    },
    dispose: () => scorer.dispose(),
  };
}

/** Computes generations with a scorer, and what else they take on this core. Disposing it leaves the scorer as it is. */
export function searchEngine(scorer: Scorer): SearchEngine {
  return {
    score: async (plan, generation, control) => {
      const last = await SEARCHES.get(plan.search).score(plan, generation, adding(scorer), control);
      return { last, reports: [reportOf(plan, last)] };
    },
    advance: async (plan, parents, generations, control) => {
      const reports: GenerationReport[] = [];
      const last = await step(adding(scorer), plan, parents, generations, control, (one) =>
        reports.push(reportOf(plan, one)),
      );
      return { last, reports };
    },
    dispose: () => {},
  };
}

/** How many generations a run takes until it reaches its goal; undefined if it does not. Errors: `aborted`. */
export async function generationsToGoal(
  plan: SearchPlan,
  scorer: Scorer,
  control?: ScoringControl,
): Promise<number | undefined> {
  const kind = SEARCHES.get(plan.search);
  const first = await kind.score(plan, kind.first(plan), scorer, control);
  const last = reaches(plan, first) ? first : await step(scorer, plan, first, plan.generations - 1, control);
  return reaches(plan, last) ? last.generation : undefined;
}

async function step(
  scorer: Scorer,
  plan: SearchPlan,
  parents: ScoredGeneration,
  generations: number,
  control?: ScoringControl,
  onGeneration?: (generation: ScoredGeneration) => void,
): Promise<ScoredGeneration> {
  const { next } = SEARCHES.get(plan.search);
  let last = parents;
  let turn = performance.now();
  for (let k = 0; k < generations; k++) {
    last = await next(plan, last, scorer, control);
    onGeneration?.(last);
    if (reaches(plan, last)) break;
    if (performance.now() - turn < TURN) continue;
    await yieldToTasks();
    throwIfAborted(control?.signal);
    turn = performance.now();
  }
  return last;
}

/** Whether the goal is reached. */
function reaches({ goal }: SearchPlan, { fitness }: ScoredGeneration): boolean {
  return goal !== undefined && fitness.some((one) => one >= goal);
}

/** What the history keeps of a generation. */
export function reportOf(plan: SearchPlan, scored: ScoredGeneration): GenerationReport {
  const { setting } = plan;
  const { generation, genomes, fitness, vectors, ties } = scored;
  const words = genomeWords(setting.shape);
  let champion = 0;
  let [sum, worst] = [0, fitness[0]];
  fitness.forEach((one, i) => {
    sum += one;
    if (one < worst) worst = one;
    if (one > fitness[champion]) champion = i;
  });
  return {
    figures: {
      generation,
      best: fitness[champion],
      sum,
      worst,
      vectors: TASKS.get(setting.task).vectors ? vectors : 0,
      ties,
      diversity: diversityOf(setting.shape, genomes),
      hash: populationHash(genomes),
    },
    champion: genomes.slice(champion * words, (champion + 1) * words),
  };
}
