/**
 * The number of live cells in a part of a universe, kept up to date: the engine counts in its own thread, one question at a
 * time, and then rests ten times as long as it took. A count that is no longer needed stops.
 */

import type { Counted, CountRequest } from "../../engine/algorithms/count-within.ts";
import { Poller } from "../universe/poller.ts";

export interface CountSource {
  count(request: CountRequest, signal?: AbortSignal): Promise<Counted>;
  /** Calls back whenever cells may have changed; the returned function unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** Milliseconds after which a count gives up with "at least so many". */
export const COUNT_BUDGET = 1500;
const LEAST_PAUSE = 80;
const PATIENCE = 10;

export class CellCount {
  readonly #source: CountSource;
  readonly #request: CountRequest;
  readonly #onCount: (counted: Counted) => void;
  readonly #ended = new AbortController();
  readonly #poller = new Poller(() => this.#ask(), { least: LEAST_PAUSE, times: PATIENCE });

  constructor(source: CountSource, request: CountRequest, onCount: (counted: Counted) => void) {
    this.#source = source;
    this.#request = request;
    this.#onCount = onCount;
    this.#poller.heed(source.subscribe(() => this.#poller.askSoon()));
    this.#poller.askSoon();
  }

  end(): void {
    this.#ended.abort();
    this.#poller.end();
  }

  async #ask(): Promise<void> {
    const { signal } = this.#ended;
    try {
      const counted = await this.#source.count({ ...this.#request, budget: COUNT_BUDGET }, signal);
      if (!signal.aborted) this.#onCount(counted);
    } catch {
      // Stopped, or the universe is lost: the recovery reports that.
    }
  }
}
