/**
 * The behavioural half of `auto`: a long run is tried under an algorithm of the other kind (one that leaps, or one
 * that does not) and continues there if that is faster.
 *
 * A pattern does not show whether HashLife will fly or crawl: a gun and a soup of the same size look alike until they
 * run. So the trial runs. It begins with a copy of the cells and doubles its step for as long as it has time, up to
 * the longest step that the run will ask for: a run that shows every generation gains nothing from leaps. The trial
 * compares the speed of its last and longest step with the present speed of the run. Chaos loses such a trial within
 * the first few leaps, at the cost of the trial; the next trial waits four times as long.
 *
 * *Present* means the last second or so: a methuselah is chaos for a while and then a handful of gliders, and should
 * be judged by what it has become. An unfinished leap has no speed yet. The estimate assumes that it will take as
 * long again as it has taken: the run then leaves HashLife only where the whole leap would have been finished sooner.
 */

import { now } from "../core/clock.ts";
import { TessellaError, throwIfAborted } from "../core/errors.ts";
import { grouped, minBig } from "../core/integers.ts";
import { yieldToTasks } from "../core/tasks.ts";
import type { Algorithm, AlgorithmEnvironment, Universe } from "./algorithm.ts";
import { ALGORITHMS, chooseAlgorithm } from "./registry.ts";

/**
 * Milliseconds. A run that has gone on for less than this, or would end sooner than this, gains nothing from a trial.
 */
const FIRST_TRIAL = 400;
const TRIAL = 300;
/** The other algorithm must be this much faster: the figures are rough, and a switch costs. */
const GAIN = 2;
const PATIENCE = 4;
/** Copying more cells takes longer than a trial should. */
const MOST_CELLS = 2n ** 22n;
/** Cells copied in one go: some 5 ms. */
const BAND_CELLS = 2n ** 14n;
/** Boxes of this many rows or more are mostly empty, and are copied in one band. */
const MOST_SIDE = 2n ** 53n;
/** The rate covers between one and two such times, in milliseconds. */
const RECENT = 500;

interface Switched {
  readonly universe: Universe;
  /** The reason, as one sentence. */
  readonly reason: string;
}

interface SwitcherOptions {
  /** Milliseconds; for tests. */
  readonly now?: () => number;
  /** Universes with more cells are not copied for a trial. Default 2^22. */
  readonly mostCells?: bigint;
}

interface Mark {
  readonly time: number;
  readonly generation: bigint;
}

export class Switcher {
  readonly #environment: AlgorithmEnvironment;
  readonly #now: () => number;
  readonly #mostCells: bigint;
  #next = FIRST_TRIAL;
  #began: number | null = null;
  /** Running time before the last pause. */
  #before = 0;
  /** Two moments at which a generation had just finished, the later one RECENT ago at most. */
  #marks: readonly [Mark, Mark] | null = null;
  /** When a generation last finished. */
  #moved: Mark | null = null;

  constructor(
    environment: AlgorithmEnvironment,
    { now: clock = now, mostCells = MOST_CELLS }: SwitcherOptions = {},
  ) {
    this.#environment = environment;
    this.#now = clock;
    this.#mostCells = mostCells;
  }

  /** Forgets all observations: the cells, the rule or the speed changed. */
  startAnew(): void {
    this.#next = FIRST_TRIAL;
    this.pause();
    this.#before = 0;
  }

