/**
 * A generation out of the one before: parents are selected by fitness, crossed, and their children mutated. Every draw is a
 * hash (chance.ts), so a GPU that follows these lines makes the same children, bit for bit.
 */

import { pcg } from "../rings/random-state.ts";
import { chanceBase, happens, likelihood, wholeBelow } from "./chance.ts";
import type { RingShape } from "./genome.ts";
import { genomeBits, genomeWords } from "./genome.ts";
import { biasedWord } from "./vectors.ts";

export const SELECTIONS = ["tournament", "truncation"] as const;
export const CROSSOVERS = ["one-point", "uniform"] as const;

/** Contestants of a tournament at most: draws are numbered by them. */
export const MOST_CONTESTANTS = 16;

export interface Breeding {
  /** `tournament`: the best of some drawn with replacement, the first of equals. `truncation`: drawn from the best. */
  readonly selection: (typeof SELECTIONS)[number];
  /** Contestants, 1 .. 16. */
  readonly tournament: number;
  /** The best that truncation draws from. */
  readonly keep: number;
  /** How likely a pair of parents is crossed, 0 .. 1; otherwise both are copied. */
  readonly crossover: number;
  /** `one-point`: the bits before a cut from one parent. `uniform`: each bit from either. */
  readonly crossing: (typeof CROSSOVERS)[number];
  /** How likely a bit of a child flips, 0 .. 1. */
  readonly mutation: number;
  /** The best that are copied as they are. */
  readonly elites: number;
  /** New random individuals a generation. */
  readonly immigrants: number;
  /**
   * Individuals to either side among which parents and elites are drawn: individuals lie on a ring, and what is found somewhere
   * spreads slowly, so that other parts find something else (Collins and Jefferson, "Selection in massively parallel genetic
   * algorithms", 1991). 0: all individuals are one deme.
   */
  readonly deme: number;
}

/** The tables of generation 0. `fair`: each bit is 0 or 1 with the same chance. `flat`: each genome has another share of ones. */
export const TABLES = ["fair", "flat"] as const;
export type Tables = (typeof TABLES)[number];

/** Individuals with their fitness. */
export interface Parents {
  readonly genomes: Uint32Array;
  /** Of each individual, in their order. */
  readonly fitness: Uint32Array;
}

/** Draws of a pair, which is numbered by its first child's place. */
const SECOND_PARENT_DRAW = 16;
const CROSS_DRAW = 32;
const CUT_DRAW = 33;
const MASK_DRAW = 64;
/** Draws of a child: one a bit, from here on. */
const MUTATION_DRAW = 256;
/** Draws of a random individual: one a word, from here on; before them the share of ones where that differs. */
const WORD_DRAW = 0x10000;
const SHARE_DRAW = WORD_DRAW - 1;

/** The population of generation 0. */
export function randomPopulation(
  shape: RingShape,
  population: number,
  seed: number,
  tables: Tables = "fair",
): Uint32Array<ArrayBuffer> {
  const genomes = new Uint32Array(population * genomeWords(shape));
  for (let i = 0; i < population; i++) writeRandom(shape, genomes, i, seed, 0, tables);
  return genomes;
}

function writeRandom(
  shape: RingShape,
  genomes: Uint32Array,
  i: number,
  seed: number,
  generation: number,
  tables: Tables,
): void {
  const words = genomeWords(shape);
  const rest = genomeBits(shape) & 31;
  const base = chanceBase(seed, generation, i);
  const share = pcg((base + SHARE_DRAW) | 0) >>> 24;
  for (let k = 0; k < words; k++) {
    const at = base + WORD_DRAW + k;
    genomes[i * words + k] = tables === "fair" ? pcg(at | 0) : biasedWord(at, share);
  }
  if (rest > 0) genomes[(i + 1) * words - 1] &= 2 ** rest - 1;
}

/** The indices of so many individuals, the fittest first and of equals the first. There are fewer than 2^21 in all. */
export function fittest(fitness: Uint32Array, count: number): Uint32Array<ArrayBuffer> {
  if (count > MOST_SOUGHT) {
    // One number that sorts as both do: 53 bits are enough.
    const keys = Float64Array.from(fitness, (value, i) => (0xffffffff - value) * SORTED + i).sort();
    return Uint32Array.from(keys.subarray(0, count), (key) => key % SORTED);
  }
  const ranks = new Uint32Array(count);
  for (let n = 0; n < count; n++) {
    let best = -1;
    for (let i = 0; i < fitness.length; i++)
      if ((best < 0 || fitness[i] > fitness[best]) && !ranks.subarray(0, n).includes(i)) best = i;
    ranks[n] = best;
  }
  return ranks;
}

const SORTED = 2 ** 21;
/** Up to so many are sought one by one. */
const MOST_SOUGHT = 4;

