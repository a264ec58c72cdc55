/** The hall of fame: the fittest that led a generation. A fitness on the vectors of a search is a hint; fresh vectors decide. */

import { chance } from "./chance.ts";
import type { Scorer, ScoringControl } from "./scorer.ts";
import type { GenerationReport, SearchPlan } from "./search.ts";
import { EVERYBODY } from "./search.ts";
import type { Share } from "./task.ts";
import { TASKS } from "./tasks/registry.ts";
import type { TrainingSet } from "./vectors.ts";

export interface HallEntry {
  /** The first generation that it led with this fitness. */
  readonly generation: number;
  readonly fitness: number;
  readonly genome: Uint32Array<ArrayBuffer>;
}

/** No search comes to it. */
const NO_GENERATION = 0xffffffff;

/** Places of the hall. */
export const HALL_PLACES = 10;

/** The hall with a generation's champion in it, if it belongs there: fittest first, earliest first among equals. */
export function entered(
  hall: readonly HallEntry[],
  { figures, champion }: GenerationReport,
): readonly HallEntry[] {
  const { generation, best } = figures;
  if (hall.length === HALL_PLACES && best <= hall[HALL_PLACES - 1].fitness) return hall;
  const same = hall.findIndex(({ genome }) => genome.every((word, k) => word === champion[k]));
  if (same >= 0 && hall[same].fitness >= best) return hall;
  const others = hall.filter((_, i) => i !== same);
  const before = others.filter(({ fitness }) => fitness >= best);
  const entry = { generation, fitness: best, genome: champion };
  return [...before, entry, ...others.slice(before.length)].slice(0, HALL_PLACES);
}

/** The best of some rules on fresh vectors. */
export interface HallVerdict {
  readonly entry: HallEntry;
  readonly fitness: number;
  readonly share: Share | undefined;
  /** See `freshSet`. */
  readonly set: TrainingSet;
}

/** Fair vectors that no generation of a search has, the same ones for all of its rules. */
export function freshSet({ seed }: Pick<SearchPlan, "seed">, vectors: number): TrainingSet {
  return { size: vectors, seed: chance(seed, NO_GENERATION, EVERYBODY, 0), first: 0, density: "fair" };
}

/** The rule that is best on fresh vectors, the first of equals. There is one at least. Errors: those of the scorer. */
export async function bestOnFresh(
  plan: SearchPlan,
  contenders: readonly HallEntry[],
  vectors: number,
  scorer: Scorer,
  control?: ScoringControl,
): Promise<HallVerdict> {
  const { setting } = plan;
  const words = contenders[0].genome.length;
  const genomes = new Uint32Array(contenders.length * words);
  contenders.forEach(({ genome }, i) => {
    genomes.set(genome, i * words);
  });
  const set = freshSet(plan, vectors);
  const task = TASKS.get(setting.task);
  const counts = await scorer.score({ setting, genomes, set }, control);
  const many = task.counts.length;
  const scores = contenders.map((_, i) => task.fitness(counts, i * many, setting));
  const fitness = Math.max(...scores);
  const best = scores.indexOf(fitness);
  const entry = contenders[best];
  const own = counts.subarray(best * many, (best + 1) * many);
  const { share } = task.report({ setting, genome: entry.genome, vectors, counts: own });
  return { entry, fitness, share, set };
}
