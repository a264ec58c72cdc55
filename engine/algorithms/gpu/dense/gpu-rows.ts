/**
 * Rows of a grid on the GPU, in and out: a copy command and a mapped buffer, which is kept, or one write in the queue's order. Cells
 * that lie in a kernel's own form are converted by rows where it can do that, so that a halo costs a halo and not the grid.
 */

import { allocate } from "../../../gpu/buffers.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import { BUFFER_USAGE, MAP_READ } from "../../../gpu/webgpu-flags.ts";
import type { BegunRows } from "../../algorithm.ts";
import type { DenseStepper } from "./dense-stepper.ts";

export class GpuRows {
  readonly #gpu: GpuDevice;
  readonly #stepper: DenseStepper;
  /** What is read goes through one of them; more than one where readings overlap. */
  readonly #staging = new Set<GPUBuffer>();
  readonly #free: GPUBuffer[] = [];
  #disposed = false;

  constructor(gpu: GpuDevice, stepper: DenseStepper) {
    this.#gpu = gpu;
    this.#stepper = stepper;
  }

  get bytes(): number {
    let sum = 0;
    for (const { size } of this.#staging) sum += size;
    return sum;
  }

  /** Has told the GPU when it resolves. Errors: `memory-limit`, `gpu-lost`. */
  async begin(first: number, count: number): Promise<BegunRows> {
    const { stride, columns } = this.#stepper.layout;
    const size = count * stride * 4;
    if (count * columns === 0) return { words: Promise.resolve(new Uint32Array(0)) };
    const staging = await this.#room(size);
    const { device, queue } = this.#gpu;
    const cells = this.#stepper.packedRows(first, count);
    const encoder = device.createCommandEncoder({ label: "read rows" });
    encoder.copyBufferToBuffer(cells, first * stride * 4, staging, 0, size);
    queue.submit([encoder.finish()]);
    return { words: this.#mapped(staging, count) };
  }

  async #mapped(staging: GPUBuffer, count: number): Promise<Uint32Array<ArrayBuffer>> {
    const { stride, columns } = this.#stepper.layout;
    const size = count * stride * 4;
    try {
      await this.#gpu.wait(staging.mapAsync(MAP_READ, 0, size));
      const words = new Uint32Array(count * columns);
      const mapped = new Uint32Array(staging.getMappedRange(0, size));
      if (stride === columns) words.set(mapped);
      else
        for (let row = 0; row < count; row++)
          words.set(mapped.subarray(row * stride, row * stride + columns), row * columns);
      staging.unmap();
      return words;
    } finally {
      if (this.#disposed) this.#drop(staging);
      else this.#free.push(staging);
    }
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

  /** Replaces rows by those that lie in a buffer of the same width from row `from` on. */
  copy(first: number, count: number, source: GPUBuffer, from: number): void {
    const { device, queue } = this.#gpu;
    const bytes = this.#stepper.layout.stride * 4;
    this.#stepper.replaceRows(first, count, (cells) => {
      const encoder = device.createCommandEncoder({ label: "copy rows" });
      encoder.copyBufferToBuffer(source, from * bytes, cells, first * bytes, count * bytes);
      queue.submit([encoder.finish()]);
    });
  }

  dispose(): void {
    this.#disposed = true;
    for (const staging of this.#free.splice(0)) this.#drop(staging);
  }

  #drop(staging: GPUBuffer): void {
    this.#staging.delete(staging);
    staging.destroy();
  }

  async #room(size: number): Promise<GPUBuffer> {
    const kept = this.#free.pop();
    if (kept && kept.size >= size) return kept;
    if (kept) this.#drop(kept);
    const usage = BUFFER_USAGE.mapRead | BUFFER_USAGE.copyTarget;
    const [made] = await allocate(this.#gpu, "reading rows back", [
      { label: "rows, read back", size, usage },
    ]);
    this.#staging.add(made);
    return made;
  }
}
