/**
 * `gpu-hashlife`: HashLife wholly on a WebGPU device (docs/HASHLIFE-GPU.md). It exists for comparison: where it wins, `gpu` wins
 * by more, and everywhere else `hashlife` does.
 */

import type { Algorithm, AlgorithmEnvironment, UniverseInit } from "../../algorithm.ts";
import { createHashLife, HASHLIFE } from "../../hashlife/hashlife.ts";
import { checkSupported, memoryLimit, overMemory, refuseRule } from "../../support.ts";
import type { HashTuning } from "./hash-machine.ts";
import type { HashUniverse } from "./hash-universe.ts";

/** Of which the CPU's quad-tree takes a quarter. */
const LEAST_BYTES = 8 * 2 ** 20;

export const GPU_HASHLIFE: Algorithm = {
  id: "gpu-hashlife",
  name: "HashLife on a GPU",
  summary:
    "For comparison: a quad-tree computed wholly on a graphics card, a level's squares side by side; few patterns are wide enough.",
  needsGpu: true,
  forComparison: true,
  leaps: true,
  refuses: (rule, topology) => refuseRule("gpu-hashlife", rule) ?? HASHLIFE.refuses(rule, topology),
  create: (init, environment) => createGpuHashLife(init, environment),
};

/** Like GPU_HASHLIFE.create, with the tuning open to tests. */
export async function createGpuHashLife(
  init: UniverseInit,
  environment: AlgorithmEnvironment,
  tuning: Partial<HashTuning> = {},
): Promise<HashUniverse> {
  const { rule, topology } = init;
  checkSupported(GPU_HASHLIFE, rule, topology);
  const limit = memoryLimit(environment);
  if (limit < LEAST_BYTES) throw overMemory(LEAST_BYTES, limit, "HashLife on a GPU");
  const [{ acquireDevice }, { HashMachine, MIRROR_SHARE, TUNING }, universes] = await Promise.all([
    import("../../../gpu/device.ts"),
    import("./hash-machine.ts"),
    import("./hash-universe.ts"),
  ]);
  const gpu = await acquireDevice(environment.gpu, environment.gpuPreference);
  try {
    const mirrorMegabytes = (limit * MIRROR_SHARE) / 2 ** 20;
    const machine = await HashMachine.create(gpu, topology, rule, limit, { ...TUNING, ...tuning });
    try {
      const mirror = await createHashLife(init, { memoryMegabytes: mirrorMegabytes });
      return new universes.HashUniverse(gpu, machine, mirror, limit);
    } catch (error) {
      machine.dispose();
      throw error;
    }
  } catch (error) {
    gpu.release();
    throw error;
  }
}
