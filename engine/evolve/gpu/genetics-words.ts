/** The struct `Genetics` (shaders/evolve/genetics.wgsl). */

import { likelihood } from "../chance.ts";
import { genomeBits, genomeWords } from "../genome.ts";
import type { SearchPlan } from "../search.ts";

/** A goal that no fitness reaches. */
const NO_GOAL = 0xffffffff;

export function geneticsWords(plan: SearchPlan): Uint32Array<ArrayBuffer> {
  const { setting, seed, population, breeding, fresh, goal } = plan;
  const { shape, ties } = setting;
  const { selection, tournament, keep, crossover, crossing, mutation, elites, immigrants, deme } = breeding;
  return Uint32Array.of(
    ...[seed, population, genomeWords(shape), genomeBits(shape), elites, population - immigrants],
    ...[selection === "tournament" ? tournament : 0, keep, likelihood(crossover), likelihood(mutation)],
    ...[crossing === "uniform" ? 1 : 0, fresh ? 1 : 0, ties === "zero" ? 1 : 0, goal ?? NO_GOAL, deme],
  );
}
