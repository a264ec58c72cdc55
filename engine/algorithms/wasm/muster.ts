/**
 * When helpers compute along. What is soon done is better done alone, narrow computations leave helpers nothing to do, and
 * on busy cores they only take time from the thread that they help. No look at a pattern tells, so what counts is the rate: results
 * per millisecond, with helpers and without, one right after the other, since it changes as a pattern grows.
 *
 * It begins alone. After a warm-up helpers are called, unless rows are very short, or what is left is known to take too little time for their
 * coming to pay. Once they are there, they compute along for a trial. Where that is enough faster they stay for a span, which doubles each time; then it computes apart from them for a moment and tries
 * again. After a trial in vain that moment is longer each time, so that trials cost little. After a few of them helpers leave for good; or, where
 * the width of rows tells, that moment only ends early when rows have become twice as wide. While rows are very short there is no trial.
 *
 * Where much is known to be ahead helpers are called at once, and are there when the first measurement without them is over.
 */

import type { HelperPool } from "./helpers.ts";

/** How a kind of computation is watched; times in milliseconds. */
export interface MusterPace {
  /** Alone before helpers are called: what is done by then needs none. */
  readonly warmUp: number;
  /** A measurement without helpers, and one with them. */
  readonly alone: number;
  readonly trial: number;
  /** With helpers before the first measurement: their code is compiled, their caches fill. */
  readonly settling: number;
  readonly firstSpan: number;
  /** Results a row, on average, below which there is too little side by side to be worth calling anybody. */
  readonly narrow: number;
  /** Of what is left, below which nobody is called any more: helpers take 45 to come, and their start takes some from this thread. */
  readonly leastLeft: number;
  /** Whether the width of rows tells whether helpers are worth it, so that none are sent away for good. */
  readonly learns: boolean;
}

/** HashLife: rows of works. */
export const ROWS_PACE: MusterPace = {
  warmUp: 20,
  alone: 15,
  trial: 30,
  settling: 0,
  firstSpan: 400,
  narrow: 4,
  leastLeft: 160,
  learns: false,
};

/** Generations of tiles. Their rate is steadier, and a soup is soon known to be wide. */
export const TILES_PACE: MusterPace = {
  warmUp: 4,
  alone: 10,
  trial: 20,
  settling: 20,
  firstSpan: 400,
  narrow: 256,
  leastLeft: 80,
  learns: true,
};

/** Generations of `sums`, whose tiles are eight times as large and take some microseconds each. */
export const BANDS_PACE: MusterPace = { ...TILES_PACE, narrow: 16 };

const LONGEST_SPAN = 16_000;
/** How many times as many results they have to bring. */
const WORTH = 1.1;
/** Milliseconds without helpers after a trial in vain; three times as long after the next. */
const FIRST_REST = 150;
const MOST_FAILURES = 3;

/** What all threads computed in a stretch. */
export interface MusterDone {
  readonly results: number;
  /** Rows that the results came from: HashLife's, or generations. */
  readonly rows: number;
  /** Milliseconds that what is left would take at the present speed. Default: nobody knows. */
  readonly left?: number;
}

/**
 * `alone`: none are there. `calling`: they are wanted. `together`: they compute along. `hushed`: they finish what they have.
 * `apart`: they are there, and it computes alone. `gone`: they have left, and it stays alone.
 */
export type MusterState = "alone" | "calling" | "together" | "hushed" | "apart" | "gone";

/**
 * When helpers are called: `late` after a warm-up; `early` at once, where much is known to be ahead; `always` at once, to stay whatever
 * they bring, for tests.
 */
export type MusterCall = "late" | "early" | "always";

/** What makes judges for a universe that a pool's threads may help. `hurried`: much is known to be ahead, so the threads start now. */
export function mustersFor(
  pool: Pick<HelperPool, "prepare">,
  pace: MusterPace,
  hurried = false,
): () => Muster {
  if (hurried) pool.prepare();
  return () => new Muster(pace, hurried ? "early" : "late");
}

export class Muster {
  readonly #pace: MusterPace;
  readonly #judges: boolean;
  #state: MusterState;
  /** Of the measurement under way. */
  #milliseconds = 0;
  #results = 0;
  #rows = 0;
  /** null before the first measurement. */
  #isNarrow: boolean | null = null;
  #narrow: number;
  /** Results per millisecond of the last one without helpers. */
  #aloneRate = 0;
  #warmth = 0;
  /** Milliseconds with helpers that are still left out. */
  #settling: number;
  #isTried = false;
  #span: number;
  #failures = 0;
  /** How long it stays apart, and has been. */
  #rest: number;
  #apart = 0;

