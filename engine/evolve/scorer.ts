/** What counts: a core, all cores, a method of a GPU. All give the same counts. */

import type { TaskSetting } from "./task.ts";
import type { TrainingSet } from "./vectors.ts";

/** Genomes to be scored. */
export interface ScoringJob {
  readonly setting: TaskSetting;
  /** All genomes one behind the other, `genomeWords` each. */
  readonly genomes: Uint32Array;
  readonly set: TrainingSet;
}

export interface ScoringControl {
  readonly signal?: AbortSignal;
  /** Hears now and then how many runs, a genome on a vector each, are done. */
  readonly onProgress?: (runs: number) => void;
}

export interface Scorer {
  /**
   * The counts of genome i are at i * F .. i * F + F - 1, where F is how many the task has. Errors: `aborted`, `gpu-lost`,
   * `engine-lost`.
   */
  score(job: ScoringJob, control?: ScoringControl): Promise<Uint32Array<ArrayBuffer>>;
  dispose(): void;
}
