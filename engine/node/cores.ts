/** The cores of a machine that Node runs on, a thread each. */

import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { TessellaError } from "../core/errors.ts";
import { Connection } from "../worker/connection.ts";
import type { CoreThread } from "../worker/cores.ts";
import { Cores } from "../worker/cores.ts";
import type { EvolveCoreProtocol } from "../worker/protocol/evolve-core.ts";
import { builtThread } from "./built-file.ts";

/** By default a thread a core; none where one is all that is wanted, or where the program is not built. */
export function nodeCores(threads: number = availableParallelism()): Cores {
  return new Cores(() => {
    const file = threads > 1 ? builtThread("evolve-thread") : undefined;
    return file ? Array.from({ length: threads }, () => startThread(file)) : [];
  });
}

function startThread(file: URL): CoreThread {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(file, { workerData: { port: port2 }, transferList: [port2 as never] });
  const connection = new Connection<EvolveCoreProtocol>(port1, { name: "A thread of the search" });
  worker.on("error", ({ message }) =>
    connection.close(new TessellaError("engine-lost", `A thread of the search broke down: ${message}`)),
  );
  return {
    call: connection.call,
    close: () => {
      connection.close();
      void worker.terminate();
    },
  };
}
