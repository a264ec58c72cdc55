/**
 * Times generations of a soup under any algorithm, for benchmarks. Every timed stretch begins with the soup itself,
 * since a soup settles and some algorithms skip settled areas. Universes that can make the soup in place do so; others
 * get it once and return to a snapshot.
 */

import type { AlgorithmEnvironment, Snapshot, Universe } from "../algorithms/algorithm.ts";
import type { StepWork } from "../algorithms/gpu/dense/dense-loop.ts";
import { writeSoup } from "../algorithms/load.ts";
import { algorithmNamed } from "../algorithms/registry.ts";
import { checkSupported } from "../algorithms/support.ts";
import { throwIfAborted } from "../core/errors.ts";
import type { Soup } from "../core/soup.ts";
import { yieldToTasks } from "../core/tasks.ts";
import type { Topology } from "../core/topology.ts";
import { gridHeight, gridRect, gridWidth } from "../core/topology.ts";
import type { Rule } from "../rules/rule.ts";
import type { TimedStretch } from "./gpu-bench.ts";

interface SoupOn {
  /** An algorithm's id, or a kernel's. Default `gpu`. */
  readonly algorithm?: string;
  readonly rule: Rule;
  /** Finite. */
  readonly topology: Topology;
  /** Default: half-dense, seed 1. */
  readonly soup?: Pick<Soup, "seed" | "density">;
}

/** Milliseconds: a slow adapter is timed as it is. */
const MOST_TUNING = 8000;

/** A universe that can go back to its soup and be timed, again and again. */
export class SoupClock {
  readonly universe: Universe;
  /** Of the grid. */
  readonly cells: number;
  readonly #soup: Pick<Soup, "seed" | "density">;
  readonly #signal: AbortSignal | undefined;
  #kept: Snapshot | null = null;
  /** Whether a snapshot is worth asking for. */
  #keeps = true;

  private constructor(universe: Universe, soup: Pick<Soup, "seed" | "density">, signal?: AbortSignal) {
    this.universe = universe;
    this.#soup = soup;
    this.#signal = signal;
    this.cells = gridWidth(universe.topology) * gridHeight(universe.topology);
  }

  /** Errors: `not-found`, `unsupported-topology` and those of creating. `signal` ends what comes later too, with `aborted`. */
  static async create(
    on: SoupOn,
    environment: AlgorithmEnvironment,
    signal?: AbortSignal,
  ): Promise<SoupClock> {
    const { algorithm = "gpu", rule, topology, soup = { seed: 1, density: 0.5 } } = on;
    const wanted = algorithmNamed(algorithm);
    checkSupported(wanted, rule, topology);
    if (!gridRect(topology)) throw new Error("A soup is timed on a finite grid.");
    const clock = new SoupClock(await wanted.create({ rule, topology }, environment), soup, signal);
    try {
      await clock.#tune();
      return clock;
    } catch (error) {
      clock.dispose();
      throw error;
    }
  }

  /** Steps until the universe has found its fastest kernel, if it searches for one. */
  async #tune(): Promise<void> {
    const { universe } = this;
    if (universe.searching === undefined) return;
    const end = performance.now() + MOST_TUNING;
    for (let step = 64n; universe.searching && performance.now() < end; step *= 2n) {
      await this.begin();
      await universe.step(step, { milliseconds: 1000 });
      await this.#settled();
    }
  }

  /** Generation 0 again, with nothing under way. */
  async begin(): Promise<void> {
    // A CPU algorithm never waits, so without this a stop would never take effect.
    await yieldToTasks();
    throwIfAborted(this.#signal);
    if (this.#kept) await this.universe.restore(this.#kept);
    else await this.#write();
    await this.#settled();
  }

  /** That many generations, after `warmUp` generations from the soup. */
  async time(generations: number, warmUp = 0): Promise<TimedStretch> {
    const { universe } = this;
    await this.begin();
    if (warmUp > 0) {
      await universe.step(BigInt(warmUp));
      await this.#settled();
    }
    throwIfAborted(this.#signal);
    const before = worksOf(universe);
    const began = performance.now();
    // Without a signal or a time budget, so that batches are as long as they get.
    await universe.step(BigInt(warmUp + generations));
    await this.#settled();
    const seconds = (performance.now() - began) / 1000;
    const after = worksOf(universe);
    return {
      seconds,
      generations,
      submits: before && after && after.submits - before.submits,
      // The warm-up has shown already whether the GPU's clock stands still.
      gpuSeconds: after?.gpuSeconds ? after.gpuSeconds - (before?.gpuSeconds ?? 0) : null,
    };
  }

  dispose(): void {
    this.universe.dispose();
  }

  async #write(): Promise<void> {
    const { universe } = this;
    const { topology } = universe;
    await universe.clear();
    universe.setGeneration(0n);
    const size = { width: gridWidth(topology), height: gridHeight(topology) };
    await writeSoup(universe, { ...this.#soup, ...size }, undefined, this.#signal);
    if (universe.writeSoup || !this.#keeps) return;
    try {
      this.#kept = await universe.snapshot();
    } catch {
      // No memory for one: the soup is written anew each time.
      this.#keeps = false;
    }
  }

  /** Reading a cell waits for all work still under way on a GPU. */
  async #settled(): Promise<void> {
    const { topology } = this.universe;
    const grid = gridRect(topology);
    if (grid) await this.universe.readBlock({ ...grid, w: 1n, h: 1n });
  }
}

/** What it has asked of a GPU so far; null where nobody counts. */
function worksOf(universe: Universe): StepWork | null {
  return "work" in universe ? (universe as Universe & { readonly work: StepWork }).work : null;
}
