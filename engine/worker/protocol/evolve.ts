/** The verbs of a worker that runs rings. */

import type { RingOutcome } from "../../rings/outcome.ts";
import type { Ring } from "../../rings/ring.ts";
import type { Verb } from "../rpc.ts";

export interface EvolveProtocol {
  /** The rows that follow a state in a space-time diagram. */
  readonly rows: Verb<RowsRequest, Rows>;
  readonly outcome: Verb<OutcomeRequest, RingOutcome>;
  /** See `firstFailing`; reports the vectors that are done. Errors: `aborted`. */
  readonly firstFailing: Verb<FailingRequest, number | null, number>;
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
