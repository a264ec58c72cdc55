/** Shows the best rule of a run, or the ring whose cells evolve, as it gets better, at most every few seconds, for as long as somebody wants that. */

import { createStore } from "zustand/vanilla";
import type { HallEntry } from "../../../engine/evolve/hall.ts";
import type { RunView } from "../../../engine/worker/protocol/evolve.ts";
import type { RingViewer } from "./ring-viewer.ts";
import type { SearchSession } from "./search-session.ts";
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

  /** Shows a rule of the hall, and goes on following only if that is the best. */
  show(entry: HallEntry): void {
    const { run } = this.#search.store.getState();
    if (!run) return;
    const rule = hallRule(run.plan.setting.shape, entry.genome);
    this.#shown = null;
    this.store.setState({ following: rule === bestOf(run) && this.store.getState().following });
    this.#put(run, rule);
    if (this.store.getState().following) this.#shown = rule;
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
    const best = run && bestOf(run);
    if (!best || !this.store.getState().following || this.#timer !== null) return;
    this.#shown = null;
    const other = this.#put(run, best);
    this.#shown = best;
    if (!other) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#look();
    }, LEAST);
  }

  /** Shows a rule at work on the run's ring. Returns whether another was shown before. */
  #put({ plan: { setting } }: RunView, rule: string): boolean {
    const { wish } = this.#viewer.store.getState();
    if (rule === wish.rule) return false;
    const { cells, boundary } = setting.shape;
    // A state is one of so many cells.
    const start = wish.from === "state" && wish.cells !== cells ? ({ from: "vector" } as const) : {};
    this.#viewer.change({ rule, cells, boundary, ...start, ...counterStart(setting) });
    return true;
  }
}

/** The best rule, or all rules of a ring whose cells evolve; undefined before there is any. */
function bestOf({ plan, hall: [best], ring }: RunView): string | undefined {
  return ring ?? (best && hallRule(plan.setting.shape, best.genome));
}
