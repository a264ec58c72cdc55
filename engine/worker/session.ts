/**
 * One universe in the worker, and the order of its calls. Every verb waits for its turn; a step or run takes many short
 * turns, so other requests get theirs in between and always see a whole generation.
 */

import type { StepOutcome, Universe } from "../algorithms/algorithm.ts";
import { ALGORITHMS } from "../algorithms/registry.ts";
import type { SwitchableUniverse } from "../algorithms/switchable.ts";
import { TessellaError } from "../core/errors.ts";
import { yieldToTasks } from "../core/tasks.ts";
import type { AutoSwitch, Outlook } from "./auto-switch.ts";
import type {
  RunEnd,
  Runner,
  RunOptions,
  UniverseHandle,
  UniverseNews,
  UniverseState,
} from "./protocol/universe.ts";
import { MOVED_INTERVAL } from "./protocol/universe.ts";
import { RunWatch } from "./run-watch.ts";
import { SampleLog } from "./samples.ts";

/** Longest turn of a step. A stop takes effect after at most this and one other turn. */
const SLICE_MILLISECONDS = 12;

interface Work {
  readonly controller: AbortController;
  /** Settles when the work has ended, and never rejects. */
  readonly ended: Promise<void>;
}

interface Watcher {
  report(news: UniverseNews): void;
  end(): void;
}

export class UniverseSession {
  readonly handle: UniverseHandle;
  readonly universe: SwitchableUniverse;
  /** The population over time. */
  readonly samples = new SampleLog();
  readonly #watchers = new Set<Watcher>();
  readonly #auto: AutoSwitch | null;
  #last: Promise<unknown> = Promise.resolve();
  #work: Work | null = null;
  #told = 0;
  #toldOf: bigint | null = null;
  /** The last work, and the universe's state at its end. */
  #held: { readonly kind: string; readonly generation: bigint } | null = null;
  /** Samples of the run, kept as long as it is the same run, even if interrupted. */
  #watch: { readonly kind: string; readonly watch: RunWatch; generation: bigint } | null = null;

  /** `auto`: looks for a faster algorithm while it steps. */
  constructor(handle: UniverseHandle, universe: SwitchableUniverse, auto: AutoSwitch | null = null) {
    this.handle = handle;
    this.universe = universe;
    this.#auto = auto;
  }

  state(): UniverseState {
    const { algorithm, adapter, rule, topology, generation, threads } = this.universe;
    return {
      universe: this.handle,
      algorithm,
      adapter,
      rule,
      topology,
      generation,
      threads,
      running: this.#work !== null,
    };
  }