  constructor(pace: MusterPace, call: MusterCall = "late") {
    this.#pace = pace;
    this.#narrow = pace.narrow;
    this.#settling = pace.settling;
    this.#span = pace.firstSpan;
    this.#rest = pace.alone;
    this.#judges = call !== "always";
    this.#state = call === "late" ? "alone" : "calling";
  }

  get state(): MusterState {
    return this.#state;
  }

  /** Results a row from which on helpers are worth a trial. */
  get narrow(): number {
    return this.#narrow;
  }

  /** After a stretch of computing. `isHelped`: whether a helper has not finished. */
  account(
    milliseconds: number,
    { results, rows, left = Number.POSITIVE_INFINITY }: MusterDone,
    isHelped: boolean,
  ): void {
    this.#milliseconds += milliseconds;
    this.#results += results;
    this.#rows += rows;
    switch (this.#state) {
      case "alone":
      case "calling":
        this.#callOrNot(milliseconds, left);
        break;
      case "together":
        if (this.#judges) this.#judge();
        break;
      case "hushed":
        // What they still do is no measurement.
        if (!isHelped) this.#turn(this.#isHopeless ? "gone" : "apart");
        break;
      case "apart":
        this.#apart += milliseconds;
        this.#wait();
    }
  }

  /** The helpers are there. Before the first measurement without them, and while rows are short, they wait: state "calling" stays. */
  join(): void {
    if (this.#judges && (this.#isNarrow ?? true)) return;
    this.#isTried = false;
    this.#turn("together");
  }

  #callOrNot(milliseconds: number, left: number): void {
    this.#warmth += milliseconds;
    // A pattern's first rows may be wide, and those of all later steps short.
    const areShort = this.#areShort || (this.#isNarrow ?? false);
    if (this.#milliseconds >= this.#pace.alone) this.#noteAlone();
    if (this.#warmth >= this.#pace.warmUp && left >= this.#pace.leastLeft && !areShort)
      this.#state = "calling";
  }

  get #isHopeless(): boolean {
    return !this.#pace.learns && this.#failures >= MOST_FAILURES;
  }

  #judge(): void {
    if (this.#settling > 0) {
      this.#settling -= this.#milliseconds;
      this.#begin();
      return;
    }
    const ends = this.#milliseconds >= this.#span;
    if (!ends && (this.#isTried || this.#milliseconds < this.#pace.trial)) return;
    this.#isTried = true;
    if (this.#results < this.#milliseconds * this.#aloneRate * WORTH) {
      this.#fail();
      this.#turn("hushed");
    } else if (ends) {
      this.#failures = 0;
      this.#rest = this.#pace.alone;
      this.#span = Math.min(2 * this.#span, LONGEST_SPAN);
      this.#turn("hushed");
    }
  }

  #fail(): void {
    this.#rest = Math.min(FIRST_REST * 3 ** this.#failures++, LONGEST_SPAN);
    if (this.#pace.learns)
      this.#narrow = Math.max(this.#pace.narrow, Math.round((2 * this.#results) / Math.max(1, this.#rows)));
  }

  /** Until the rest is over, or rows have become wider than those of the trial in vain. */
  #wait(): void {
    const isOver = this.#apart >= this.#rest;
    if (isOver) this.#narrow = this.#pace.narrow;
    if (this.#milliseconds < this.#pace.alone || !(isOver || this.#pace.learns)) return;
    this.#noteAlone();
    this.join();
  }

  #turn(state: MusterState): void {
    this.#state = state;
    this.#apart = 0;
    this.#begin();
  }

  #noteAlone(): void {
    this.#aloneRate = this.#results / this.#milliseconds;
    this.#isNarrow = this.#areShort;
    this.#begin();
  }

  /** Whether rows of the measurement under way are too short for helpers. */
  get #areShort(): boolean {
    return this.#results < this.#narrow * this.#rows;
  }

  #begin(): void {
    this.#milliseconds = 0;
    this.#results = 0;
    this.#rows = 0;
  }
}