/** The genomes of generation `generation` (1 or more). */
export function breed(
  shape: RingShape,
  breeding: Breeding,
  seed: number,
  generation: number,
  parents: Parents,
): Uint32Array<ArrayBuffer> {
  const { immigrants, deme } = breeding;
  const elites = deme > 0 ? 0 : breeding.elites;
  const words = genomeWords(shape);
  const population = parents.fitness.length;
  const children = new Uint32Array(parents.genomes.length);
  const drawn = breeding.selection === "truncation" ? breeding.keep : 0;
  const ranks = fittest(parents.fitness, Math.max(elites, drawn));
  for (let i = 0; i < elites; i++) copy(parents.genomes, ranks[i], children, i, words);
  const select = selecting(breeding, parents.fitness, ranks);
  const crossing = likelihood(breeding.crossover);
  const end = population - immigrants;
  for (let a = elites; a < end; a += 2) {
    const base = chanceBase(seed, generation, a);
    copy(parents.genomes, select(base, a), children, a, words);
    const both = a + 1 < end;
    const second = select(base + SECOND_PARENT_DRAW, a);
    if (both) copy(parents.genomes, second, children, a + 1, words);
    if (!happens(pcg((base + CROSS_DRAW) | 0), crossing)) continue;
    const mask = maskOf(breeding, shape, base);
    for (let k = 0; k < words; k++) {
      const first = children[a * words + k];
      const other = parents.genomes[second * words + k];
      const fromFirst = mask(k);
      children[a * words + k] = (first & fromFirst) | (other & ~fromFirst);
      if (both) children[(a + 1) * words + k] = (other & fromFirst) | (first & ~fromFirst);
    }
  }
  mutate(shape, breeding, seed, generation, children, [elites, end]);
  if (deme > 0)
    for (let i = 0; i < end; i++)
      if (staysInDeme(breeding, parents.fitness, i)) copy(parents.genomes, i, children, i, words);
  for (let i = end; i < population; i++) writeRandom(shape, children, i, seed, generation, "fair");
  return children;
}

function copy(from: Uint32Array, i: number, to: Uint32Array, j: number, words: number): void {
  for (let k = 0; k < words; k++) to[j * words + k] = from[i * words + k];
}

/** Whether fewer than there are elites are fitter in an individual's deme; of equals those at its left count. */
function staysInDeme({ elites, deme }: Breeding, fitness: Uint32Array, i: number): boolean {
  let before = 0;
  for (let d = 1; d <= deme; d++) {
    if (fitness[inRing(i - d, fitness.length)] >= fitness[i]) before++;
    if (fitness[inRing(i + d, fitness.length)] > fitness[i]) before++;
  }
  return before < elites;
}

/** A place of the ring, for one that is less than once around it away. */
function inRing(place: number, population: number): number {
  return (place + population) % population;
}

/** Draws a parent of the pair at a place, by the draws from `base` on. */
function selecting(
  { selection, tournament, keep, deme }: Breeding,
  fitness: Uint32Array,
  ranks: Uint32Array,
): (base: number, place: number) => number {
  if (selection === "truncation") return (base) => ranks[wholeBelow(pcg(base | 0), keep)];
  const contestant = (bits: number, place: number): number =>
    deme === 0
      ? wholeBelow(bits, fitness.length)
      : inRing(place + wholeBelow(bits, 2 * deme + 1) - deme, fitness.length);
  return (base, place) => {
    let best = contestant(pcg(base | 0), place);
    for (let n = 1; n < tournament; n++) {
      const other = contestant(pcg((base + n) | 0), place);
      if (fitness[other] > fitness[best]) best = other;
    }
    return best;
  };
}

/** Which bits of word k the first child has from the first parent. */
function maskOf({ crossing }: Breeding, shape: RingShape, base: number): (k: number) => number {
  if (crossing === "uniform") return (k) => pcg((base + MASK_DRAW + k) | 0);
  const cut = 1 + wholeBelow(pcg((base + CUT_DRAW) | 0), genomeBits(shape) - 1);
  return (k) => (cut >= 32 * (k + 1) ? -1 : cut <= 32 * k ? 0 : 2 ** (cut & 31) - 1);
}

function mutate(
  shape: RingShape,
  { mutation }: Breeding,
  seed: number,
  generation: number,
  children: Uint32Array,
  [first, end]: readonly [number, number],
): void {
  const words = genomeWords(shape);
  const bits = genomeBits(shape);
  const flips = likelihood(mutation);
  if (flips === 0) return;
  for (let i = first; i < end; i++) {
    const base = chanceBase(seed, generation, i) + MUTATION_DRAW;
    for (let b = 0; b < bits; b++)
      if (happens(pcg((base + b) | 0), flips)) children[i * words + (b >>> 5)] ^= 1 << (b & 31);
  }
}
