/**
 * Going to another state of the history, which may have to be computed: as long as it took at first, or for ever under another
 * algorithm. So a journey can be ended at any time; one that has taken a while says so. Who drags through time asks for one
 * generation after the other, faster than they can be reached: there only the last wish counts, and a newer one ends the
 * journey that an older one has begun.
 */

import { TessellaError } from "../../../engine/core/errors.ts";

/** Milliseconds from which on a journey is long. */
const LONG_JOURNEY = 300;

export interface Journey {
  /** Where to; null where that is no generation. */
  readonly to: bigint | null;
  readonly long: boolean;
}

export interface JourneyOptions {
  /** Ends what the universe is computing, so that the signal is heard. */
  readonly interrupt: () => void;
  /** One has become long. */
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

  /** Where one is asked to go in the end; null when one is there. */
  get wish(): bigint | null {
    return this.#wish ?? this.#present?.to ?? null;
  }

  /** Goes there. Errors: those of `go`. */
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
   * Goes where one was last asked to go; resolves when one is there: true, or false where it was ended. `take` gives it its turn.
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

  /** Ends the present journey, and what was to follow it. */
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
