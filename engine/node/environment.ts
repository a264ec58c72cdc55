/** What an algorithm gets of this machine. */

import type { AlgorithmEnvironment } from "../algorithms/algorithm.ts";
import type { HelperPool } from "../algorithms/wasm/helpers.ts";

interface EnvironmentWish {
  readonly needsGpu: boolean;
  readonly memoryMegabytes?: number;
  readonly adapterName?: string;
  /** Whether Dawn's own log is wanted (-v). */
  readonly showLog?: boolean;
  readonly signal?: AbortSignal;
  /** Threads that a universe on the CPU may take. Default: one. */
  readonly threads?: number;
}

/** Dawn is loaded only here, and only for an algorithm that needs it. Errors: those of `openDawn`. */
export async function environmentFor(wish: EnvironmentWish): Promise<AlgorithmEnvironment> {
  const { needsGpu, memoryMegabytes, adapterName, showLog, signal, threads = 1 } = wish;
  if (!needsGpu) return { memoryMegabytes, helpers: helpersFor(threads) };
  const { openDawn } = await import("./dawn.ts");
  const { tuningFile } = await import("./tuning-file.ts");
  return { memoryMegabytes, gpu: await openDawn({ signal, adapterName, showLog }), tuning: tuningFile() };
}

/** Where an algorithm asks for them, they are loaded, and only once. */
function helpersFor(threads: number): AlgorithmEnvironment["helpers"] {
  if (threads < 2) return undefined;
  let pool: Promise<HelperPool> | undefined;
  return () => {
    pool ??= import("./kernel-helpers.ts").then(({ nodeHelpers }) => nodeHelpers(threads - 1));
    return pool;
  };
}
