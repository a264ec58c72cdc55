/** What an algorithm gets of this machine. */

import type { AlgorithmEnvironment } from "../algorithms/algorithm.ts";

interface EnvironmentWish {
  readonly needsGpu: boolean;
  readonly memoryMegabytes?: number;
  readonly adapterName?: string;
  /** Whether Dawn's own log is wanted (-v). */
  readonly showLog?: boolean;
  readonly signal?: AbortSignal;
}

/** Dawn is loaded only here, and only for an algorithm that needs it. Errors: those of `openDawn`. */
export async function environmentFor(wish: EnvironmentWish): Promise<AlgorithmEnvironment> {
  const { needsGpu, memoryMegabytes, adapterName, showLog, signal } = wish;
  if (!needsGpu) return { memoryMegabytes };
  const { openDawn } = await import("./dawn.ts");
  const { tuningFile } = await import("./tuning-file.ts");
  return { memoryMegabytes, gpu: await openDawn({ signal, adapterName, showLog }), tuning: tuningFile() };
}
