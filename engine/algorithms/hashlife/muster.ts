/**
 * When helpers compute along. A step that is soon done is better done alone, narrow computations leave helpers nothing to do, and
 * on busy cores they only take time from the thread that they help. No look at a pattern tells, so what counts is the rate: results
 * per millisecond, with helpers and without, one right after the other, since it changes as a pattern grows.
 *
 * It begins alone. After WARM_UP milliseconds helpers are called, and once they are there, they compute along for a trial. Where
 * that is enough faster they stay for a span, which doubles each time; then it computes apart from them for a moment and tries
 * again. After a trial in vain that moment is longer, so that trials cost little, and after a few they leave for good.
 */

/** Milliseconds alone before helpers are called: what is done by then needs none. */
const WARM_UP = 60;
/** Milliseconds of a measurement without helpers, and of one with them. */
const ALONE = 30;
const TRIAL = 50;
const FIRST_SPAN = 100;
const LONGEST_SPAN = 16_000;
/** How many times as many results they have to bring. */
const WORTH = 1.1;
/** Milliseconds without helpers after a trial in vain; three times as long after the next. */
const FIRST_REST = 150;
const MOST_FAILURES = 3;

/**
 * `alone`: none are there. `calling`: they are wanted. `together`: they compute along. `hushed`: they finish what they have.
 * `apart`: they are there, and it computes alone. `gone`: they have left, and it stays alone.
 */
export type MusterState = "alone" | "calling" | "together" | "hushed" | "apart" | "gone";

export class Muster {
  readonly #judges: boolean;
  #state: MusterState;
  /** Of the measurement under way. */
  #milliseconds = 0;
  #results = 0;
  /** Results per millisecond of the last one without helpers. */
  #aloneRate = 0;
  #warmth = 0;
  #isTried = false;
  #span = FIRST_SPAN;
  #failures = 0;
  #rest = ALONE;

  /** `judges` false: helpers come at once and stay, whatever they bring; for tests. */
  constructor(judges = true) {
    this.#judges = judges;
    this.#state = judges ? "alone" : "calling";
  }

  get state(): MusterState {
    return this.#state;
  }

  /** After a stretch of computing, `results` of which came from all threads. `isHelped`: whether a helper has not finished. */
  account(milliseconds: number, results: number, isHelped: boolean): void {
    this.#milliseconds += milliseconds;
    this.#results += results;
    switch (this.#state) {
      case "alone":
      case "calling":
        this.#warmth += milliseconds;
        if (this.#milliseconds >= ALONE) this.#noteAlone();
        if (this.#warmth >= WARM_UP) this.#state = "calling";
        break;
      case "together":
        if (this.#judges) this.#judge();
        break;
      case "hushed":
        // What they still do is no measurement.
        if (!isHelped) this.#turn(this.#failures < MOST_FAILURES ? "apart" : "gone");
        break;
      case "apart":
        if (this.#milliseconds < this.#rest) break;
        this.#noteAlone();
        this.join();
    }
  }

  /** The helpers are there. */
  join(): void {
    this.#isTried = false;
    this.#turn("together");
  }

  #judge(): void {
    const ends = this.#milliseconds >= this.#span;
    if (!ends && (this.#isTried || this.#milliseconds < TRIAL)) return;
    this.#isTried = true;
    if (this.#results < this.#milliseconds * this.#aloneRate * WORTH) {
      this.#rest = FIRST_REST * 3 ** this.#failures++;
      this.#turn("hushed");
    } else if (ends) {
      this.#failures = 0;
      this.#rest = ALONE;
      this.#span = Math.min(2 * this.#span, LONGEST_SPAN);
      this.#turn("hushed");
    }
  }

  #turn(state: MusterState): void {
    this.#state = state;
    this.#begin();
  }

  #noteAlone(): void {
    this.#aloneRate = this.#results / this.#milliseconds;
    this.#begin();
  }

  #begin(): void {
    this.#milliseconds = 0;
    this.#results = 0;
  }
}
