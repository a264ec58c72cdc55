/**
 * Journeys of a universe: a step onward, or the way to another state of the history, which may need computing: as long as it took
 * at first, or for ever under another algorithm. A journey can therefore end at any time, and one that has taken a while says
 * so. Most are over before anybody could stop them, and count as nothing under way: what is pressed next is meant for the universe
 * after them. A person who drags through time asks for generations faster than the universe can reach them: only the last wish counts,
 * and it ends a journey to any other.
 */

import { TessellaError } from "../../../engine/core/errors.ts";
import type { UnderWay } from "./task-queue-options.ts";

/** A journey is long after this many milliseconds. */
const LONG_JOURNEY = 300;

export interface Journey {
  /** How it is shown; null: not at all. */
  readonly underWay: UnderWay | null;
}

export interface JourneyOptions {
  /** Interrupts the universe's computation, so that it notices the signal. */
  readonly interrupt: () => void;
  /** `long` has changed. */
  readonly onChange: () => void;
}

export class Journeys {
  readonly #options: JourneyOptions;
  #present: (Journey & { readonly controller: AbortController; long: boolean }) | null = null;
  #wish: bigint | null = null;
  #following: Promise<boolean> | null = null;

  constructor(options: JourneyOptions) {
    this.#options = options;
  }

  /** The present journey once it is long, until it ends or is told to. */
  get long(): Journey | null {
    const present = this.#present;
    return present?.long && !present.controller.signal.aborted ? present : null;
  }

  /** Makes a journey. Errors: those of `go`. */
  async make(underWay: UnderWay | null, go: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const journey = { underWay, controller: new AbortController(), long: false };
    this.#present = journey;
    const timer = setTimeout(() => {
      journey.long = true;
      this.#options.onChange();
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
    // An undo leads to more than a generation, so it is awaited.
    if (this.#present?.underWay) this.#cut();
    if (this.#following) return this.#following;
    const following = take(async () => {
      for (let to = this.#next(); to !== null; to = this.#next()) {
        const there = to;
        try {
          await this.make(goingTo(there), (signal) => go(there, signal));
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
    const wasLong = this.long !== null;
    controller.abort();
    this.#options.interrupt();
    if (wasLong) this.#options.onChange();
  }
}

/** The way to a generation, as it is shown. */
export function goingTo(to: bigint): UnderWay {
  return { generations: 0n, once: true, to };
}
