/**
 * `gpu`: whole grids on a WebGPU device, stepped by the kernel that turns out to be the fastest there. Shaders and
 * their host code are loaded with the first universe: listing or refusing algorithms, or running another one, does
 * not wait for them.
 */

import { planesFor } from "../../../core/block.ts";
import { groupedSize } from "../../../core/integers.ts";
import type { Topology } from "../../../core/topology.ts";
import { isFinite2d } from "../../../core/topology.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import { refuseGrid } from "../../../rules/counted.ts";
import type { Rule } from "../../../rules/rule.ts";
import type { Algorithm, AlgorithmEnvironment, UniverseInit } from "../../algorithm.ts";
import { planAhead } from "../../shape-plan.ts";
import { checkSupported, fastOnCpu, memoryLimit, nameGrid, overMemory, refuseRule } from "../../support.ts";
import type { KernelList } from "./dense-cells.ts";
import type { GpuUniverse } from "./gpu-universe.ts";
import type { GpuTopology } from "./step-source.ts";

/** null where there is a step shader for rule and grid, else a sentence that names the algorithm to take. */
function refuses(rule: Rule, topology: Topology): string | null {
  const foreign = refuseRule("gpu", rule) ?? refuseGrid(rule, topology);
  if (foreign) return foreign;
  if (!isFinite2d(topology)) {
    const other =
      topology.kind === "unbounded" && !refuseRule("gpu-sparse", rule) ? "gpu-sparse" : fastOnCpu(rule);
    return `The GPU algorithm needs a grid with an end on every side, not ${nameGrid(topology)}: use \`${other}\`.`;
  }
  switch (topology.kind) {
    case "plane":
    case "frozen":
      return null;
    case "torus":
      if (reachOf(topology) < 2 ** 31) return null;
      return `The GPU algorithm does not run a torus that is moved so far (${nameGrid(topology)}): use \`bitwise\`.`;
    case "klein":
    case "cross":
    case "sphere":
      return `The GPU algorithm does not run twisted grids (${nameGrid(topology)}): use \`reference\`.`;
  }
}

/** The distance from the grid's corner that a tile's surroundings can have: shaders count places in 31 bits. */
function reachOf({ width, height, shiftX, shiftY }: Extract<Topology, { kind: "torus" }>): number {
  const turns = (side: number): number => 1 + Math.ceil(MOST_REACH / side);
  return Math.max(width, height) + Math.abs(shiftX) * turns(height) + Math.abs(shiftY) * turns(width);
}

/** Cells around the grid that a tile may load, more than any does. */
const MOST_REACH = 1024;

/** Kernels for a grid on a device, the first choice first. `room`: bytes that they may hold beside the cells. */
export type KernelChoice = (topology: GpuTopology, gpu: GpuDevice, rule: Rule, room: number) => KernelList;

/** Memory for the margins of other kernels, as a share of the cells' own. */
const MARGIN_SHARE = 1 / 8;

function inStates(states: number): string {
  return states === 2 ? "" : ` in ${states} states`;
}

/** A universe for whole grids, stepped by those kernels. Errors: those of `Algorithm.create`. */
export async function createDenseUniverse(
  algorithm: Algorithm,
  kernelsFor: KernelChoice,
  init: UniverseInit,
  environment: AlgorithmEnvironment,
): Promise<GpuUniverse> {
  checkSupported(algorithm, init.rule, init.topology);
  const topology = init.topology as GpuTopology;
  const [{ acquireDevice }, { checkFits, packedBytes }, { bufferBytes }, { GpuUniverse }] = await Promise.all(
    [
      import("../../../gpu/device.ts"),
      import("./grid-fits.ts"),
      import("./dense-stepper.ts"),
      import("./gpu-universe.ts"),
    ],
  );
  const gpu = await acquireDevice(environment.gpu, environment.gpuPreference);
  try {
    const { width, height } = topology;
    const limit = memoryLimit(environment);
    const plan = (rule: Rule, held: number): KernelList => {
      const { states } = rule;
      const planes = planesFor(states);
      const room = limit - held - 2 * packedBytes(width, height, planes);
      const [first, ...others] = kernelsFor(topology, gpu, rule, room);
      const bytesOf = bufferBytes([first]);
      checkFits(topology, bytesOf, gpu.limits, gpu.adapter, planes);
      const own = 2 * bytesOf(width, height, planes) + (first.besides ?? 0);
      if (held + own > limit)
        throw overMemory(
          held + own,
          limit,
          `A grid of ${groupedSize(width, height)} cells${inStates(states)}`,
        );
      const most = Math.min(limit - held, own * (1 + MARGIN_SHARE));
      return [first, ...others.filter((type) => 2 * type.bytes(width, height, planes) <= most)];
    };
    return await GpuUniverse.create(algorithm.id, gpu, init, topology, plan, limit, environment.tuning);
  } catch (error) {
    gpu.release();
    throw error;
  }
}

/** Like `GPU_ALGORITHM.create`, for callers that need what only a GPU universe can do. */
export async function createGpuUniverse(
  init: UniverseInit,
  environment: AlgorithmEnvironment,
): Promise<GpuUniverse> {
  const [{ kernelsFor }] = await Promise.all([import("./kernel-choice.ts"), planAhead(init.rule)]);
  return createDenseUniverse(GPU_ALGORITHM, kernelsFor, init, environment);
}

export const GPU_ALGORITHM: Algorithm = {
  id: "gpu",
  name: "GPU",
  summary:
    "Whole grids on a graphics card through WebGPU, 32 cells a thread: dense soups on planes and tori.",
  needsGpu: true,
  refuses,
  create: createGpuUniverse,
};
