/** The threads that help kernels where Node runs them. */

import { HelperPool } from "../algorithms/wasm/helpers.ts";
import source from "./kernel-helper.cjs?raw";

/** So many helpers for the kernels of this thread. */
export function nodeHelpers(size: number): HelperPool {
  return new HelperPool(size, (onFree, onLost) => {
    // Most runs are too short for a helper, and Node takes a while to load what starts one.
    const { Worker } = process.getBuiltinModule("node:worker_threads");
    const worker = new Worker(source, { eval: true });
    worker.on("message", onFree);
    worker.on("error", ({ message }) => onLost(message));
    worker.on("exit", () => onLost("it has ended"));
    // A process does not live on for it. Listening would hold it, so this comes last.
    worker.unref();
    return { send: (task) => worker.postMessage(task), close: () => void worker.terminate() };
  });
}
