/** What a worker notes of a universe while it moves (samples.ts). Types only. */

export interface Sample {
  readonly generation: bigint;
  readonly population: bigint;
  /** Cells that were born in the step that led here, and that died; null unless the generation before was noted too. */
  readonly births: number | null;
  readonly deaths: number | null;
}

/** How many samples wait in a worker for somebody to take them; beyond that the oldest are dropped. */
export const MOST_WAITING = 4096;
