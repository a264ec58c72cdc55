/**
 * The instruments of a document's universe: generation, population, generations a second, and the trace of the
 * population. The universe reports its generation by itself. Counting its population takes time on a large universe, so
 * the next count waits ten times as long as the last one took.
 *
 * Listeners hear of the first change at once, and of later ones together, a frame later: a busy window finds hundreds
 * of generations waiting for it, and React fails when as many renderings come without a pause.
 */

import type { EditorState } from "../editor/editor-state.ts";
import { Listeners } from "../host/listeners.ts";
import type { LiveUniverse } from "../universe/live-universe.ts";
import { Poller } from "../universe/poller.ts";
import type { TracePoint } from "./population-trace.ts";
import { PopulationTrace } from "./population-trace.ts";

export interface ReadingsState {
  readonly generation: bigint;
  /** null until known. */
  readonly population: bigint | null;
  /** null while the universe stands still. */
  readonly perSecond: number | null;
  /** Populations by generation, as they were read. */
  readonly trace: readonly TracePoint[];
}

/** Changes to the universe beside its own steps. */
export interface ReadingsEditor {
  readonly state: Pick<EditorState, "running" | "timeline" | "revision" | "generation">;
  subscribe(listener: () => void): () => void;
}

const LEAST_INTERVAL = 150;
const FRAME = 16;
const PATIENCE = 10;
const WINDOW = 1500;

export class Readings {
  readonly #listeners = new Listeners<void>();
  readonly #onFailure: (error: unknown) => void;
  readonly #universe: LiveUniverse;
  readonly #ends: (() => void)[];
  #state: ReadingsState;
  #moves: { readonly at: number; readonly generation: bigint }[] = [];
  #told: ReturnType<typeof setTimeout> | null = null;
  #untold = false;
  readonly #poller = new Poller(() => this.#ask(), { least: LEAST_INTERVAL, times: PATIENCE });
  #running = false;
  #ended = false;
  readonly #trace: PopulationTrace;

  constructor(universe: LiveUniverse, editor: ReadingsEditor, onFailure: (error: unknown) => void) {
    let seen = editor.state;
    this.#trace = new PopulationTrace(seen.timeline);
    this.#universe = universe;
    this.#onFailure = onFailure;
    const { generation } = universe.present;
    this.#state = { generation, population: null, perSecond: null, trace: [] };
    this.#ends = [
      universe.watch({
        moved: (now) => this.#moved(now),
        replaced: () => this.#refresh(),
      }),
      editor.subscribe(() => {
        const { state } = editor;
        this.#setRunning(state.running);
        this.#trace.follow(state.timeline);
        if (this.#trace.points !== this.#state.trace) this.#set({ trace: this.#trace.points });
        if (state.revision !== seen.revision || state.generation !== seen.generation) this.#refresh();
        seen = state;
      }),
    ];
    this.#refresh();
  }

  get state(): ReadingsState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  end(): void {
    this.#ended = true;
    for (const end of this.#ends) end();
    if (this.#told !== null) clearTimeout(this.#told);
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
    if (this.#ended) return;
    const { generation } = this.#universe.present;
    if (this.#state.generation !== generation) this.#set({ generation });
    this.#poller.askSoon(this.#running ? undefined : 0);
  }

  #moved(generation: bigint): void {
    const now = performance.now();
    const change: { -readonly [K in keyof ReadingsState]?: ReadingsState[K] } = { generation };
    if (this.#running) {
      this.#moves.push({ at: now, generation });
      while (this.#moves.length > 2 && now - (this.#moves[0]?.at ?? now) > WINDOW) this.#moves.shift();
      const first = this.#moves[0];
      if (first && now > first.at + 200)
        change.perSecond = (Number(generation - first.generation) * 1000) / (now - first.at);
    }
    this.#set(change);
    this.#refresh();
  }

  async #ask(): Promise<void> {
    try {
      const population = await this.#universe.read((universe) => universe.population());
      if (this.#ended) return;
      const { generation } = this.#universe.present;
      this.#trace.note(generation, population);
      this.#set({ population, trace: this.#trace.points, generation });
    } catch (error) {
      if (!this.#ended) this.#onFailure(error);
    }
  }

  #set(change: Partial<ReadingsState>): void {
    this.#state = { ...this.#state, ...change };
    this.#tell();
  }

  #tell(): void {
    this.#untold = this.#told !== null;
    if (this.#untold) return;
    this.#listeners.emit();
    this.#told = setTimeout(() => {
      this.#told = null;
      if (this.#untold && !this.#ended) this.#tell();
    }, FRAME);
  }
}
