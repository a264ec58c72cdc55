/** Allocates buffers with checks, and reads words of a packed grid back to the CPU. */

import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import type { GpuDevice } from "./device.ts";
import type { PackedLayout, WordBox } from "./packed-layout.ts";
import { bytesOffered } from "./packed-layout.ts";
import { BUFFER_USAGE, MAP_READ } from "./webgpu-flags.ts";

/** Uniforms share a buffer; WebGPU aligns their offsets to at most 256 bytes. */
export const SLOT = 256;

export interface BufferRequest {
  readonly label: string;
  readonly size: number;
  readonly usage: number;
}

/**
 * Allocates GPU memory, whole or not at all: `drop` frees the result of `make` when memory ran out, or the device
 * went away meanwhile. Errors: `memory-limit` when the GPU has none left for `what`, `gpu-lost`.
 */
export async function claim<T>(
  gpu: GpuDevice,
  what: string,
  make: () => T,
  drop: (made: T) => void,
): Promise<T> {
  gpu.check();
  gpu.device.pushErrorScope("out-of-memory");
  let made: T;
  let scope: Promise<GPUError | null>;
  try {
    made = make();
  } finally {
    // In any case, and before any other caller's turn: scopes are a stack that all users of the device share.
    scope = gpu.device.popErrorScope();
    scope.catch(() => undefined);
  }
  try {
    if ((await gpu.wait(scope)) === null) return made;
  } catch (error) {
    drop(made);
    throw error;
  }
  drop(made);
  throw new TessellaError("memory-limit", `${gpu.adapter} has no memory left for ${what}.`, {
    hint: "Close other universes or run a smaller one.",
  });
}

/**
 * Buffers of zeros, all of them or none. Errors: `too-large` for one beyond the device's limits, `memory-limit` when the GPU
 * has no memory left for `what`, `gpu-lost`.
 */
export async function allocate<const R extends readonly BufferRequest[]>(
  gpu: GpuDevice,
  what: string,
  requests: R,
): Promise<{ readonly [K in keyof R]: GPUBuffer }> {
  for (const { size, usage } of requests) {
    const bound = (usage & BUFFER_USAGE.storage) !== 0;
    const most = bound ? bytesOffered(gpu.limits) : gpu.limits.maxBufferSize;
    if (size <= most) continue;
    const mb = (bytes: number): string => grouped(Math.ceil(bytes / 2 ** 20));
    throw new TessellaError(
      "too-large",
      `${gpu.adapter} has room for at most ${mb(most)} MB in one piece, and ${what} would take ${mb(size)} MB.`,
    );
  }
  const buffers = await claim(
    gpu,
    what,
    () => requests.map((request) => gpu.device.createBuffer(request)),
    (made) => {
      for (const buffer of made) buffer.destroy();
    },
  );
  return buffers as { readonly [K in keyof R]: GPUBuffer };
}

/** Bytes read back in one piece. */
const STAGING_BYTES = 2 ** 25;

/** Rows are fetched whole unless that costs more bytes a row than a separate copy command is worth. */
const COPY_COMMAND_BYTES = 2048;
const COPIES_A_PIECE = 8192;

/**
 * Reads a box of words, row after row without gaps. It goes through a staging buffer, in pieces: only the words of
 * the box where rows are long, whole rows where they are short. The words are those of the work submitted so far.
 * Errors: `memory-limit`, `gpu-lost`.
 */
export async function download(
  gpu: GpuDevice,
  buffer: GPUBuffer,
  { stride }: Pick<PackedLayout, "stride">,
  box: WordBox,
): Promise<Uint32Array<ArrayBuffer>> {
  const words = new Uint32Array(box.columns * box.rows);
  const wholeRows = (stride - box.columns) * 4 <= COPY_COMMAND_BYTES;
  const columns = wholeRows ? stride : box.columns;
  const fitting = Math.max(1, Math.floor(STAGING_BYTES / (columns * 4)));
  const rows = Math.min(box.rows, wholeRows ? fitting : Math.min(fitting, COPIES_A_PIECE));
  const size = rows * columns * 4;
  const usage = BUFFER_USAGE.mapRead | BUFFER_USAGE.copyTarget;
  const [staging] = await allocate(gpu, "reading cells back", [{ label: "read-back", size, usage }]);
  try {
    for (let done = 0; done < box.rows; done += rows) {
      const count = Math.min(rows, box.rows - done);
      const encoder = gpu.device.createCommandEncoder({ label: "read-back" });
      const copy = (from: number, to: number, length: number): void =>
        encoder.copyBufferToBuffer(buffer, from * 4, staging, to * 4, length * 4);
      const start = (box.row + done) * stride;
      if (wholeRows) copy(start, 0, count * stride);
      else for (let j = 0; j < count; j++) copy(start + j * stride + box.column, j * columns, columns);
      gpu.queue.submit([encoder.finish()]);
      await gpu.wait(staging.mapAsync(MAP_READ, 0, count * columns * 4));
      const mapped = new Uint32Array(staging.getMappedRange(0, count * columns * 4));
      const target = words.subarray(done * box.columns, (done + count) * box.columns);
      if (columns === box.columns) target.set(mapped);
      else takeColumns(mapped, columns, box, target);
      staging.unmap();
    }
  } finally {
    staging.destroy();
  }
  return words;
}

function takeColumns(rows: Uint32Array, stride: number, box: WordBox, target: Uint32Array): void {
  for (let j = 0; j * box.columns < target.length; j++) {
    const start = j * stride + box.column;
    target.set(rows.subarray(start, start + box.columns), j * box.columns);
  }
}

/**
 * The first `count` words of a buffer, as they are when the work submitted so far is done. `filled` is called when
 * there is room for them, and may submit work that fills that buffer. `what` names their purpose in errors. Errors:
 * `too-large`, `memory-limit`, `gpu-lost`.
 */
export async function readWords(
  gpu: GpuDevice,
  what: string,
  count: number,
  filled: () => GPUBuffer,
): Promise<Uint32Array> {
  const [words] = await readParts(gpu, what, [count], () => [filled()]);
  return words;
}

/** As `readWords`, for the first words of several buffers at once: so many of each. */
export async function readParts(
  gpu: GpuDevice,
  what: string,
  counts: readonly number[],
  filled: () => readonly GPUBuffer[],
): Promise<readonly Uint32Array<ArrayBuffer>[]> {
  const starts = counts.map((_, i) => counts.slice(0, i).reduce((sum, count) => sum + count, 0));
  const size = counts.reduce((sum, count) => sum + count, 0) * 4;
  const usage = BUFFER_USAGE.mapRead | BUFFER_USAGE.copyTarget;
  const [staging] = await allocate(gpu, what, [{ label: `${what}, read back`, size, usage }]);
  try {
    const sources = filled();
    const encoder = gpu.device.createCommandEncoder({ label: `read ${what}` });
    sources.forEach((source, i) => {
      encoder.copyBufferToBuffer(source, 0, staging, starts[i] * 4, counts[i] * 4);
    });
    gpu.queue.submit([encoder.finish()]);
    await gpu.wait(staging.mapAsync(MAP_READ));
    const words = new Uint32Array(staging.getMappedRange());
    return counts.map((count, i) => words.slice(starts[i], starts[i] + count));
  } finally {
    staging.destroy();
  }
}
