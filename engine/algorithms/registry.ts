import { TessellaError } from "../core/errors.ts";
import { Registry } from "../core/registry.ts";
import type { Topology } from "../core/topology.ts";
import { gridHeight, gridWidth } from "../core/topology.ts";
import type { Rule } from "../rules/rule.ts";
import type { Algorithm, GpuPresence } from "./algorithm.ts";
import { BITWISE } from "./cpu/bitwise.ts";
import { BLOCK } from "./cpu/block.ts";
import { REFERENCE } from "./cpu/reference.ts";
import { GPU_ALGORITHM } from "./gpu/gpu.ts";
import { SEED_ALGORITHMS } from "./gpu/seeds/seed-algorithms.ts";
import { GPU_SPARSE } from "./gpu/sparse/gpu-sparse.ts";
import { HASHLIFE } from "./hashlife/hashlife.ts";

export const ALGORITHMS = new Registry<Algorithm>("algorithm", [
  BITWISE,
  HASHLIFE,
  GPU_ALGORITHM,
  GPU_SPARSE,
  BLOCK,
  REFERENCE,
  ...SEED_ALGORITHMS,
]);

export interface Choice {
  readonly algorithm: Algorithm;
  /** Why, as one sentence, or two where a GPU was looked for in vain. */
  readonly reason: string;
}

/** From so many cells on a real GPU gains more by its speed than it loses by being asked over a queue. */
export const GPU_WORTH_CELLS = 2 ** 18;

/** The same for live cells on the unbounded plane. It is not measured yet: `auto` leaves the plane to the CPU. */
export const GPU_WORTH_POPULATION = Number.POSITIVE_INFINITY;

/**
 * The GPU algorithm that could gain on that grid, or null: only then need anybody look for an adapter. `population`: live
 * cells, as far as they are known; it counts where the grid itself has no size.
 */
export function gpuCandidate(rule: Rule, topology: Topology, population = 0): Algorithm | null {
  const isWorth =
    topology.kind === "unbounded"
      ? population >= GPU_WORTH_POPULATION
      : gridWidth(topology) * gridHeight(topology) >= GPU_WORTH_CELLS;
  if (!isWorth) return null;
  const runs = ({ needsGpu, forComparison, refuses }: Algorithm): boolean =>
    needsGpu && !forComparison && !refuses(rule, topology);
  return ALGORITHMS.list().find(runs) ?? null;
}

/**
 * What `auto` means: for a vast quad-tree what leaps; else a GPU where there is a real one and the grid is large enough to gain, else the fastest CPU algorithm
 * that runs the rule on that grid. Without a word about the GPU (`gpu` absent) it is left out.
 */
export function chooseAlgorithm(rule: Rule, topology: Topology, gpu?: GpuPresence, vast = false): Choice {
  const leaper = vast && ALGORITHMS.list().find(({ leaps, refuses }) => leaps && !refuses(rule, topology));
  if (leaper) {
    return {
      algorithm: leaper,
      reason: `${leaper.name} keeps a quad-tree as it is and leaps where it is regular.`,
    };
  }
  const candidate = gpu && gpuCandidate(rule, topology);
  if (gpu && candidate && gpu.adapter !== null && !gpu.software) {
    const cells = (gridWidth(topology) * gridHeight(topology)).toLocaleString("en");
    return { algorithm: candidate, reason: `${gpu.adapter} is the fastest here for ${cells} cells.` };
  }
  const { algorithm, reason } = chooseCpu(rule, topology);
  if (!gpu || !candidate) return { algorithm, reason };
  const but =
    gpu.adapter === null ? gpu.reason : `${gpu.adapter} imitates a GPU on the CPU, which is slower.`;
  return { algorithm, reason: `${reason} ${but}` };
}

function chooseCpu(rule: Rule, topology: Topology): Choice {
  for (const algorithm of ALGORITHMS.list()) {
    if (algorithm.needsGpu || algorithm.refuses(rule, topology)) continue;
    const first = algorithm === ALGORITHMS.list()[0];
    return {
      algorithm,
      reason: first
        ? `${algorithm.name} is the fastest CPU algorithm here.`
        : `${algorithm.name} is the fastest CPU algorithm that runs this grid.`,
    };
  }
  throw new TessellaError("unsupported-topology", "No algorithm runs this rule on this grid.");
}
