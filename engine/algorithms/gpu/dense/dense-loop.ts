/**
 * The loop around a dense universe's steps: how much to submit at a time (pacer.ts), with which kernel (tuner.ts), and what to do
 * while that one is not compiled yet: the first kernel steps any rule at once, so nobody waits.
 */

import type { GpuDevice } from "../../../gpu/device.ts";
import { Pacer } from "../../../gpu/pacer.ts";
import { PassClock } from "../../../gpu/pass-clock.ts";
import type { Rule } from "../../../rules/rule.ts";
import type { DenseKernelType } from "./dense-kernel.ts";
import type { DenseStepper, Submitted } from "./dense-stepper.ts";
import type { Tuner } from "./tuner.ts";

/** Before anything is known: long enough to learn from, short enough for who watches. */
const FIRST_MILLISECONDS = 6;

/** First guesses, of a software adapter: cells a millisecond, and the milliseconds that a pass of any size takes. */
const CELLS_A_MILLISECOND = 2 ** 21;
const PASS_MILLISECONDS = 0.01;

export class DenseLoop {
  readonly #gpu: GpuDevice;
  readonly #stepper: DenseStepper;
  readonly #tuner: Tuner;
  readonly #clock: PassClock | null;
  readonly #pacer: Pacer;
  /** What is being compiled. */
  #preparing: DenseKernelType | null = null;
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

  /** Whether it is still to be found out which kernel is the fastest, or that one is being compiled. */
  get searching(): boolean {
    return this.#tuner.searching || this.#stepper.kernel !== this.#tuner.wanted;
  }

  setRule(rule: Rule): void {
    this.#stepper.setRule(rule);
    this.#tuner.startAgain();
  }

  /**
   * Submits generations for about so many milliseconds, at most `most`. Answers how many it completes; none where a generation
   * takes longer. Errors: `gpu-lost`.
   */
  async submit(generation: bigint, most: bigint, milliseconds: number): Promise<number> {
    this.#choose();
    const rows = this.#pacer.rowsFor(milliseconds, this.#stepper.passRows);
    const timer = this.#clock?.start();
    let done: Submitted | null = null;
    try {
      done = this.#stepper.submit(generation, most, rows, timer);
    } finally {
      if (!done) timer?.drop();
    }
    if (!done) {
      await this.#stepper.prepare();
      return 0;
    }
    const { kernel } = this.#stepper;
    const times = this.#pacer.follow(this.#gpu, done.rows, timer);
    times.then(
      (time) => time && this.#tuner.learn(kernel, time.rows, time.milliseconds),
      // Whoever steps hears of it.
      () => undefined,
    );
    return done.generations;
  }

  /** As Pacer.room and Pacer.drained. */
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

  /** Takes the kernel that is wanted, or while that is being compiled one that is there. */
  #choose(): void {
    const { wanted } = this.#tuner;
    const stepper = this.#stepper;
    if (stepper.isReady(wanted)) {
      if (stepper.kernel !== wanted) this.#take(wanted);
      return;
    }
    // The first kernel at most has to be compiled for another neighbourhood, which `submit` waits for.
    if (!stepper.isReady(stepper.kernel)) this.#take(stepper.first);
    if (this.#preparing === wanted || stepper.kernel === wanted) return;
    this.#preparing = wanted;
    const end = (): void => {
      if (this.#preparing === wanted) this.#preparing = null;
    };
    stepper.prepareKernel(wanted).then(end, () => {
      end();
      // A device that goes away says nothing about the kernel.
      if (!this.#disposed && !this.#gpu.failed) this.#tuner.giveUp(wanted);
    });
  }

  #take(type: DenseKernelType): void {
    this.#stepper.take(type);
    this.#pacer.reset();
  }
}
