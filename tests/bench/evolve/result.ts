/** What a run of `npm run bench -- evolve` leaves: plain data, to be kept as JSON and made into a page elsewhere. */

import type { Machine } from "../pages/words.ts";

/** Evaluations are runs of one rule on one vector to the end. */
export interface Reading {
  readonly evaluations: number;
  /** Fewer than `evaluations` where the cap stopped it. */
  readonly done: number;
  /** The median of the rounds, the fastest and the slowest; until `done`. */
  readonly seconds: number;
  readonly fastest: number;
  readonly slowest: number;
  readonly rounds: number;
}

export interface SearchPoint extends Reading {
  readonly population: number;
  readonly vectors: number;
  /** The hash of the last population, where there is one. */
  readonly hash: string | null;
}

export type Where = "serial" | "cpu" | "gpu";

/** A contender at something, at growing sizes. */
export interface Series {
  readonly contender: string;
  readonly label: string;
  readonly where: Where;
  readonly points: readonly SearchPoint[];
  /** Why points are missing, a sentence each. */
  readonly problems: readonly string[];
}

/** Whole searches by threads of a workgroup and by vectors. */
export interface BlockStudy {
  readonly contender: string;
  readonly label: string;
  readonly threads: readonly number[];
  readonly vectors: readonly number[];
  /** Evaluations of the search with so many vectors, in their order. */
  readonly evaluations: readonly number[];
  /** Seconds by threads and vectors; null where it was not run. */
  readonly seconds: readonly (readonly (number | null)[])[];
  readonly problems: readonly string[];
}

/** Runs of a counter to its goal. */
export interface CounterRuns {
  readonly label: string;
  readonly where: Where;
  /** Of each run that got there. */
  readonly generations: readonly number[];
  readonly runs: number;
  /** For all runs. */
  readonly seconds: number;
  /** Whether they went on side by side. */
  readonly together: boolean;
}

/** A counter that goes on for so many generations whatever it reaches. */
export interface LongCounter {
  readonly label: string;
  readonly where: Where;
  readonly population: number;
  readonly generations: number;
  /** Null where it was not run; then `problem` says why. */
  readonly seconds: number | null;
  readonly problem: string | null;
}

export const SWEPT = ["mutation", "crossover", "elites"] as const;
export type Swept = (typeof SWEPT)[number];

/** Runs of a counter with one setting changed. */
export interface SweepPoint {
  readonly swept: Swept;
  readonly value: number;
  readonly usual: boolean;
  readonly runs: number;
  readonly generations: readonly number[];
  /** Generations after which a run was given up. */
  readonly limit: number;
}

/** A way to score, on one kind of ring. */
export interface MethodFigure extends Reading {
  readonly ring: string;
  readonly method: string;
  readonly label: string;
  readonly where: Where;
  readonly earlyStop: boolean;
}

export interface EvolveResult {
  readonly kind: "tessella-evolve-bench";
  readonly version: 1;
  readonly date: string;
  readonly machine: Machine;
  /** Null without a GPU. */
  readonly gpu: {
    readonly adapter: string;
    readonly software: boolean;
    /** What somebody says that it costs and takes. */
    readonly euros: number | null;
    readonly watts: number | null;
  } | null;
  readonly seconds: number;
  /** Seconds that one figure may take. */
  readonly cap: number;
  /** Generations of a search. */
  readonly searchGenerations: number;
  readonly simulation: readonly Series[];
  readonly searches: readonly Series[];
  readonly methods: readonly MethodFigure[];
  readonly blocks: readonly BlockStudy[];
  readonly counters: readonly CounterRuns[];
  readonly longCounters: readonly LongCounter[];
  readonly sweep: readonly SweepPoint[];
  /** What the time for everything did not suffice for, and the like, a sentence each. */
  readonly problems: readonly string[];
}

/** Errors: Error for what is none. */
export function parseEvolveResult(text: string): EvolveResult {
  const value: unknown = JSON.parse(text);
  const known = typeof value === "object" && value !== null && "kind" in value && "version" in value;
  if (!known || value.kind !== "tessella-evolve-bench" || value.version !== 1)
    throw new Error("This is no result of `npm run bench -- evolve --json FILE`.");
  return value as EvolveResult;
}

/** Whether the cap stopped it. */
export function stopped({ evaluations, done }: Reading): boolean {
  return done < evaluations;
}

/** Null where nothing was done. */
export function microseconds({ done, seconds }: Reading): number | null {
  return done > 0 ? (seconds * 1e6) / done : null;
}
