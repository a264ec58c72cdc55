/**
 * How kernels that compute rows of a packed grid share out the work: a uniform that names the rows, all of them or
 * some, and workgroups over them.
 */

import { SLOT } from "../../../gpu/buffers.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import type { PackedLayout } from "../../../gpu/packed-layout.ts";
import { BUFFER_USAGE } from "../../../gpu/webgpu-flags.ts";

export interface GroupShape {
  /** Threads side by side, and threads below each other. */
  readonly width: number;
  readonly height: number;
  /** Rows that each thread computes, one below the other. */
  readonly threadRows: number;
}

export const ALL_ROWS = 0;
export const SOME_ROWS = 1;
export type Which = typeof ALL_ROWS | typeof SOME_ROWS;

export class RowWork {
  /** Rows that a workgroup computes. */
  readonly grain: number;
  readonly #gpu: GpuDevice;
  readonly #layout: PackedLayout;
  readonly #groupsAcross: number;
  readonly #uniform: GPUBuffer;

  /** `words`: those that a thread has side by side. */
  constructor(gpu: GpuDevice, layout: PackedLayout, shape: GroupShape, words: 1 | 4) {
    this.#gpu = gpu;
    this.#layout = layout;
    this.grain = shape.height * shape.threadRows;
    this.#groupsAcross = Math.ceil(layout.columns / words / shape.width);
    this.#uniform = gpu.device.createBuffer({
      label: "grid",
      size: 2 * SLOT,
      usage: BUFFER_USAGE.uniform | BUFFER_USAGE.copyTarget,
    });
    this.#write(ALL_ROWS, 0, layout.height);
  }

  resource(which: Which): GPUBindingResource {
    return { buffer: this.#uniform, offset: which * SLOT, size: SLOT };
  }

  /**
   * The rows that the next dispatch of SOME_ROWS computes. Written in the queue's order, so earlier batches keep
   * theirs.
   */
  choose(first: number, end: number): void {
    this.#write(SOME_ROWS, first, end);
  }

  /** Workgroups for that many rows. */
  groups(rows: number): number {
    return this.#groupsAcross * Math.ceil(rows / this.grain);
  }

  dispose(): void {
    this.#uniform.destroy();
  }

  #write(which: Which, first: number, end: number): void {
    const { width, height, columns, stride } = this.#layout;
    const values = [width, height, columns, stride, this.#groupsAcross, first, end];
    this.#gpu.queue.writeBuffer(this.#uniform, which * SLOT, Uint32Array.from(values));
  }
}

/** Enough to keep a large GPU busy; below, more threads with less work each finish sooner. */
const WANTED_THREADS = 2 ** 18;

/**
 * `largest` suits wide and large grids; its threads are powers of two. Where rows of `across` threads end, a wide
 * workgroup may leave more than an eighth of its threads idle; then workgroups are narrower and that many times
 * higher, since threads side by side read memory side by side. A thread computes several places below each other
 * where there are enough: each saves it two of the three rows that it would load for one. A software adapter runs few
 * threads at once and gains by it on any grid.
 */
export function groupShape(
  across: number,
  height: number,
  largest: GroupShape,
  software: boolean,
): GroupShape {
  let { width } = largest;
  while (width > 1 && Math.ceil(across / width) * width > across * 1.125) width /= 2;
  let threadRows = 1;
  const spare = software ? Number.POSITIVE_INFINITY : (across * height) / WANTED_THREADS;
  while (threadRows < largest.threadRows && threadRows * 2 <= spare) threadRows *= 2;
  return { width, height: (largest.width * largest.height) / width, threadRows };
}
