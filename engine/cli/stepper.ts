/**
 * Stepping with a person waiting: in short slices, so that Ctrl-C takes effect within 50 ms (100 on a GPU), with
 * progress and a time limit.
 */

import type { Universe } from "../algorithms/algorithm.ts";
import type { Switcher } from "../algorithms/switching.ts";
import { now } from "../core/clock.ts";
import { duration } from "../core/duration.ts";
import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import { yieldToTasks } from "../core/tasks.ts";
import type { CommandCall } from "./command.ts";
import type { RunCheckpoints } from "./ranks.ts";
import type { OpenedUniverse } from "./source.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

const SLICE_MILLISECONDS = 15;
/** A GPU and other ranks get more at a time, since each batch costs something; Ctrl-C takes effect between batches. */
const FAR_SLICE_MILLISECONDS = 150;

interface Stepping {
  readonly universe: Universe;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** The last generation of the whole run, for the progress. */
  readonly end: bigint;
  /** Stop after this much stepping; Infinity for never. */
  readonly maxSeconds: number;
  /** Looks for an algorithm that gets there sooner; null if one was asked for. */
  readonly switcher: Switcher | null;
  /** What is kept of a run on its way; null for nothing. */
  readonly checkpoints?: RunCheckpoints | null;
}

/**
 * The universe at that generation, or as it was opened for null; the opened one is disposed of where that fails. Errors:
 * UsageError for a generation that is past, those of stepping.
 */
export async function openedAt(
  { terminal, signal }: CommandCall,
  { universe, switcher }: OpenedUniverse,
  target: bigint | null,
): Promise<Universe> {
  const end = target ?? universe.generation;
  const maxSeconds = Number.POSITIVE_INFINITY;
  const stepper = new Stepper({ universe, terminal, signal, end, maxSeconds, switcher });
  try {
    if (end < universe.generation) throw tooLate(end, universe.generation);
    if (end > universe.generation) await stepper.stepTo(end);
    return stepper.universe;
  } catch (error) {
    stepper.universe.dispose();
    throw error;
  }
}

/** `file`: where there are several. */
export function tooLate(target: bigint, generation: bigint, file = "The pattern"): UsageError {
  return new UsageError(
    `${file} is at generation ${grouped(generation)} already, past -m ${grouped(target)}.`,
    `-m is the generation to stop at, not a number of steps: -m ${generation + target} runs ${grouped(target)} steps.`,
  );
}

export class Stepper {
  #seconds = 0;
  #paused = now();
  readonly #start: bigint;
  readonly #run: Stepping;
  #universe: Universe;

  constructor(run: Stepping) {
    this.#run = run;
    this.#universe = run.universe;
    this.#start = run.universe.generation;
    run.terminal.startProgress();
  }

  /** The universe to step: another one after a switch, which has disposed of the one before. */
  get universe(): Universe {
    return this.#universe;
  }

  /** Time spent stepping so far. */
  get seconds(): number {
    return this.#seconds;
  }

  /**
   * Steps to `target`, by `stride` if given; false if the time limit came first. Errors: `aborted`, and those of
   * stepping.
   */
  async stepTo(target: bigint, stride?: bigint): Promise<boolean> {
    const { signal, terminal, maxSeconds } = this.#run;
    const longest = stride ?? target - this.#universe.generation;
    while (true) {
      const universe = this.#universe;
      if (signal.aborted) throw this.stopped();
      const left = (maxSeconds - this.#seconds) * 1000;
      if (left <= 0 && universe.generation < target) return false;
      const began = now();
      const milliseconds = Math.min(universe.lost ? FAR_SLICE_MILLISECONDS : SLICE_MILLISECONDS, left);
      const outcome = await universe.step(target, { milliseconds, signal, stride });
      this.#seconds += (now() - began) / 1000;
      await this.#run.checkpoints?.keep(this.#run.end);
      // Many small steps (-i 1) make a slice too.
      if (now() - this.#paused >= SLICE_MILLISECONDS) {
        terminal.progress(() => this.#line());
        await yieldToTasks();
        this.#paused = now();
      }
      if (this.#run.switcher) await this.#considerSwitching(this.#run.switcher, longest);
      if (outcome === "done") return true;
    }
  }

  /** `longest`: the steps that are asked for. */
  async #considerSwitching(switcher: Switcher, longest: bigint): Promise<void> {
    const { end, signal, terminal } = this.#run;
    const switched = await switcher.consider(this.#universe, end, signal, longest);
    if (!switched) return;
    this.#universe.dispose();
    this.#universe = switched.universe;
    terminal.note(switched.reason);
  }

  /** The error of a run that was asked to end. */
  stopped(): TessellaError {
    const universe = this.#universe;
    const { end } = this.#run;
    const where = `generation ${grouped(universe.generation)} of ${grouped(end)}`;
    const hint = this.#run.checkpoints?.hint();
    if (hint !== undefined) return new TessellaError("aborted", `Stopped at ${where}.`, { hint });
    return new TessellaError("aborted", `Stopped at ${where}; nothing was saved.`, {
      hint: "To stop after a time and keep the result, use -T SECONDS.",
    });
  }

  #line(): string {
    const universe = this.#universe;
    const { end } = this.#run;
    const done = Number(universe.generation - this.#start);
    const all = Number(end - this.#start);
    const rate = done / this.#seconds;
    const parts = [`generation ${grouped(universe.generation)} of ${grouped(end)}`];
    if (done > 0 && Number.isFinite(all)) {
      parts.push(
        `${((100 * done) / all).toFixed(1)} %`,
        `${grouped(Math.round(rate))}/s`,
        `${duration((all - done) / rate)} left`,
      );
    }
    return parts.join("  ");
  }
}
