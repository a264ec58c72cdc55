/**
 * The bytes that a document's universe takes, kept up to date. It asks only after another universe has come, or generation or
 * population have changed, so a universe that stands still is left alone; and at most once a second.
 */

import type { LiveState, LiveUniverse } from "../universe/live-universe.ts";
import type { Observed } from "../universe/observed.ts";
import { Poller } from "../universe/poller.ts";
import type { ReadingsState } from "./readings.ts";

interface Watched {
  readonly universe: Pick<LiveUniverse, "read"> & { readonly store: Observed<Pick<LiveState, "present">> };
  readonly readings: { readonly store: Observed<Pick<ReadingsState, "generation" | "population">> };
}

const LEAST_PAUSE = 1000;
const PATIENCE = 10;

export class MemoryWatch {
  readonly #universe: Watched["universe"];
  readonly #onBytes: (bytes: number) => void;
  readonly #poller = new Poller(() => this.#ask(), { least: LEAST_PAUSE, times: PATIENCE });

  constructor({ universe, readings }: Watched, onBytes: (bytes: number) => void) {
    this.#universe = universe;
    this.#onBytes = onBytes;
    this.#poller.heed(
      universe.store.subscribe((now, before) => {
        if (now.present !== before.present) this.#poller.askSoon();
      }),
      readings.store.subscribe((now, before) => {
        if (now.generation !== before.generation || now.population !== before.population)
          this.#poller.askSoon();
      }),
    );
    void this.#poller.ask();
  }

  end(): void {
    this.#poller.end();
  }

  async #ask(): Promise<void> {
    try {
      const bytes = await this.#universe.read((one) => one.memory());
      if (!this.#poller.ended) this.#onBytes(bytes);
    } catch {
      // A lost universe has no memory to report.
    }
  }
}
