/**
 * The instruments of a document's universe: generation, population, generations a second, and the trace of the
 * population. The universe reports its generation by itself. Counting its population takes time on a large universe, so
 * the next count waits ten times as long as the last one took.
 *
 * The store gets the first change at once, and later ones together, a frame later: a busy window finds hundreds of
 * generations waiting for it, and React fails when as many renderings come without a pause.
 */

import type { StoreApi } from "zustand/vanilla";
import { createStore } from "zustand/vanilla";
import type { EditorState } from "../editor/editor-state.ts";
import type { Timeline } from "../editor/history/timeline.ts";
import type { LiveUniverse } from "../universe/live-universe.ts";
import type { Observed } from "../universe/observed.ts";
import { Poller } from "../universe/poller.ts";
import type { TracePoint } from "./population-trace.ts";
import { PopulationTrace } from "./population-trace.ts";

export interface ReadingsState {
  readonly generation: bigint;
  /** The generations that there were to go to when the generation was read, and that one among them. */
  readonly timeline: Timeline;
  /** null until known. */
  readonly population: bigint | null;
  /** null while the universe stands still. */
  readonly perSecond: number | null;
  /** Populations by generation, as they were read. */
  readonly trace: readonly TracePoint[];
}

/** Changes to the universe beside its own steps. */
export interface ReadingsEditor {
  readonly store: Observed<Pick<EditorState, "running" | "timeline" | "revision" | "generation">>;
}

const LEAST_INTERVAL = 150;
const FRAME = 16;
const PATIENCE = 10;
const WINDOW = 1500;

export class Readings {
  readonly store: StoreApi<ReadingsState>;
  readonly #onFailure: (error: unknown) => void;
  readonly #universe: LiveUniverse;
  readonly #editor: ReadingsEditor;
  /** Up to a frame ahead of the store. */
  #latest: ReadingsState;
  #moves: { readonly at: number; readonly generation: bigint }[] = [];
  #frame: ReturnType<typeof setTimeout> | null = null;
  readonly #poller = new Poller(() => this.#ask(), { least: LEAST_INTERVAL, times: PATIENCE });
  #running = false;
  readonly #trace: PopulationTrace;

  constructor(universe: LiveUniverse, editor: ReadingsEditor, onFailure: (error: unknown) => void) {
    this.#trace = new PopulationTrace(editor.store.getState().timeline);
    this.#universe = universe;
    this.#editor = editor;
    this.#onFailure = onFailure;
    this.#latest = { ...this.#moment(), population: null, perSecond: null, trace: [] };
    this.store = createStore(() => this.#latest);
    this.#poller.heed(
      universe.store.subscribe((now, before) => {
        if (now.present !== before.present) this.#refresh();
        else if (now.generation !== before.generation) this.#moved();
      }),
      editor.store.subscribe((now, before) => {
        this.#setRunning(now.running);
        this.#trace.follow(now.timeline);
        if (this.#trace.points !== this.#latest.trace || now.timeline !== before.timeline)
          this.#set({ trace: this.#trace.points });
        if (now.revision !== before.revision || now.generation !== before.generation) this.#refresh();
      }),
    );
    this.#refresh();
  }

  end(): void {
    if (this.#frame !== null) clearTimeout(this.#frame);
    this.#poller.end();
  }

  #setRunning(running: boolean): void {
    if (running === this.#running) return;
    this.#running = running;
    const { generation } = this.#universe.present;
    this.#moves = running ? [{ at: performance.now(), generation }] : [];
    if (!running) this.#set({ perSecond: null });
    // The person wants the final generation now, not when the run's next reading was due.
    this.#poller.forget();
    this.#refresh();
  }

  /** Cells may have changed: reads again soon. */
  #refresh(): void {
    if (this.#poller.ended) return;
    if (this.#latest.generation !== this.#universe.present.generation) this.#set({});
    this.#poller.askSoon(this.#running ? undefined : 0);
  }

  #moved(): void {
    const now = performance.now();
    let { perSecond } = this.#latest;
    if (this.#running) {
      const { generation } = this.#universe.present;
      this.#moves.push({ at: now, generation });
      while (this.#moves.length > 2 && now - (this.#moves[0]?.at ?? now) > WINDOW) this.#moves.shift();
      const first = this.#moves[0];
      if (first && now > first.at + 200)
        perSecond = (Number(generation - first.generation) * 1000) / (now - first.at);
    }
    this.#set({ perSecond });
    this.#refresh();
  }

  async #ask(): Promise<void> {
    try {
      const population = await this.#universe.read((universe) => universe.population());
      if (this.#poller.ended) return;
      const { generation } = this.#universe.present;
      this.#trace.note(generation, population);
      this.#set({ population, trace: this.#trace.points });
    } catch (error) {
      if (!this.#poller.ended) this.#onFailure(error);
    }
  }

  /**
   * The present generation and the timeline, read together: the editor's store tells of every change at once and this
   * one a frame later, so whoever took one from each would now and then see a run behind its own end.
   */
  #moment(): Pick<ReadingsState, "generation" | "timeline"> {
    const { generation } = this.#universe.present;
    const { timeline } = this.#editor.store.getState();
    return { generation, timeline: generation > timeline.to ? { ...timeline, to: generation } : timeline };
  }

  #set(change: Partial<Pick<ReadingsState, "population" | "perSecond" | "trace">>): void {
    this.#latest = { ...this.#latest, ...this.#moment(), ...change };
    if (this.#frame === null) this.#show();
  }

  #show(): void {
    this.#frame = setTimeout(() => {
      this.#frame = null;
      if (this.#latest !== this.store.getState() && !this.#poller.ended) this.#show();
    }, FRAME);
    this.store.setState(this.#latest, true);
  }
}
