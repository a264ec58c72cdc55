/**
 * Helpers that come into a kernel's generations through its gate (assembly/_gate.ts): their coming and going between calls of the kernel. A
 * `Muster` decides from what is computed per millisecond when they come and whether they stay; generations of few results
 * are computed without them in any case. A kernel with other loops, or in another memory, gets another team.
 */

import { TessellaError } from "../../core/errors.ts";
import type { HelpedKernel, HelperPool, Recall } from "./helpers.ts";
import { MOST_THREADS } from "./helpers.ts";
import type { Muster } from "./muster.ts";

/** A kernel with a gate. */
export interface GateKernel {
  /** Results of helpers in the last call of `run`. */
  getHelped(): number;
  /** How many helpers have begun. */
  getReady(): number;
  /** How many broke down in the middle of a generation. */
  getLost(): number;
  /** The number of the present team: helpers of another leave. */
  getTeam(): number;
  /** Sends the helpers away, whether they have begun or not. */
  dismiss(): void;
}

/** What helpers are called to. */
export interface TeamTask extends Omit<HelpedKernel, "team"> {
  readonly kernel: GateKernel;
}

/** What was computed in a stretch of `run`s, in how long. */
export interface Stretch {
  readonly milliseconds: number;
  readonly results: number;
  /** Generations that were completed, and those that are left to the step's target. */
  readonly generations: number;
  readonly ahead: number;
}

/** Lets so many threads compute from here on (1: no helpers), in generations of at least so many results. */
export type ShareTiles = (threads: number, least: number) => void;

/** One task at a time. */
export class Team {
  /** The kernel's own among them. */
  readonly threads: number;
  readonly #pool: HelperPool;
  readonly #algorithm: string;
  #task: TeamTask | null = null;
  #muster: Muster | null = null;
  /** Takes back the helpers that were called. */
  #recall: Recall | null = null;
  #isShared = false;
  /** Since a generation was completed last. */
  #milliseconds = 0;
  /** Whether a step has come to its target. */
  #hasArrived = false;

  /** `algorithm`: for sentences. */
  constructor(pool: HelperPool, algorithm: string) {
    this.#pool = pool;
    this.#algorithm = algorithm;
    this.threads = Math.min(pool.size + 1, MOST_THREADS);
  }

  /** Whether helpers may compute along in this task. */
  isShared(task: TeamTask): boolean {
    return this.#isShared && task === this.#task;
  }

  /** Results of helpers in the last call of `run`. */
  get helped(): number {
    return this.#task ? this.#task.kernel.getHelped() >>> 0 : 0;
  }

  /** Helpers that were called and have not begun. */
  get late(): number {
    return this.#task && this.#recall ? this.threads - 1 - this.#task.kernel.getReady() : 0;
  }

  /** After a call of `run`. Errors: `engine-lost` where a helper broke down in the middle of a generation, which is lost for good. */
  check({ kernel }: TeamTask): void {
    if (kernel.getLost() === 0) return;
    throw new TessellaError(
      "engine-lost",
      `A thread of ${this.#algorithm} broke down in the middle of a generation.`,
    );
  }

  /** Takes a task in the place of the present one. A judge that has judged tasks like it knows already whether helpers are worth it. */
  begin(task: TeamTask, muster: Muster): void {
    this.#end();
    this.#task = task;
    this.#muster = muster;
    // They compute along after the first stretch at the earliest.
    if (muster.state === "calling") this.#call(task);
  }

  /** Ends a task, if it is the present one. */
  end(task: TeamTask): void {
    if (task === this.#task) this.#end();
  }

  #end(): void {
    if (this.#recall) {
      this.#task?.kernel.dismiss();
      this.#recall();
    }
    this.#task = null;
    this.#muster = null;
    this.#recall = null;
    this.#isShared = false;
  }

  /** After a stretch of a task. */
  account(task: TeamTask, stretch: Stretch, share: ShareTiles): void {
    const left = this.#leftAfter(stretch);
    const muster = this.#muster;
    if (!muster || task !== this.#task) return;
    const { milliseconds, results, generations: rows } = stretch;
    // While helpers are still on their way nothing tells what they bring.
    if (muster.state !== "together" || this.#isShared)
      muster.account(milliseconds, { results, rows, left }, false);
    if (muster.state === "calling") {
      if (!this.#recall) this.#call(task);
      // The first one suffices: the others join when they are there.
      if (task.kernel.getReady() > 0) muster.join();
    }
    if (muster.state === "together" && !this.#recall) this.#call(task);
    const shares = muster.state === "together" && task.kernel.getReady() > 0;
    if (shares === this.#isShared) return;
    this.#isShared = shares;
    share(shares ? this.threads : 1, muster.narrow);
  }

  /** Milliseconds that the generations ahead would take at the present speed, where somebody knows. */
  #leftAfter({ milliseconds, generations, ahead }: Stretch): number | undefined {
    this.#milliseconds += milliseconds;
    // Who asked for one step after another asks for more.
    const isKnown = generations > 0 && (ahead > 0 || !this.#hasArrived);
    const left = isKnown ? (this.#milliseconds / generations) * ahead : undefined;
    if (generations > 0) this.#milliseconds = 0;
    if (ahead === 0) this.#hasArrived = true;
    return left;
  }

  #call(task: TeamTask): void {
    const { kernel, module, memory, loops } = task;
    const team = kernel.getTeam();
    // Nobody waits for one that breaks down while it rests; but what has broken down once is not called again.
    this.#recall = this.#pool.send(this.threads - 1, { module, memory, loops, team }, () => {
      if (kernel.getTeam() === team) this.end(task);
    });
  }
}
