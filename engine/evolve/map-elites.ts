/**
 * MAP-Elites (Mouret and Clune, "Illuminating search spaces by mapping elites", 2015): not one best rule, but the best rule of each
 * kind. Rules are told apart by two figures, each cut into as many parts: the share of ones in the table (Langton's lambda) and how
 * long starts take until nothing changes any more, as a share of the task's steps. A niche keeps the fittest rule of its kind that has
 * been found. Children of rules drawn from all niches are scored, and go where they belong if nobody there is as fit.
 *
 * Individual i lives in niche i: lambda grows with i mod side, the time until rest with floor(i / side). An empty niche holds a table
 * of zeros with fitness 0; the rule of zeros itself has no niche. All generations are scored on the same vectors, as rules that are
 * compared were found in different ones.
 */

import { popcount32 } from "../core/block.ts";
import { TessellaError, throwIfAborted } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import { yieldToTasks } from "../core/tasks.ts";
import { outcomeOf } from "../rings/outcome.ts";
import { randomState } from "../rings/random-state.ts";
import { breed, randomPopulation } from "./breeding.ts";
import { chance } from "./chance.ts";
import { fitnessOf, tiesOf } from "./genetic.ts";
import { genomeBits, genomeWords, ringOfGenome } from "./genome.ts";
import type { Scorer, ScoringControl } from "./scorer.ts";
import type { Generation, ScoredGeneration, SearchKind, SearchPlan } from "./search.ts";
import { EVERYBODY, trainingSet } from "./search.ts";
import { TASKS } from "./tasks/registry.ts";

/** Niches in a row. */
const SIDES: readonly [least: number, most: number] = [2, 64];
/** Starts whose time until rest is taken; and the draw that is their seed. */
const STARTS = 4;
const STARTS_DRAW = 1;
/** Rules that are looked at between two looks at the signal. */
const TURN = 32;

export const MAP_ELITES: SearchKind = {
  id: "map-elites",
  name: "MAP-Elites",
  cellular: false,
  scheduled: false,
  check: ({ setting, population, breeding }) => {
    const side = Math.sqrt(population);
    let wrong: string | undefined;
    if (setting.shape.ruleACell) wrong = "MAP-Elites takes one rule for all cells.";
    else if (!TASKS.get(setting.task).vectors)
      wrong = `MAP-Elites needs a task with vectors, which ${setting.task} has not.`;
    else if (!Number.isInteger(side) || side < SIDES[0] || side > SIDES[1])
      wrong = `MAP-Elites has as many niches in a row as rows, so its population is a square from ${SIDES[0] ** 2} to ${grouped(SIDES[1] ** 2)}, not ${grouped(population)}.`;
    else if (breeding.immigrants >= population)
      wrong = `${grouped(breeding.immigrants)} immigrants leave no room for children among ${grouped(population)}.`;
    if (wrong !== undefined) throw new TessellaError("bad-argument", wrong);
  },
  first: ({ setting, population, seed, tables }) => ({
    generation: 0,
    genomes: randomPopulation(setting.shape, population, seed, tables),
  }),
  score: (plan, generation, scorer, control) => settled(plan, generation, undefined, scorer, control),
  next: (plan, parents, scorer, control) =>
    settled(plan, childrenOf(plan, parents), parents, scorer, control),
};

/** As many children as there are niches, of parents from all that are not empty. */
function childrenOf(
  { setting, breeding, seed, population }: SearchPlan,
  archive: ScoredGeneration,
): Generation {
  const words = genomeWords(setting.shape);
  const filled = filledNiches(archive.genomes, words);
  const generation = archive.generation + 1;
  const parents = new Uint32Array(population * words);
  if (filled.length > 0)
    for (let i = 0; i < population; i++) {
      const from = filled[i % filled.length];
      parents.set(archive.genomes.subarray(from * words, (from + 1) * words), i * words);
    }
  // A tournament of one draws evenly.
  const evenly = { ...breeding, selection: "tournament", tournament: 1, elites: 0, deme: 0 } as const;
  const fitness = new Uint32Array(population);
  return {
    generation,
    genomes: breed(setting.shape, evenly, seed, generation, { genomes: parents, fitness }),
  };
}

/** The niches that hold a rule. */
export function filledNiches(genomes: Uint32Array, words: number): readonly number[] {
  const filled: number[] = [];
  for (let i = 0; i * words < genomes.length; i++)
    if (genomes.subarray(i * words, (i + 1) * words).some((word) => word !== 0)) filled.push(i);
  return filled;
}

/** The archive with these rules in it, those that belong there: of equals the first. */
async function settled(
  plan: SearchPlan,
  { generation, genomes }: Generation,
  archive: ScoredGeneration | undefined,
  scorer: Scorer,
  control: ScoringControl = {},
): Promise<ScoredGeneration> {
  const { setting, population } = plan;
  const words = genomeWords(setting.shape);
  const set = trainingSet({ ...plan, fresh: false }, 0);
  const counts = await scorer.score({ setting, genomes, set }, control);
  const scores = fitnessOf(plan, counts);
  const kept = archive?.genomes.slice() ?? new Uint32Array(population * words);
  const fitness = archive?.fitness.slice() ?? new Uint32Array(population);
  const empty = new Uint8Array(population).fill(1);
  for (const niche of filledNiches(kept, words)) empty[niche] = 0;
  const describe = describer(plan);
  for (const [n, i] of filledNiches(genomes, words).entries()) {
    if (n % TURN === TURN - 1) {
      await yieldToTasks();
      throwIfAborted(control.signal);
    }
    const genome = genomes.subarray(i * words, (i + 1) * words);
    const niche = describe(genome);
    if (empty[niche] === 0 && scores[i] <= fitness[niche]) continue;
    empty[niche] = 0;
    kept.set(genome, niche * words);
    fitness[niche] = scores[i];
  }
  return { generation, genomes: kept, fitness, vectors: set.size, ties: tiesOf(plan, counts) };
}

/** Tells the niche of a rule. */
function describer({ setting, population, seed }: SearchPlan): (genome: Uint32Array) => number {
  const { shape, steps } = setting;
  const side = Math.sqrt(population);
  const startSeed = chance(seed, 0, EVERYBODY, STARTS_DRAW);
  const starts = Array.from({ length: STARTS }, (_, k) => randomState(shape.cells, startSeed, k));
  const ones = genomeBits(shape) + 1;
  const times = STARTS * steps + 1;
  return (genome) => {
    let live = 0;
    for (const word of genome) live += popcount32(word);
    const ring = ringOfGenome(shape, genome);
    let time = 0;
    for (const start of starts) time += outcomeOf(ring, start, steps).settled ?? steps;
    return Math.floor((time * side) / times) * side + Math.floor((live * side) / ones);
  };
}
