/** A worker's record of a moving universe (samples.ts). Types only. */

export interface Sample {
  readonly generation: bigint;
  readonly population: bigint;
  /** Births and deaths in the step that led here; null unless the generation before was noted too. */
  readonly births: number | null;
  readonly deaths: number | null;
}

/** Number of samples that wait in a worker for collection; beyond that the oldest are dropped. */
export const MOST_WAITING = 4096;
