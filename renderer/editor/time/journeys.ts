/**
 * Journeys to another state of the history, which may need computing: as long as it took at first, or for ever under
 * another algorithm. A journey can therefore end at any time, and one that has taken a while says so. A person who
 * drags through time asks for generations faster than the universe can reach them: only the last wish counts, and a
 * newer one ends the journey of an older one.
 */

import { TessellaError } from "../../../engine/core/errors.ts";

/** A journey is long after this many milliseconds. */
const LONG_JOURNEY = 300;

export interface Journey {
  /** The destination; null where that is not a generation. */
  readonly to: bigint | null;
  readonly long: boolean;
}

export interface JourneyOptions {
  /** Interrupts the universe's computation, so that it notices the signal. */
  readonly interrupt: () => void;
  /** A journey has become long. */
  readonly onLong: () => void;
}

export class Journeys {
  readonly #options: JourneyOptions;
  #present: { readonly to: bigint | null; readonly controller: AbortController; long: boolean } | null = null;
  #wish: bigint | null = null;
  #following: Promise<boolean> | null = null;

  constructor(options: JourneyOptions) {
    this.#options = options;
  }

  get present(): Journey | null {
    return this.#present;
  }

  /** The final destination asked for; null when the universe is there. */
  get wish(): bigint | null {
    return this.#wish ?? this.#present?.to ?? null;
  }

  /** Makes a journey. Errors: those of `go`. */
  async make(to: bigint | null, go: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const journey = { to, controller: new AbortController(), long: false };
    this.#present = journey;
    const timer = setTimeout(() => {
      journey.long = true;
      this.#options.onLong();
    }, LONG_JOURNEY);
    try {
      await go(journey.controller.signal);
    } finally {
      clearTimeout(timer);
      this.#present = null;
    }
  }

  /**
   * Goes to the last destination asked for. Resolves on arrival with true, or with false if the journey was ended.
   * `take` queues it.
   */
  follow(
    wish: bigint,
    take: (work: () => Promise<boolean>) => Promise<boolean>,
    go: (to: bigint, signal: AbortSignal) => Promise<void>,
  ): Promise<boolean> {
    this.#wish = wish;
    if (this.#following) {
      this.#cut();
      return this.#following;
    }
    const following = take(async () => {
      for (let to = this.#next(); to !== null; to = this.#next()) {
        const there = to;
        try {
          await this.make(there, (signal) => go(there, signal));
        } catch (error) {
          if (!(error instanceof TessellaError && error.code === "aborted")) throw error;
          if (this.#wish === null) return false;
        }
      }
      return true;
    }).finally(() => {
      this.#following = null;
      this.#wish = null;
    });
    this.#following = following;
    return following;
  }

  /** Ends the present journey and the one that waits behind it. */
  end(): void {
    this.#wish = null;
    this.#cut();
  }

  #next(): bigint | null {
    const wish = this.#wish;
    this.#wish = null;
    return wish;
  }

  #cut(): void {
    const { controller } = this.#present ?? {};
    if (!controller || controller.signal.aborted) return;
    controller.abort();
    this.#options.interrupt();
  }
}
