/**
 * The universe that is looked at while something is identified. It is used up: cells are put into it, run, taken out and
 * replaced as the search wants. It lets other tasks in every few milliseconds, hears an abort there, and says how far it is.
 */

import type { Universe } from "../algorithms/algorithm.ts";
import { throwIfAborted } from "../core/errors.ts";
import type { Runs } from "../core/runs.ts";
import { runsBounds } from "../core/runs.ts";
import { yieldToTasks } from "../core/tasks.ts";
import type { Neighbourhood } from "../rules/rule.ts";
import type { Base, CellFrame } from "./frame.ts";
import { frameOf } from "./frame.ts";
import type { Normaliser } from "./normal-form.ts";
import { normaliserFor } from "./normal-form.ts";

export interface IdentifyControl {
  readonly signal?: AbortSignal;
  /** Told some twenty times a second at most. */
  readonly onProgress?: (progress: IdentifyProgress) => void;
}

export interface IdentifyProgress {
  /** What is being done: looking for a period, or measuring what was found. */
  readonly stage: "searching" | "measuring";
  /** Generations of it that are done, of those that it may take. */
  readonly done: number;
  readonly all: number;
  readonly population: number;
}

const SLICE_MILLISECONDS = 10;
const PROGRESS_MILLISECONDS = 50;

export class Subject {
  readonly base: Base;
  readonly normaliser: Normaliser;
  readonly neighbourhood: Neighbourhood;
  readonly #universe: Universe;
  readonly #control: IdentifyControl;
  #breathed = performance.now();
  #told = 0;

  static async open(universe: Universe, control: IdentifyControl): Promise<Subject> {
    const bounds = runsBounds(await universe.readRuns());
    return new Subject(universe, control, { x: bounds?.x ?? 0n, y: bounds?.y ?? 0n });
  }

  private constructor(universe: Universe, control: IdentifyControl, base: Base) {
    this.#universe = universe;
    this.#control = control;
    this.base = base;
    this.normaliser = normaliserFor(universe.topology, base);
    this.neighbourhood = universe.rule.neighbourhood;
  }

  get universe(): Universe {
    return this.#universe;
  }

  /** Puts other cells in, at a generation of their own. */
  async load(cells: Runs, generation: bigint): Promise<void> {
    await this.#universe.clear();
    this.#universe.setGeneration(generation);
    await this.#universe.writeRuns(cells, "or");
  }

  /** Goes on by so many generations. Errors: `aborted`, those of stepping. */
  async advance(generations = 1): Promise<void> {
    const target = this.#universe.generation + BigInt(generations);
    const { signal } = this.#control;
    while ((await this.#universe.step(target, { milliseconds: SLICE_MILLISECONDS, signal })) === "more")
      await this.#breathe();
    if (performance.now() - this.#breathed > SLICE_MILLISECONDS) await this.#breathe();
  }

  async read(): Promise<CellFrame> {
    return frameOf(await this.#universe.readRuns(), this.#universe.generation, this.base);
  }

  /** The next generation. */
  async next(): Promise<CellFrame> {
    await this.advance();
    return this.read();
  }

  tell(progress: IdentifyProgress): void {
    const now = performance.now();
    if (now - this.#told < PROGRESS_MILLISECONDS) return;
    this.#told = now;
    this.#control.onProgress?.(progress);
  }

  async #breathe(): Promise<void> {
    throwIfAborted(this.#control.signal);
    await yieldToTasks();
    throwIfAborted(this.#control.signal);
    this.#breathed = performance.now();
  }
}
