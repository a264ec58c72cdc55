/** Computes, for one rule of the hall of fame at a time, how often it succeeds on other densities and widths. */

import { createStore } from "zustand/vanilla";
import { describeError, TessellaError } from "../../../engine/core/errors.ts";
import type { SearchPlan } from "../../../engine/evolve/search.ts";
import type { SearchSession, SearchSurroundings } from "./search-session.ts";
import { genomeKey } from "./search-session.ts";
import type { SuccessAxis, SuccessPoint } from "./success-figures.ts";
import { trialsOf } from "./success-figures.ts";

/** A rule, and the plan that it was bred by. */
export interface SuccessSubject {
  readonly plan: SearchPlan;
  readonly genome: Uint32Array;
}

export interface SuccessState {
  /** Null before a rule is chosen, and once its run has gone. */
  readonly subject: SuccessSubject | null;
  readonly axis: SuccessAxis;
  /** As far as they are computed, ascending. */
  readonly points: Readonly<Record<SuccessAxis, readonly SuccessPoint[]>>;
  readonly running: boolean;
  /** What went wrong; null for nothing. */
  readonly message: string | null;
}

/** Vectors of a point: a standard error of half a per cent at most. */
export const SUCCESS_VECTORS = 10_000;

const NO_POINTS = { density: [], width: [] };

export class SuccessCurves {
  readonly store = createStore<SuccessState>(() => ({
    ...{ subject: null, axis: "density", points: NO_POINTS, running: false, message: null },
  }));
  readonly #around: Pick<SearchSurroundings, "engine" | "adapter">;
  #abort: AbortController | null = null;
  readonly #end: () => void;

  constructor(search: SearchSession, around: Pick<SearchSurroundings, "engine" | "adapter">) {
    this.#around = around;
    this.#end = search.store.subscribe(({ run }) => {
      const { subject } = this.store.getState();
      if (subject && run?.plan !== subject.plan) this.#take(null);
    });
  }

  /** Computes what is missing of a rule's present curve. */
  plot(subject: SuccessSubject): Promise<void> {
    const before = this.store.getState().subject;
    const same = before?.plan === subject.plan && genomeKey(before.genome) === genomeKey(subject.genome);
    if (!same) this.#take(subject);
    return this.#compute();
  }

  /** Shows the other curve, and computes what is missing of it. */
  choose(axis: SuccessAxis): Promise<void> {
    this.stop();
    this.store.setState({ axis });
    return this.#compute();
  }

  /** The points that are there stay. */
  stop(): void {
    this.#abort?.abort();
    this.#abort = null;
    this.store.setState({ running: false });
  }

  close(): void {
    this.#end();
    this.stop();
  }

  #take(subject: SuccessSubject | null): void {
    this.stop();
    const { axis: before } = this.store.getState();
    const axis = subject && trialsOf(subject.plan, before).length === 0 ? "density" : before;
    this.store.setState({ subject, axis, points: NO_POINTS, message: null });
  }

  async #compute(): Promise<void> {
    const { subject, axis } = this.store.getState();
    if (!subject || this.#abort) return;
    const abort = new AbortController();
    this.#abort = abort;
    this.store.setState({ running: true, message: null });
    try {
      const { engine } = this.#around;
      const adapter = await this.#around.adapter();
      for (const { at, plan, density } of trialsOf(subject.plan, axis)) {
        if (this.store.getState().points[axis].some((point) => point.at === at)) continue;
        const { genome } = subject;
        const wish = { plan, genome, density, vectors: SUCCESS_VECTORS, adapter };
        const { share } = await engine.score(wish, { signal: abort.signal });
        if (abort.signal.aborted) return;
        if (!share) {
          this.store.setState({ message: "This task is no matter of yes or no: there is no share to plot." });
          break;
        }
        this.store.setState(({ points }) => ({
          points: { ...points, [axis]: [...points[axis], { at, ...share }] },
        }));
      }
    } catch (error) {
      if (error instanceof TessellaError && error.code === "aborted") return;
      this.store.setState({ message: describeError(error) });
    } finally {
      if (this.#abort === abort) {
        this.#abort = null;
        this.store.setState({ running: false });
      }
    }
  }
}
