/**
 * Kernels by name: `gpu` with the one that is asked for, whatever would be the fastest, and the tiles of the ANNEAL exercise in both
 * sizes. A model holds for a kernel and not for a program that picks one.
 */

import { planesFor } from "../../core/block.ts";
import { TessellaError } from "../../core/errors.ts";
import { grouped, groupedSize } from "../../core/integers.ts";
import { Registry } from "../../core/registry.ts";
import type { Topology } from "../../core/topology.ts";
import { gridHeight, gridWidth } from "../../core/topology.ts";
import type { GpuDevice } from "../../gpu/device.ts";
import type { Rule } from "../../rules/rule.ts";
import type { Algorithm } from "../algorithm.ts";
import { checkSupported } from "../support.ts";
import { GPU_BLOCK, GPU_LIST, GPU_NAIVE, GPU_ROW, GPU_TILE } from "./comparison/seed-algorithms.ts";
import type { DenseKernelType } from "./dense/dense-kernel.ts";
import type { KernelChoice } from "./dense/gpu.ts";
import { createDenseUniverse, GPU_ALGORITHM } from "./dense/gpu.ts";
import type { TriedKernel } from "./dense/kernel-shapes.ts";
import {
  LEAST_STRIPS_SIDE,
  LEAST_VECTOR_HEIGHT,
  LEAST_VECTOR_WIDTH,
  TRIED_KERNELS,
} from "./dense/kernel-shapes.ts";

interface NamedKernel {
  readonly id: string;
  /** The algorithm that a universe of it calls itself. */
  readonly owner: Algorithm;
  /** Why it cannot step that grid or rule, which its owner can; null where it can. */
  readonly refuses: (topology: Topology, rule: Rule) => string | null;
  /** Errors: `gpu-unavailable` where the device cannot run it. */
  readonly load: () => Promise<(gpu: GpuDevice) => DenseKernelType>;
}

function named({ id, owner, refuses, load }: NamedKernel): Algorithm {
  const algorithm: Algorithm = {
    id,
    name: `${owner.name}, kernel ${id}`,
    summary: `For measurements: \`${owner.id}\` with its kernel ${id} alone.`,
    needsGpu: true,
    forComparison: true,
    refuses: (rule, topology) =>
      refuseRuleFor(id, rule) ?? owner.refuses(rule, topology) ?? refuses(topology, rule),
    create: async (init, environment) => {
      checkSupported(algorithm, init.rule, init.topology);
      const kernelOn = await load();
      const kernelsFor: KernelChoice = (_, gpu, rule) => {
        const refusal = refuseRuleFor(id, rule);
        if (refusal) throw new TessellaError("unsupported-rule", refusal);
        return [kernelOn(gpu)];
      };
      return createDenseUniverse(owner, kernelsFor, init, environment);
    },
  };
  return algorithm;
}

/** Cells in more than two states have kernels of their own shapes, and rules that look farther than one cell others. */
function refuseRuleFor(id: string, { states, form, text, reach }: Rule): string | null {
  if (planesFor(states) > 1) return `The kernel ${id} takes two-state rules only: use \`gpu\`.`;
  if (form.kind !== "counted") return null;
  return `The kernel ${id} takes rules of the nearest neighbours only, and ${text} looks ${reach} cells far: use \`gpu\`.`;
}

function needsSides(id: string, topology: Topology, width: number, height: number): string | null {
  if (gridWidth(topology) >= width && gridHeight(topology) >= height) return null;
  return `The kernel ${id} needs a grid of at least ${groupedSize(width, height)} cells.`;
}

/** Only tiles step tori with shifted edges. */
function refusesShifts(id: string, topology: Topology): string | null {
  if (topology.kind !== "torus" || (topology.shiftX === 0 && topology.shiftY === 0)) return null;
  return `The kernel ${id} does not run a shifted torus: use \`gpu\`.`;
}

function ofGpu(tried: TriedKernel): Algorithm {
  const { id, kind } = tried;
  return named({
    id,
    owner: GPU_ALGORITHM,
    refuses: (topology) => {
      if (kind === "tile") return null;
      const least =
        kind === "vector"
          ? [LEAST_VECTOR_WIDTH, LEAST_VECTOR_HEIGHT]
          : [LEAST_STRIPS_SIDE, LEAST_STRIPS_SIDE];
      return refusesShifts(id, topology) ?? needsSides(id, topology, least[0], least[1]);
    },
    load: async () => {
      const { triedKernel } = await import("./dense/kernel-choice.ts");
      return () => triedKernel(tried);
    },
  });
}

function exerciseTile(side: number): Algorithm {
  const id = `tile-${side}`;
  return named({
    id,
    owner: GPU_TILE,
    refuses: () => null,
    load: async () => {
      const { fitsTile, tileKernel } = await import("./comparison/tile-kernel.ts");
      return ({ limits, adapter }) => {
        if (fitsTile(side, limits)) return tileKernel(side);
        throw new TessellaError(
          "gpu-unavailable",
          `The kernel ${id} needs workgroups of ${grouped(side * side)} threads, more than ${adapter} has.`,
        );
      };
    },
  });
}

/** An attempt that an older work made with the kernel of `owner`. */
function experiment(id: string, owner: Algorithm, load: () => Promise<DenseKernelType>): Algorithm {
  return named({
    id,
    owner,
    refuses: () => null,
    load: async () => {
      const type = await load();
      return () => type;
    },
  });
}

/** Bytes of the table of `row-8`. */
const WIDE_TABLE_BYTES = 2 ** 28;

const ROW_8 = named({
  id: "row-8",
  owner: GPU_ROW,
  refuses: (_, { neighbourhood }) =>
    neighbourhood === "hex" ? null : "The kernel row-8 has a table for hexagons only: use `gpu-row`.",
  load: async () => {
    const { wideRowKernel } = await import("./comparison/row-kernel.ts");
    return ({ limits, adapter }) => {
      if (limits.maxStorageBufferBindingSize >= WIDE_TABLE_BYTES) return wideRowKernel("hex");
      throw new TessellaError(
        "gpu-unavailable",
        `The kernel row-8 needs a table of 256 MB, more than ${adapter} binds.`,
      );
    };
  },
});

export const KERNELS = new Registry<Algorithm>("kernel", [
  named({
    id: "bit-row",
    owner: GPU_ALGORITHM,
    refuses: (topology) => refusesShifts("bit-row", topology),
    load: async () => {
      const { BIT_ROW } = await import("./dense/bit-row-kernel.ts");
      return () => BIT_ROW;
    },
  }),
  ...TRIED_KERNELS.map(ofGpu),
  exerciseTile(16),
  exerciseTile(32),
  experiment("naive-2", GPU_NAIVE, async () => (await import("./comparison/naive-kernel.ts")).NAIVE_PAIRS),
  ROW_8,
  experiment("block-8", GPU_BLOCK, async () => {
    const { BLOCK_TABLE_FEWER_THREADS } = await import("./comparison/block-kernel.ts");
    return BLOCK_TABLE_FEWER_THREADS;
  }),
  experiment("list-scan", GPU_LIST, async () => (await import("./comparison/scan-kernel.ts")).scanKernel()),
]);
