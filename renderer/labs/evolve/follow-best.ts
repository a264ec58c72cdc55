/** Shows the best rule of a run as it gets better, at most every few seconds, for as long as somebody wants that. */

import { createStore } from "zustand/vanilla";
import type { HallEntry } from "../../../engine/evolve/hall.ts";
import type { RingViewer } from "./ring-viewer.ts";
import type { SearchSession } from "./search-session.ts";
import { genomeKey } from "./search-session.ts";
import { counterStart, hallRule } from "./search-words.ts";

/** Milliseconds: long enough to see what a rule does. */
const LEAST = 3000;

export class BestFollower {
  readonly store = createStore(() => ({ following: true }));
  readonly #search: SearchSession;
  readonly #viewer: RingViewer;
  #shown: string | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #end: () => void;

  constructor(search: SearchSession, viewer: RingViewer) {
    this.#search = search;
    this.#viewer = viewer;
    const ends = [
      search.store.subscribe(() => this.#look()),
      // Another rule than the one that it has shown is somebody's own choice.
      viewer.store.subscribe(({ wish }) => {
        if (this.#shown !== null && wish.rule !== this.#shown) this.follow(false);
      }),
    ];
    this.#end = () => {
      for (const end of ends) end();
      this.#stopTimer();
    };
  }

  follow(following: boolean): void {
    if (following === this.store.getState().following) return;
    this.#shown = null;
    this.store.setState({ following });
    this.#stopTimer();
    if (following) this.#look();
  }

  /** Shows a rule of the hall, and goes on following only if that is the best. Returns whether another was shown before. */
  show(entry: HallEntry): boolean {
    const { run } = this.#search.store.getState();
    if (!run) return false;
    const { cells, boundary } = run.plan.setting.shape;
    const start = counterStart(run.plan.setting);
    const best = run.hall[0];
    const isBest = best !== undefined && genomeKey(best.genome) === genomeKey(entry.genome);
    this.#shown = null;
    this.store.setState({ following: isBest && this.store.getState().following });
    const rule = hallRule(run.plan.setting.shape, entry.genome);
    const other = rule !== this.#viewer.store.getState().wish.rule;
    if (other) this.#viewer.change({ rule, cells, boundary, ...start });
    if (this.store.getState().following) this.#shown = rule;
    return other;
  }

  close(): void {
    this.#end();
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #look(): void {
    const { run } = this.#search.store.getState();
    const [best] = run?.hall ?? [];
    if (!best || !this.store.getState().following || this.#timer !== null) return;
    if (!this.show(best)) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#look();
    }, LEAST);
  }
}
