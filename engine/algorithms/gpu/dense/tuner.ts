/**
 * Finds the kernel that is fastest here, while it works. Which one that is depends on the GPU and on the grid, and no rule of thumb
 * gets it right within a quarter; but all of them step the same cells, so the first batches of a run are simply done by one
 * candidate after the other, each is timed, and the fastest goes on. Nothing is computed for the sake of measuring.
 *
 * A run so short that compiling would cost more than it gains is left alone: the search begins when the first kernel, which needs no
 * compiling, has been busy for a while. What was found is remembered for the adapter and the size.
 */

import type { TuningMemory } from "../../algorithm.ts";
import type { DenseKernelType } from "./dense-kernel.ts";

/** GPU time of the first kernel before others are tried: some times what compiling one takes. */
const PATIENCE_MILLISECONDS = 60;
/** Clocks are rough, and short batches are mostly overhead: a batch counts from here on, and so much has to be measured. */
const BATCH_MILLISECONDS = 2;
const ENOUGH_MILLISECONDS = 15;
/** Batches begin short and grow. Where so many are short all the same, they count too. */
const MOST_SHORT = 12;
/** A candidate so much slower in a single batch is not looked at again. */
const HOPELESS = 1.6;

/** For who brings no other: as long as the program runs. */
const SESSION_MEMORY: TuningMemory = new Map<string, string>();

export class Tuner {
  readonly #types: readonly DenseKernelType[];
  readonly #memory: TuningMemory;
  readonly #key: string;
  #wanted: DenseKernelType;
  /** What is tried next, or -1 before the search and when it is over. */
  #trying = -1;
  #patience = PATIENCE_MILLISECONDS;
  #batches = 0;
  #rows = 0;
  #milliseconds = 0;
  #best: { readonly type: DenseKernelType; readonly time: number } | null = null;

  /** `types`: the first one is what to begin with. `key`: adapter, size and kind of rule. */
  constructor(
    types: readonly [DenseKernelType, ...DenseKernelType[]],
    key: string,
    memory: TuningMemory = SESSION_MEMORY,
  ) {
    this.#types = types;
    this.#memory = memory;
    this.#key = key;
    this.#wanted = types[0];
  }

  /** The kernel to step with as soon as it is ready. */
  get wanted(): DenseKernelType {
    return this.#wanted;
  }

  /** Whether the choice is still open. */
  get searching(): boolean {
    return this.#types.length > 1 && (this.#trying >= 0 || this.#best === null);
  }

  /** A batch of that kernel took so long. `rows`: of cells, counted once a generation. */
  learn(type: DenseKernelType, rows: number, milliseconds: number): void {
    if (type !== this.#wanted || this.#types.length < 2) return;
    if (this.#trying < 0) {
      this.#wait(milliseconds);
      return;
    }
    // The first batch also pays for the change: cells may have been converted.
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

  /** What was measured of the present candidate does not count: it does something else now. */
  startAgain(): void {
    if (this.#trying >= 0) this.#try(this.#trying);
  }

  /** It cannot be compiled or encoded here: it is left out. */
  giveUp(type: DenseKernelType): void {
    if (type === this.#wanted && this.#trying >= 0) this.#conclude(Number.POSITIVE_INFINITY);
    else if (type === this.#wanted) this.#wanted = this.#types[0];
  }

  #wait(milliseconds: number): void {
    if (this.#best) return;
    this.#patience -= milliseconds;
    if (this.#patience > 0) return;
    const known = this.#types.find(({ id }) => id === this.#memory.get(this.#key));
    if (known) {
      this.#best = { type: known, time: 0 };
      this.#wanted = known;
    } else this.#try(0);
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
