/** Entry of the engine's worker in a worker_thread. Dawn is opened only when an algorithm asks for a GPU. */

import { parentPort } from "node:worker_threads";
import type { Endpoint } from "../worker/rpc.ts";
import { portOf } from "../worker/rpc.ts";
import { serve } from "../worker/universe-handlers.ts";

if (!parentPort)
  throw new Error("node-worker.ts is the entry of a worker_thread and cannot be run by itself.");

serve(portOf(parentPort as unknown as Endpoint), {
  openGpu: async () => (await import("./dawn.ts")).openDawn(),
});
