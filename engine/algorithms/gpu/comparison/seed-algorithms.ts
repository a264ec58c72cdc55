/**
 * The kernels of the works that Tessella grew out of, as algorithms of their own that people can pick, test bit for
 * bit, and compare. `gpu` is faster than each of them, so `auto` takes none. docs/GPU-KERNELS.md compares them.
 */

import type { Topology } from "../../../core/topology.ts";
import { isFinite2d } from "../../../core/topology.ts";
import type { Rule } from "../../../rules/rule.ts";
import type { Algorithm } from "../../algorithm.ts";
import { nameGrid, refuseRule } from "../../support.ts";
import type { DenseKernelType } from "../dense/dense-kernel.ts";
import { createDenseUniverse } from "../dense/gpu.ts";

interface Words {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
}

function seedAlgorithm(words: Words, load: () => Promise<DenseKernelType>): Algorithm {
  const algorithm: Algorithm = {
    ...words,
    needsGpu: true,
    forComparison: true,
    refuses: (rule: Rule, topology: Topology): string | null => {
      const foreign = refuseRule(words.id, rule);
      if (foreign) return foreign;
      const { kind } = topology;
      const grid = nameGrid(topology);
      if (!isFinite2d(topology)) {
        return `The algorithm ${words.id} needs a grid with an end on every side, not ${grid}: use \`bitwise\`.`;
      }
      if (kind === "torus" && (topology.shiftX !== 0 || topology.shiftY !== 0)) {
        return `The algorithm ${words.id} does not run a shifted torus (${grid}): use \`bitwise\`.`;
      }
      if (kind === "plane" || kind === "torus" || kind === "frozen") return null;
      return `The algorithm ${words.id} does not run twisted grids (${grid}): use \`reference\`.`;
    },
    create: async (init, environment) => {
      const kernel = await load();
      return createDenseUniverse(algorithm, () => [kernel], init, environment);
    },
  };
  return algorithm;
}

export const GPU_NAIVE = seedAlgorithm(
  {
    id: "gpu-naive",
    name: "GPU, a thread a cell",
    summary: "For comparison: the kernel that everybody writes first, a thread and a word for each cell.",
  },
  async () => (await import("./naive-kernel.ts")).NAIVE,
);

export const GPU_TILE = seedAlgorithm(
  {
    id: "gpu-tile",
    name: "GPU, tiles",
    summary: "For comparison: tiles with a ghost area in workgroup memory, as in the ANNEAL exercise.",
  },
  async () => (await import("./tile-kernel.ts")).TILE,
);

export const GPU_ROW = seedAlgorithm(
  {
    id: "gpu-row",
    name: "GPU, row look-up",
    summary: "For comparison: packed cells, four at a time looked up in a table, as in the hexagonal work.",
  },
  async () => (await import("./row-kernel.ts")).ROW,
);

export const GPU_BLOCK = seedAlgorithm(
  {
    id: "gpu-block",
    name: "GPU, 4x4 table",
    summary: "For comparison: each 2x2 looked up in the table of all 4x4 squares, HashLife's bottom layer.",
  },
  async () => (await import("./block-kernel.ts")).BLOCK_TABLE,
);

const GPU_SKIP = seedAlgorithm(
  {
    id: "gpu-skip",
    name: "GPU, skipping dead blocks",
    summary: "An experiment: a thread a cell, but blocks that are dead among dead blocks do nothing.",
  },
  async () => (await import("./skip-kernel.ts")).SKIP,
);

export const GPU_LIST = seedAlgorithm(
  {
    id: "gpu-list",
    name: "GPU, active-cell list",
    summary: "An experiment: threads only for a list of cells that may change, built anew each generation.",
  },
  async () => (await import("./list-kernel.ts")).LIST,
);

export const SEED_ALGORITHMS: readonly Algorithm[] = [
  GPU_NAIVE,
  GPU_TILE,
  GPU_ROW,
  GPU_BLOCK,
  GPU_SKIP,
  GPU_LIST,
];
