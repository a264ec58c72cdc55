/**
 * Rows of a grid on the GPU, in and out: copy commands and mapped buffers, which are kept. Cells that lie in a kernel's own form are
 * converted by rows where it can do that, so that a halo costs a halo and not the grid.
 */

import type { GpuDevice } from "../../../gpu/device.ts";
import { MappedBuffers } from "../../../gpu/mapped-buffers.ts";
import { BUFFER_USAGE, MAP_READ, MAP_WRITE } from "../../../gpu/webgpu-flags.ts";
import type { BegunRows, LentRows, MovedRows, RowRange } from "../../algorithm.ts";
import { countRows } from "../../support.ts";
import type { DenseStepper } from "./dense-stepper.ts";

/** Buffers of written rows that the GPU may still have to take, before a writer waits for it. */
const MOST_WRITINGS = 4;

export class GpuRows {
  readonly #gpu: GpuDevice;
  readonly #stepper: DenseStepper;
  /** What is read goes through one of them; more than one where readings overlap. */
  readonly #readings: MappedBuffers;
  /** What is written lies in one of them until the GPU has taken it; those that are kept are mapped. */
  readonly #writings: MappedBuffers;
  /** Resolves when the last one that was handed to the GPU is back. */
  #written: Promise<void> = Promise.resolve();

  constructor(gpu: GpuDevice, stepper: DenseStepper) {
    const { mapRead, mapWrite, copySource, copyTarget } = BUFFER_USAGE;
    this.#gpu = gpu;
    this.#stepper = stepper;
    this.#readings = new MappedBuffers(gpu, "reading rows back", mapRead | copyTarget);
    this.#writings = new MappedBuffers(gpu, "writing rows", mapWrite | copySource);
  }

  get bytes(): number {
    return this.#readings.bytes + this.#writings.bytes;
  }

  /** Has told the GPU when it resolves. Errors: `memory-limit`, `gpu-lost`. */
  async begin(ranges: readonly RowRange[], into?: Uint32Array<ArrayBuffer>): Promise<BegunRows> {
    const { stride, columns } = this.#stepper.layout;
    const count = countRows(ranges);
    const words = into ?? new Uint32Array(count * columns);
    if (words.length === 0) return { words: Promise.resolve(words) };
    const size = count * stride * 4;
    const staging = this.#readings.kept(size) ?? (await this.#readings.make(size));
    const encoder = this.#gpu.device.createCommandEncoder({ label: "read rows" });
    const cells = this.#stepper.packedRows(ranges, encoder);
    let to = 0;
    for (const { first, rows } of ranges) {
      const bytes = rows * stride * 4;
      encoder.copyBufferToBuffer(cells, first * stride * 4, staging, to, bytes);
      to += bytes;
    }
    this.#gpu.submit(encoder.finish());
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
      this.#readings.giveBack(staging);
    }
  }

  /** The words are copied before it resolves. Errors: `memory-limit`, `gpu-lost`. */
  async write(ranges: readonly RowRange[], words: Uint32Array<ArrayBuffer>): Promise<void> {
    const { stride, columns } = this.#stepper.layout;
    if (words.length === 0) return;
    const count = words.length / columns;
    const size = count * stride * 4;
    const staging = await this.#mappedRoom(size);
    const mapped = new Uint32Array(staging.getMappedRange(0, size));
    if (stride === columns) mapped.set(words);
    else
      for (let row = 0; row < count; row++) {
        mapped.set(words.subarray(row * columns, (row + 1) * columns), row * stride);
        // What the last user left there.
        mapped.fill(0, row * stride + columns, (row + 1) * stride);
      }
    staging.unmap();
    const encoder = this.#gpu.device.createCommandEncoder({ label: "write rows" });
    this.#stepper.replaceRows(ranges, encoder, (cells) => {
      let from = 0;
      for (const { first, rows } of ranges) {
        const bytes = rows * stride * 4;
        encoder.copyBufferToBuffer(staging, from, cells, first * stride * 4, bytes);
        from += bytes;
      }
    });
    this.#gpu.hold(encoder.finish());
    const back = (): void => this.#writings.giveBack(staging);
    // A device that is lost says so to whoever uses it next.
    this.#written = this.#gpu
      .submitted()
      .then(() => staging.mapAsync(MAP_WRITE))
      .then(back, back);
  }

  /** A buffer that is mapped for writing. */
  async #mappedRoom(size: number): Promise<GPUBuffer> {
    const writings = this.#writings;
    const kept = writings.kept(size);
    if (kept) return kept;
    if (writings.count >= MOST_WRITINGS) {
      this.#gpu.flush();
      await this.#written;
      this.#gpu.check();
      const back = writings.kept(size);
      if (back) return back;
    }
    const made = await writings.make(size);
    try {
      await this.#gpu.wait(made.mapAsync(MAP_WRITE));
    } catch (error) {
      writings.giveBack(made);
      throw error;
    }
    return made;
  }

  /** Takes rows of a grid of the same width when the GPU has done what the encoder holds so far. Its commands are held back. */
  copy(moved: readonly MovedRows[], lent: LentRows, encoder: GPUCommandEncoder): void {
    this.#stepper.takeRows(moved, lent, encoder);
    this.#gpu.hold(encoder.finish());
  }

  dispose(): void {
    this.#readings.dispose();
    this.#writings.dispose();
  }
}
