/**
 * How much work to hand to the GPU at once. A GPU cannot stop in the middle of submitted work, so a caller that wants
 * to stop soon must submit little; but every submission costs time, so a caller in no hurry submits more. The pacer
 * measures how long a row of cells takes and turns a time in milliseconds into a number of rows.
 *
 * The GPU itself times batches where it can (pass-clock.ts). Elsewhere the pacer takes the time from the end of one
 * batch to the end of the next. This is the same as long as the queue never runs empty and holds no other universe's
 * work. That time also checks the GPU's clock: some drivers offer one that stands still, and batches that seem to
 * take no time would grow without end.
 *
 * Two batches are kept under way: while the GPU works on one, the CPU encodes the next, and the GPU never waits for
 * it. More would only make stopping slower.
 */

import type { GpuDevice } from "./device.ts";
import type { PassTimer } from "./pass-clock.ts";

const MOST_IN_FLIGHT = 2;

/**
 * With nothing under way the GPU waits while the CPU encodes a batch, a tenth of the batch's own time: start with a
 * short one.
 */
const ALONE_MILLISECONDS = 8;

/** Shorter measurements by the wall clock say more about the clock than about the GPU. */
const LEAST_MILLISECONDS = 1;

/**
 * GPUs tell time in steps of up to a tenth of a millisecond, so a batch that seems to take none took less than this.
 */
const CLOCK_STEP = 0.1;

/** After this many batches in a row without measured time, the clock counts as standing still. */
const SILENCE = 3;

/** A batch that took this long by the wall clock and none by the GPU's clock was not timed at all. */
const DOUBT = 5;

/** The factor by which a batch may outgrow the largest one measured before: an estimate can be wrong. */
const MOST_GROWTH = 8;

/** Measurements that far apart are no noise: the work itself has changed. */
const SURPRISE = 1.5;

/**
 * The time of some batches without other work in between: one, or several where the clock could not tell them apart.
 */
interface BatchTime {
  readonly rows: number;
  readonly milliseconds: number;
}

export class Pacer {
  readonly #guess: number;
  readonly #firstRows: number;
  /** Of one row. A guess until the first batch is done. */
  #milliseconds: number;
  #measured = false;
  readonly #inFlight: Promise<BatchTime | null>[] = [];
  /** Whether the GPU's clock has ever measured any time, and how many batches in a row took none by it. */
  #clockGoes = false;
  #silent = 0;
  /** The start of the rows below, which no measurement by the wall clock covers yet. */
  #mark = 0;
  #rows = 0;
  #largest: number;
  /** Counts resets: batches submitted before the last one teach nothing. */
  #era = 0;

  /** `firstRows` is the most that the first batch holds, and `rowMilliseconds` a first guess. */
  constructor(rowMilliseconds: number, firstRows: number) {
    this.#guess = rowMilliseconds;
    this.#firstRows = firstRows;
    this.#milliseconds = rowMilliseconds;
    this.#largest = firstRows;
  }

  /**
   * Rows that take about that long, at least 1; fewer where nothing is under way, but that alone never cuts below
   * `whole`.
   */
  rowsFor(milliseconds: number, whole = 1): number {
    const alone = Math.max(ALONE_MILLISECONDS, whole * this.#milliseconds);
    const wanted = this.#inFlight.length === 0 ? Math.min(alone, milliseconds) : milliseconds;
    return Math.max(1, Math.floor(Math.min(wanted / this.#milliseconds, this.#largest)));
  }

  /** Forgets the measurements: a batch takes another time from now on, with another kernel say. */
  reset(): void {
    this.#era++;
    this.#milliseconds = this.#guess;
    this.#largest = this.#firstRows;
    this.#measured = false;
    this.#rows = 0;
    this.#mark = performance.now();
  }

  /**
   * Follows a batch that has just been submitted, timed by `timer` where there is one. Resolves when it is done with
   * its time, or with null where that is unknown or no longer matters since `reset`. Callers need not wait for it.
   * Errors: `gpu-lost`.
   */
  follow(gpu: GpuDevice, rows: number, timer?: PassTimer | null): Promise<BatchTime | null> {
    const era = this.#era;
    if (this.#inFlight.length === 0) this.#mark = performance.now();
    const done = timer
      ? timer.read().then((milliseconds) => this.#timed(rows, milliseconds, era))
      : gpu.idle().then(() => this.#watched(rows, era));
    this.#inFlight.push(done);
    const forget = (): void => {
      const at = this.#inFlight.indexOf(done);
      if (at >= 0) this.#inFlight.splice(at, 1);
    };
    done.then(forget, forget);
    return done;
  }

  /** Waits until another batch may be submitted, or the signal has fired. Errors: `gpu-lost`. */
  async room(signal?: AbortSignal): Promise<void> {
    while (this.#inFlight.length >= MOST_IN_FLIGHT && !signal?.aborted)
      await unlessStopped(this.#inFlight[0], signal);
  }

  /** Waits until nothing is under way, or the signal has fired. Errors: `gpu-lost`. */
  async drained(signal?: AbortSignal): Promise<void> {
    await unlessStopped(Promise.all(this.#inFlight), signal);
  }

  /** A batch ended that the GPU has timed. */
  #timed(rows: number, milliseconds: number, era: number): BatchTime | null {
    this.#silent = milliseconds < CLOCK_STEP ? this.#silent + 1 : 0;
    if (this.#silent === 0) this.#clockGoes = true;
    else if (this.#silent >= SILENCE) this.#clockGoes = false;
    // A clock that has never measured any time is none.
    if (this.#silent > 0 && !this.#clockGoes) return this.#watched(rows, era);
    const now = performance.now();
    const wall = now - this.#mark;
    this.#mark = now;
    this.#rows = 0;
    if (era !== this.#era) return null;
    if (this.#silent === 0 || wall < DOUBT)
      return this.#learn(rows, Math.max(milliseconds, CLOCK_STEP), rows);
    // Other work came between, or the clock began anew: a reason for care, but no measurement.
    this.#learn(rows, wall, rows);
    return null;
  }

  /** A batch ended; the wall clock measures it. */
  #watched(rows: number, era: number): BatchTime | null {
    const now = performance.now();
    if (era !== this.#era) {
      this.#mark = now;
      return null;
    }
    this.#rows += rows;
    const milliseconds = now - this.#mark;
    // When the CPU was busy, two batches report at the same moment; the second one's rows go to the next measurement.
    if (milliseconds < LEAST_MILLISECONDS && this.#inFlight.length > 1) return null;
    const time = this.#learn(this.#rows, Math.max(milliseconds, 1e-3), rows);
    this.#mark = now;
    this.#rows = 0;
    return time;
  }

  #learn(rows: number, milliseconds: number, batch: number): BatchTime {
    const measured = milliseconds / rows;
    const change = measured / this.#milliseconds;
    const surprising = change > SURPRISE || change < 1 / SURPRISE;
    this.#milliseconds = this.#measured && !surprising ? (this.#milliseconds + measured) / 2 : measured;
    this.#measured = true;
    this.#largest = Math.max(this.#largest, batch * MOST_GROWTH);
    return { rows, milliseconds };
  }
}

/** A GPU may be busy with other work for long; a caller that wants to stop does not wait for that. */
function unlessStopped(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<unknown> {
  if (!signal) return work;
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const settle = (end: (value: unknown) => void) => (value: unknown) => {
      signal.removeEventListener("abort", resolve);
      end(value);
    };
    signal.addEventListener("abort", resolve, { once: true });
    work.then(settle(resolve), settle(reject));
  });
}
