/** The threads that help kernels where a browser runs them: workers of a worker. */

import type { AlgorithmEnvironment } from "../algorithms/algorithm.ts";
import { HelperPool, usualThreads } from "../algorithms/wasm/helpers.ts";

/** Helpers for so many threads in all (undefined: as many as usual), or none. */
export type HelpersFor = (threads: number | undefined) => AlgorithmEnvironment["helpers"];

/**
 * Helpers for kernels that compute on so many threads (default: `usualThreads`), with the one that calls them. Undefined for
 * one, and where threads may not share memory.
 */
export function workerHelpers(
  threads: number = usualThreads(navigator.hardwareConcurrency),
): AlgorithmEnvironment["helpers"] {
  if (threads < 2 || !crossOriginIsolated) return undefined;
  return async () => poolOf(threads - 1);
}

const pools = new Map<number, HelperPool>();

function poolOf(size: number): HelperPool {
  const known = pools.get(size);
  if (known) return known;
  const pool = new HelperPool(size, (onFree, onLost) => {
    const worker = new Worker(new URL("./kernel-helper-worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = onFree;
    worker.onerror = ({ message }) => onLost(message);
    return { send: (task) => worker.postMessage(task), close: () => worker.terminate() };
  });
  pools.set(size, pool);
  return pool;
}
