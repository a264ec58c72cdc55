/**
 * Kernels by name: `gpu` with the one that is asked for, whatever would be the fastest, and the tiles of the ANNEAL exercise in both
 * sizes. A model holds for a kernel and not for a program that picks one.
 */

import { TessellaError } from "../../core/errors.ts";
import { Registry } from "../../core/registry.ts";
import type { Topology } from "../../core/topology.ts";
import { gridHeight, gridWidth } from "../../core/topology.ts";
import type { GpuDevice } from "../../gpu/device.ts";
import type { Algorithm } from "../algorithm.ts";
import { checkSupported } from "../support.ts";
import { GPU_TILE } from "./comparison/seed-algorithms.ts";
import type { DenseKernelType } from "./dense/dense-kernel.ts";
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
  /** Why it cannot step that grid, which its owner can; null where it can. */
  readonly refuses: (topology: Topology) => string | null;
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
    refuses: (rule, topology) => owner.refuses(rule, topology) ?? refuses(topology),
    create: async (init, environment) => {
      checkSupported(algorithm, init.rule, init.topology);
      const kernelOn = await load();
      return createDenseUniverse(owner, (_, gpu) => [kernelOn(gpu)], init, environment);
    },
  };
  return algorithm;
}

function needsSides(id: string, topology: Topology, width: number, height: number): string | null {
  if (gridWidth(topology) >= width && gridHeight(topology) >= height) return null;
  return `The kernel ${id} needs a grid of at least ${width} x ${height} cells.`;
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
          `The kernel ${id} needs workgroups of ${side * side} threads, more than ${adapter} has.`,
        );
      };
    },
  });
}

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
]);
