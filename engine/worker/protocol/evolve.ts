/** The verbs of the lab's worker: it runs rings and breeds their rules. */

import type { GenerationFigures } from "../../evolve/figures.ts";
import type { HallEntry } from "../../evolve/hall.ts";
import type { Ending } from "../../evolve/run.ts";
import type { SearchPlan } from "../../evolve/search.ts";
import type { Share } from "../../evolve/task.ts";
import type { Density } from "../../evolve/vectors.ts";
import type { RuleFigures } from "../../rings/atlas.ts";
import type { RingOutcome } from "../../rings/outcome.ts";
import type { Ring } from "../../rings/ring.ts";
import type { Verb } from "../rpc.ts";
import type { AdapterChoice } from "./view.ts";

export interface EvolveProtocol {
  /** The rows that follow a state in a space-time diagram. */
  readonly rows: Verb<RowsRequest, Rows>;
  readonly outcome: Verb<OutcomeRequest, RingOutcome>;
  /** Of an elementary rule. */
  readonly figures: Verb<{ readonly rule: number }, RuleFigures>;
  /** See `firstFailing`; reports the vectors that are done. Errors: `aborted`. */
  readonly firstFailing: Verb<FailingRequest, number | null, number>;

  /** A new run, which takes the place of the one before. Errors: `bad-argument` for a plan that makes no sense. */
  readonly begin: Verb<{ readonly plan: SearchPlan; readonly preset?: string }, RunView>;
  /** Takes a run record as its text. Errors: `syntax`, and those of `begin`. */
  readonly open: Verb<{ readonly text: string }, RunView>;
  /** A run that goes on from this one's last generation under a plan of its own. Errors: as `begin`. */
  readonly branch: Verb<{ readonly plan: SearchPlan }, RunView>;
  /**
   * Goes on with the run; answers why it ended, or null after the one generation that was asked for. Cancelled it fails with
   * `aborted`, and what was done stays. Errors: those of `SearchRun.evolve`.
   */
  readonly evolve: Verb<EvolveRequest, Ending | null, RunNews>;
  /** The run as the text of a record. */
  readonly record: Verb<object, string>;
  /** Scores a rule of a search on its `freshSet`. Reports the scores so far. Errors: `aborted`. */
  readonly score: Verb<ScoreRequest, Scores, Scores>;
}

export interface RowsRequest {
  readonly ring: Ring;
  /** The packed state of the row before. */
  readonly from: Uint32Array;
  readonly count: number;
}

/** `count` packed states, one behind the other. */
export interface Rows {
  readonly states: Uint32Array<ArrayBuffer>;
  /** The same rows with only the cells outside of regular domains. */
  readonly particles: Uint32Array<ArrayBuffer>;
}

export interface OutcomeRequest {
  readonly ring: Ring;
  readonly start: Uint32Array;
  readonly steps: number;
}

export interface FailingRequest {
  readonly ring: Ring;
  readonly seed: number;
  readonly first: number;
  /** Vectors to try. */
  readonly most: number;
  /** Of each run. */
  readonly steps: number;
}

export interface RunView {
  readonly plan: SearchPlan;
  readonly preset: string | undefined;
  /** The seed of the run that it leaves, and the generation from which it does. */
  readonly parent: { readonly seed: number; readonly generation: number } | undefined;
  readonly figures: readonly GenerationFigures[];
  readonly hall: readonly HallEntry[];
  /** The rules of the last generation, with commas between, where its individuals are the cells of one ring; else null. */
  readonly ring: string | null;
  /** The highest fitness that a generation's vectors allow; null for a task without vectors. */
  readonly most: number | null;
}

export interface EvolveRequest {
  /** Whether to stop after a generation. */
  readonly once: boolean;
  readonly adapter: AdapterChoice;
}

export interface RunNews {
  /** Of the generations since the last news. */
  readonly figures: readonly GenerationFigures[];
  /** How far a generation has come that takes long: a share of 1; null where none is under way. */
  readonly scoring: number | null;
  readonly hall: readonly HallEntry[];
  /** As in a `RunView`. */
  readonly ring: string | null;
  /** Of the last of them: see `alleleFrequencies`. */
  readonly alleles: Uint8Array<ArrayBuffer>;
  /** Where the search is one for the best rule of each kind (engine/evolve/map-elites.ts): what its niches hold; else null. */
  readonly niches: Niches | null;
  /** What computes: "CPU", or the adapter's name. */
  readonly where: string;
  /** Since the last news; runs of a genome on a vector. */
  readonly evaluations: number;
  readonly milliseconds: number;
  /** Why something else computes than was asked for; null usually. */
  readonly remark: string | null;
}

export interface Niches {
  readonly generation: number;
  /** Of each niche; 0 where it is empty. */
  readonly fitness: Uint32Array;
  /** One behind the other; zeros where a niche is empty. */
  readonly genomes: Uint32Array;
  /** The highest fitness that the vectors allow. */
  readonly most: number;
}

export interface ScoreRequest {
  readonly plan: Pick<SearchPlan, "setting" | "seed">;
  readonly genome: Uint32Array;
  /** Of the vectors; "fair" where it is absent. */
  readonly density?: Density;
  readonly vectors: number;
  readonly adapter: AdapterChoice;
}

export interface Scores {
  readonly vectors: number;
  readonly fitness: number;
  /** Undefined where the task has none. */
  readonly share: Share | undefined;
}
