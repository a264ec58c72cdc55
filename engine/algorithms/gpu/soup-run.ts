/** Times generations of a soup on the GPU, for benchmarks: the soup is made there too, so that its size costs nothing. */

import type { Soup } from "../../core/soup.ts";
import type { Topology } from "../../core/topology.ts";
import { gridHeight, gridWidth } from "../../core/topology.ts";
import type { Rule } from "../../rules/rule.ts";
import type { AlgorithmEnvironment } from "../algorithm.ts";
import { createGpuUniverse } from "./gpu.ts";

export interface SoupRun {
  readonly rule: Rule;
  readonly topology: Topology;
  /** Default: half-dense, seed 1. */
  readonly soup?: Pick<Soup, "seed" | "density">;
  /** Run before the clock starts, to compile, to warm up and to find the size of batches. */
  readonly warmUp: number;
  readonly generations: number;
}

export interface SoupTime {
  readonly adapter: string;
  readonly seconds: number;
  /** Cells of the grid times generations a second. */
  readonly cellsPerSecond: number;
  /** The state at the end, so that a fast wrong result is not taken for a fast one. */
  readonly hash: bigint | null;
}

/** `hash` asks for the state hash. Errors: those of creating and stepping a universe. */
export async function timeSoup(
  run: SoupRun,
  environment: AlgorithmEnvironment,
  options: { readonly hash?: boolean } = {},
): Promise<SoupTime> {
  const universe = await createGpuUniverse(run, environment);
  try {
    await universe.fillSoup(run.soup ?? { seed: 1, density: 0.5 });
    const start = BigInt(run.warmUp);
    await universe.step(start);
    const began = performance.now();
    await universe.step(start + BigInt(run.generations));
    const seconds = (performance.now() - began) / 1000;
    const cells = gridWidth(run.topology) * gridHeight(run.topology);
    return {
      adapter: universe.adapter,
      seconds,
      cellsPerSecond: (cells * run.generations) / seconds,
      hash: options.hash ? await universe.hash() : null,
    };
  } finally {
    universe.dispose();
  }
}
