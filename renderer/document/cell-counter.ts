/**
 * A count of cells for every view that shows it: how many live cells the present selection has, or all cells, and in which
 * states they are where a rule has more than two. One count at a time, and none while nobody looks.
 */

import type { StoreApi } from "zustand/vanilla";
import { createStore } from "zustand/vanilla";
import type { Counted, CountRequest } from "../../engine/algorithms/count-within.ts";
import type { EditorState } from "../editor/editor-state.ts";
import type { LiveState, LiveUniverse } from "../universe/live-universe.ts";
import type { Observed } from "../universe/observed.ts";
import type { CountSource } from "./cell-count.ts";
import { CellCount } from "./cell-count.ts";
import type { ReadingsState } from "./readings.ts";

interface Counting {
  readonly universe: Pick<LiveUniverse, "read"> & { readonly store: Observed<Pick<LiveState, "present">> };
  readonly editor: { readonly store: Observed<Pick<EditorState, "selection" | "revision" | "rule">> };
  readonly readings: { readonly store: Observed<Pick<ReadingsState, "generation" | "population">> };
}

type CountedOf = Pick<EditorState, "selection" | "rule">;

/** What a counter counts. */
export interface CellsToCount {
  /** Another value than before begins another count. */
  readonly of: (state: CountedOf) => unknown;
  /** null: nothing. */
  readonly request: (state: CountedOf) => CountRequest | null;
}

/** The live cells of the selection, by their states. */
export const OF_SELECTION: CellsToCount = {
  of: ({ selection }) => selection,
  request: ({ selection }) => selection && { region: selection.box, mask: selection.mask, byState: true },
};

/** All cells by their states, where a rule has more than two. */
export const OF_STATES: CellsToCount = {
  of: ({ rule }) => rule,
  request: ({ rule }) => (rule.states > 2 ? { byState: true } : null),
};

export class CellCounter {
  /** null until known, and where there is nothing to count. */
  readonly store: StoreApi<{ readonly counted: Counted | null }> = createStore(() => ({ counted: null }));
  readonly #in: Counting;
  readonly #cells: CellsToCount;
  #watchers = 0;
  #ends: readonly (() => void)[] = [];
  #of: unknown = null;
  #count: CellCount | null = null;

  constructor(within: Counting, cells: CellsToCount) {
    this.#in = within;
    this.#cells = cells;
  }

  /** Counts until every caller has called the returned function. */
  begin(): () => void {
    if (this.#watchers++ === 0) this.#follow();
    return () => {
      if (--this.#watchers === 0) this.#rest();
    };
  }

  #follow(): void {
    const { editor, universe } = this.#in;
    this.#ends = [
      editor.store.subscribe((state) => {
        if (this.#cells.of(state) !== this.#of) this.#restart();
      }),
      universe.store.subscribe((now, before) => {
        if (now.present !== before.present) this.#restart();
      }),
    ];
    this.#restart();
  }

  #rest(): void {
    for (const end of this.#ends) end();
    this.#ends = [];
    this.#count?.end();
    this.#count = null;
    this.#of = null;
    this.#set(null);
  }

  #restart(): void {
    this.#count?.end();
    const state = this.#in.editor.store.getState();
    this.#of = this.#cells.of(state);
    this.#set(null);
    const request = this.#cells.request(state);
    this.#count = request && new CellCount(sourceOf(this.#in), request, (counted) => this.#set(counted));
  }

  #set(counted: Counted | null): void {
    if (counted !== this.store.getState().counted) this.store.setState({ counted });
  }
}

function sourceOf({ readings, editor, universe }: Counting): CountSource {
  return {
    count: (request, signal) => universe.read((one) => one.count(request, signal)),
    subscribe: (listener) => {
      const ends = [
        readings.store.subscribe((now, before) => {
          if (now.generation !== before.generation || now.population !== before.population) listener();
        }),
        editor.store.subscribe((now, before) => {
          if (now.revision !== before.revision) listener();
        }),
      ];
      return () => ends.forEach((end) => void end());
    },
  };
}
