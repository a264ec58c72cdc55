/**
 * How much work to hand to the GPU at once. A GPU cannot be stopped in the middle of what has been submitted, so whoever
 * wants to stop soon must submit little; but every submission costs time, so whoever is in no hurry submits more. The
 * pacer measures how long a row of cells takes and turns a wish in milliseconds into a number of rows.
 *
 * Two batches are kept under way: while the GPU works on one, the next is encoded, and it never waits for the CPU. More
 * would only make stopping slower.
 */

import type { GpuDevice } from "./device.ts";

const MOST_IN_FLIGHT = 2;

/** Shorter measurements say more about the clock than about the GPU. */
const LEAST_MILLISECONDS = 1;

/** How far a batch may outgrow the one measured before: an estimate can be wrong. */
const MOST_GROWTH = 8;

export class Pacer {
  /** Of one row. A guess until the first batch is done. */
  #milliseconds: number;
  #measured = false;
  readonly #inFlight: Promise<void>[] = [];
  /** Since when the rows below have been under way without a measurement. */
  #mark = 0;
  #rows = 0;
  #largest: number;

  /** `firstRows` is what the first batch may hold, and `rowMilliseconds` a first guess. */
  constructor(rowMilliseconds: number, firstRows: number) {
    this.#milliseconds = rowMilliseconds;
    this.#largest = firstRows;
  }

  /** Rows that take about that long, at least 1. */
  rowsFor(milliseconds: number): number {
    return Math.max(1, Math.floor(Math.min(milliseconds / this.#milliseconds, this.#largest)));
  }

  /** Follows a batch that has just been submitted. */
  follow(gpu: GpuDevice, rows: number): void {
    if (this.#inFlight.length === 0) this.#mark = performance.now();
    const done = gpu.idle().then(() => this.#measure(rows));
    this.#inFlight.push(done);
    const forget = (): void => {
      const at = this.#inFlight.indexOf(done);
      if (at >= 0) this.#inFlight.splice(at, 1);
    };
    done.then(forget, forget);
  }

  /** Waits until another batch may be submitted. Errors: `gpu-lost`. */
  async room(): Promise<void> {
    while (this.#inFlight.length >= MOST_IN_FLIGHT) await this.#inFlight[0];
  }

  /** Waits until nothing is under way. Errors: `gpu-lost`. */
  async drained(): Promise<void> {
    await Promise.all(this.#inFlight);
  }

  #measure(rows: number): void {
    const now = performance.now();
    this.#rows += rows;
    // When the CPU was busy, two batches report at the same moment; the second one's rows go to the next measurement.
    if (now - this.#mark < LEAST_MILLISECONDS && this.#inFlight.length > 1) return;
    const measured = Math.max(now - this.#mark, 1e-3) / this.#rows;
    this.#milliseconds = this.#measured ? (this.#milliseconds + measured) / 2 : measured;
    this.#measured = true;
    this.#largest = Math.max(this.#largest, rows * MOST_GROWTH);
    this.#mark = now;
    this.#rows = 0;
  }
}
