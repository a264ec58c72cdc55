/**
 * `gpu`: bit-packed cells on a WebGPU device, one thread for 32 cells, one pass a generation. Shaders, and all that drives
 * them, are loaded with the first universe: who lists or refuses algorithms, or runs another one, does not wait for them.
 */

import type { Topology } from "../../core/topology.ts";
import { isFinite2d } from "../../core/topology.ts";
import type { Rule } from "../../rules/rule.ts";
import type { Algorithm, AlgorithmEnvironment, UniverseInit } from "../algorithm.ts";
import { checkSupported, memoryLimit, nameGrid, overMemory } from "../support.ts";
import type { DenseKernelType } from "./dense-kernel.ts";
import type { GpuUniverse } from "./gpu-universe.ts";
import type { GpuTopology } from "./shader-source.ts";

/** null where there is a step shader for the grid, else a sentence that names the algorithm to take. */
function refuses(_rule: Rule, topology: Topology): string | null {
  if (!isFinite2d(topology)) {
    return `The GPU algorithm needs a grid with an end on every side, not ${nameGrid(topology)}: use \`bitwise\`.`;
  }
  switch (topology.kind) {
    case "plane":
    case "frozen":
      return null;
    case "torus":
      if (topology.shiftX === 0 && topology.shiftY === 0) return null;
      return `The GPU algorithm does not run a shifted torus (${nameGrid(topology)}): use \`bitwise\`.`;
    case "klein":
    case "cross":
    case "sphere":
      return `The GPU algorithm does not run twisted grids (${nameGrid(topology)}): use \`reference\`.`;
  }
}

/** A universe for whole grids, stepped by those kernels. Errors: as `Algorithm.create`. */
export async function createDenseUniverse(
  algorithm: Algorithm,
  kernels: readonly [DenseKernelType, ...DenseKernelType[]],
  init: UniverseInit,
  environment: AlgorithmEnvironment,
): Promise<GpuUniverse> {
  checkSupported(algorithm, init.rule, init.topology);
  const topology = init.topology as GpuTopology;
  const [{ acquireDevice }, { checkFits }, { bufferBytes }, universes] = await Promise.all([
    import("./device.ts"),
    import("./packed-layout.ts"),
    import("./dense-stepper.ts"),
    import("./gpu-universe.ts"),
  ]);
  const gpu = await acquireDevice(environment.gpu, environment.gpuPreference);
  try {
    const bytesOf = bufferBytes(kernels);
    checkFits(topology, bytesOf, gpu.limits, gpu.adapter);
    const limit = memoryLimit(environment);
    const needed = 2 * bytesOf(topology.width, topology.height);
    if (needed > limit)
      throw overMemory(needed, limit, `A grid of ${topology.width} x ${topology.height} cells`);
    return await universes.GpuUniverse.create(algorithm.id, gpu, init, topology, kernels, limit);
  } catch (error) {
    gpu.release();
    throw error;
  }
}

/** As `GPU_ALGORITHM.create`, for those who need what only a GPU universe can do. */
export async function createGpuUniverse(
  init: UniverseInit,
  environment: AlgorithmEnvironment,
): Promise<GpuUniverse> {
  const { BIT_ROW } = await import("./bit-row-kernel.ts");
  return createDenseUniverse(GPU_ALGORITHM, [BIT_ROW], init, environment);
}

export const GPU_ALGORITHM: Algorithm = {
  id: "gpu",
  name: "GPU",
  summary:
    "Whole grids on a graphics card through WebGPU, 32 cells a thread: dense soups on planes and tori.",
  needsGpu: true,
  refuses,
  create: createGpuUniverse,
};
