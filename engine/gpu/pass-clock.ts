/**
 * Times compute passes on the GPU itself: it records its own clock where a pass begins and ends, so neither the trip
 * to the GPU nor other work counts. Adapters may lack this (`timestamp-query`), and browsers round the times to
 * tenths of a millisecond: good for batches, not for single dispatches.
 */

import { claim } from "./buffers.ts";
import type { GpuDevice } from "./device.ts";
import { BUFFER_USAGE, MAP_READ } from "./webgpu-flags.ts";

/** Passes that can be under way at once. Further passes are not timed. */
const SLOTS = 4;

/** Where times may be resolved to: multiples of 256 bytes. */
const SLOT_BYTES = 256;
const TIMES_BYTES = 16;

/**
 * For one pass, in this order: `writes` goes into its descriptor, `finish` comes after it, `read` after its
 * submission. Or `drop`, if there is no pass after all.
 */
export interface PassTimer {
  readonly writes: GPUComputePassTimestampWrites;
  finish(encoder: GPUCommandEncoder): void;
  /** Milliseconds of the pass, when it is done. Errors: `gpu-lost`. */
  read(): Promise<number>;
  drop(): void;
}

export class PassClock {
  readonly #gpu: GpuDevice;
  readonly #times: GPUQuerySet;
  readonly #resolved: GPUBuffer;
  readonly #free: { readonly index: number; readonly staging: GPUBuffer }[];
  readonly #staging: readonly GPUBuffer[];
  #seconds = 0;

  private constructor(gpu: GpuDevice) {
    const { device } = gpu;
    const { queryResolve, copySource, copyTarget, mapRead } = BUFFER_USAGE;
    this.#gpu = gpu;
    this.#times = device.createQuerySet({ label: "times", type: "timestamp", count: 2 * SLOTS });
    const label = "times";
    this.#resolved = device.createBuffer({
      label,
      size: SLOTS * SLOT_BYTES,
      usage: queryResolve | copySource,
    });
    const request = { label: "times, read back", size: TIMES_BYTES, usage: mapRead | copyTarget };
    this.#staging = Array.from({ length: SLOTS }, () => device.createBuffer(request));
    this.#free = this.#staging.map((staging, index) => ({ index, staging }));
  }

  /** null where the adapter has no clock. Errors: `memory-limit`, `gpu-lost`. */
  static async create(gpu: GpuDevice): Promise<PassClock | null> {
    if (!gpu.device.features.has("timestamp-query")) return null;
    return await claim(
      gpu,
      "a clock",
      () => new PassClock(gpu),
      (clock) => clock.dispose(),
    );
  }

  /** Of all passes that were read. 0 where the clock stands still. */
  get seconds(): number {
    return this.#seconds;
  }

  /** For the next pass; null when too many are under way. */
  start(): PassTimer | null {
    const slot = this.#free.pop();
    if (!slot) return null;
    const { index, staging } = slot;
    const first = 2 * index;
    return {
      writes: {
        querySet: this.#times,
        beginningOfPassWriteIndex: first,
        endOfPassWriteIndex: first + 1,
      },
      finish: (encoder) => {
        encoder.resolveQuerySet(this.#times, first, 2, this.#resolved, index * SLOT_BYTES);
        encoder.copyBufferToBuffer(this.#resolved, index * SLOT_BYTES, staging, 0, TIMES_BYTES);
      },
      read: async () => {
        await this.#gpu.submitted();
        await this.#gpu.wait(staging.mapAsync(MAP_READ));
        const [began, ended] = new BigUint64Array(staging.getMappedRange());
        staging.unmap();
        this.#free.push(slot);
        // Some drivers restart their clock.
        const nanoseconds = Math.max(0, Number((ended as bigint) - (began as bigint)));
        this.#seconds += nanoseconds / 1e9;
        return nanoseconds / 1e6;
      },
      drop: () => void this.#free.push(slot),
    };
  }

  dispose(): void {
    this.#times.destroy();
    this.#resolved.destroy();
    for (const buffer of this.#staging) buffer.destroy();
  }
}
