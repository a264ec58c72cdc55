/** The entry of a thread that is a rank (rank-threads.ts). */

import { workerData } from "node:worker_threads";
import { serveRank } from "../cluster/rank.ts";
import { ThreadTransport } from "../cluster/threads.ts";
import { describeError, TessellaError } from "../core/errors.ts";
import { environmentFor } from "./environment.ts";
import type { RankThreadData } from "./rank-threads.ts";

const { share, rank, adapterName } = workerData as RankThreadData;
const transport = new ThreadTransport(share, rank);

serveRank(transport, ({ needsGpu }, memoryMegabytes) =>
  environmentFor({ needsGpu, memoryMegabytes, adapterName }),
).catch((error: unknown) => {
  // What ended the others is known to all of them.
  if (error instanceof TessellaError && error.code === "engine-lost") return;
  transport.abort(`Rank ${rank} broke down: ${describeError(error)}`);
});
