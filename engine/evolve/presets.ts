/**
 * Searches that are ready to run: those of a paper of 2010 that bred rules on graphics cards, as it describes them (what it does
 * not say, elites and ties among it, is chosen so that its figures come out), and ours.
 */

import type { RegistryEntry } from "../core/registry.ts";
import { Registry } from "../core/registry.ts";
import type { Breeding } from "./breeding.ts";
import type { RingShape } from "./genome.ts";
import type { SearchPlan } from "./search.ts";
import type { TaskSetting } from "./task.ts";

export interface Preset extends RegistryEntry {
  /** What it does, for a list. */
  readonly summary: string;
  readonly plan: SearchPlan;
  /** Fresh vectors that decide between the best in the end. */
  readonly check?: number;
}

const BREEDING: Breeding = {
  selection: "tournament",
  tournament: 2,
  keep: 2,
  crossover: 0.7,
  crossing: "one-point",
  mutation: 0.01,
  elites: 1,
  immigrants: 0,
  deme: 0,
};

const CHECK = 100_000;

/** Where the search does without them. */
const USUAL = {
  annealing: { hot: 0.006, cold: 0.0006, flips: 3, renewal: 25 },
  densities: 16,
  tables: "fair",
  seed: 1,
} as const;

const FOUR_CELLS: RingShape = { cells: 4, boundary: "fixed00", radius: 1, ruleACell: true };
const ring = (cells: number): RingShape => ({ cells, boundary: "cyclic", radius: 3, ruleACell: false });

const counting = (shape: RingShape): TaskSetting => ({
  ...{ shape, task: "counter", steps: 15, ties: "redraw", start: 5 },
});
const onVectors = (task: string, shape: RingShape): TaskSetting => ({
  ...{ shape, task, steps: 2 * shape.cells, ties: "redraw", start: 0 },
});

const COUNTER: SearchPlan = {
  search: "genetic",
  setting: counting(FOUR_CELLS),
  population: 32,
  ...{ vectors: 1, density: "fair", fresh: true },
  breeding: { ...BREEDING, mutation: 0.18, elites: 2 },
  ...USUAL,
  generations: 1_000_000,
  goal: 10,
};

const MAJORITY: SearchPlan = {
  search: "genetic",
  setting: onVectors("majority", ring(64)),
  population: 100,
  ...{ vectors: 240, density: "fair", fresh: true },
  breeding: BREEDING,
  ...USUAL,
  generations: 10,
  goal: undefined,
};

/** As Mitchell, Crutchfield and Das bred (1996): of flat density, since fair starts are too hard for the first generations. */
const BRED_149: SearchPlan = {
  ...MAJORITY,
  setting: onVectors("majority", ring(149)),
  density: "flat",
  breeding: { ...BREEDING, elites: 20, selection: "truncation", keep: 20, crossover: 1, mutation: 0.016 },
  generations: 200,
};

/**
 * Most runs that select among all individuals end with rules that widen large blocks, .65 to .69 right on fair starts; few find
 * particles before such a rule is everywhere. Demes give each part of the population the time to, and tables of all shares of ones
 * a beginning from which it happens. Then what has been found takes over the others.
 */
const MAJORITY_149: SearchPlan = {
  ...BRED_149,
  ...{ population: 8192, vectors: 200, tables: "flat", generations: 600 },
  breeding: { ...BREEDING, tournament: 4, elites: 10, deme: 25, crossover: 1, mutation: 0.016 },
};

export const PRESETS: Registry<Preset> = new Registry<Preset>("preset", [
  {
    id: "counter",
    name: "Counter",
    summary: "a counter of four cells from 5, until it counts to 14: ten values are the most that there are",
    plan: COUNTER,
  },
  {
    id: "counter-320",
    name: "Counter, 320 individuals",
    summary: "the same with 320 individuals, for 15,000 generations",
    plan: { ...COUNTER, population: 320, generations: 15_000, goal: undefined },
  },
  {
    id: "counter-ring",
    name: "Counter on a ring",
    summary: "a counter whose ends meet, until it reaches eleven values; takes a hundred times as long",
    plan: {
      ...COUNTER,
      setting: counting({ ...FOUR_CELLS, boundary: "cyclic" }),
      generations: 10_000_000,
      goal: 11,
    },
  },
  {
    id: "majority",
    name: "Majority",
    summary: "rules for the majority of 64 cells: 100 individuals on 240 starts, ten generations",
    plan: MAJORITY,
  },
  {
    id: "majority-individuals",
    name: "Majority, more individuals",
    summary: "the same with 240 individuals on 100 starts",
    plan: { ...MAJORITY, population: 240, vectors: 100 },
  },
  {
    id: "majority-149",
    name: "Majority of 149 cells",
    summary:
      "rules for the majority of 149 cells, the size at which rules of the literature are compared; 8,192 individuals that breed with those around them",
    plan: MAJORITY_149,
    check: CHECK,
  },
  {
    id: "annealed-149",
    name: "Majority of 149 cells, annealed",
    summary: "the same by annealing tables that are their own reverse and complement; for GPUs",
    plan: {
      ...BRED_149,
      search: "annealing",
      ...{ population: 1024, vectors: 4096, density: "fair", generations: 2500 },
    },
    check: CHECK,
  },
  {
    id: "coevolved-149",
    name: "Majority of 149 cells, coevolved",
    summary: "the same with starts that evolve too",
    plan: { ...BRED_149, search: "coevolution", vectors: 640, densities: 32 },
    check: CHECK,
  },
  {
    id: "map-149",
    name: "Majority of 149 cells, mapped",
    summary: "the best rule of each share of ones and each time until rest, by MAP-Elites",
    plan: {
      ...BRED_149,
      search: "map-elites",
      ...{ population: 256, vectors: 500, fresh: false, tables: "flat", generations: 400 },
      breeding: { ...BREEDING, elites: 0, mutation: 0.016 },
    },
    check: CHECK,
  },
  {
    id: "synchronise-149",
    name: "Synchronisation of 149 cells",
    summary: "rules that make all cells flip together",
    plan: {
      ...BRED_149,
      setting: onVectors("synchronisation", ring(149)),
      vectors: 100,
      generations: 100,
    },
  },
  {
    id: "cellular-149",
    name: "Majority of 149 cells, a rule a cell",
    summary: "the majority by a ring whose cells evolve their rules beside each other",
    plan: {
      ...BRED_149,
      search: "cellular",
      setting: onVectors("majority", { ...ring(149), radius: 1 }),
      ...{ population: 149, vectors: 300, generations: 500 },
      breeding: { ...BREEDING, mutation: 0.001 },
    },
  },
]);
