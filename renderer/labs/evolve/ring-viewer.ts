/**
 * A space-time diagram that goes on and on. The lab's worker makes its rows, some time ahead; each frame of the screen takes those that
 * are due. A run from a random vector that has settled is followed by the next vector's, so there is always something to see.
 *
 * Only the page lets time pass (`frame`): behind another tab nothing moves, and nothing is computed.
 */

import { createStore } from "zustand/vanilla";
import type { Block } from "../../../engine/core/block.ts";
import { describeError, TessellaError } from "../../../engine/core/errors.ts";
import { outsideDomains } from "../../../engine/rings/domains.ts";
import type { RingOutcome } from "../../../engine/rings/outcome.ts";
import { ringWords } from "../../../engine/rings/ring.ts";
import { startState } from "../../../engine/rings/start.ts";
import type { EvolveProtocol, Rows } from "../../../engine/worker/protocol/evolve.ts";
import type { Calls } from "../../../engine/worker/rpc.ts";
import type { RingWish, ShownRing, WishProblems } from "./ring-wish.ts";
import { readWish, stateDigits } from "./ring-wish.ts";
import { Tape } from "./tape.ts";

export interface RingViewerState {
  readonly wish: RingWish;
  readonly problems: WishProblems;
  /** The last wish without a problem. */
  readonly shown: ShownRing;
  readonly playing: boolean;
  /** Rows a second. */
  readonly pace: number;
  /** Of the lowest row. */
  readonly step: number;
  /** Null until it is known. */
  readonly outcome: RingOutcome | null;
  /** Whether only cells outside of regular domains are shown. */
  readonly particles: boolean;
  /** Vectors that a search for one that fails has tried; null while there is none. */
  readonly searched: number | null;
  /** What became of it, or why there are no more rows. */
  readonly message: string | null;
}

/** The part of the worker that is used. */
export type RingEngine = Pick<Calls<EvolveProtocol>, "rows" | "outcome" | "firstFailing">;

/** Rows that are asked for at a time, beside those of a picture. */
const AHEAD = 128;
/** Rows of a settled state before the next vector begins. */
const REST = 24;
/** A frame that is later lets no more time pass: the window was busy, or away. */
const LONGEST_FRAME = 100;
/** Where nothing may move, whole pictures follow each other at this distance. */
const SECONDS_A_STILL = 3;
const MOST_SEARCHED = 100_000;

/** Steps after which a run of the majority task is judged. */
export function judgedSteps(cells: number): number {
  return 2 * cells;
}

export class RingViewer {
  readonly store;
  /** What the diagram shows; another object whenever that changes. */
  readonly picture = createStore<{ readonly block: Block | null }>(() => ({ block: null }));
  readonly #engine: RingEngine;
  readonly #tapes: { states: Tape; particles: Tape };
  #room = 1;
  /** Rows that are still to be shown. */
  #ahead: Rows[] = [];
  #used = 0;
  #asking = false;
  /** The last state that the worker was asked for rows after. */
  #edge: Uint32Array;
  /** Rows that are due now, with a fraction. */
  #due = 0;
  #lastFrame: number | null = null;
  /** Rows that are due at once: a whole picture. */
  #atOnce = 0;
  /** Counts starts: answers that belong to an earlier one are dropped. */
  #turn = 0;
  #search: AbortController | null = null;

  constructor(engine: RingEngine, wish: RingWish) {
    const { shown, problems } = readWish(wish);
    if (!shown) throw new Error(`The first ring is wrong: ${JSON.stringify(problems)}`);
    this.#engine = engine;
    this.store = createStore<RingViewerState>(() => ({
      ...{ wish, problems, shown, playing: false, pace: 60, step: 0, outcome: null, particles: false },
      ...{ searched: null, message: null },
    }));
    this.#edge = startState(shown.start, shown.ring.cells);
    this.#tapes = this.#newTapes();
    this.#begin();
  }

