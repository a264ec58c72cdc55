/** How long is left of what the core was asked for, by which `Muster` decides whether helpers are worth calling. */

/** A long step comes in up to so many parts. Who asks more often asks for one step after another, and nobody knows how many follow. */
const MOST_ARRIVALS = 64;

/** Milliseconds after which what was counts half: the first steps of a run are often far slower than those that follow. */
const RECENT = 10;

/** How long steps take, of which many are asked for at once. */
export class StepsPace {
  /** What should be left of those that were asked for. */
  #more = 0;
  /** Those that are done, and the time that they took, of which what is past counts less and less. */
  #steps = 0;
  #milliseconds = 0;
  /** How often none was left. */
  #arrivals = 0;

  /** After a call of `run` that was asked for up to `more` steps: milliseconds that what is left of them would take; Infinity where nobody knows. */
  left(milliseconds: number, more: number, steps: number): number {
    if (more !== this.#more) [this.#steps, this.#milliseconds] = [0, 0];
    else if (this.#steps > 0 && this.#milliseconds >= RECENT) {
      this.#steps /= 2;
      this.#milliseconds /= 2;
    }
    this.#more = more - steps;
    this.#steps += steps;
    this.#milliseconds += milliseconds;
    if (steps > 0 && this.#more === 0 && ++this.#arrivals > MOST_ARRIVALS) return Number.POSITIVE_INFINITY;
    return this.#steps > 0 ? (this.#more * this.#milliseconds) / this.#steps : Number.POSITIVE_INFINITY;
  }
}
