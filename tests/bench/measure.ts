/**
 * Times algorithms against each other. All of them run the same workload in turn, round after round, so that a machine
 * whose speed drifts slows all of them; what is reported is the median of the rounds and ratios within one run.
 */

import type { Algorithm, AlgorithmEnvironment, Universe } from "../../engine/algorithms/algorithm.ts";
import { formatRate, formatTable } from "../../engine/bench/report.ts";
import { throwIfAborted } from "../../engine/core/errors.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { gridRect } from "../../engine/core/topology.ts";
import type { Workload } from "./workload.ts";

export interface MeasureOptions {
  /** Timed rounds. Default 5. */
  readonly rounds?: number;
  /** Each timed stretch is at least about this long. Default 200 ms. */
  readonly milliseconds?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Measurement {
  readonly workload: string;
  readonly algorithm: string;
  readonly adapter: string | null;
  /** Cells of the grid times generations a second, median of the rounds. */
  readonly cellsPerSecond: number;
  readonly slowest: number;
  readonly fastest: number;
  /** Generations in one timed stretch. */
  readonly generations: number;
}

/**
 * Runs a workload on each algorithm. A soup settles as it runs, and some algorithms skip what has settled, so every
 * timed stretch starts from the soup itself. Errors: those of creating and stepping.
 */
export async function measure(
  workload: Workload,
  algorithms: readonly Algorithm[],
  environment: AlgorithmEnvironment,
  options: MeasureOptions = {},
): Promise<Measurement[]> {
  const rounds = options.rounds ?? 5;
  const soup = soupBlock(workload.soup);
  const cells = workload.soup.width * workload.soup.height;
  const runners: Runner[] = [];
  try {
    for (const algorithm of algorithms) {
      const universe = await algorithm.create(workload, environment);
      const runner = new Runner(universe, soup);
      runners.push(runner);
      await runner.calibrate(options.milliseconds ?? 200);
    }
    for (let round = 0; round < rounds; round++) {
      for (const [i, runner] of runners.entries()) {
        throwIfAborted(options.signal);
        await runner.stretch();
        options.onProgress?.(round * runners.length + i + 1, rounds * runners.length);
      }
    }
    return runners.map((runner) => {
      const rates = runner.seconds.map((s) => (cells * runner.generations) / s).sort((a, b) => a - b);
      return {
        workload: workload.id,
        algorithm: runner.universe.algorithm,
        adapter: runner.universe.adapter ?? null,
        cellsPerSecond: rates[rates.length >> 1],
        slowest: rates[0],
        fastest: rates[rates.length - 1],
        generations: runner.generations,
      };
    });
  } finally {
    for (const runner of runners) runner.universe.dispose();
  }
}

/** A Markdown table of one workload, each algorithm also as a multiple of `base`. */
export function formatMeasurements(measurements: readonly Measurement[], base: string): string {
  const reference = measurements.find((m) => m.algorithm === base);
  const rows = measurements.map((m) => [
    m.adapter ? `${m.algorithm} (${m.adapter})` : m.algorithm,
    formatRate(m.cellsPerSecond),
    `${formatRate(m.slowest)} .. ${formatRate(m.fastest)}`,
    reference ? `${(m.cellsPerSecond / reference.cellsPerSecond).toPrecision(3)}x` : "",
  ]);
  return formatTable(["algorithm", "cells/s (median)", "range", `against ${base}`], rows);
}

class Runner {
  readonly seconds: number[] = [];
  readonly universe: Universe;
  readonly #soup: ReturnType<typeof soupBlock>;
  generations = 1;

  constructor(universe: Universe, soup: ReturnType<typeof soupBlock>) {
    this.universe = universe;
    this.#soup = soup;
  }

  /** Finds how many generations fill a stretch, which also warms up compilers and caches. */
  async calibrate(milliseconds: number): Promise<void> {
    for (;;) {
      const seconds = await this.#run();
      if (seconds * 1000 >= milliseconds || this.generations >= 1 << 22) return;
      const wanted = Math.ceil((this.generations * milliseconds * 1.1) / Math.max(seconds * 1000, 0.01));
      this.generations = Math.min(wanted, this.generations * 16);
    }
  }

  async stretch(): Promise<void> {
    this.seconds.push(await this.#run());
  }

  async #run(): Promise<number> {
    const { universe } = this;
    await universe.writeBlock(this.#soup, "copy");
    const target = universe.generation + BigInt(this.generations);
    const grid = gridRect(universe.topology);
    if (!grid) throw new Error("Workloads run on finite grids.");
    const corner = { ...grid, w: 1n, h: 1n };
    await universe.readBlock(corner);
    const start = performance.now();
    await universe.step(target);
    // Reading a cell waits for whatever is still under way on a GPU.
    await universe.readBlock(corner);
    return (performance.now() - start) / 1000;
  }
}
