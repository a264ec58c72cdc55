/** The entry of a thread that is a rank of a search (search-place.ts). */

import { workerData } from "node:worker_threads";
import { serveRank } from "../cluster/service.ts";
import { ThreadTransport } from "../cluster/threads.ts";
import { describeError, TessellaError } from "../core/errors.ts";
import type { RankThreadShare } from "../node/rank-threads.ts";
import { Arguments } from "./command.ts";
import { coresOf } from "./cores-option.ts";
import { SearchRank } from "./search-rank.ts";

/** What it gets beside its share. */
export interface SearchThreadData {
  /** The options that say what scores, as they were typed. */
  readonly given: readonly (readonly [name: string, value: string])[];
}

const { share, rank, given } = workerData as SearchThreadData & RankThreadShare;
const transport = new ThreadTransport(share, rank);
const args = new Arguments([], given);
const cores = coresOf(args, 1);

// Whoever has started it ends it.
const served = new SearchRank(rank, { args, signal: new AbortController().signal }, cores);
serveRank(transport, served)
  .catch((error: unknown) => {
    // What ended the others is known to all of them.
    if (error instanceof TessellaError && error.code === "engine-lost") return;
    transport.abort(`Rank ${rank} broke down: ${describeError(error)}`);
  })
  .finally(() => {
    served.dispose();
    cores.dispose();
  });
