/**
 * The model of the fifth work behind Tessella, which ran Life on ten GeForce GTX 285 in a cluster. Its equations, with its names:
 *
 *     C_proc    = N_B N_W N_T C_T / (N_P D) = N_cells C_T / (N_SM N_P D)               (1)
 *     T_GPU     = g (N_cells C_T / (N_SM N_P D f) + T_launch)                          (2)
 *     T_cluster = g (N_cells C_T / (N_GPU N_SM N_P D f) + T_launch + T_trans)          (3)
 *     T_trans   = T_lat + N_boundary / bw
 *
 * with N_B blocks a multiprocessor, N_W warps a block and N_T threads a warp. C_T, T_launch and T_lat were fitted, and bw was
 * negligible. In the words of kernel-cost.ts, a = C_T / (N_SM N_P D f) and b = T_launch.
 */

import type { KernelCost } from "./kernel-cost.ts";
import type { PerformanceModel } from "./model-file.ts";

/** A GPU as the paper describes it. WebGPU tells none of this: somebody has to type it in. */
export interface GpuHardware {
  /** N_SM. */
  readonly multiprocessors: number;
  /** N_P, of a multiprocessor. */
  readonly processors: number;
  /** D. */
  readonly pipelineDepth: number;
  /** f, in hertz. */
  readonly clock: number;
}

export const PAPER_HARDWARE: GpuHardware = {
  multiprocessors: 30,
  processors: 8,
  pipelineDepth: 4,
  clock: 1.48e9,
};

/** What the paper reports. */
export const PAPER = {
  machine: "10 GeForce GTX 285",
  /** C_T. */
  cyclesAThread: 605,
  launchSeconds: 2.66e-5,
  latencySeconds: 5.3e-4,
  generations: 1000,
  /** Cells a side. */
  side: 7560,
  gpus: 10,
  /** Threads a side of a block. */
  block: 16,
  /** "Only indicative". */
  serialOverGpu: 100,
} as const;

/** N_SM N_P D: threads that the GPU has under way. */
function threadsAtATime({ multiprocessors, processors, pipelineDepth }: GpuHardware): number {
  return multiprocessors * processors * pipelineDepth;
}

/** Equation 1: cycles of each processor for a generation. */
export function processorCycles(cells: number, cyclesAThread: number, hardware: GpuHardware): number {
  return (cells * cyclesAThread) / threadsAtATime(hardware);
}

/** a of equation 2, in seconds. */
export function secondsOfCycles(cyclesAThread: number, hardware: GpuHardware): number {
  return processorCycles(1, cyclesAThread, hardware) / hardware.clock;
}

/** C_T for a measured a: cycles that a thread for each cell would take there. A kernel with many cells a thread has no other. */
export function equivalentCycles(secondsACell: number, hardware: GpuHardware): number {
  return secondsACell * threadsAtATime(hardware) * hardware.clock;
}

/** The paper's GPU as a line. */
export const PAPER_COST: KernelCost = {
  launchSeconds: PAPER.launchSeconds,
  secondsACell: secondsOfCycles(PAPER.cyclesAThread, PAPER_HARDWARE),
  knee: null,
};

export const PAPER_MODEL: PerformanceModel = {
  machine: "GeForce GTX 285",
  kernels: [{ kernel: "tile-16", cost: PAPER_COST, submitSeconds: null, points: [] }],
  transfer: { latencySeconds: PAPER.latencySeconds, bytesASecond: Number.POSITIVE_INFINITY },
};
