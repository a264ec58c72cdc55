/**
 * The speed at which a GPU copies its own memory: the yardstick of every kernel that is bound by memory. A pass over
 * packed cells reads a bit and writes a bit for each cell, a quarter of a byte, so one generation a pass can at best
 * run `bytesPerSecond / 0.25` cells a second; only kernels that do several generations a pass go beyond.
 *
 * Two ways are timed, since no driver is best at both: the copy command and a kernel of our own. Bytes read and bytes
 * written both count.
 */

import copyWords from "../../shaders/gpu/copy.wgsl?raw";
import { TessellaError } from "../core/errors.ts";
import { allocate } from "./buffers.ts";
import type { GpuChoice, GpuDevice } from "./device.ts";
import { acquireDevice } from "./device.ts";
import { foldedGroups } from "./pipelines.ts";
import type { ShaderSource } from "./shader-source.ts";
import { BUFFER_USAGE } from "./webgpu-flags.ts";

export const COPY_SHADER: ShaderSource = {
  label: "copy",
  code: `// ---- shaders/gpu/copy.wgsl\n${copyWords}`,
  entryPoint: "copy_words",
  bindings: ["read-only-storage", "storage"],
};

export interface CopyBandwidth {
  readonly adapter: string;
  readonly software: boolean;
  /** Bytes of the buffer that was copied. */
  readonly bytes: number;
  /** Bytes read and written a second: by the copy command, and by a kernel. */
  readonly command: number;
  readonly kernel: number;
}

/** Far more than caches hold; a software adapter has those of the CPU. */
const HARDWARE_BYTES = 2 ** 30;
const SOFTWARE_BYTES = 2 ** 26;
const LEAST_BYTES = 2 ** 22;

const GROUP_SIZE = 256;
const STRETCH_MILLISECONDS = 60;
const ROUNDS = 5;
const MOST_COPIES = 4096;

/** Errors: `gpu-unavailable`, `gpu-lost`, `memory-limit`. */
export async function measureCopy(choice: GpuChoice): Promise<CopyBandwidth> {
  const gpu = await acquireDevice(choice.gpu, choice.gpuPreference);
  try {
    const { maxBufferSize, maxStorageBufferBindingSize } = gpu.limits;
    const wanted = gpu.software ? SOFTWARE_BYTES : HARDWARE_BYTES;
    const most = Math.min(wanted, maxBufferSize, maxStorageBufferBindingSize);
    const bytes = 2 ** Math.floor(Math.log2(most));
    return await measureWith(gpu, bytes);
  } finally {
    gpu.release();
  }
}

async function measureWith(gpu: GpuDevice, bytes: number): Promise<CopyBandwidth> {
  const [from, to] = await allocatePair(gpu, bytes);
  try {
    const copied = from.size;
    const command = await fastest(gpu, copied, (encoder) =>
      encoder.copyBufferToBuffer(from, 0, to, 0, copied),
    );
    const kernel = await fastest(gpu, copied, await copyPass(gpu, from, to));
    return { adapter: gpu.adapter, software: gpu.software, bytes: copied, command, kernel };
  } finally {
    from.destroy();
    to.destroy();
  }
}

/** Two buffers of that size, or half of it where memory is short, and so on. */
async function allocatePair(gpu: GpuDevice, bytes: number): Promise<readonly [GPUBuffer, GPUBuffer]> {
  const usage = BUFFER_USAGE.storage | BUFFER_USAGE.copySource | BUFFER_USAGE.copyTarget;
  for (let size = bytes; ; size /= 2) {
    try {
      const [from, to] = await allocate(gpu, "a copy", [
        { label: "copy: from", size, usage },
        { label: "copy: to", size, usage },
      ]);
      return [from, to];
    } catch (error) {
      const short = error instanceof TessellaError && error.code === "memory-limit";
      if (!short || size / 2 < LEAST_BYTES) throw error;
    }
  }
}

async function copyPass(
  gpu: GpuDevice,
  from: GPUBuffer,
  to: GPUBuffer,
): Promise<(encoder: GPUCommandEncoder) => void> {
  const pipeline = await gpu.pipelines.pipeline(COPY_SHADER, { group_size: GROUP_SIZE });
  gpu.check();
  const bindGroup = gpu.device.createBindGroup({
    label: "copy",
    layout: gpu.pipelines.layout(COPY_SHADER),
    entries: [from, to].map((buffer, binding) => ({ binding, resource: { buffer } })),
  });
  const groups = foldedGroups(Math.ceil(from.size / 16 / GROUP_SIZE));
  return (encoder) => {
    const pass = encoder.beginComputePass({ label: "copy" });
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bindGroup);
    pass.dispatchWorkgroups(...groups);
    pass.end();
  };
}

/** Bytes a second of the best round: a yardstick shows what the machine can do, not what disturbed rounds did. */
async function fastest(
  gpu: GpuDevice,
  bytes: number,
  encode: (encoder: GPUCommandEncoder) => void,
): Promise<number> {
  const round = async (copies: number): Promise<number> => {
    const encoder = gpu.device.createCommandEncoder({ label: "copy" });
    for (let i = 0; i < copies; i++) encode(encoder);
    const commands = encoder.finish();
    const start = performance.now();
    gpu.queue.submit([commands]);
    await gpu.idle();
    return performance.now() - start;
  };
  // The first touch of fresh memory may cost more than any copy after it.
  await round(1);
  let copies = 1;
  for (let taken = await round(1); taken < STRETCH_MILLISECONDS && copies < MOST_COPIES; ) {
    copies = Math.min(
      MOST_COPIES,
      copies * Math.min(16, Math.ceil((STRETCH_MILLISECONDS * 1.2) / taken) + 1),
    );
    taken = await round(copies);
  }
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < ROUNDS; i++) best = Math.min(best, await round(copies));
  return (2 * bytes * copies) / (best / 1000);
}
