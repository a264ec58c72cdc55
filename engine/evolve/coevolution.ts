/**
 * Coevolution (Hillis 1990; Juille and Pollack 1998): vectors evolve beside the rules. What evolves of them is their density. A
 * density is the fitter the more differently the rules do on it: neither what all can do nor what nobody can tells them
 * apart. To a rule, a vector counts the more the fewer rules are right there.
 */

import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import { pcg } from "../rings/random-state.ts";
import { chanceBase, wholeBelow } from "./chance.ts";
import { checkBreeding, childrenOf, fitnessOf, GENETIC, tiesOf } from "./genetic.ts";
import type { Scorer, ScoringControl } from "./scorer.ts";
import type { Generation, ScoredGeneration, SearchKind, SearchPlan } from "./search.ts";
import { EVERYBODY, trainingSet } from "./search.ts";
import { TASKS } from "./tasks/registry.ts";

const MOST_DENSITIES = 256;
/** A density changes by at most this, in 256ths. */
const STRIDE = 12;
/** Draws common to all: four a density, from here on. */
const DENSITY_DRAW = 0x1000;
/** Weights are whole parts of this. */
const WEIGHT = 2 ** 10;

export const COEVOLUTION: SearchKind = {
  id: "coevolution",
  name: "Coevolution",
  cellular: false,
  scheduled: false,
  check: (plan) => {
    checkBreeding(plan);
    const { densities, vectors, setting } = plan;
    let wrong: string | undefined;
    if (!TASKS.get(setting.task).vectors)
      wrong = `Coevolution needs a task with vectors, which ${setting.task} has not.`;
    else if (densities < 2 || densities > MOST_DENSITIES)
      wrong = `Coevolution takes from 2 to ${grouped(MOST_DENSITIES)} densities, not ${grouped(densities)}.`;
    else if (vectors < densities)
      wrong = `${grouped(densities)} densities need at least as many vectors, not ${grouped(vectors)}.`;
    if (wrong !== undefined) throw new TessellaError("bad-argument", wrong);
  },
  first: (plan) => ({ ...GENETIC.first(plan), densities: evenDensities(plan.densities) }),
  score,
  next: (plan, parents, scorer, control) =>
    score(plan, { ...childrenOf(plan, parents), densities: bredDensities(plan, parents) }, scorer, control),
};

function evenDensities(count: number): readonly number[] {
  return Array.from({ length: count }, (_, c) => Math.floor((256 * (2 * c + 1)) / (2 * count)));
}

async function score(
  plan: SearchPlan,
  generation: Generation,
  scorer: Scorer,
  control?: ScoringControl,
): Promise<ScoredGeneration> {
  const { setting, population } = plan;
  // A branch of another search begins like a new one.
  const densities = generation.densities ?? evenDensities(plan.densities);
  const all = trainingSet(plan, generation.generation);
  const size = Math.floor(plan.vectors / densities.length);
  const sums = new Float64Array(population);
  const spreads: number[] = [];
  let ties = 0;
  for (const [c, density] of densities.entries()) {
    const set = { ...all, first: c * size, size, density };
    const counts = await scorer.score({ setting, genomes: generation.genomes, set }, control);
    const right = fitnessOf(plan, counts);
    ties += tiesOf(plan, counts);
    let [sum, squares] = [0, 0];
    for (const one of right) {
      sum += one;
      squares += one * one;
    }
    spreads.push(population * squares - sum * sum);
    const weight = Math.floor((WEIGHT * (population * size - sum)) / (population * size)) + 1;
    for (let i = 0; i < population; i++) sums[i] += weight * right[i];
  }
  const fitness = Uint32Array.from(sums, (sum) => Math.floor(sum / WEIGHT));
  return { ...generation, densities, fitness, vectors: size * densities.length, ties, spreads };
}

/** The density that tells most apart stays; the others are the better of two, moved a little. */
function bredDensities(
  { seed }: SearchPlan,
  { generation, densities = [], spreads = [] }: ScoredGeneration,
): readonly number[] {
  const base = chanceBase(seed, generation + 1, EVERYBODY) + DENSITY_DRAW;
  const best = spreads.indexOf(Math.max(...spreads));
  return densities.map((_, c) => {
    if (c === 0) return densities[best];
    const draw = (n: number, below: number): number => wholeBelow(pcg((base + 4 * c + n) | 0), below);
    const [a, b] = [draw(0, densities.length), draw(1, densities.length)];
    const parent = densities[spreads[b] > spreads[a] ? b : a];
    return Math.min(255, Math.max(1, parent + draw(2, 2 * STRIDE + 1) - STRIDE));
  });
}