  /** The run stands still until the next question, and that time does not count. */
  pause(): void {
    if (this.#began !== null) this.#before = this.#now() - this.#began;
    this.#began = null;
    this.#marks = null;
    this.#moved = null;
  }

  /**
   * To be called between steps towards `target`. Returns another universe with the same cells, generation and rule
   * when that would arrive sooner, else null; the caller disposes of the one it leaves. `longest`: the most
   * generations in a step to come. A trial lets other tasks run every few milliseconds, but the universe must not
   * change meanwhile; firing the signal ends the trial.
   */
  async consider(
    universe: Universe,
    target: bigint,
    signal?: AbortSignal,
    longest: bigint = target - universe.generation,
  ): Promise<Switched | null> {
    const now = this.#now();
    this.#began ??= now - this.#before;
    this.#look({ time: now, generation: universe.generation });
    const spent = now - this.#began;
    const seen = now - (this.#marks?.[0].time ?? now);
    if (spent < this.#next || seen < FIRST_TRIAL) return null;
    const algorithm = ALGORITHMS.get(universe.algorithm);
    const rate = this.#rate(now, algorithm.leaps ? minBig(longest, target - universe.generation) : 0n);
    this.#next = spent * PATIENCE;
    if (Number(target - universe.generation) / rate < FIRST_TRIAL) return null;
    const switched = await this.#tryOut(universe, algorithm, target, { rate, longest, signal });
    this.#leaveOut(this.#now() - now);
    return switched;
  }

  /** During a trial the universe stands still. */
  #leaveOut(milliseconds: number): void {
    const later = ({ time, generation }: Mark): Mark => ({ time: time + milliseconds, generation });
    if (this.#began !== null) this.#began += milliseconds;
    if (this.#marks) this.#marks = [later(this.#marks[0]), later(this.#marks[1])];
    if (this.#moved) this.#moved = later(this.#moved);
  }

  #look(seen: Mark): void {
    if (this.#moved?.generation !== seen.generation) this.#moved = seen;
    const [, last] = (this.#marks ??= [seen, seen]);
    // Renumbered or restored: earlier marks measure nothing.
    if (seen.generation < last.generation) this.#marks = [seen, seen];
    else if (seen.time - last.time >= RECENT && seen.generation !== last.generation)
      this.#marks = [last, seen];
  }

  /** Generations a millisecond. `leap`: the generations of the leap under way, 0 for none. */
  #rate(now: number, leap: bigint): number {
    const [first, last] = this.#marks as readonly [Mark, Mark];
    const from = this.#moved as Mark;
    // Both marks are the same when nothing finished for long: then from the first to the present.
    const done = Number(from.generation - first.generation) / Math.max(1, now - first.time);
    const stuck = now - Math.max(from.time, last.time);
    return leap > 0n && stuck > 0 ? Math.max(done, Number(leap) / (2 * stuck)) : done;
  }

  async #tryOut(
    universe: Universe,
    algorithm: Algorithm,
    target: bigint,
    run: { readonly rate: number; readonly longest: bigint; readonly signal: AbortSignal | undefined },
  ): Promise<Switched | null> {
    const { rule, topology, generation } = universe;
    const candidate = algorithm.leaps
      ? chooseAlgorithm(rule, topology).algorithm
      : ALGORITHMS.list().find(
          ({ leaps, forComparison, refuses }) => leaps && !forComparison && refuses(rule, topology) === null,
        );
    if (!candidate || (await universe.population()) > this.#mostCells) return null;
    let other: Universe | null = null;
    try {
      other = await candidate.create({ rule, topology, generation }, this.#environment);
      await copyCells(universe, other, run.signal);
      const start = await other.snapshot();
      const tried = await this.#rateOf(other, target, run.longest, run.signal);
      // If the run finished no generation at all, the trial must have finished one.
      if (tried === 0 || tried < run.rate * GAIN) {
        other.dispose();
        return null;
      }
      await other.restore(start);
      other.release(start);
      this.#marks = null;
      this.#moved = null;
      const factor = Number.isFinite(tried / run.rate)
        ? ` ${grouped(Math.round(tried / run.rate))} times`
        : "";
      return { universe: other, reason: `${candidate.name} gets on${factor} faster with this pattern.` };
    } catch (error) {
      other?.dispose();
      // If the cells do not even fit, or the caller no longer waits, stay.
      if (error instanceof TessellaError) return null;
      throw error;
    }
  }

  /** Generations a millisecond of the last finished step, or of all steps of the longest length; 0 for none. */
  async #rateOf(
    universe: Universe,
    target: bigint,
    longest: bigint,
    signal: AbortSignal | undefined,
  ): Promise<number> {
    let now = this.#now();
    const end = now + TRIAL;
    let [began, from, rate] = [now, universe.generation, 0];
    for (let step = 1n; ; ) {
      const goal = minBig(target, universe.generation + step);
      const outcome = await universe.step(goal, { milliseconds: Math.max(1, end - now), signal });
      if (outcome === "more") return rate;
      now = this.#now();
      rate = Number(goal - from) / Math.max(0.001, now - began);
      if (goal === target || now >= end) return rate;
      if (step >= longest) continue;
      step = minBig(longest, step * 2n);
      [began, from] = [now, goal];
    }
  }
}

/** Band by band: a stop gets through in between. Errors: `aborted`, `too-large`, `memory-limit`. */
async function copyCells(from: Universe, to: Universe, signal: AbortSignal | undefined): Promise<void> {
  const box = await from.bounds();
  if (!box) return;
  const bands = (await from.population()) / BAND_CELLS + 1n;
  const rows = box.h < MOST_SIDE ? box.h / bands + 1n : box.h;
  for (let done = 0n; done < box.h; done += rows) {
    throwIfAborted(signal);
    await to.writeRuns(await from.readRuns({ ...box, y: box.y + done, h: rows }), "or");
    await yieldToTasks();
  }
}
