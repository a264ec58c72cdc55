/**
 * Compute passes whose work is counted in runs, a rule on a vector each. A pass takes no longer than somebody who watches can
 * wait, and the next one is encoded while the GPU works on it.
 */

import { throwIfAborted } from "../../core/errors.ts";
import type { GpuDevice } from "../../gpu/device.ts";
import { Pacer } from "../../gpu/pacer.ts";
import { PassClock } from "../../gpu/pass-clock.ts";
import { StepPass } from "../../gpu/step-pass.ts";

/** What a batch takes on the GPU where nobody watches. */
export const BATCH_MILLISECONDS = 60;

/** First guesses at the milliseconds of a cell's step: on a GPU, and on a CPU that imitates one. */
const GUESS = { hardware: 1e-7, software: 1e-5 } as const;

/** What the first batch may take by the guess. */
const FIRST_MILLISECONDS = 6;

export interface GpuScorerOptions {
  /** Whether our methods end runs that repeat themselves. Default true. */
  readonly earlyStop?: boolean;
  /** What a batch may take on the GPU: less than 8 while somebody watches. Default 60. */
  readonly milliseconds?: number;
}

/** Uses the device, and releases it in the end. */
export class PacedPasses {
  readonly gpu: GpuDevice;
  readonly #milliseconds: number;
  readonly #clock: PassClock | null;
  /** The cells and the steps that the pacer knows the time of. */
  #expected: readonly [cells: number, steps: number] = [1, 1];
  #pacer: Pacer;

  private constructor(gpu: GpuDevice, milliseconds: number, clock: PassClock | null) {
    this.gpu = gpu;
    this.#milliseconds = milliseconds;
    this.#clock = clock;
    this.#pacer = pacerOf(gpu, ...this.#expected);
  }

  /** Errors: `memory-limit`, `gpu-lost`. */
  static async create(
    gpu: GpuDevice,
    { milliseconds = BATCH_MILLISECONDS }: GpuScorerOptions,
  ): Promise<PacedPasses> {
    return new PacedPasses(gpu, milliseconds, await PassClock.create(gpu));
  }

  /** Runs are those of rings of so many cells, for so many steps. What is known of such runs stays known. */
  expect(cells: number, steps: number): void {
    if (cells === this.#expected[0] && steps === this.#expected[1]) return;
    this.#expected = [cells, steps];
    this.#pacer = pacerOf(this.gpu, cells, steps);
  }

  /** The runs that the next pass may have, at least 1. */
  get room(): number {
    return this.#pacer.rowsFor(this.#milliseconds);
  }

  /** Submits a pass of so many runs; one without any is short and not timed. */
  submit(label: string, runs: number, encode: (pass: StepPass) => void): void {
    const { device, queue } = this.gpu;
    const timer = runs > 0 ? this.#clock?.start() : undefined;
    const encoder = device.createCommandEncoder({ label });
    const pass = encoder.beginComputePass({ label, timestampWrites: timer?.writes });
    encode(new StepPass(pass));
    pass.end();
    timer?.finish(encoder);
    queue.submit([encoder.finish()]);
    // Whoever waits for the GPU next hears of a failure.
    if (runs > 0) this.#pacer.follow(this.gpu, runs, timer).catch(() => undefined);
  }

  /** Waits until another pass may be submitted. Errors: `aborted`, `gpu-lost`. */
  async ready(signal: AbortSignal | undefined): Promise<void> {
    await this.#pacer.room(signal);
    throwIfAborted(signal);
  }

  /** Waits until all are done. Errors: `aborted`, `gpu-lost`. */
  async drained(signal: AbortSignal | undefined): Promise<void> {
    await this.#pacer.drained(signal);
    throwIfAborted(signal);
  }

  dispose(): void {
    this.#clock?.dispose();
    this.gpu.release();
  }
}

/** A pacer whose rows are runs. */
function pacerOf({ software }: GpuDevice, cells: number, steps: number): Pacer {
  const guess = (software ? GUESS.software : GUESS.hardware) * cells * Math.max(1, steps);
  return new Pacer(guess, Math.max(1, FIRST_MILLISECONDS / guess));
}
