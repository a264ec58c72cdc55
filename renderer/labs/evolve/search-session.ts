/**
 * The lab's search: its settings, the run in the worker, and what is known of it here. It lives as long as the tab, so it goes on
 * behind other tabs and in a hidden window.
 */

import { createStore } from "zustand/vanilla";
import { describeError, TessellaError } from "../../../engine/core/errors.ts";
import type { GenerationFigures } from "../../../engine/evolve/figures.ts";
import { PRESETS } from "../../../engine/evolve/presets.ts";
import type { Ending } from "../../../engine/evolve/run.ts";
import type { SearchPlan } from "../../../engine/evolve/search.ts";
import type {
  EvolveProtocol,
  Niches,
  RunNews,
  RunView,
  Scores,
} from "../../../engine/worker/protocol/evolve.ts";
import type { AdapterChoice } from "../../../engine/worker/protocol/view.ts";
import type { Calls } from "../../../engine/worker/rpc.ts";
import type { AlleleColumn } from "./allele-picture.ts";
import { withColumn } from "./allele-picture.ts";
import { wrongField } from "./plan-form.ts";

export interface SearchSessionState {
  /** What the next run, or a branch, is asked for. */
  readonly preset: string;
  readonly plan: SearchPlan;
  /** Null before the first generation is asked for. */
  readonly run: RunView | null;
  readonly alleles: readonly AlleleColumn[];
  /** What the niches hold, where the search has such; null otherwise, and before the first news. */
  readonly niches: Niches | null;
  readonly running: boolean;
  readonly ending: Ending | null;
  /** What computes, and how fast: runs of a rule on a vector a second. Null until it is known. */
  readonly where: string | null;
  readonly rate: number | null;
  /** How far a generation has come that takes long: a share of 1; null where none is under way. */
  readonly scoring: number | null;
  /** Of the run, in this tab. */
  readonly milliseconds: number;
  /** Rules of the hall that are scored on fresh vectors, by their genomes' text (`genomeKey`). */
  readonly scores: Readonly<Record<string, FreshScore>>;
  readonly saved: boolean;
  /** What went wrong, or what has to be known. */
  readonly message: string | null;
}

export interface FreshScore {
  /** Null until the first vectors are done. */
  readonly scores: Scores | null;
  readonly running: boolean;
}

export type SearchEngineCalls = Pick<
  Calls<EvolveProtocol>,
  "begin" | "open" | "branch" | "evolve" | "record" | "score"
>;

export interface SearchSurroundings {
  readonly engine: SearchEngineCalls;
  readonly adapter: () => Promise<AdapterChoice>;
  /** Keeps the machine awake; returns what ends that. */
  readonly hold: () => () => void;
  /** Keeps the record's text in case of a crash; null forgets it. */
  readonly keep: (record: string | null) => Promise<void>;
}

/** Fresh vectors that decide what a rule is worth. */
export const FRESH_VECTORS = 1_000_000;
/** Milliseconds between two copies that are kept in case of a crash. */
const KEEP = 5000;
/** A long record is kept less often: writing it takes no more than a small part of the time. */
const REST = 20;
const FIRST_PRESET = "majority";

export class SearchSession {
  readonly store = createStore<SearchSessionState>(() => ({
    ...{ preset: FIRST_PRESET, plan: PRESETS.get(FIRST_PRESET).plan, run: null, alleles: [], niches: null },
    ...{ running: false, ending: null, where: null, rate: null, scoring: null, milliseconds: 0 },
    ...{ scores: {}, saved: true, message: null },
  }));
  readonly #around: SearchSurroundings;
  #abort: AbortController | null = null;
  #scoring = new Map<string, AbortController>();
  #figures: GenerationFigures[] = [];
  #keepAgain = 0;
  #keeping: Promise<void> = Promise.resolve();

  constructor(around: SearchSurroundings) {
    this.#around = around;
  }

  choosePreset(preset: string): void {
    this.store.setState({ preset, plan: PRESETS.get(preset).plan, message: null });
  }

  setPlan(plan: SearchPlan): void {
    this.store.setState({ plan, message: null });
  }

  /** Goes on with the run; begins one where there is none. `once`: for a generation. */
  go(once = false): Promise<void> {
    return this.#go(once, this.store.getState().run === null);
  }

  /** A new run with the present settings, which goes on at once. Where these are wrong the one before stays. */
  goAnew(): Promise<void> {
    return this.#go(false, true);
  }

