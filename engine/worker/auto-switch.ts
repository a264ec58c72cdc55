/**
 * `auto` for a universe that runs in a worker: between its steps a switcher (algorithms/switching.ts) is asked whether another
 * algorithm would get on faster, and if so the universe goes on there, under the same handle and with all its snapshots.
 *
 * The universe stands still during a trial (less than half a second, each four times as late as the one before), but the worker
 * does not: frames and reads are answered, a stop ends the trial at its next slice, and so does an edit, since what was copied
 * for the trial is then no longer what is there. After an edit, another rule or another speed everything is open again: that is
 * also how a universe comes back from HashLife when somebody has drawn chaos into it.
 *
 * A run with a pace is left alone as long as it keeps its pace: there is nothing to gain.
 */

import type { AlgorithmEnvironment } from "../algorithms/algorithm.ts";
import type { SwitchableUniverse } from "../algorithms/switchable.ts";
import { Switcher } from "../algorithms/switching.ts";

/** For more than a million cells even the copy takes longer than somebody who watches should wait. */
const MOST_CELLS = 2n ** 20n;

export interface AutoSwitchOptions {
  /** Milliseconds; for tests. */
  readonly now?: () => number;
}

/** What is still to be done: to which generation, and how many a step has at most. */
export interface Outlook {
  readonly target: bigint;
  readonly longest: bigint;
}

export class AutoSwitch {
  readonly #universe: SwitchableUniverse;
  readonly #switcher: Switcher;
  /** Fires when the cells are no longer those that a trial began with. */
  #undisturbed = new AbortController();

  constructor(
    universe: SwitchableUniverse,
    environment: AlgorithmEnvironment,
    { now }: AutoSwitchOptions = {},
  ) {
    this.#universe = universe;
    this.#switcher = new Switcher(environment, { now, mostCells: MOST_CELLS });
  }

  /** Other cells, another rule, another speed, or nothing to be gained for now. */
  startAnew(): void {
    this.#undisturbed.abort();
    this.#switcher.startAnew();
  }

  /** It stands still for a while, and goes on as it did. */
  pause(): void {
    this.#switcher.pause();
  }

  /**
   * Asks, and switches in a turn of the universe's own. Answers why it did, or null. To be called between two steps; the signal
   * ends it.
   */
  async consider(
    { target, longest }: Outlook,
    signal: AbortSignal,
    turn: (act: () => Promise<void>) => Promise<void>,
  ): Promise<string | null> {
    const universe = this.#universe;
    if (this.#undisturbed.signal.aborted) this.#undisturbed = new AbortController();
    const ends = new AbortController();
    const end = (): void => ends.abort();
    const sources = [signal, this.#undisturbed.signal];
    for (const source of sources) source.addEventListener("abort", end);
    if (signal.aborted) end();
    try {
      const switched = await this.#switcher.consider(universe, target, ends.signal, longest);
      if (!switched) return null;
      let reason: string | null = null;
      await turn(async () => {
        // What was asked for meanwhile came first.
        if (ends.signal.aborted) return switched.universe.dispose();
        await universe.switchTo(switched.universe);
        reason = switched.reason;
      });
      return reason;
    } finally {
      for (const source of sources) source.removeEventListener("abort", end);
    }
  }
}
