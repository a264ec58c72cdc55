import type { Endpoint } from "../../engine/worker/rpc.ts";

/** Starts the worker that draws. The address is written out because bundlers look for exactly this. */
export function startViewWorker(): Endpoint {
  return new Worker(new URL("./view.worker.ts", import.meta.url), { type: "module" });
}
