/** The window's messages about GPUs to the worker that draws, beside the verbs of universes, benchmarks and stages. */

import type { Verb } from "../rpc.ts";

/** The preferred one of several GPUs; `never` means none. */
export type AdapterChoice = "automatic" | "high-performance" | "low-power" | "software" | "never";

/** Names of the fastest kernels by adapter and kind of grid (engine/algorithms/gpu/dense/tuner.ts). */
export type FastestKernels = Readonly<Record<string, string>>;

/** Measurements of a GPU. */
export interface TunedKernel {
  readonly key: string;
  readonly kernel: string;
}

export interface ViewProtocol {
  /** From the next universe on. */
  readonly setAdapter: Verb<{ readonly choice: AdapterChoice }, void>;
  /** Measurements of earlier sessions. */
  readonly setTuning: Verb<{ readonly kernels: FastestKernels }, void>;
  /** Reports the fastest kernels as they are found, as long as the worker lives. */
  readonly watchTuning: Verb<object, void, TunedKernel>;
}
