/** What a thread of a search is asked. */

import type { ScoringJob } from "../../evolve/scorer.ts";
import type { SearchPlan } from "../../evolve/search.ts";
import type { Verb } from "../rpc.ts";

export interface EvolveProtocol {
  /** The counts of all genomes (`Scorer.score`). */
  readonly score: Verb<ScoringJob, Uint32Array<ArrayBuffer>>;
  /** The generations until a plan's goal (`generationsToGoal`). */
  readonly solve: Verb<SearchPlan, number | undefined>;
}
