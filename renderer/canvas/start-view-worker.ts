import type { Endpoint } from "../../engine/worker/rpc.ts";

/** Starts the worker that draws. Bundlers recognise only an address written out in full. */
export function startViewWorker(): Endpoint {
  return new Worker(new URL("./view.worker.ts", import.meta.url), { type: "module" });
}
