import type { RankFailure } from "../node/mpirun.ts";

/** Thrown by a command whose ranks, processes of their own, have done it or failed to. */
export class RanksEnded extends Error {
  readonly exit: number;
  /** Null where nothing is left to say. */
  readonly failure: RankFailure | null;

  constructor(exit: number, failure: RankFailure | null) {
    super(failure?.message ?? "The ranks have ended.");
    this.exit = exit;
    this.failure = failure;
  }
}
