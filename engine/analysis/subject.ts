/**
 * The universe under identification. The search consumes it: it puts cells in, runs them, takes them out and replaces
 * them. It yields to other tasks every few milliseconds, checks for an abort there, and reports progress.
 */

import type { Universe } from "../algorithms/algorithm.ts";
import { throwIfAborted } from "../core/errors.ts";
import type { Runs } from "../core/runs.ts";
import { runsBounds } from "../core/runs.ts";
import { yieldToTasks } from "../core/tasks.ts";
import { latticeOfRule } from "../grids/lattice-group.ts";
import { upOn } from "../grids/triangle.ts";
import type { RuleLattice } from "../rules/rule.ts";
import type { Base, CellFrame } from "./frame.ts";
import { frameOf } from "./frame.ts";
import type { Normaliser } from "./normal-form.ts";
import { normaliserFor } from "./normal-form.ts";
import type { Points } from "./symmetry.ts";
import { pointsOf } from "./symmetry.ts";

export interface IdentifyControl {
  readonly signal?: AbortSignal;
  /** Called at most some twenty times a second. */
  readonly onProgress?: (progress: IdentifyProgress) => void;
}

export interface IdentifyProgress {
  /** The present work: the search for a period, or the measurement of a result. */
  readonly stage: "searching" | "measuring";
  /** Its generations done, out of the possible number. */
  readonly done: number;
  readonly all: number;
  readonly population: number;
}

const SLICE_MILLISECONDS = 10;
const PROGRESS_MILLISECONDS = 50;

export class Subject {
  readonly base: Base;
  readonly normaliser: Normaliser;
  readonly lattice: RuleLattice;
  readonly #universe: Universe;
  readonly #control: IdentifyControl;
  #breathed = performance.now();
  #told = 0;

  static async open(universe: Universe, control: IdentifyControl): Promise<Subject> {
    const bounds = runsBounds(await universe.readRuns());
    const { x, y } = bounds ?? { x: 0n, y: 0n };
    // From the base triangles point down where x + y is even.
    const aside = Number((x + y) & 1n) === upOn(universe.topology) ? 1n : 0n;
    return new Subject(universe, control, { x: x - aside, y });
  }

  private constructor(universe: Universe, control: IdentifyControl, base: Base) {
    this.#universe = universe;
    this.#control = control;
    this.base = base;
    this.lattice = latticeOfRule(universe.rule);
    this.normaliser = normaliserFor(universe.topology, base, this.lattice === "triangle");
  }

  get universe(): Universe {
    return this.#universe;
  }

  /** Puts other cells in, with a generation of their own. */
  async load(cells: Runs, generation: bigint): Promise<void> {
    await this.#universe.clear();
    this.#universe.setGeneration(generation);
    await this.#universe.writeRuns(cells, "or");
  }

  /** Advances by this many generations. Errors: `aborted`, those of stepping. */
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

  /** The places of cells, for comparing images. */
  pointsOf(cells: Runs): Points {
    return pointsOf(cells, this.base, this.lattice);
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
