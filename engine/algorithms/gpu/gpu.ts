/** `gpu`: bit-packed cells on a WebGPU device, one thread for 32 cells, one pass a generation. */

import type { Topology } from "../../core/topology.ts";
import { isFinite2d } from "../../core/topology.ts";
import type { Rule } from "../../rules/rule.ts";
import type { Algorithm, AlgorithmEnvironment, UniverseInit } from "../algorithm.ts";
import { checkSupported, memoryLimit, nameGrid, overMemory } from "../support.ts";
import { acquireDevice } from "./device.ts";
import { GpuUniverse } from "./gpu-universe.ts";
import { checkFits, packedLayout } from "./packed-layout.ts";
import type { GpuTopology } from "./stepper.ts";

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

/** As `GPU_ALGORITHM.create`, for those who need what only a GPU universe can do. */
export async function createGpuUniverse(
  init: UniverseInit,
  environment: AlgorithmEnvironment,
): Promise<GpuUniverse> {
  checkSupported(GPU_ALGORITHM, init.rule, init.topology);
  const topology = init.topology as GpuTopology;
  const gpu = await acquireDevice(environment.gpu, environment.gpuPreference);
  try {
    checkFits(topology, gpu.limits, gpu.adapter);
    const limit = memoryLimit(environment);
    const needed = 2 * packedLayout(topology.width, topology.height).bytes;
    if (needed > limit)
      throw overMemory(needed, limit, `A grid of ${topology.width} x ${topology.height} cells`);
    return await GpuUniverse.create(gpu, init, topology, limit);
  } catch (error) {
    gpu.release();
    throw error;
  }
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
