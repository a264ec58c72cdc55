/**
 * `auto` for a universe that runs in a worker. Between steps a switcher (algorithms/switching.ts) checks whether
 * another algorithm would be faster; if so, the universe moves there, under the same handle and with all its snapshots.
 *
 * The universe stands still during a trial (less than half a second, each trial four times as late as the one before),
 * but the worker does not: it answers frames and reads, and a stop or an edit ends the trial at its next slice, since
 * an edit outdates the trial's copy. After an edit, another rule or another speed every choice is open again: that is
 * also how a universe comes back from HashLife when a person has drawn chaos into it.
 *
 * A paced run is left alone as long as it keeps its pace: there is nothing to gain.
 */

import type { AlgorithmEnvironment } from "../algorithms/algorithm.ts";
import type { SwitchableUniverse } from "../algorithms/switchable.ts";
import { Switcher } from "../algorithms/switching.ts";

/** With more than a million cells even the copy takes too long for a person who watches. */
const MOST_CELLS = 2n ** 20n;

export interface AutoSwitchOptions {
  /** Milliseconds; for tests. */
  readonly now?: () => number;
}

/** The work ahead: its target generation, and the most generations a step. */
export interface Outlook {
  readonly target: bigint;
  readonly longest: bigint;
}

export class AutoSwitch {
  readonly #universe: SwitchableUniverse;
  readonly #switcher: Switcher;
  /** Fires when the cells are no longer those of the trial's copy. */
  #undisturbed = new AbortController();

  constructor(
    universe: SwitchableUniverse,
    environment: AlgorithmEnvironment,
    { now }: AutoSwitchOptions = {},
  ) {
    this.#universe = universe;
    this.#switcher = new Switcher(environment, { now, mostCells: MOST_CELLS });
  }

  /** Other cells, another rule, another speed, or nothing to gain for now. */
  startAnew(): void {
    this.#undisturbed.abort();
    this.#switcher.startAnew();
  }

  /** The universe stands still for a while, and continues as before. */
  pause(): void {
    this.#switcher.pause();
  }

  /**
   * Checks, and switches in a turn of the universe's own. Returns the reason for a switch, or null. Call it between two
   * steps; the signal ends it.
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
        // Requests made meanwhile come first.
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
