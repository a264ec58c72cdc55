/**
 * Searches for rules: what one is asked for, the generations that it goes through, and what can compute these.
 *
 * Generation 0 is the population that it begins with. A run of N generations scores N populations, 0 .. N - 1; it is solved
 * by the first generation whose best reaches the goal, and the number of that generation is how long it took. A plan alone
 * decides every number that comes out, whatever computes it and however often it is interrupted.
 */

import type { RegistryEntry } from "../core/registry.ts";
import type { Breeding, Tables } from "./breeding.ts";
import { chance } from "./chance.ts";
import type { GenerationFigures } from "./figures.ts";
import type { Scorer, ScoringControl } from "./scorer.ts";
import type { TaskSetting } from "./task.ts";
import type { Density, TrainingSet } from "./vectors.ts";

/** The individual whose draws are common to all. */
export const EVERYBODY = 0xffffffff;

/** How tables are annealed (annealing.ts). */
export interface Annealing {
  /** By how much worse a candidate is usually taken, as a share of all vectors: at first, and in the end. */
  readonly hot: number;
  readonly cold: number;
  /** Pairs of entries that a candidate flips, at most. */
  readonly flips: number;
  /** Generations that share their vectors. */
  readonly renewal: number;
}

export interface SearchPlan {
  /** One of SEARCHES (searches.ts). */
  readonly search: string;
  readonly setting: TaskSetting;
  /** Individuals of a generation. */
  readonly population: number;
  /** Vectors that each individual is scored on; not read where the task has none. */
  readonly vectors: number;
  readonly density: Density;
  /** Whether each generation has vectors of its own. */
  readonly fresh: boolean;
  /** Of generation 0, where it is random. */
  readonly tables: Tables;
  readonly breeding: Breeding;
  readonly annealing: Annealing;
  /** Densities that evolve beside the rules, where they do. */
  readonly densities: number;
  /** 32 bits. */
  readonly seed: number;
  /** Generations at most. */
  readonly generations: number;
  /** The fitness at which the search ends. */
  readonly goal: number | undefined;
}

/** The state of a search: with the plan it is all that the next generations depend on. */
export interface Generation {
  readonly generation: number;
  /** All individuals one behind the other, `genomeWords` each. */
  readonly genomes: Uint32Array<ArrayBuffer>;
  /** Where vectors evolve too: their densities, 0 .. 255. */
  readonly densities?: readonly number[];
}

export interface ScoredGeneration extends Generation {
  /** Of each individual. */
  readonly fitness: Uint32Array<ArrayBuffer>;
  /** Vectors that each was scored on, and how many of them are tied. */
  readonly vectors: number;
  readonly ties: number;
  /** Where vectors evolve too: how differently the individuals do on each density. */
  readonly spreads?: readonly number[];
}

/** A generation in the search's history, and the first of its fittest. */
export interface GenerationReport {
  readonly figures: GenerationFigures;
  readonly champion: Uint32Array<ArrayBuffer>;
}

export interface GenerationBatch {
  /** The last of the generations. */
  readonly last: ScoredGeneration;
  /** Of each generation, in their order. */
  readonly reports: readonly GenerationReport[];
}

/** A way to get from one generation to the next. All numbers are whole, and all chance is a hash of the plan's seed. */
export interface SearchKind extends RegistryEntry {
  /** Whether the individuals are the cells of one ring. */
  readonly cellular: boolean;
  /** Whether a generation depends on how many there will be. */
  readonly scheduled: boolean;
  /** Errors: `bad-argument` where the plan makes no sense for it. */
  readonly check: (plan: SearchPlan) => void;
  /** Generation 0. */
  readonly first: (plan: SearchPlan) => Generation;
  readonly score: (
    plan: SearchPlan,
    generation: Generation,
    scorer: Scorer,
    control?: ScoringControl,
  ) => Promise<ScoredGeneration>;
  /** The generation after the parents. */
  readonly next: (
    plan: SearchPlan,
    parents: ScoredGeneration,
    scorer: Scorer,
    control?: ScoringControl,
  ) => Promise<ScoredGeneration>;
}

/** What computes generations: CPU or GPU. All give the same. Errors: `aborted`, `gpu-lost`, `engine-lost`. */
export interface SearchEngine {
  /** Scores a generation; the report is about it. */
  score(plan: SearchPlan, generation: Generation, control?: ScoringControl): Promise<GenerationBatch>;
  /** Up to so many further generations, ending with the first that reaches the plan's goal. */
  advance(
    plan: SearchPlan,
    parents: ScoredGeneration,
    generations: number,
    control?: ScoringControl,
  ): Promise<GenerationBatch>;
  dispose(): void;
}

/** The vectors of a generation. */
export function trainingSet({ seed, fresh, vectors, density }: SearchPlan, generation: number): TrainingSet {
  const setSeed = chance(seed, fresh ? generation : 0, EVERYBODY, 0);
  return { size: vectors, seed: setSeed, first: 0, density };
}

/** The seed of run `index` of several with one plan: each can be had alone. */
export function runSeed(seed: number, index: number): number {
  return (seed + index) >>> 0;
}
