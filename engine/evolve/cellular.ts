/**
 * Cellular programming (Sipper 1997): a ring with a rule a cell evolves in its place. The individuals are the cells. A
 * cell's fitness is the number of vectors on which it ends as it should; one with fitter cells around it, as far as its rule
 * sees, takes over the fittest's rule, or where there are several a cross of the two fittest, and mutates it.
 */

import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import { pcg } from "../rings/random-state.ts";
import { createRing } from "../rings/ring.ts";
import { chanceBase, happens, likelihood, wholeBelow } from "./chance.ts";
import { GENETIC } from "./genetic.ts";
import { genomeBits, genomeOfRules, genomeWords, ringOfGenome } from "./genome.ts";
import type { Scorer, ScoringControl } from "./scorer.ts";
import type { Generation, ScoredGeneration, SearchKind, SearchPlan } from "./search.ts";
import { trainingSet } from "./search.ts";
import { TASKS } from "./tasks/registry.ts";

/** Where breeding.ts has the cut of a pair and the bits of a child. */
const CUT_DRAW = 33;
const MUTATION_DRAW = 256;

export const CELLULAR: SearchKind = {
  id: "cellular",
  name: "Cellular programming",
  cellular: true,
  scheduled: false,
  check: ({ setting: { shape, task }, population }) => {
    let wrong: string | undefined;
    if (!TASKS.get(task).wanted)
      wrong = `Cellular programming needs a task that wants one state of all cells, which ${task} does not.`;
    else if (shape.ruleACell || population !== shape.cells)
      wrong = `Cellular programming has an individual a cell: ${grouped(shape.cells)}, not ${grouped(population)}.`;
    if (wrong !== undefined) throw new TessellaError("bad-argument", wrong);
  },
  first: GENETIC.first,
  score,
  next: (plan, parents, scorer, control) =>
    score(plan, { generation: parents.generation + 1, genomes: evolved(plan, parents) }, scorer, control),
};

/** The ring whose cells have the rules of a generation. */
export function ringOfCells({ setting: { shape } }: SearchPlan, { genomes }: Pick<Generation, "genomes">) {
  const words = genomeWords(shape);
  const rules = Array.from(
    { length: shape.cells },
    (_, i) => ringOfGenome(shape, genomes.subarray(i * words, (i + 1) * words)).rules[0],
  );
  return createRing(shape.cells, rules, shape.boundary);
}

async function score(
  plan: SearchPlan,
  generation: Generation,
  scorer: Scorer,
  control?: ScoringControl,
): Promise<ScoredGeneration> {
  const { setting } = plan;
  const { rules } = ringOfCells(plan, generation);
  const together = { ...setting, shape: { ...setting.shape, ruleACell: true } };
  const set = trainingSet(plan, generation.generation);
  const job = { setting: together, genomes: genomeOfRules(rules), set, byCell: true };
  const [ties, ...fitness] = await scorer.score(job, control);
  return { ...generation, fitness: Uint32Array.from(fitness), vectors: set.size, ties };
}

function evolved(
  { setting: { shape }, breeding, seed }: SearchPlan,
  parents: ScoredGeneration,
): Uint32Array<ArrayBuffer> {
  const { genomes, fitness } = parents;
  const words = genomeWords(shape);
  const bits = genomeBits(shape);
  const flips = likelihood(breeding.mutation);
  const next = genomes.slice();
  for (let i = 0; i < shape.cells; i++) {
    const fitter = neighbours(i, shape.cells, shape.radius, shape.boundary === "cyclic")
      .filter((j) => fitness[j] > fitness[i])
      .sort((a, b) => fitness[b] - fitness[a]);
    if (fitter.length === 0) continue;
    const base = chanceBase(seed, parents.generation + 1, i);
    const [first, second = first] = fitter;
    const cut = 1 + wholeBelow(pcg((base + CUT_DRAW) | 0), bits - 1);
    for (let b = 0; b < bits; b++) {
      const [word, bit] = [b >>> 5, b & 31];
      const from = (genomes[(b < cut ? first : second) * words + word] >>> bit) & 1;
      const flip = happens(pcg((base + MUTATION_DRAW + b) | 0), flips) ? 1 : 0;
      next[i * words + word] = (next[i * words + word] & ~(1 << bit)) | ((from ^ flip) << bit);
    }
  }
  return next;
}

/** From the nearest on, and of two as near the left one first. */
function neighbours(i: number, cells: number, radius: number, cyclic: boolean): number[] {
  const result: number[] = [];
  for (let d = 1; d <= radius; d++)
    for (const j of [i - d, i + d])
      if (cyclic) result.push((j + cells) % cells);
      else if (j >= 0 && j < cells) result.push(j);
  return result;
}
