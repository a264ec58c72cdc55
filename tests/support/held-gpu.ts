/** A GPU whose device stays open between the tests of a file, for each would open one and compile its shaders anew. */

import { afterAll, beforeAll } from "vitest";
import type { AlgorithmEnvironment } from "../../engine/algorithms/algorithm.ts";
import type { GpuDevice } from "../../engine/gpu/device.ts";
import { acquireDevice } from "../../engine/gpu/device.ts";

export interface HeldGpu extends AlgorithmEnvironment {
  readonly gpu: GPU;
  /** Its name. */
  readonly adapter: string;
}

/** Opens it before the tests of the suite that calls this, and closes it after them; its fields are there in between. */
export function heldGpu(open: () => Promise<GPU>): HeldGpu {
  let gpu: GPU;
  let device: GpuDevice;
  beforeAll(async () => {
    gpu = await open();
    device = await acquireDevice(gpu);
  });
  afterAll(() => device.release());
  return {
    get gpu() {
      return gpu;
    },
    get adapter() {
      return device.adapter;
    },
  };
}
