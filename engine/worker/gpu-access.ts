/** A worker's access to a GPU, if it has one. */

import type { AlgorithmEnvironment, TuningMemory } from "../algorithms/algorithm.ts";
import { toWireError } from "../core/wire-error.ts";
import type { GpuPreference, GpuPresence } from "../gpu/device.ts";

export interface GpuAccess {
  /**
   * Opens WebGPU; called only for an algorithm that needs it, or with a preference to name the adapter of that
   * preference. Absent: there is no GPU. Errors: `gpu-unavailable`.
   */
  readonly openGpu?: (wondering?: GpuPreference) => Promise<GPU>;
  /** The preference, read at each opening. Default: `high-performance`. */
  readonly gpuPreference?: () => GpuPreference;
  /** Where the GPU algorithms remember the fastest kernels. Default: as long as this thread runs. */
  readonly tuning?: TuningMemory;
}

export async function presenceFor(
  { openGpu, gpuPreference }: GpuAccess,
  preference?: GpuPreference,
): Promise<GpuPresence> {
  if (!openGpu) return { adapter: null, reason: "No GPU can be reached from here." };
  try {
    const gpu = await openGpu(preference);
    const { findGpu } = await import("../gpu/device.ts");
    return await findGpu(gpu, preference ?? gpuPreference?.());
  } catch (error) {
    return { adapter: null, reason: toWireError(error).message };
  }
}

export async function environmentFor(
  needsGpu: boolean,
  memoryMegabytes: number | undefined,
  { openGpu, gpuPreference, tuning }: GpuAccess,
): Promise<AlgorithmEnvironment> {
  if (!needsGpu || !openGpu) return { memoryMegabytes };
  return { memoryMegabytes, gpu: await openGpu(), gpuPreference: gpuPreference?.(), tuning };
}
