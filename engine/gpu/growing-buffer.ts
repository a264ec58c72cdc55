/**
 * Buffers whose size is known only at use: those of pictures, which grow with the view. They count in a universe's
 * memory and against its limit for later requests, but the limit never refuses them: existing cells must stay
 * visible.
 */

import { allocate } from "./buffers.ts";
import type { GpuDevice } from "./device.ts";

const GRAIN = 4096;

/** A buffer that is replaced by a larger one when it is too small, and never shrinks. */
export class GrowingBuffer {
  /** Its contents, in its user's words; empty after a replacement. */
  holds = "";
  readonly #gpu: GpuDevice;
  readonly #label: string;
  readonly #usage: number;
  #buffer: GPUBuffer | null = null;
  #disposed = false;

  constructor(gpu: GpuDevice, label: string, usage: number) {
    this.#gpu = gpu;
    this.#label = label;
    this.#usage = usage;
  }

  /** Valid only after `grow`. */
  get buffer(): GPUBuffer {
    if (!this.#buffer) throw new Error(`There was made no room for the ${this.#label}.`);
    return this.#buffer;
  }

  get bytes(): number {
    return this.#buffer?.size ?? 0;
  }

  /** Makes room for that many bytes. Errors: `memory-limit` when the GPU has none left, `too-large`, `gpu-lost`. */
  async grow(size: number): Promise<void> {
    const fits = (): boolean => this.#buffer !== null && this.#buffer.size >= size;
    if (fits()) return;
    // An empty binding is an error, so there is always something.
    const request = {
      label: this.#label,
      usage: this.#usage,
      size: Math.max(1, Math.ceil(size / GRAIN)) * GRAIN,
    };
    const [made] = await allocate(this.#gpu, "a picture", [request]);
    // Another picture may have made more room meanwhile, or the universe may have been disposed of.
    if (this.#disposed || fits()) {
      made.destroy();
      this.#gpu.check();
      return;
    }
    // WebGPU keeps a destroyed buffer's memory until the commands that were submitted with it are done.
    this.#buffer?.destroy();
    this.#buffer = made;
    this.holds = "";
  }

  dispose(): void {
    this.#disposed = true;
    this.#buffer?.destroy();
  }
}
