/**
 * Tasks that rules of rings are bred for. A task says what is counted while a ring runs, and how these counts make a
 * fitness. All counts are whole numbers that add over vectors, so a score may be computed in pieces by any number of
 * threads or kernels and comes out the same.
 */

import type { RegistryEntry } from "../core/registry.ts";
import type { RingShape } from "./genome.ts";
import type { RunnerOf } from "./kernel-runner.ts";
import type { TrainingSet } from "./vectors.ts";

/** What a tie counts as: `redraw` leaves it out, `fail` counts it as wrong, `zero` as right if it ends as all 0. */
export const TIES = ["redraw", "fail", "zero"] as const;
export type Ties = (typeof TIES)[number];

/** A task on a ring of a shape: everything that the counts of a genome depend on but the vectors. */
export interface TaskSetting {
  readonly shape: RingShape;
  readonly task: string;
  /** Of each run. */
  readonly steps: number;
  /** Read where vectors of the task can be tied. */
  readonly ties: Ties;
  /** The value from which the ring starts; read where the task has no vectors. */
  readonly start: number;
}

/**
 * Adds what a genome makes of the vectors to the counts that begin at `at`. The genome begins at `word`. Where the task has
 * no vectors, the set is not read.
 */
export type CountGenome = (
  genomes: Uint32Array,
  word: number,
  set: TrainingSet,
  counts: Uint32Array,
  at: number,
) => void;

export interface Task extends RegistryEntry {
  /** What success is, as a sentence. */
  readonly success: string;
  /** The names of the counts of a genome, in the order in which scores give them. */
  readonly counts: readonly string[];
  /** Whether rings start from vectors; otherwise each starts once, from `start`. */
  readonly vectors: boolean;
  /** What is taken unless somebody says otherwise. */
  readonly usual: {
    readonly shape: RingShape;
    readonly steps: (cells: number) => number;
    /** Enough for a score. */
    readonly vectors: number;
  };
  /** The state that all cells shall end in, for so many ones at the start; undefined for a tie. Absent where there is none. */
  readonly wanted?: (ones: number, cells: number) => 0 | 1 | undefined;
  /** Errors: `bad-argument` where the task makes no sense on such a ring. */
  readonly check: (setting: TaskSetting) => void;
  /** Counts for genomes of a setting, on the CPU. */
  readonly counting: (setting: TaskSetting, runnerOf: RunnerOf) => CountGenome;
  /** The fitness, a whole number that is never negative, of the counts that begin at `at`. */
  readonly fitness: (counts: Uint32Array, at: number, setting: TaskSetting) => number;
  /** The highest fitness that so many vectors allow. */
  readonly most: (vectors: number, setting: TaskSetting) => number;
  readonly report: (scored: Scored) => TaskReport;
}

/** A genome and what it made of so many vectors. */
export interface Scored {
  readonly setting: TaskSetting;
  readonly genome: Uint32Array;
  readonly vectors: number;
  readonly counts: Uint32Array;
}

/** Counts and what follows from them: as fields for programs, and as lines of a label and a text for people. */
export interface TaskReport {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly lines: readonly (readonly [label: string, text: string])[];
  /** The share of the vectors on which the genome succeeds; absent where success is no matter of yes or no. */
  readonly share?: Share;
}

/** A share of successes and its standard error, which is that of so many independent trials; 0 without trials. */
export interface Share {
  readonly rate: number;
  readonly standardError: number;
}

export function shareOf(successes: number, trials: number): Share {
  const rate = trials === 0 ? 0 : successes / trials;
  return { rate, standardError: trials === 0 ? 0 : Math.sqrt((rate * (1 - rate)) / trials) };
}

/** A share as a line of a report. */
export function shareLine({ rate, standardError }: Share): readonly [label: string, text: string] {
  return ["rate", `${rate.toFixed(4)} +- ${standardError.toFixed(4)}`];
}
