/** The entry of a thread that is a rank (rank-threads.ts). */

import { workerData } from "node:worker_threads";
import { Rank } from "../cluster/rank.ts";
import { ThreadTransport } from "../cluster/threads.ts";
import { describeError, TessellaError } from "../core/errors.ts";
import { saveFile } from "./checkpoint-folder.ts";
import { environmentFor } from "./environment.ts";
import type { RankThreadMachine, RankThreadShare } from "./rank-threads.ts";

const { share, rank, adapterName, threads } = workerData as RankThreadMachine & RankThreadShare;
const transport = new ThreadTransport(share, rank);

const served = new Rank(
  transport,
  ({ needsGpu }, memoryMegabytes) => environmentFor({ needsGpu, memoryMegabytes, adapterName, threads }),
  saveFile,
);
served.serve().catch((error: unknown) => {
  // What ended the others is known to all of them.
  if (error instanceof TessellaError && error.code === "engine-lost") return;
  transport.abort(`Rank ${rank} broke down: ${describeError(error)}`);
});
