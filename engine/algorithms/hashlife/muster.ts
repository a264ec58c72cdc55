/**
 * When helpers compute along. A step that is soon done is better done alone, narrow computations leave helpers nothing to do, and
 * on busy cores they only take time from the thread that they help. No look at a pattern tells, so what counts is the rate: results
 * per millisecond, with helpers and without, one right after the other, since it changes as a pattern grows.
 *
 * It begins alone. After WARM_UP milliseconds helpers are called, and once they are there, they compute along for a trial. Where
 * that is enough faster they stay for a span, which doubles each time; then they are hushed for a moment and tried again. After
 * a few trials in vain they leave for good.
 */

/** Milliseconds alone before helpers are called: what is done by then needs none. */
const WARM_UP = 60;
/** Milliseconds of a measurement without helpers, and of one with them. */
const ALONE = 30;
const TRIAL = 150;
const FIRST_SPAN = 1000;
const LONGEST_SPAN = 16_000;
/** How many times as many results a trial has to bring. */
const WORTH = 1.1;
const MOST_FAILURES = 3;

/**
 * `alone`: none are there. `calling`: they are wanted. `together`: they compute along. `hushed`: they finish what they have.
 * `leaving`: the same, and then for good. `gone`: it stays alone.
 */
export type MusterState = "alone" | "calling" | "together" | "hushed" | "leaving" | "gone";

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
    // What hushed helpers still do is no measurement.
    if (isHelped && (this.#state === "hushed" || this.#state === "leaving")) return;
    this.#milliseconds += milliseconds;
    this.#results += results;
    switch (this.#state) {
      case "alone":
      case "calling":
        this.#warmth += milliseconds;
        if (this.#milliseconds >= ALONE) this.#noteAlone();
        if (this.#warmth >= WARM_UP) this.#state = "calling";
        break;
      case "hushed":
        if (this.#milliseconds < ALONE) break;
        this.#noteAlone();
        this.join();
        break;
      case "leaving":
        this.#state = "gone";
        break;
      case "together":
        if (this.#judges) this.#judge();
    }
  }

  /** The helpers are there. */
  join(): void {
    this.#state = "together";
    this.#isTried = false;
    this.#begin();
  }

  #judge(): void {
    if (!this.#isTried && this.#milliseconds >= TRIAL) {
      this.#isTried = true;
      if (this.#results >= this.#milliseconds * this.#aloneRate * WORTH) this.#failures = 0;
      else {
        this.#failures++;
        this.#turn(this.#failures < MOST_FAILURES ? "hushed" : "leaving");
      }
    } else if (this.#milliseconds >= this.#span) {
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
