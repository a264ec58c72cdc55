/**
 * Buffers that the CPU reads or fills while they are mapped, kept from one use to the next. Fresh ones cost the driver milliseconds now
 * and then, and so does `writeBuffer`, which takes its room from a small ring and makes more where the GPU has not done with that.
 */

import { allocate } from "./buffers.ts";
import type { GpuDevice } from "./device.ts";

export class MappedBuffers {
  readonly #gpu: GpuDevice;
  /** What they are for, in errors. */
  readonly #purpose: string;
  readonly #usage: number;
  readonly #made = new Set<GPUBuffer>();
  readonly #free: GPUBuffer[] = [];
  #disposed = false;

  constructor(gpu: GpuDevice, purpose: string, usage: number) {
    this.#gpu = gpu;
    this.#purpose = purpose;
    this.#usage = usage;
  }

  get bytes(): number {
    let sum = 0;
    for (const { size } of this.#made) sum += size;
    return sum;
  }

  /** How many there are, in use or not. */
  get count(): number {
    return this.#made.size;
  }

  /** A kept one of at least so many bytes, as it was given back; null where there is none. */
  kept(size: number): GPUBuffer | null {
    const kept = this.#free.pop();
    if (kept && kept.size >= size) return kept;
    if (kept) this.#drop(kept);
    return null;
  }

  /** A new one, not mapped. Errors: `too-large`, `memory-limit`, `gpu-lost`. */
  async make(size: number): Promise<GPUBuffer> {
    const label = this.#purpose;
    const [made] = await allocate(this.#gpu, this.#purpose, [{ label, size, usage: this.#usage }]);
    this.#made.add(made);
    return made;
  }

  giveBack(buffer: GPUBuffer): void {
    if (this.#disposed) this.#drop(buffer);
    else this.#free.push(buffer);
  }

  /** Those in use are freed when they are given back. */
  dispose(): void {
    this.#disposed = true;
    for (const buffer of this.#free.splice(0)) this.#drop(buffer);
  }

  #drop(buffer: GPUBuffer): void {
    this.#made.delete(buffer);
    buffer.destroy();
  }
}
