/**
 * Finds the fastest kernel while the universe runs. The answer depends on the GPU and on the grid, and no rule of
 * thumb gets it right within a quarter. But all kernels step the same cells, so one candidate after the other does
 * some of the first batches of a run, the tuner times each, and the fastest continues. No work is done only to be
 * measured.
 *
 * A run so short that compiling would cost more than it gains is left alone: the search begins when the first kernel,
 * which needs no compiling, has been busy for a while. The tuner remembers its choice for the adapter and the size.
 */

import type { TuningMemory } from "../../algorithm.ts";
import type { DenseKernelType } from "./dense-kernel.ts";

/** GPU time of the first kernel before the search begins: a few times what compiling one takes. */
const PATIENCE_MILLISECONDS = 60;
/**
 * Clocks are rough, and short batches are mostly overhead: a batch counts from this length on, and a candidate needs
 * as much measured time.
 */
const BATCH_MILLISECONDS = 2;
const ENOUGH_MILLISECONDS = 15;
/** Batches begin short and grow. After this many short ones, short ones count too. */
const MOST_SHORT = 12;
/** A candidate this much slower in a single batch is out. */
const HOPELESS = 1.6;

/** The default memory: as long as the program runs. */
const SESSION_MEMORY: TuningMemory = new Map<string, string>();

export class Tuner {
  readonly #types: readonly DenseKernelType[];
  readonly #memory: TuningMemory;
  readonly #key: string;
  #wanted: DenseKernelType;
  /** The candidate tried next, or -1 before and after the search. */
  #trying = -1;
  #patience = PATIENCE_MILLISECONDS;
  #batches = 0;
  #rows = 0;
  #milliseconds = 0;
  #best: { readonly type: DenseKernelType; readonly time: number } | null = null;

  /** `types`: the kernels, the first one to begin with. `key`: adapter, size and kind of rule. */
  constructor(
    types: readonly [DenseKernelType, ...DenseKernelType[]],
    key: string,
    memory: TuningMemory = SESSION_MEMORY,
  ) {
    this.#types = types;
    this.#memory = memory;
    this.#key = key;
    this.#wanted = types[0];
    if (!memory.eager) return;
    this.#patience = 0;
    this.#recall();
  }

  /** The kernel to step with as soon as it is ready. */
  get wanted(): DenseKernelType {
    return this.#wanted;
  }

  /** Whether the choice is still open. */
  get searching(): boolean {
    return this.#types.length > 1 && (this.#trying >= 0 || this.#best === null);
  }

  /** A batch of that kernel took that long. `rows`: of cells, counted once a generation. */
  learn(type: DenseKernelType, rows: number, milliseconds: number): void {
    if (type !== this.#wanted || this.#types.length < 2) return;
    if (this.#trying < 0) {
      this.#wait(milliseconds);
      return;
    }
    // The first batch also pays for the change: it may have converted cells.
    if (this.#batches++ === 0) return;
    if (milliseconds < BATCH_MILLISECONDS && this.#batches < MOST_SHORT) return;
    this.#rows += rows;
    this.#milliseconds += milliseconds;
    const time = this.#milliseconds / this.#rows;
    const fair = this.#milliseconds >= ENOUGH_MILLISECONDS / 2 || this.#batches >= MOST_SHORT;
    const hopeless = fair && this.#best !== null && time > HOPELESS * this.#best.time;
    const enough = this.#milliseconds >= ENOUGH_MILLISECONDS || this.#batches >= 2 * MOST_SHORT;
    if (hopeless || enough) this.#conclude(time);
  }

  /** Drops the measurements of the present candidate: its work is different from now on. */
  startAgain(): void {
    if (this.#trying >= 0) this.#try(this.#trying);
  }

  /** Leaves out a kernel that cannot be compiled or encoded here. */
  giveUp(type: DenseKernelType): void {
    if (type === this.#wanted && this.#trying >= 0) this.#conclude(Number.POSITIVE_INFINITY);
    else if (type === this.#wanted) this.#wanted = this.#types[0];
  }

  #wait(milliseconds: number): void {
    if (this.#best) return;
    this.#patience -= milliseconds;
    if (this.#patience <= 0 && !this.#recall() && !this.#memory.follows) this.#try(0);
  }

  /** Takes the kernel that it remembers. Whether there is one. */
  #recall(): boolean {
    const known = this.#types.find(({ id }) => id === this.#memory.get(this.#key));
    if (!known) return false;
    this.#best = { type: known, time: 0 };
    this.#wanted = known;
    return true;
  }

  #try(index: number): void {
    this.#trying = index;
    this.#wanted = this.#types[index];
    this.#batches = 0;
    this.#rows = 0;
    this.#milliseconds = 0;
  }

  #conclude(time: number): void {
    if (!this.#best || time < this.#best.time) this.#best = { type: this.#wanted, time };
    if (this.#trying + 1 < this.#types.length) {
      this.#try(this.#trying + 1);
      return;
    }
    this.#trying = -1;
    this.#wanted = this.#best.type;
    this.#memory.set(this.#key, this.#wanted.id);
  }
}
