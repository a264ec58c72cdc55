/** What counts: a core, all cores, a method of a GPU. All give the same counts. */

import type { TaskSetting } from "./task.ts";
import { TASKS } from "./tasks/registry.ts";
import type { TrainingSet } from "./vectors.ts";

/** Genomes to be scored. */
export interface ScoringJob {
  readonly setting: TaskSetting;
  /** All genomes one behind the other, `genomeWords` each. */
  readonly genomes: Uint32Array;
  readonly set: TrainingSet;
  /** Whether every cell is counted by itself (tasks/by-cell.ts). */
  readonly byCell?: boolean;
}

/** How many counts a genome of a job has. */
export function countsOf({ setting, byCell }: ScoringJob): number {
  return byCell ? 1 + setting.shape.cells : TASKS.get(setting.task).counts.length;
}

export interface ScoringControl {
  readonly signal?: AbortSignal;
  /** Hears now and then how many runs, a genome on a vector each, are done. */
  readonly onProgress?: (runs: number) => void;
}

export interface Scorer {
  /**
   * The counts of genome i are at i * F .. i * F + F - 1, where F is how many there are (`countsOf`). Errors: `aborted`, `gpu-lost`,
   * `engine-lost`.
   */
  score(job: ScoringJob, control?: ScoringControl): Promise<Uint32Array<ArrayBuffer>>;
  dispose(): void;
}
