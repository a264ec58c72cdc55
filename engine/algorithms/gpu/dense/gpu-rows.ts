/**
 * Rows of a grid on the GPU, in and out: a copy command and a mapped buffer, which is kept, or one write in the queue's order. Cells
 * that lie in a kernel's own form are converted by rows where it can do that, so that a halo costs a halo and not the grid.
 */

import { allocate } from "../../../gpu/buffers.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import { BUFFER_USAGE, MAP_READ } from "../../../gpu/webgpu-flags.ts";
import type { BegunRows, MovedRows, RowRange } from "../../algorithm.ts";
import { countRows } from "../../support.ts";
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
  async begin(ranges: readonly RowRange[], into?: Uint32Array<ArrayBuffer>): Promise<BegunRows> {
    const { stride, columns } = this.#stepper.layout;
    const count = countRows(ranges);
    const words = into ?? new Uint32Array(count * columns);
    if (words.length === 0) return { words: Promise.resolve(words) };
    const staging = await this.#room(count * stride * 4);
    const { device, queue } = this.#gpu;
    const encoder = device.createCommandEncoder({ label: "read rows" });
    const cells = this.#stepper.packedRows(ranges, encoder);
    let to = 0;
    for (const { first, rows } of ranges) {
      const bytes = rows * stride * 4;
      encoder.copyBufferToBuffer(cells, first * stride * 4, staging, to, bytes);
      to += bytes;
    }
    queue.submit([encoder.finish()]);
    return { words: this.#mapped(staging, count, words) };
  }

  async #mapped(
    staging: GPUBuffer,
    count: number,
    words: Uint32Array<ArrayBuffer>,
  ): Promise<Uint32Array<ArrayBuffer>> {
    const { stride, columns } = this.#stepper.layout;
    const size = count * stride * 4;
    try {
      await this.#gpu.wait(staging.mapAsync(MAP_READ, 0, size));
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

  write(ranges: readonly RowRange[], words: Uint32Array<ArrayBuffer>): void {
    const { stride, columns } = this.#stepper.layout;
    if (words.length === 0) return;
    let rows = words;
    if (stride !== columns) {
      const count = words.length / columns;
      rows = new Uint32Array(count * stride);
      for (let row = 0; row < count; row++)
        rows.set(words.subarray(row * columns, (row + 1) * columns), row * stride);
    }
    const { device, queue } = this.#gpu;
    const encoder = device.createCommandEncoder({ label: "write rows" });
    const goesOn = this.#stepper.replaceRows(ranges, encoder, (cells) => {
      let from = 0;
      for (const { first, rows: count } of ranges) {
        queue.writeBuffer(cells, first * stride * 4, rows, from, count * stride);
        from += count * stride;
      }
    });
    if (goesOn) queue.submit([encoder.finish()]);
  }

  /** Takes rows that lie in a buffer of the same width when the GPU has done what the encoder holds so far, and submits it. */
  copy(moved: readonly MovedRows[], source: GPUBuffer, encoder: GPUCommandEncoder): void {
    const bytes = this.#stepper.layout.stride * 4;
    const ranges = moved.map(({ to, rows }) => ({ first: to, rows }));
    this.#stepper.replaceRows(ranges, encoder, (cells) => {
      for (const { first, rows, to } of moved)
        encoder.copyBufferToBuffer(source, first * bytes, cells, to * bytes, rows * bytes);
    });
    this.#gpu.queue.submit([encoder.finish()]);
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
