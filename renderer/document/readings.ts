/**
 * The instruments of one universe: generation, population, generations a second, and the trace of the population. They
 * follow the universe by what it says of itself; the population has to be asked for, and on a large universe that takes
 * time, so the next question is put only after ten times as long as the last answer took.
 *
 * Whoever watches is told of the first change at once and of those that follow it together, a frame later: a window that was
 * busy finds hundreds of generations waiting for it, and React gives up when as many renderings come without a pause.
 */

import { Listeners } from "../editor/editor-state.ts";
import type { Timeline } from "../editor/history/timeline.ts";
import { Poller } from "../universe/poller.ts";
import type { RemoteUniverse } from "../universe/remote-universe.ts";
import type { TracePoint } from "./population-trace.ts";
import { PopulationTrace } from "./population-trace.ts";

export interface ReadingsState {
  readonly generation: bigint;
  /** null until it is known. */
  readonly population: bigint | null;
  /** null while nothing runs. */
  readonly perSecond: number | null;
  /** Populations as they were read, by generation. */
  readonly trace: readonly TracePoint[];
}

const LEAST_INTERVAL = 150;
const FRAME = 16;
const PATIENCE = 10;
const WINDOW = 1500;

export class Readings {
  readonly #listeners = new Listeners();
  readonly #onFailure: (error: unknown) => void;
  #universe: RemoteUniverse;
  #state: ReadingsState;
  #off: () => void;
  #moves: { readonly at: number; readonly generation: bigint }[] = [];
  #told: ReturnType<typeof setTimeout> | null = null;
  #untold = false;
  readonly #poller = new Poller(() => this.#ask(), { least: LEAST_INTERVAL, times: PATIENCE });
  #running = false;
  #ended = false;
  readonly #trace: PopulationTrace;

  constructor(universe: RemoteUniverse, timeline: Timeline, onFailure: (error: unknown) => void) {
    this.#trace = new PopulationTrace(timeline);
    this.#universe = universe;
    this.#onFailure = onFailure;
    this.#state = { generation: universe.generation, population: null, perSecond: null, trace: [] };
    this.#off = universe.onMove((generation) => this.#moved(generation));
    this.refresh();
  }

  get state(): ReadingsState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Where the history is: what the trace is about. */
  setTimeline(timeline: Timeline): void {
    this.#trace.follow(timeline);
    const { points } = this.#trace;
    if (points !== this.#state.trace) this.#set({ trace: points });
  }

  /** Another universe took this one's place. */
  follow(universe: RemoteUniverse): void {
    this.#off();
    this.#universe = universe;
    this.#off = universe.onMove((generation) => this.#moved(generation));
    this.refresh();
  }

  setRunning(running: boolean): void {
    if (running === this.#running) return;
    this.#running = running;
    this.#moves = running ? [{ at: performance.now(), generation: this.#universe.generation }] : [];
    if (!running) this.#set({ perSecond: null });
    // Where it came to is to be known now, not when it was due in the run.
    this.#poller.forget();
    this.refresh();
  }

  /** Cells may have changed: reads again soon. */
  refresh(): void {
    if (this.#ended) return;
    if (this.#state.generation !== this.#universe.generation)
      this.#set({ generation: this.#universe.generation });
    this.#poller.askSoon(this.#running ? undefined : 0);
  }

  end(): void {
    this.#ended = true;
    this.#off();
    if (this.#told !== null) clearTimeout(this.#told);
    this.#poller.end();
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
    this.refresh();
  }

  async #ask(): Promise<void> {
    const universe = this.#universe;
    // One that was left may be gone in the middle of an answer, and is nothing to be told of.
    const left = (): boolean => this.#ended || universe !== this.#universe;
    try {
      const population = await universe.population();
      if (left()) return;
      const { generation } = universe;
      this.#trace.note(generation, population);
      this.#set({ population, trace: this.#trace.points, generation });
    } catch (error) {
      if (!left()) this.#onFailure(error);
    }
  }

  #set(change: Partial<ReadingsState>): void {
    this.#state = { ...this.#state, ...change };
    this.#tell();
  }

  #tell(): void {
    this.#untold = this.#told !== null;
    if (this.#untold) return;
    this.#listeners.tell();
    this.#told = setTimeout(() => {
      this.#told = null;
      if (this.#untold && !this.#ended) this.#tell();
    }, FRAME);
  }
}