  async #go(once: boolean, anew: boolean): Promise<void> {
    if (this.#abort) return;
    const abort = new AbortController();
    this.#abort = abort;
    const release = this.#around.hold();
    this.store.setState({ running: true, ending: null, message: null, rate: null });
    try {
      if (anew) await this.#begin();
      const { engine, adapter } = this.#around;
      const ending = await engine.evolve(
        { once, adapter: await adapter() },
        { signal: abort.signal, onProgress: (news) => this.#hear(news) },
      );
      this.store.setState({ ending });
    } catch (error) {
      this.#tell(error);
    } finally {
      release();
      this.#abort = null;
      this.store.setState({ running: false, scoring: null });
      await this.#keepNow();
    }
  }

  /** The generation under way is not finished; it is done again when the run goes on. */
  pause(): void {
    this.#abort?.abort();
  }

  /** A run from the last generation on, with the present settings, which goes on at once. */
  async branch(): Promise<void> {
    const { plan } = this.store.getState();
    if (this.#abort) return;
    try {
      this.#show(await this.#around.engine.branch({ plan }));
    } catch (error) {
      this.#tell(error);
      return;
    }
    await this.go();
  }

  /** Takes a record's text in place of the run. Errors: those of reading it, and `bad-argument` while a search is running. */
  async open(text: string): Promise<void> {
    if (this.#abort)
      throw new TessellaError("bad-argument", "The search is running: pause it before opening a record.");
    const run = await this.#around.engine.open({ text });
    this.#show(run);
    const { plan, preset } = run;
    this.store.setState({ plan, preset: preset ?? this.store.getState().preset, saved: true });
  }

  /** Takes what an earlier session has left unsaved. Errors: as `open`. */
  async recover(text: string): Promise<void> {
    await this.open(text);
    this.store.setState({ saved: false });
  }

  /** The record as a file's text. */
  record(): Promise<string> {
    return this.#around.engine.record({});
  }

  noteSaved(): void {
    this.store.setState({ saved: true });
  }

  /** Scores a rule of the hall on fresh vectors, until `stopScoring`. */
  async scoreFresh(genome: Uint32Array): Promise<void> {
    const { run } = this.store.getState();
    const key = genomeKey(genome);
    if (!run || this.#scoring.has(key)) return;
    const abort = new AbortController();
    this.#scoring.set(key, abort);
    const put = (score: Partial<FreshScore>): void =>
      this.store.setState(({ scores }) => {
        const before = scores[key] ?? { scores: null, running: true };
        return { scores: { ...scores, [key]: { ...before, ...score } } };
      });
    put({ running: true, scores: null });
    try {
      await this.#around.engine.score(
        { plan: run.plan, genome, vectors: FRESH_VECTORS, adapter: await this.#around.adapter() },
        { signal: abort.signal, onProgress: (scores) => put({ scores }) },
      );
    } catch (error) {
      this.#tell(error);
    } finally {
      this.#scoring.delete(key);
      put({ running: false });
    }
  }

  stopScoring(genome: Uint32Array): void {
    this.#scoring.get(genomeKey(genome))?.abort();
  }

  /** The tab is closed on purpose: nothing is kept. */
  close(): void {
    this.pause();
    for (const abort of this.#scoring.values()) abort.abort();
    this.store.setState({ run: null });
    void this.#keeping.then(() => this.#around.keep(null)).catch(() => {});
  }

  async #begin(): Promise<void> {
    const { plan, preset } = this.store.getState();
    const wrong = wrongField(plan);
    if (wrong) throw new TessellaError("bad-argument", `The field "${wrong.label}" is wrong.`);
    this.#show(await this.#around.engine.begin({ plan, preset }));
  }

  #show(run: RunView): void {
    for (const abort of this.#scoring.values()) abort.abort();
    this.#figures = [...run.figures];
    this.store.setState({
      ...{
        run,
        alleles: [],
        niches: null,
        ending: null,
        scores: {},
        milliseconds: 0,
        rate: null,
        where: null,
      },
      ...{ message: null },
    });
  }

  #hear(news: RunNews): void {
    const { figures, scoring, hall, ring, alleles: shares, where, evaluations, milliseconds, remark } = news;
    const { niches } = news;
    const last = figures[figures.length - 1];
    // Runs may have hundreds of thousands of generations: the list grows in place, and what holds it is new.
    this.#figures.push(...figures);
    this.store.setState(({ run, alleles, milliseconds: before, message }) => ({
      run: run && { ...run, figures: this.#figures, hall, ring },
      niches,
      alleles: last ? withColumn(alleles, { generation: last.generation, shares }) : alleles,
      ...{ where, scoring, rate: (1000 * evaluations) / Math.max(0.01, milliseconds), saved: false },
      ...{ milliseconds: before + milliseconds, message: remark ?? message },
    }));
    if (performance.now() >= this.#keepAgain) void this.#keepNow();
  }

  /** One copy after the other. A run that could not be kept is not worth a message every few seconds. */
  async #keepNow(): Promise<void> {
    this.#keepAgain = Infinity;
    this.#keeping = this.#keeping.then(async () => {
      if (!this.store.getState().run) return;
      const began = performance.now();
      await this.record()
        .then((record) => this.#around.keep(record))
        .catch(() => {});
      const now = performance.now();
      this.#keepAgain = now + Math.max(KEEP, REST * (now - began));
    });
    await this.#keeping;
  }

  #tell(error: unknown): void {
    if (error instanceof TessellaError && error.code === "aborted") return;
    this.store.setState({ message: describeError(error) });
  }
}

/** Tells rules apart. */
export function genomeKey(genome: Uint32Array): string {
  return genome.join();
}
