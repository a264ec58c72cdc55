/**
 * Rows of a grid on the GPU, in and out: a copy command and a mapped buffer, which is kept, or one write in the queue's order. Cells
 * that lie in a kernel's own form are converted by rows where it can do that, so that a halo costs a halo and not the grid.
 */

import { allocate } from "../../../gpu/buffers.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import { BUFFER_USAGE, MAP_READ } from "../../../gpu/webgpu-flags.ts";
import type { DenseStepper } from "./dense-stepper.ts";

export class GpuRows {
  readonly #gpu: GpuDevice;
  readonly #stepper: DenseStepper;
  #staging: GPUBuffer | null = null;

  constructor(gpu: GpuDevice, stepper: DenseStepper) {
    this.#gpu = gpu;
    this.#stepper = stepper;
  }

  get bytes(): number {
    return this.#staging?.size ?? 0;
  }

  /** One read at a time. Errors: `memory-limit`, `gpu-lost`. */
  async read(first: number, count: number): Promise<Uint32Array<ArrayBuffer>> {
    const { stride, columns } = this.#stepper.layout;
    const size = count * stride * 4;
    const words = new Uint32Array(count * columns);
    if (size === 0) return words;
    const staging = await this.#room(size);
    const { device, queue } = this.#gpu;
    const cells = this.#stepper.packedRows(first, count);
    const encoder = device.createCommandEncoder({ label: "read rows" });
    encoder.copyBufferToBuffer(cells, first * stride * 4, staging, 0, size);
    queue.submit([encoder.finish()]);
    await this.#gpu.wait(staging.mapAsync(MAP_READ, 0, size));
    const mapped = new Uint32Array(staging.getMappedRange(0, size));
    if (stride === columns) words.set(mapped);
    else
      for (let row = 0; row < count; row++)
        words.set(mapped.subarray(row * stride, row * stride + columns), row * columns);
    staging.unmap();
    return words;
  }

  write(first: number, words: Uint32Array<ArrayBuffer>): void {
    const { stride, columns } = this.#stepper.layout;
    const count = words.length / columns;
    if (count === 0) return;
    let rows = words;
    if (stride !== columns) {
      rows = new Uint32Array(count * stride);
      for (let row = 0; row < count; row++)
        rows.set(words.subarray(row * columns, (row + 1) * columns), row * stride);
    }
    this.#stepper.replaceRows(first, count, (cells) =>
      this.#gpu.queue.writeBuffer(cells, first * stride * 4, rows),
    );
  }

  dispose(): void {
    this.#staging?.destroy();
  }

  async #room(size: number): Promise<GPUBuffer> {
    if (this.#staging && this.#staging.size >= size) return this.#staging;
    const usage = BUFFER_USAGE.mapRead | BUFFER_USAGE.copyTarget;
    const [made] = await allocate(this.#gpu, "reading rows back", [
      { label: "rows, read back", size, usage },
    ]);
    this.#staging?.destroy();
    this.#staging = made;
    return made;
  }
}
