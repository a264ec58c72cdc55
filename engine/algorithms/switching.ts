/**
 * The behavioural half of `auto`: a run that turns out long is tried under an algorithm that leaps, and goes on there if
 * that gets on faster.
 *
 * Nobody can tell from a pattern whether HashLife will fly or crawl: a gun and a soup of the same size look alike until
 * they run. So the trial runs. It begins with a copy of the cells and doubles its step for as long as it has time; what counts
 * is how fast its last and longest leap went, against how fast the run has gone so far. Chaos loses such a trial
 * within the first few leaps, at the cost of the trial; the next one waits four times as long.
 */

import { TessellaError } from "../core/errors.ts";
import type { AlgorithmEnvironment, Universe } from "./algorithm.ts";
import { ALGORITHMS } from "./registry.ts";

/** Before a run has gone on for so long, and would for as long again, there is nothing to gain. */
const FIRST_TRIAL = 400;
const TRIAL = 300;
/** So much faster it has to be: the figures are rough, and a switch costs. */
const GAIN = 2;
const PATIENCE = 4;
/** Copying more cells than that takes longer than a trial should. */
const MOST_CELLS = 2n ** 22n;

export interface Switched {
  readonly universe: Universe;
  /** Why, as one sentence. */
  readonly reason: string;
}

export class Switcher {
  readonly #environment: AlgorithmEnvironment;
  readonly #now: () => number;
  #next = FIRST_TRIAL;
  #began: { readonly time: number; readonly generation: bigint } | null = null;

  /** `now`: milliseconds; for tests. */
  constructor(environment: AlgorithmEnvironment, now: () => number = () => performance.now()) {
    this.#environment = environment;
    this.#now = now;
  }

  /**
   * To be asked between steps towards `target`. Answers another universe with the same cells, generation and rule when that
   * would be there sooner, else null; the caller disposes of the one it leaves. Errors: `aborted` only.
   */
  async consider(universe: Universe, target: bigint, signal?: AbortSignal): Promise<Switched | null> {
    const now = this.#now();
    this.#began ??= { time: now, generation: universe.generation };
    const spent = now - this.#began.time;
    if (spent < this.#next) return null;
    const done = Number(universe.generation - this.#began.generation);
    const rate = done / spent;
    this.#next = spent * PATIENCE;
    if (Number(target - universe.generation) / rate < FIRST_TRIAL) return null;
    return this.#tryOut(universe, target, rate, signal);
  }

  async #tryOut(
    universe: Universe,
    target: bigint,
    rate: number,
    signal: AbortSignal | undefined,
  ): Promise<Switched | null> {
    const { rule, topology, generation } = universe;
    const leaper = ALGORITHMS.list().find(
      ({ id, leaps, refuses }) => leaps && id !== universe.algorithm && refuses(rule, topology) === null,
    );
    if (!leaper || (await universe.population()) > MOST_CELLS) return null;
    let other: Universe | null = null;
    try {
      other = await leaper.create({ rule, topology, generation }, this.#environment);
      await other.writeRuns(await universe.readRuns(), "or");
      const start = await other.snapshot();
      const leapt = await this.#rateOf(other, target, signal);
      // Where not even one generation was finished here, one has to be there.
      if (leapt === 0 || leapt < rate * GAIN) {
        other.dispose();
        return null;
      }
      await other.restore(start);
      other.release(start);
      const factor = Number.isFinite(leapt / rate)
        ? ` ${Math.round(leapt / rate).toLocaleString("en")} times`
        : "";
      return { universe: other, reason: `${leaper.name} gets on${factor} faster with this pattern.` };
    } catch (error) {
      other?.dispose();
      // Where it does not even fit it is not the one to take.
      if (error instanceof TessellaError && error.code !== "aborted") return null;
      throw error;
    }
  }

  /** Generations a millisecond of the last leap that was finished, 0 for none. */
  async #rateOf(universe: Universe, target: bigint, signal: AbortSignal | undefined): Promise<number> {
    const end = this.#now() + TRIAL;
    let rate = 0;
    for (let step = 1n; ; step *= 2n) {
      const began = this.#now();
      const from = universe.generation;
      const goal = from + step < target ? from + step : target;
      const outcome = await universe.step(goal, { milliseconds: Math.max(1, end - began), signal });
      if (outcome === "more") return rate;
      const now = this.#now();
      rate = Number(goal - from) / Math.max(0.001, now - began);
      if (goal === target || now >= end) return rate;
    }
  }
}
