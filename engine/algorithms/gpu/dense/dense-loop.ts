/**
 * The loop around a dense universe's steps. It decides how much to submit at a time (pacer.ts) and with which kernel
 * (tuner.ts). While that kernel compiles, the first kernel, which steps any rule at once, does the work.
 */

import type { GpuDevice } from "../../../gpu/device.ts";
import { Pacer } from "../../../gpu/pacer.ts";
import { PassClock } from "../../../gpu/pass-clock.ts";
import type { Rule } from "../../../rules/rule.ts";
import type { DenseKernelType } from "./dense-kernel.ts";
import type { DenseStepper, Submitted } from "./dense-stepper.ts";
import type { Tuner } from "./tuner.ts";

/** The first batch: long enough to learn from, short enough for a person who watches. */
const FIRST_MILLISECONDS = 6;

/** First guesses, for a software adapter: cells a millisecond, and the milliseconds of a pass of any size. */
const CELLS_A_MILLISECOND = 2 ** 21;
const PASS_MILLISECONDS = 0.01;

/** What a universe has asked of the GPU so far. */
export interface StepWork {
  /** How often generations were handed to it. */
  readonly submits: number;
  /** By its own clock; null where it has none, or one that stands still. */
  readonly gpuSeconds: number | null;
}

export class DenseLoop {
  readonly #gpu: GpuDevice;
  readonly #stepper: DenseStepper;
  readonly #tuner: Tuner;
  readonly #clock: PassClock | null;
  readonly #pacer: Pacer;
  /** The kernel under compilation. */
  #preparing: DenseKernelType | null = null;
  #submits = 0;
  #disposed = false;

  private constructor(gpu: GpuDevice, stepper: DenseStepper, tuner: Tuner, clock: PassClock | null) {
    this.#gpu = gpu;
    this.#stepper = stepper;
    this.#tuner = tuner;
    this.#clock = clock;
    const { width, height } = stepper.layout;
    const milliseconds = PASS_MILLISECONDS + (width * height) / CELLS_A_MILLISECOND;
    this.#pacer = new Pacer(milliseconds / height, (FIRST_MILLISECONDS / milliseconds) * height);
  }

  /** Errors: `memory-limit`, `gpu-lost`. */
  static async create(gpu: GpuDevice, stepper: DenseStepper, tuner: Tuner): Promise<DenseLoop> {
    return new DenseLoop(gpu, stepper, tuner, await PassClock.create(gpu));
  }

  /** Whether the search for the fastest kernel continues, or that kernel is still compiling. */
  get searching(): boolean {
    return this.#tuner.searching || this.#stepper.kernel !== this.#tuner.wanted;
  }

  get work(): StepWork {
    return { submits: this.#submits, gpuSeconds: this.#clock?.seconds || null };
  }

  setRule(rule: Rule): void {
    this.#stepper.setRule(rule);
    this.#tuner.startAgain();
  }

  /**
   * Submits generations for about that many milliseconds, at most `most`. Returns how many it completes; none where a
   * generation takes longer. `held`: as of DenseStepper.submit. Errors: `gpu-lost`.
   */
  async submit(generation: bigint, most: bigint, milliseconds: number, held = false): Promise<number> {
    this.#choose();
    const rows = this.#pacer.rowsFor(milliseconds, this.#stepper.passRows);
    const timer = this.#clock?.start();
    let done: Submitted | null = null;
    try {
      done = this.#stepper.submit(generation, most, rows, timer, held);
    } finally {
      if (!done) timer?.drop();
    }
    if (!done) {
      await this.#stepper.prepare();
      return 0;
    }
    this.#submits++;
    const { kernel } = this.#stepper;
    const times = this.#pacer.follow(this.#gpu, done.rows, timer);
    times.then(
      (time) => time && this.#tuner.learn(kernel, time.rows, time.milliseconds),
      // The next step reports the failure.
      () => undefined,
    );
    return done.generations;
  }

  /** Like Pacer.room and Pacer.drained. */
  room(signal?: AbortSignal): Promise<void> {
    return this.#pacer.room(signal);
  }

  drained(signal?: AbortSignal): Promise<void> {
    return this.#pacer.drained(signal);
  }

  dispose(): void {
    this.#disposed = true;
    this.#clock?.dispose();
  }

  /** Takes the wanted kernel, or a ready one while that compiles. */
  #choose(): void {
    const { wanted } = this.#tuner;
    const stepper = this.#stepper;
    if (stepper.isReady(wanted)) {
      if (stepper.kernel !== wanted) this.#take(wanted);
      return;
    }
    // Only the first kernel may have to compile, for another neighbourhood, and `submit` waits for it.
    if (!stepper.isReady(stepper.kernel)) this.#take(stepper.first);
    if (this.#preparing === wanted || stepper.kernel === wanted) return;
    this.#preparing = wanted;
    const end = (): void => {
      if (this.#preparing === wanted) this.#preparing = null;
    };
    stepper.prepareKernel(wanted).then(end, () => {
      end();
      // A lost device says nothing about the kernel.
      if (!this.#disposed && !this.#gpu.failed) this.#tuner.giveUp(wanted);
    });
  }

  #take(type: DenseKernelType): void {
    this.#stepper.take(type);
    this.#pacer.reset();
  }
}
