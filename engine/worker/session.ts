/**
 * One universe in the worker, and the order in which things happen to it. Every verb waits for its turn; a step or run
 * takes a short turn after the other, so whatever is asked meanwhile gets its turn in between and always sees a whole
 * generation.
 */

import type { Algorithm, StepOutcome } from "../algorithms/algorithm.ts";
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

/** How long a turn of a step may take. A stop is heard after at most this and one turn of somebody else. */
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
  /** The last work, and where it left the universe. */
  #held: { readonly kind: string; readonly generation: bigint } | null = null;
  /** What was seen of the run, for as long as it is the same run, though it may be held up. */
  #watch: { readonly kind: string; readonly watch: RunWatch; generation: bigint } | null = null;

  /** `auto`: looks for a faster algorithm while it steps. */
  constructor(handle: UniverseHandle, universe: SwitchableUniverse, auto: AutoSwitch | null = null) {
    this.handle = handle;
    this.universe = universe;
    this.#auto = auto;
  }

  state(): UniverseState {
    const { algorithm, adapter, rule, topology, generation } = this.universe;
    return {
      universe: this.handle,
      algorithm,
      adapter,
      rule,
      topology,
      generation,
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

  /** Runs `act` when everything asked before it is done. */
  turn<T>(act: (universe: SwitchableUniverse) => T | Promise<T>): Promise<T> {
    const result = this.#last.then(() => act(this.universe));
    // The next turn comes after a failed one too.
    this.#last = result.catch(() => {});
    return result;
  }

  /** As `turn`, for what makes other cells of it or another rule. */
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

  /**
   * Steps on and on until the signal fires or it is stopped (null), or until what it is run until has happened. Errors: as
   * `step`.
   */
  run({ increment, interval, until = {} }: RunOptions, cancel: AbortSignal): Promise<RunEnd | null> {
    if (increment < 1n || !(interval >= 0 && interval <= MAX_INTERVAL)) {
      throw new TessellaError(
        "bad-argument",
        `Running by ${increment} generations every ${interval} ms makes no sense.`,
      );
    }
    return this.#exclusively(`by ${increment} in ${interval}`, cancel, async (signal) => {
      const flatOut = interval === 0;
      /** Increments that are asked for at once. */
      let together = 1n;
      let begun = this.universe.generation;
      let target = begun + increment;
      let due = performance.now() + interval;
      const leisurely = interval > 0 && increment === 1n;
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
            // Somebody may have renumbered or restored it in between.
            const { generation } = universe;
            // Another algorithm may have taken over, for which a leap is no sequence of steps.
            if (together > 1n && leapsNow(universe)) {
              together = 1n;
              from(generation);
            }
            if (generation < begun || generation > target) from(generation);
            const asked = performance.now();
            const milliseconds = Math.max(1, end - asked);
            const outcome = await universe.step(target, { milliseconds, signal, ahead: flatOut });
            // Flat out, small steps are taken together, and share a turn: asking for each would cost more than the step.
            if (flatOut && !leapsNow(universe)) together = fewerOrMore(together, performance.now() - asked);
            if (outcome === "more") return false;
            if (!flatOut || performance.now() >= end || signal.aborted) return true;
            from(target);
          }
        });
        await this.#pause(false);
        // Whoever keeps the pace that was asked for need not be faster.
        if (interval > 0 && performance.now() < due) this.#auto?.startAnew();
        else
          await this.#lookAround({ target: this.universe.generation + ENDLESS, longest: increment }, signal);
        if (!leisurely && this.samples.isDue) await this.turn((universe) => this.samples.count(universe));
        if (!ticked) continue;
        if (leisurely) await this.#follow(interval);
        from(this.universe.generation);
        // News that were too early for the last ones are not kept until the next tick.
        const next = this.#told + MOVED_INTERVAL;
        if (this.universe.generation !== this.#toldOf && next < due) {
          await sleepUntil(next, signal);
          this.#tell();
        }
        await sleepUntil(due, signal);
        // A tick that came late is not made up for: it would only come later still.
        due = Math.max(due + interval, performance.now());
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

  /** Whether the run has come to its end; steps on for a while where that is not certain yet. */
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

  /** `kind`: what tells one speed or aim from another. */
  async #exclusively<T>(
    kind: string,
    cancel: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (this.#work) {
      throw new TessellaError("bad-argument", "The universe is running already.", { hint: "Stop it first." });
    }
    // One that was held up for a moment (to be read, say) is not another run.
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
    this.#report({ type: "switched", runner: runnerOf(ALGORITHMS.get(this.universe.algorithm), reason) });
  }

  /** Notes one of a sequence of single generations. */
  #follow(milliseconds: number): Promise<void> {
    return this.turn((universe) => this.samples.follow(universe, milliseconds));
  }

  /** Tells how far it came, not too often, and lets messages in. */
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

export function runnerOf({ id, leaps = false, mostMegabytes }: Algorithm, reason: string): Runner {
  return { algorithm: id, leaps, mostMegabytes, reason };
}

/** For what a single step is given to look at its cells, as part of them. */
const STEP_MILLISECONDS = 100;

/** Whether a step of many generations is another thing than many steps. */
function leapsNow(universe: SwitchableUniverse): boolean {
  return ALGORITHMS.get(universe.algorithm).leaps ?? false;
}

/**
 * Increments to ask for at once, at most. More would save nothing; and what repeats itself takes no time for any number of
 * generations, so that doubling would never end: within seconds the generation would have a million digits.
 */
const MOST_TOGETHER = 2n ** 16n;

/** Increments to ask for at once after so many took so long: about a quarter of a slice's worth. */
function fewerOrMore(together: bigint, took: number): bigint {
  if (took < SLICE_MILLISECONDS / 8) return together < MOST_TOGETHER ? together * 2n : together;
  return took > SLICE_MILLISECONDS / 2 && together > 1n ? together / 2n : together;
}

/** No run gets so far. */
const ENDLESS = 2n ** 1024n;

/** The longest wait a timer takes, some 24 days. */
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
