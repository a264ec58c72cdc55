/**
 * How many live cells the present selection has, for every view that shows it: one count at a time, and none while
 * nobody looks.
 */

import type { StoreApi } from "zustand/vanilla";
import { createStore } from "zustand/vanilla";
import type { Counted } from "../../engine/algorithms/count-within.ts";
import type { EditorState } from "../editor/editor-state.ts";
import type { Selection } from "../editor/selection/selection.ts";
import type { LiveState, LiveUniverse } from "../universe/live-universe.ts";
import type { Observed } from "../universe/observed.ts";
import type { ReadingsState } from "./readings.ts";
import type { CountSource } from "./selection-count.ts";
import { SelectionCount } from "./selection-count.ts";

interface Counting {
  readonly universe: Pick<LiveUniverse, "read"> & { readonly store: Observed<Pick<LiveState, "present">> };
  readonly editor: { readonly store: Observed<Pick<EditorState, "selection" | "revision">> };
  readonly readings: { readonly store: Observed<Pick<ReadingsState, "generation" | "population">> };
}

export class SelectionCounter {
  /** null until known, and without a selection. */
  readonly store: StoreApi<{ readonly counted: Counted | null }> = createStore(() => ({ counted: null }));
  readonly #of: Counting;
  #watchers = 0;
  #ends: readonly (() => void)[] = [];
  #selection: Selection | null = null;
  #count: SelectionCount | null = null;

  constructor(of: Counting) {
    this.#of = of;
  }

  /** Counts until every caller has called the returned function. */
  begin(): () => void {
    if (this.#watchers++ === 0) this.#follow();
    return () => {
      if (--this.#watchers === 0) this.#rest();
    };
  }

  #follow(): void {
    const { editor, universe } = this.#of;
    this.#ends = [
      editor.store.subscribe(({ selection }) => {
        if (selection !== this.#selection) this.#restart();
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
    this.#selection = null;
    this.#set(null);
  }

  #restart(): void {
    this.#count?.end();
    this.#selection = this.#of.editor.store.getState().selection;
    this.#set(null);
    this.#count = this.#selection
      ? new SelectionCount(sourceOf(this.#of), this.#selection, (counted) => this.#set(counted))
      : null;
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
