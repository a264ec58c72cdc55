/** Ranks that are threads of this process: this thread is the first one, and each other one a worker. */

import { Worker } from "node:worker_threads";
import { SoloTransport } from "../cluster/solo.ts";
import type { ThreadShare } from "../cluster/threads.ts";
import { shareThreads, ThreadTransport } from "../cluster/threads.ts";
import type { Transport } from "../cluster/transport.ts";
import { TessellaError } from "../core/errors.ts";
import { builtThread } from "./built-file.ts";
import { waitAtExit } from "./thread-ends.ts";

/** What a thread needs to be a rank of whatever it is. */
export interface RankThreadShare {
  readonly share: ThreadShare;
  readonly rank: number;
}

/** What a universe's rank takes of the machine. */
export interface RankThreadMachine {
  readonly adapterName?: string;
  /** That it computes on, this one and its helpers. */
  readonly threads: number;
}

/**
 * Starts all ranks but the first, which is answered. They end with it, and do not keep the process alive. `machine`: what
 * each gets beside its share. `entry`: the built file that a thread runs. Errors: `not-found` where the program is not built.
 */
export function openRankThreads(
  size: number,
  machine: object,
  entry: URL | undefined = builtThread("rank-thread"),
): Transport {
  if (size === 1) return new SoloTransport();
  if (!entry)
    throw new TessellaError("not-found", "The built file of a rank's thread is missing.", {
      hint: "Build the command line with npm run build:cli.",
    });
  const share = shareThreads(size);
  const transport = new ThreadTransport(share, 0);
  for (let rank = 1; rank < size; rank++) {
    const data: RankThreadShare = { ...machine, share, rank };
    // They print nothing; without a word they would be joined to this process's streams, one listener each.
    const worker = new Worker(entry, { workerData: data, stdout: true, stderr: true });
    worker.unref();
    // A rank that has done all that it was asked for ends, too, when nobody waits any more.
    worker.on("error", ({ message }) => transport.abort(`Rank ${rank} broke down: ${message}`));
    worker.on("exit", () => transport.abort(`Rank ${rank} has ended.`));
    // Dawn aborts the process if a thread is ended while its device is given back.
    waitAtExit(new Promise((resolve) => worker.once("exit", resolve)));
  }
  return transport;
}
