/** The verbs of a core that computes for a search or a proof. */

import type { ProofQuestion } from "../../evolve/certificate.ts";
import type { PieceLabel } from "../../evolve/proof.ts";
import type { ScoringJob } from "../../evolve/scorer.ts";
import type { SearchPlan } from "../../evolve/search.ts";
import type { Verb } from "../rpc.ts";

export interface EvolveCoreProtocol {
  /** The counts of all genomes (`Scorer.score`). Reports the runs that are done. */
  readonly score: Verb<ScoringJob, Uint32Array<ArrayBuffer>, number>;
  /** The generations until a plan's goal (`generationsToGoal`). */
  readonly solve: Verb<SearchPlan, number | undefined>;
  /** The counts of one piece (`Proof.count`). */
  readonly count: Verb<{ readonly question: ProofQuestion; readonly label: PieceLabel }, readonly number[]>;
}
