/**
 * Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983) over tables that are their own reverse and complement, which is
 * what a fair rule for the majority looks like. Each individual is a chain of its own: a generation offers it a candidate, its
 * table with a few pairs of entries flipped, and it takes one that is better, or worse by less than chance allows. All are
 * scored on common vectors. When these are renewed, each chain goes on from the better of two: bad ones end, good ones branch. The
 * other one is a neighbour: chains lie on a ring, so that a rule that leads needs many renewals to take all of it over, and far parts
 * go on to other rules meanwhile. Of many chains the last best is the best of several searches.
 *
 * Candidates are scored on a sixteenth of the vectors, then a quarter, then all of them, and dropped as soon as they would
 * have to do much better on the rest. All of that is decided by whole numbers.
 */

import { popcount32 } from "../core/block.ts";
import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import { pcg } from "../rings/random-state.ts";
import type { RingRule } from "../rings/ring-rule.ts";
import { parseRingRule, reversed, ringWindow } from "../rings/ring-rule.ts";
import { chance, chanceBase, wholeBelow } from "./chance.ts";
import { fitnessOf, tiesOf } from "./genetic.ts";
import type { RingShape } from "./genome.ts";
import { genomeOfRules, genomeWords, tableEntries } from "./genome.ts";
import type { Scorer, ScoringControl } from "./scorer.ts";
import type { Generation, ScoredGeneration, SearchKind, SearchPlan } from "./search.ts";
import { EVERYBODY } from "./search.ts";
import type { TrainingSet } from "./vectors.ts";

export const ANNEALING: SearchKind = {
  id: "annealing",
  name: "Annealing",
  cellular: false,
  scheduled: true,
  check,
  first,
  score: async (plan, generation, scorer, control) => {
    const set = setOf(plan, generation.generation);
    const { setting } = plan;
    const counts = await scorer.score({ setting, genomes: generation.genomes, set }, control);
    return { ...generation, fitness: fitnessOf(plan, counts), vectors: set.size, ties: tiesOf(plan, counts) };
  },
  next,
};

/** Draws of a chain. */
const FLIPS_DRAW = 0;
const ENTRY_DRAW = 1;
const MOST_FLIPS = 15;
/** Chains to either side from which the other one is drawn. */
const NEIGHBOURS = 2;
const TAKE_DRAW = 32;
const RIVAL_DRAW = 40;

/** Parts of the vectors after which candidates are judged. */
const STAGES = [16, 4, 1] as const;
/** The last vectors are this many times those of the first half. */
const GROWTH = 4;

function check({ setting: { shape }, vectors, annealing }: SearchPlan): void {
  const { hot, cold, flips, renewal } = annealing;
  let wrong: string | undefined;
  if (shape.ruleACell) wrong = "Annealing takes one rule for all cells.";
  else if (!(cold > 0 && hot >= cold && hot <= 1))
    wrong = "Annealing goes from a higher to a lower temperature, both above 0 and up to 1.";
  else if (flips < 1 || flips > MOST_FLIPS)
    wrong = `Annealing flips from 1 to ${MOST_FLIPS} pairs of entries, not ${grouped(flips)}.`;
  else if (renewal < 1) wrong = "Annealing renews its vectors after 1 generation or more.";
  else if (vectors < GROWTH * STAGES[0]) wrong = `Annealing needs at least ${GROWTH * STAGES[0]} vectors.`;
  if (wrong !== undefined) throw new TessellaError("bad-argument", wrong);
}

/** All chains begin with a rule that the literature knows. */
function first({ setting: { shape }, population }: SearchPlan): Generation {
  const genome = genomeOfRules([beginning(shape)]);
  const genomes = new Uint32Array(population * genome.length);
  for (let i = 0; i < population; i++) genomes.set(genome, i * genome.length);
  return { generation: 0, genomes };
}

/** The rule of Gacs, Kurdyumov and Levin (1978), or for radius 1 and 2 the local majority. */
function beginning(shape: RingShape): RingRule {
  if (shape.radius === 3) return parseRingRule("005f005f005f005f005fff5f005fff5f");
  const table = Uint8Array.from({ length: tableEntries(shape) }, (_, k) =>
    popcount32(k) > shape.radius ? 1 : 0,
  );
  return { radius: shape.radius, table };
}

/** Generations of one epoch have the same vectors; those of the first half are fewer. */
function setOf(
  { seed, vectors, density, generations, annealing }: SearchPlan,
  generation: number,
): TrainingSet {
  const epoch = Math.floor(generation / annealing.renewal);
  const size = 2 * epoch * annealing.renewal < generations ? Math.floor(vectors / GROWTH) : vectors;
  return { size, seed: chance(seed, epoch * annealing.renewal, EVERYBODY, 0), first: 0, density };
}