  /** Reports what happens until the signal fires or the universe is disposed of. Errors: `gpu-lost`. */
  watch(report: (news: UniverseNews) => void, signal: AbortSignal): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const watcher = { report, end: resolve };
      this.#watchers.add(watcher);
      signal.addEventListener("abort", () => {
        this.#watchers.delete(watcher);
        resolve();
      });
      void this.universe.lost?.then(reject);
    });
  }

  /** Stops it and frees everything. */
  async dispose(): Promise<void> {
    await this.stop();
    await this.turn((universe) => universe.dispose());
    for (const { end } of this.#watchers) end();
    this.#watchers.clear();
  }

  /** Runs `act` after all earlier requests. */
  turn<T>(act: (universe: SwitchableUniverse) => T | Promise<T>): Promise<T> {
    const result = this.#last.then(() => act(this.universe));
    // The next turn comes after a failed one too.
    this.#last = result.catch(() => {});
    return result;
  }

  /** As `turn`, for changes of the cells or the rule. */
  change<T>(act: (universe: SwitchableUniverse) => T | Promise<T>): Promise<T> {
    this.#auto?.startAnew();
    this.#held = null;
    this.#watch?.watch.startAnew();
    this.#watch = null;
    this.samples.forget();
    return this.turn(act);
  }

  /** Steps to `target` until the signal fires or it is stopped. Errors: `bad-argument` while other work goes on. */
  step(target: bigint, cancel: AbortSignal): Promise<StepOutcome> {
    return this.#exclusively(`to ${target}`, cancel, async (signal) => {
      let outcome: StepOutcome = "more";
      const single = target - this.universe.generation === 1n;
      if (single) await this.#follow(STEP_MILLISECONDS);
      while (outcome === "more" && !signal.aborted) {
        outcome = await this.turn((universe) =>
          universe.step(target, { milliseconds: SLICE_MILLISECONDS, signal }),
        );
        await this.#pause(outcome === "done");
        if (outcome === "more") await this.#lookAround({ target, longest: target }, signal);
        if (outcome === "more" && this.samples.isDue)
          await this.turn((universe) => this.samples.count(universe));
      }
      if (single) await this.#follow(STEP_MILLISECONDS);
      else await this.turn((universe) => this.samples.count(universe));
      return outcome;
    });
  }

  /** Steps until the signal fires or it is stopped (null), or until its end condition holds. Errors: as `step`. */
  run({ increment, interval, until = {} }: RunOptions, cancel: AbortSignal): Promise<RunEnd | null> {
    if (increment < 1n || !(interval >= 0 && interval <= MAX_INTERVAL)) {
      throw new TessellaError(
        "bad-argument",
        `Running by ${increment} generations every ${interval} ms makes no sense.`,
      );
    }
    return this.#exclusively(`by ${increment} in ${interval}`, cancel, async (signal) => {
      const flatOut = interval === 0;
      const { ticks, milliseconds: rhythm } = rhythmOf(interval);
      /** Increments requested at once. */
      let together = ticks;
      let begun = this.universe.generation;
      let target = begun + increment * together;
      let due = performance.now() + rhythm;
      const leisurely = interval > 0 && increment * ticks === 1n;
      if (leisurely) await this.#follow(interval);
      const from = (generation: bigint): void => {
        begun = generation;
        target = begun + increment * together;
      };
      const watch = this.#watchFor(until.died === true, until.periodic === true);
      while (!signal.aborted) {
        const end = watch.isDue ? await this.#watchOut(watch, signal) : null;
        if (end) return end;
        const ticked = await this.turn(async (universe) => {
          const end = performance.now() + SLICE_MILLISECONDS;
          while (true) {
            // Another call may have renumbered or restored it in between.
            const { generation } = universe;
            // Another algorithm may have taken over, which leaps instead of making steps.
            if (flatOut && together > 1n && leapsNow(universe)) {
              together = 1n;
              from(generation);
            }
            if (generation < begun || generation > target) from(generation);
            const asked = performance.now();
            const milliseconds = Math.max(1, end - asked);
            const outcome = await universe.step(target, { milliseconds, signal, ahead: flatOut });
            // At full speed, small steps share a turn: a request for each would cost more than the step.
            if (flatOut && !leapsNow(universe)) together = fewerOrMore(together, performance.now() - asked);
            if (outcome === "more") return false;
            if (!flatOut || performance.now() >= end || signal.aborted) return true;
            from(target);
          }
        });
        await this.#pause(false);
        // A run that keeps its pace need not be faster.
        if (interval > 0 && performance.now() < due) this.#auto?.startAnew();
        else
          await this.#lookAround({ target: this.universe.generation + ENDLESS, longest: increment }, signal);
        if (!leisurely && this.samples.isDue) await this.turn((universe) => this.samples.count(universe));
        if (!ticked) continue;
        if (leisurely) await this.#follow(interval);
        from(this.universe.generation);
        // Progress within the interval is not held back until the next tick.
        const next = this.#told + MOVED_INTERVAL;
        if (this.universe.generation !== this.#toldOf && next < due) {
          await sleepUntil(next, signal);
          this.#tell();
        }
        await sleepUntil(due, signal);
        // A tick that an eye sees is not made up for when it is late: that would only delay the next ones.
        due = Math.max(due + rhythm, performance.now() - (interval < SEEN_INTERVAL ? MOST_ARREARS : 0));
      }
      return null;
    });
  }

  #watchFor(died: boolean, periodic: boolean): RunWatch {
    const { generation } = this.universe;
    const kind = `${died} ${periodic}`;
    if (this.#watch?.kind !== kind || this.#watch.generation !== generation)
      this.#watch = { kind, watch: new RunWatch({ died, periodic }), generation };
    return this.#watch.watch;
  }

  /** Whether the run has ended; steps on for a while if that is not certain yet. */
  async #watchOut(watch: RunWatch, signal: AbortSignal): Promise<RunEnd | null> {
    while (true) {
      const verdict = await this.turn((universe) => watch.look(universe));
      if (!verdict) return null;
      if ("end" in verdict) return verdict.end;
      let outcome: StepOutcome = "more";
      while (outcome === "more") {
        if (signal.aborted || this.universe.generation > verdict.aim) return null;
        outcome = await this.turn((universe) =>
          universe.step(verdict.aim, { milliseconds: SLICE_MILLISECONDS, signal }),
        );
        await this.#pause(false);
      }
    }
  }

  /** Ends a step or run, if there is one, and waits until it has ended. */
  async stop(): Promise<void> {
    this.#work?.controller.abort();
    await this.#work?.ended;
  }

  /** `kind`: tells speeds and aims apart. */
  async #exclusively<T>(
    kind: string,
    cancel: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (this.#work) {
      throw new TessellaError("bad-argument", "The universe is running already.", { hint: "Stop it first." });
    }
    // A run that was interrupted for a moment (by a read, say) is still the same run.
    const { generation } = this.universe;
    if (this.#held?.kind !== kind || this.#held.generation !== generation) this.#auto?.startAnew();
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    cancel.addEventListener("abort", abort);
    if (cancel.aborted) abort();
    const result = work(controller.signal);
    const mine: Work = { controller, ended: result.then(noop, noop) };
    this.#work = mine;
    try {
      return await result;
    } finally {
      cancel.removeEventListener("abort", abort);
      this.#work = null;
      this.#held = { kind, generation: this.universe.generation };
      if (this.#watch) this.#watch.generation = this.universe.generation;
      this.#auto?.pause();
    }
  }

  async #lookAround(outlook: Outlook, signal: AbortSignal): Promise<void> {
    const reason = await this.#auto?.consider(outlook, signal, (act) => this.turn(act));
    if (!reason) return;
    this.#report({ type: "switched", runner: runnerOf(this.universe, reason) });
  }

  /** Notes one of a sequence of single generations. */
  #follow(milliseconds: number): Promise<void> {
    return this.turn((universe) => this.samples.follow(universe, milliseconds));
  }

  /** Reports progress at intervals, and lets messages in. */
  async #pause(always: boolean): Promise<void> {
    const now = performance.now();
    if (always || now - this.#told >= MOVED_INTERVAL) this.#tell();
    await yieldToTasks();
  }

  #tell(): void {
    this.#told = performance.now();
    this.#toldOf = this.universe.generation;
    this.#report({ type: "moved", generation: this.#toldOf });
  }

  #report(news: UniverseNews): void {
    for (const { report } of this.#watchers) report(news);
  }
}

