/**
 * A GPU whose device stays open, with all that it has compiled, until the worker or page ends: each test file would open one
 * and compile its shaders anew. Tests of devices themselves open their own.
 */

import { beforeAll } from "vitest";
import type { AlgorithmEnvironment } from "../../engine/algorithms/algorithm.ts";
import type { GpuDevice } from "../../engine/gpu/device.ts";
import { acquireDevice } from "../../engine/gpu/device.ts";

export interface HeldGpu extends AlgorithmEnvironment {
  readonly gpu: GPU;
  readonly device: GpuDevice;
  /** Its name. */
  readonly adapter: string;
}

type Open = () => Promise<GPU>;

const held = new WeakMap<Open, Promise<HeldGpu>>();

/** All who name the same way to open it share it. */
export function holdGpu(open: Open): Promise<HeldGpu> {
  const opening = held.get(open) ?? opened(open);
  held.set(open, opening);
  return opening;
}

async function opened(open: Open): Promise<HeldGpu> {
  const gpu = await open();
  const device = await acquireDevice(gpu);
  return { gpu, device, adapter: device.adapter };
}

/** As `holdGpu`; the fields are there from the first test of the suite that calls this. */
export function heldGpu(open: Open): HeldGpu {
  let here: HeldGpu;
  beforeAll(async () => {
    here = await holdGpu(open);
  });
  return {
    get gpu() {
      return here.gpu;
    },
    get device() {
      return here.device;
    },
    get adapter() {
      return here.adapter;
    },
  };
}
