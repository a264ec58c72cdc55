/** The threads that help kernels where Node runs them. */

import type { Worker } from "node:worker_threads";
import { HelperPool } from "../algorithms/wasm/helpers.ts";
import source from "./kernel-helper.cjs?raw";

/** Far more than a helper ever needs, since all that it computes lies in the kernel's memory. */
const HEAP_MEGABYTES = 128;

/** So many helpers for the kernels of this thread. */
export function nodeHelpers(size: number): HelperPool {
  const workers = new Set<Worker>();
  // Node ends them one after the other, each for as long as that takes; told before, they end side by side.
  const endAll = (): void => {
    for (const worker of workers) void worker.terminate();
  };
  return new HelperPool(size, (onFree, onLost) => {
    if (workers.size === 0) process.once("exit", endAll);
    // Most runs are too short for a helper, and Node takes a while to load what starts one.
    const threads = process.getBuiltinModule("node:worker_threads");
    const worker = new threads.Worker(source, {
      eval: true,
      // A copy of the environment takes a quarter of the time that starting a thread costs this one.
      env: threads.SHARE_ENV,
      // A helper says nothing. To pass on what it might say, Node would make streams of this process first, which takes half the time of starting one.
      stdout: true,
      stderr: true,
      // Where a heap may grow as far as this one's, V8 begins it with more room for new objects. A helper has some 5 MB of them.
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    });
    worker.on("message", onFree);
    worker.on("error", ({ message }) => onLost(message));
    worker.on("exit", () => {
      workers.delete(worker);
      if (workers.size === 0) process.off("exit", endAll);
      onLost("it has ended");
    });
    workers.add(worker);
    // A process does not live on for it. Listening would hold it, so this comes last.
    worker.unref();
    return { send: (task) => worker.postMessage(task), close: () => void worker.terminate() };
  });
}