  /** Changes what is typed. A ring without a problem is shown from its start. */
  change(change: Partial<RingWish>): void {
    const { wish: before, shown: last } = this.store.getState();
    const became = change.from === "state" && before.from !== "state";
    const digits = became ? { state: stateDigits(last, startState(last.start, last.ring.cells)) } : {};
    const wish = { ...before, ...digits, ...change };
    const { shown, problems } = readWish(wish);
    this.#endSearch();
    this.store.setState({ wish, problems, message: null, ...(shown ? { shown } : {}) });
    if (shown) this.#begin();
  }

  play(): void {
    this.#lastFrame = null;
    this.store.setState({ playing: true });
    this.#supply();
  }

  pause(): void {
    this.store.setState({ playing: false });
  }

  setPace(pace: number): void {
    this.store.setState({ pace });
  }

  showParticles(particles: boolean): void {
    this.store.setState({ particles });
    this.#show();
  }

  /** One row more. */
  step(): void {
    this.#atOnce++;
    this.#supply();
    this.#take();
  }

  /** The start of the next random vector, or of the first where the start was none. */
  nextVector(): void {
    const { from, index } = this.store.getState().wish;
    this.change({ from: "vector", index: from === "vector" ? following(index) : 0 });
  }

  /** The next random vector whose majority the ring does not keep. Its search ends with any change, and with `stop`. */
  async nextFailing(): Promise<void> {
    const { wish, shown, searched } = this.store.getState();
    if (searched !== null) return;
    const { ring } = shown;
    const first = wish.from === "vector" ? following(wish.index) : 0;
    const abort = new AbortController();
    this.#search = abort;
    this.store.setState({ searched: 0, message: null });
    try {
      const search = { ring, seed: wish.seed, first, most: MOST_SEARCHED, steps: judgedSteps(ring.cells) };
      const index = await this.#engine.firstFailing(search, {
        signal: abort.signal,
        onProgress: (done) => (this.#search === abort ? this.store.setState({ searched: done }) : undefined),
      });
      if (this.#search !== abort) return;
      this.#endSearch();
      if (index !== null) this.change({ from: "vector", index });
      else this.store.setState({ message: `None of the next ${MOST_SEARCHED} vectors fails.` });
    } catch (error) {
      if (this.#search !== abort) return;
      this.#endSearch();
      this.#fail(error);
    }
  }

  /** Ends a search. */
  stop(): void {
    this.#endSearch();
  }

  /** Rows that the picture has room for. */
  setRoom(room: number): void {
    if (room === this.#room) return;
    const { playing, step } = this.store.getState();
    const fromStart = step < this.#room;
    this.#room = room;
    this.#tapes.states.resize(room);
    this.#tapes.particles.resize(room);
    // A picture of a start that stands still is a whole one.
    if (fromStart && !playing) this.#begin();
    else this.#show();
  }

  /** A frame of the screen at this time, in milliseconds. `stills`: nothing may move, so the pictures follow each other whole. */
  frame(now: number, stills: boolean): void {
    const { playing, pace } = this.store.getState();
    if (!playing) return;
    const passed = this.#lastFrame === null ? 0 : Math.min(LONGEST_FRAME, now - this.#lastFrame);
    this.#lastFrame = now;
    const room = this.#room;
    this.#due += (passed / 1000) * (stills ? room / SECONDS_A_STILL : pace);
    const whole = stills ? Math.floor(this.#due / room) * room : Math.floor(this.#due);
    if (whole === 0) return;
    this.#due -= whole;
    this.#followed(stills);
    // What the worker has not made yet is not made up for.
    this.#atOnce = Math.min(this.#atOnce + whole, room);
    this.#supply();
    this.#take();
  }

  close(): void {
    this.#endSearch();
    this.#turn++;
  }

  /** Goes on to the next vector where this one has settled for a while. */
  #followed(stills: boolean): void {
    const { step, outcome, wish } = this.store.getState();
    if (wish.from !== "vector" || outcome?.settled == null) return;
    if (step < outcome.settled + (stills ? 0 : REST)) return;
    const next = { ...wish, index: following(wish.index) };
    const { shown, problems } = readWish(next);
    if (!shown) return;
    this.store.setState({ wish: next, problems, shown });
    this.#begin(!stills);
  }

  /** Shows the ring from its start; below what was there before if `below`. */
  #begin(below = false): void {
    const turn = ++this.#turn;
    const { shown, playing } = this.store.getState();
    const { ring, start } = shown;
    const state = startState(start, ring.cells);
    if (ring.cells !== this.#tapes.states.cells) Object.assign(this.#tapes, this.#newTapes());
    if (!below) for (const tape of Object.values(this.#tapes)) tape.clear();
    this.#ahead = [];
    this.#used = 0;
    this.#asking = false;
    this.#edge = state;
    this.#due = 0;
    this.#atOnce = playing ? 0 : this.#room - 1;
    this.#tapes.states.append(state);
    this.#tapes.particles.append(outsideDomains(state, ring.cells, ring.boundary));
    this.store.setState({ step: 0, outcome: null });
    this.#show();
    this.#supply();
    const steps = judgedSteps(ring.cells);
    this.#engine.outcome({ ring, start: state, steps }).then(
      (outcome) => (turn === this.#turn ? this.store.setState({ outcome }) : undefined),
      (error) => (turn === this.#turn ? this.#fail(error) : undefined),
    );
  }

  #newTapes(): { states: Tape; particles: Tape } {
    const { cells } = this.store.getState().shown.ring;
    return { states: new Tape(cells, this.#room), particles: new Tape(cells, this.#room) };
  }

  /** Asks for more rows, unless there are enough. */
  #supply(): void {
    const { shown, playing } = this.store.getState();
    const words = ringWords(shown.ring.cells);
    const left = this.#ahead.reduce((sum, { states }) => sum + states.length, 0) / words - this.#used;
    const wanted = this.#atOnce + (playing ? AHEAD : 0);
    if (this.#asking || left >= wanted) return;
    this.#asking = true;
    const turn = this.#turn;
    this.#engine
      .rows({ ring: shown.ring, from: this.#edge, count: wanted - left + (playing ? AHEAD : 0) })
      .then(
        (rows) => {
          if (turn !== this.#turn) return;
          this.#asking = false;
          this.#edge = rows.states.slice(-words);
          this.#ahead.push(rows);
          this.#take();
          this.#supply();
        },
        (error) => {
          if (turn !== this.#turn) return;
          this.pause();
          this.#fail(error);
        },
      );
  }

  /** Shows the rows that are due, as far as they are there. */
  #take(): void {
    const words = ringWords(this.store.getState().shown.ring.cells);
    let taken = 0;
    while (this.#atOnce > 0 && this.#ahead.length > 0) {
      const { states, particles } = this.#ahead[0] as Rows;
      const rows = Math.min(this.#atOnce, states.length / words - this.#used);
      const part = [this.#used * words, (this.#used + rows) * words] as const;
      this.#tapes.states.append(states.subarray(...part));
      this.#tapes.particles.append(particles.subarray(...part));
      this.#atOnce -= rows;
      taken += rows;
      this.#used += rows;
      if (this.#used * words < states.length) continue;
      this.#ahead.shift();
      this.#used = 0;
    }
    if (taken === 0) return;
    this.store.setState(({ step }) => ({ step: step + taken }));
    this.#show();
  }

  #show(): void {
    const { particles } = this.store.getState();
    this.picture.setState({ block: (particles ? this.#tapes.particles : this.#tapes.states).block() });
  }

  #endSearch(): void {
    this.#search?.abort();
    this.#search = null;
    this.store.setState({ searched: null });
  }

  #fail(error: unknown): void {
    if (error instanceof TessellaError && error.code === "aborted") return;
    this.store.setState({ message: describeError(error) });
  }
}

/** Vectors are numbered by words, and follow each other in a ring. */
function following(index: number): number {
  return (index + 1) >>> 0;
}
