import { portOf } from "../../engine/worker/rpc.ts";
import { EngineClient } from "./client.ts";

/** Starts an engine in a worker of its own. The address is written out because bundlers look for exactly this. */
export function startBrowserEngine(): EngineClient {
  const worker = new Worker(new URL("../../engine/worker/universe-worker.ts", import.meta.url), {
    type: "module",
  });
  return new EngineClient(portOf(worker));
}
