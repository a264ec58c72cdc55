/** What the window tells the worker that draws about GPUs, beside the verbs of universes, benchmarks and stages. */

import type { Verb } from "../rpc.ts";

/** Which of several GPUs; `never` is none of them. */
export type AdapterChoice = "automatic" | "high-performance" | "low-power" | "software" | "never";

/** Names of the fastest kernels by adapter and kind of grid (engine/algorithms/gpu/dense/tuner.ts). */
export type FastestKernels = Readonly<Record<string, string>>;

/** What was found out about a GPU. */
export interface TunedKernel {
  readonly key: string;
  readonly kernel: string;
}

export interface ViewProtocol {
  /** From the next universe on. */
  readonly setAdapter: Verb<{ readonly choice: AdapterChoice }, void>;
  /** What earlier sessions found out. */
  readonly setTuning: Verb<{ readonly kernels: FastestKernels }, void>;
  /** Reports which kernel turned out to be the fastest, as long as the worker lives. */
  readonly watchTuning: Verb<object, void, TunedKernel>;
}