async function next(
  plan: SearchPlan,
  parents: ScoredGeneration,
  scorer: Scorer,
  control?: ScoringControl,
): Promise<ScoredGeneration> {
  const generation = parents.generation + 1;
  const renewed = generation % plan.annealing.renewal === 0;
  const chains = renewed ? await branched(plan, { ...parents, generation }, scorer, control) : parents;
  const { setting, seed, population } = plan;
  const words = genomeWords(setting.shape);
  const genomes = chains.genomes.slice();
  const fitness = chains.fitness.slice();
  const set = setOf(plan, generation);
  const candidates = new Uint32Array(genomes.length);
  const needed = new Float64Array(population);
  for (let i = 0; i < population; i++) {
    const base = chanceBase(seed, generation, i);
    writeCandidate(plan, genomes, i, base, candidates);
    needed[i] = fitness[i] - allowance(plan, generation, set.size, pcg((base + TAKE_DRAW) | 0));
  }
  for (const { index, score } of await takers(plan, candidates, needed, set, scorer, control)) {
    fitness[index] = score;
    genomes.set(candidates.subarray(index * words, (index + 1) * words), index * words);
  }
  return { generation, genomes, fitness, vectors: set.size, ties: chains.ties };
}

/** The chains scored on the new vectors, each replaced by the better of itself and a neighbour. */
async function branched(
  plan: SearchPlan,
  chains: Generation,
  scorer: Scorer,
  control?: ScoringControl,
): Promise<ScoredGeneration> {
  const scored = await ANNEALING.score(plan, chains, scorer, control);
  const { seed, population, setting } = plan;
  const words = genomeWords(setting.shape);
  const genomes = new Uint32Array(chains.genomes.length);
  const fitness = new Uint32Array(population);
  for (let i = 0; i < population; i++) {
    const draw = wholeBelow(chance(seed, chains.generation, i, RIVAL_DRAW), 2 * NEIGHBOURS);
    const away = draw < NEIGHBOURS ? draw - NEIGHBOURS : draw - NEIGHBOURS + 1;
    const rival = (i + away + population * NEIGHBOURS) % population;
    const from = scored.fitness[rival] > scored.fitness[i] ? rival : i;
    genomes.set(chains.genomes.subarray(from * words, (from + 1) * words), i * words);
    fitness[i] = scored.fitness[from];
  }
  return { ...scored, genomes, fitness };
}

function writeCandidate(
  { setting: { shape }, annealing: { flips } }: SearchPlan,
  genomes: Uint32Array,
  i: number,
  base: number,
  candidates: Uint32Array,
): void {
  const words = genomeWords(shape);
  const window = ringWindow(shape.radius);
  const entries = tableEntries(shape);
  candidates.set(genomes.subarray(i * words, (i + 1) * words), i * words);
  const count = 1 + wholeBelow(pcg((base + FLIPS_DRAW) | 0), flips);
  for (let n = 0; n < count; n++) {
    const k = wholeBelow(pcg((base + ENTRY_DRAW + n) | 0), entries);
    for (const b of [k, reversed(entries - 1 - k, window)])
      candidates[i * words + (b >>> 5)] ^= 1 << (b & 31);
  }
}

/** -ln of 256 shares from 0 to 1, in 256ths: how much worse than usual a candidate may be. */
const PATIENCE: readonly number[] = Array.from({ length: 256 }, (_, k) =>
  Math.round(-256 * Math.log((k + 0.5) / 256)),
);
const FINE = 2 ** 16;

/** How much lower than its chain's the fitness of a candidate may be. */
function allowance(
  { annealing: { hot, cold }, generations }: SearchPlan,
  generation: number,
  vectors: number,
  bits: number,
): number {
  const share = hot * (cold / hot) ** (generation / generations);
  return Math.floor((Math.round(share * vectors * FINE) * PATIENCE[bits >>> 24]) / (256 * FINE));
}

/** The candidates that reach what they need, with their scores. */
async function takers(
  plan: SearchPlan,
  candidates: Uint32Array,
  needed: Float64Array,
  set: TrainingSet,
  scorer: Scorer,
  control?: ScoringControl,
): Promise<readonly { readonly index: number; readonly score: number }[]> {
  const { setting } = plan;
  const words = genomeWords(setting.shape);
  let left = Array.from(needed, (_, index) => ({ index, score: 0 }));
  let done = 0;
  for (const part of STAGES) {
    const until = Math.floor(set.size / part);
    const genomes = new Uint32Array(left.length * words);
    left.forEach(({ index }, n) => {
      genomes.set(candidates.subarray(index * words, (index + 1) * words), n * words);
    });
    const piece = { ...set, first: set.first + done, size: until - done };
    const counts = await scorer.score({ setting, genomes, set: piece }, control);
    const fitness = fitnessOf(plan, counts);
    // Twice the deviation that a count of so many vectors has.
    const slack = part === 1 ? 0 : Math.floor((3 * Math.floor(Math.sqrt(until))) / 4);
    left = left
      .map(({ index, score }, n) => ({ index, score: score + fitness[n] }))
      .filter(({ index, score }) => (score + slack) * set.size >= needed[index] * until);
    done = until;
    if (left.length === 0) break;
  }
  return left;
}
