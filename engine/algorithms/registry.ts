import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import { Registry } from "../core/registry.ts";
import type { SoupShape } from "../core/soup.ts";
import type { Topology } from "../core/topology.ts";
import { gridHeight, gridWidth } from "../core/topology.ts";
import type { GpuPresence } from "../gpu/device.ts";
import { refuseGrid } from "../rules/counted.ts";
import type { Rule } from "../rules/rule.ts";
import type { Algorithm } from "./algorithm.ts";
import { BITWISE } from "./cpu/bitwise.ts";
import { BLOCK } from "./cpu/block.ts";
import { REFERENCE } from "./cpu/reference.ts";
import { SUMS } from "./cpu/sums.ts";
import { SEED_ALGORITHMS } from "./gpu/comparison/seed-algorithms.ts";
import { GPU_ALGORITHM } from "./gpu/dense/gpu.ts";
import { GPU_HASHLIFE } from "./gpu/hashlife/gpu-hashlife.ts";
import { KERNELS } from "./gpu/kernels.ts";
import { GPU_SPARSE } from "./gpu/sparse/gpu-sparse.ts";
import { HASHLIFE } from "./hashlife/hashlife.ts";
import { refuseRule } from "./support.ts";

export const ALGORITHMS = new Registry<Algorithm>("algorithm", [
  BITWISE,
  HASHLIFE,
  GPU_ALGORITHM,
  GPU_SPARSE,
  SUMS,
  BLOCK,
  REFERENCE,
  GPU_HASHLIFE,
  ...SEED_ALGORITHMS,
]);

/** An algorithm, or one with the kernel of that id alone. Errors: `not-found`. */
export function algorithmNamed(id: string): Algorithm {
  return KERNELS.find(id) ?? ALGORITHMS.get(id);
}

export interface Choice {
  readonly algorithm: Algorithm;
  /** The reason as one sentence, or two where no GPU was found. */
  readonly reason: string;
}

/** From this many cells on, a real GPU gains more by its speed than it loses in its queue. */
export const GPU_WORTH_CELLS = 2 ** 18;

/**
 * The same for the live cells of a soup on the unbounded plane. On an H200 a soup of 4096 x 4096 cells, half of them
 * alive, ran 44 times as fast on tiles as with `bitwise` (README): some 25 microseconds a generation, not much more
 * than the three dispatches of each generation take, however little lives. `bitwise` takes ten times that for a soup
 * of 2048 x 2048 cells, which has this many live ones; a card that needs three times as long for its dispatches still
 * gains.
 */
export const GPU_WORTH_POPULATION = 2 ** 21;

/** What is known of the cells before there is a universe. */
export interface Contents {
  /** Whether the cells are a large quad-tree (`isVast`). */
  readonly vast?: boolean;
  /** A soup is chaos, for which HashLife is no match. Of other cells only a trial can tell (switching.ts). */
  readonly soup?: SoupShape;
}

/**
 * The GPU algorithm that could gain on that grid, or null: only then is it worth looking for an adapter. On the
 * unbounded plane only soups count: switching does not try HashLife on a universe that runs on the GPU, so patterns
 * that might be regular stay on the CPU.
 */
export function gpuCandidate(rule: Rule, topology: Topology, contents: Contents = {}): Algorithm | null {
  const isWorth =
    topology.kind === "unbounded"
      ? !contents.vast && liveIn(contents) >= GPU_WORTH_POPULATION
      : gridWidth(topology) * gridHeight(topology) >= GPU_WORTH_CELLS;
  if (!isWorth) return null;
  const runs = ({ needsGpu, forComparison, refuses }: Algorithm): boolean =>
    needsGpu && !forComparison && !refuses(rule, topology);
  return ALGORITHMS.list().find(runs) ?? null;
}

function liveIn({ soup }: Contents): number {
  return soup ? soup.density * soup.width * soup.height : 0;
}

/**
 * What `auto` means. For a vast quad-tree: the algorithm that leaps. Else a GPU, where there is a real one and the
 * grid (or on the plane the soup) is large enough to gain. Else the fastest CPU algorithm that runs the rule on that
 * grid. With `gpu` absent, GPUs are left out.
 */
export function chooseAlgorithm(
  rule: Rule,
  topology: Topology,
  gpu?: GpuPresence,
  contents: Contents = {},
): Choice {
  const leaper =
    contents.vast &&
    ALGORITHMS.list().find(
      ({ leaps, forComparison, refuses }) => leaps && !forComparison && !refuses(rule, topology),
    );
  if (leaper) {
    return {
      algorithm: leaper,
      reason: `${leaper.name} keeps a quad-tree as it is and leaps where it is regular.`,
    };
  }
  const candidate = gpu && gpuCandidate(rule, topology, contents);
  if (gpu && candidate && gpu.adapter !== null && !gpu.software) {
    const what =
      topology.kind === "unbounded"
        ? `a soup with ${grouped(Math.round(liveIn(contents)))} live cells`
        : `${grouped(gridWidth(topology) * gridHeight(topology))} cells`;
    return { algorithm: candidate, reason: `${gpu.adapter} is the fastest here for ${what}.` };
  }
  const { algorithm, reason } = chooseCpu(rule, topology);
  if (!gpu || !candidate) return { algorithm, reason };
  const but =
    gpu.adapter === null ? gpu.reason : `${gpu.adapter} imitates a GPU on the CPU, which is slower.`;
  return { algorithm, reason: `${reason} ${but}` };
}

function chooseCpu(rule: Rule, topology: Topology): Choice {
  const [first] = ALGORITHMS.list();
  for (const algorithm of ALGORITHMS.list()) {
    if (algorithm.needsGpu || algorithm.refuses(rule, topology)) continue;
    return {
      algorithm,
      reason:
        algorithm === first
          ? `${algorithm.name} is the fastest CPU algorithm here.`
          : `${algorithm.name} is the fastest CPU algorithm that runs this ${refuseRule(first.id, rule) ? "rule" : "grid"}.`,
    };
  }
  const grid = refuseGrid(rule, topology);
  if (grid) throw new TessellaError("unsupported-topology", grid);
  throw new TessellaError("unsupported-rule", `No algorithm runs the rule ${rule.text}.`);
}
