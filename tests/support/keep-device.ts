// One GPU device for all test files of a worker or page: compiling shaders is most of what they would take.

import { acquireDevice } from "../../engine/gpu/device.ts";

const keeping = new WeakMap<GPU, Promise<unknown>>();

/** Keeps the device of a GPU open, with all that it has compiled, until the worker or the page ends. */
export async function keepDevice(gpu: GPU): Promise<GPU> {
  const opening = keeping.get(gpu) ?? acquireDevice(gpu);
  keeping.set(gpu, opening);
  await opening;
  return gpu;
}