export function runnerOf({ algorithm, threads }: Universe, reason: string): Runner {
  const { name, leaps = false, mostMegabytes } = ALGORITHMS.get(algorithm);
  return { algorithm, name, leaps, mostMegabytes, threads, reason };
}

/** The share of a single step's time for looking at its cells. */
const STEP_MILLISECONDS = 100;

/** Whether a step of many generations differs from many steps. */
function leapsNow(universe: SwitchableUniverse): boolean {
  return ALGORITHMS.get(universe.algorithm).leaps ?? false;
}

/**
 * The most increments to request at once. More would save nothing; and a periodic pattern takes no time for any number
 * of generations, so that doubling would never end: within seconds the generation would have a million digits.
 */
const MOST_TOGETHER = 2n ** 16n;

/** Increments to request at once, from the time of the last ones: about a quarter of a slice. */
function fewerOrMore(together: bigint, took: number): bigint {
  if (took < SLICE_MILLISECONDS / 8) return together < MOST_TOGETHER ? together * 2n : together;
  return took > SLICE_MILLISECONDS / 2 && together > 1n ? together / 2n : together;
}

/** Timers are no more exact than that: ticks that follow each other more closely share one, in milliseconds. */
const LEAST_RHYTHM = 10;
/** From this interval between ticks on people see each of them, in milliseconds. */
const SEEN_INTERVAL = 20;
/** The time that a run may lag behind its pace and make up for, in milliseconds. */
const MOST_ARREARS = 100;

/** How many ticks of a run are asked for together, and the time between such requests. */
function rhythmOf(interval: number): { readonly ticks: bigint; readonly milliseconds: number } {
  const ticks = interval > 0 ? Math.max(1, Math.round(LEAST_RHYTHM / interval)) : 1;
  return { ticks: BigInt(ticks), milliseconds: interval * ticks };
}

/** No run gets so far. */
const ENDLESS = 2n ** 1024n;

/** The longest delay that a timer accepts, some 24 days. */
const MAX_INTERVAL = 2 ** 31 - 1;

function noop(): void {}

function sleepUntil(due: number, signal: AbortSignal): Promise<void> {
  const wait = due - performance.now();
  if (wait <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, wait);
    signal.addEventListener("abort", finish);
  });
}
