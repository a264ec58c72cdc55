/** A worker's record of a moving universe (samples.ts). */

import type { Rule } from "../../rules/rule.ts";

export interface Sample {
  readonly generation: bigint;
  readonly population: bigint;
  /** Births and deaths in the step that led here; null unless the generation before was noted too. */
  readonly births: number | null;
  readonly deaths: number | null;
  /** Cells in each state, from state 1 on, where the rule has few of them and there was time to count. */
  readonly states?: readonly number[];
}

/** Up to so many states are told apart: more series than that nobody could follow. */
const MOST_SERIES = 8;

export function hasStateSeries({ states }: Pick<Rule, "states">): boolean {
  return states > 2 && states <= MOST_SERIES;
}

/** Number of samples that wait in a worker for collection; beyond that the oldest are dropped. */
export const MOST_WAITING = 4096;
