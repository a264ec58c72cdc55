/** Entry of the lab's worker, which starts a worker of its own for each core of the CPU once a search wants them. */

import { Connection } from "../../../engine/worker/connection.ts";
import { Cores } from "../../../engine/worker/cores.ts";
import { evolveHandlers } from "../../../engine/worker/evolve-server.ts";
import type { EvolveCoreProtocol } from "../../../engine/worker/protocol/evolve-core.ts";
import { ownEndpoint, serve } from "../../../engine/worker/rpc.ts";

const cores = new Cores(() => {
  const { hardwareConcurrency: threads } = navigator;
  return Array.from({ length: threads > 1 ? threads : 0 }, () => {
    const worker = new Worker(new URL("./evolve-core.worker.ts", import.meta.url), { type: "module" });
    return new Connection<EvolveCoreProtocol>(worker, { name: "A thread of the search" });
  });
});

// A browser without WebGPU has no navigator.gpu, though the types promise one.
serve(evolveHandlers(navigator.gpu as GPU | undefined, cores), ownEndpoint());
