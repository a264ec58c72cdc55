/**
 * `gpu-sparse`: the unbounded plane on a WebGPU device, in tiles that exist only near cells and are computed only
 * near changes.
 */

import { liveTiles } from "../../../core/soup.ts";
import type { Topology } from "../../../core/topology.ts";
import { isFinite2d } from "../../../core/topology.ts";
import { refuseGrid } from "../../../rules/counted.ts";
import type { Rule } from "../../../rules/rule.ts";
import type { Algorithm, AlgorithmEnvironment, UniverseInit } from "../../algorithm.ts";
import { checkSupported, fastOnCpu, memoryLimit, nameGrid, refuseRule } from "../../support.ts";
import type { SparseUniverse } from "./sparse-universe.ts";
import type { SparseTuning } from "./tile-machine.ts";
import { TILE, TILE_BYTES } from "./tile-size.ts";

/** null on the unbounded plane for rules of two states that look near enough, else a sentence that says why not. */
function refuses(rule: Rule, topology: Topology): string | null {
  const foreign = refuseRule("gpu-sparse", rule) ?? refuseGrid(rule, topology);
  if (foreign) return foreign;
  if (topology.kind === "unbounded") return null;
  return `The sparse GPU algorithm runs the unbounded plane only, not ${nameGrid(topology)}: use \`${insteadOn(rule, topology)}\`.`;
}

function insteadOn(rule: Rule, topology: Topology): string {
  switch (topology.kind) {
    case "plane":
    case "torus":
      return isFinite2d(topology) ? "gpu" : fastOnCpu(rule);
    case "frozen":
      return "gpu";
    default:
      return "reference";
  }
}

/** Like `GPU_SPARSE.create`, with the tuning open to tests. */
export async function createSparseUniverse(
  init: UniverseInit,
  environment: AlgorithmEnvironment,
  tuning: Partial<SparseTuning> = {},
): Promise<SparseUniverse> {
  const { rule, topology, generation = 0n } = init;
  checkSupported(GPU_SPARSE, rule, topology);
  const [{ acquireDevice }, machines, universes] = await Promise.all([
    import("../../../gpu/device.ts"),
    import("./tile-machine.ts"),
    import("./sparse-universe.ts"),
  ]);
  const gpu = await acquireDevice(environment.gpu, environment.gpuPreference);
  try {
    const limit = memoryLimit(environment);
    const machine = await machines.TileMachine.create(gpu, topology, rule, generation, limit, tuning);
    return new universes.SparseUniverse(gpu, machine, rule, topology, limit);
  } catch (error) {
    gpu.release();
    throw error;
  }
}

export const GPU_SPARSE: Algorithm = {
  id: "gpu-sparse",
  name: "Sparse GPU",
  summary:
    "The unbounded plane on a graphics card through WebGPU: tiles only where cells are, computed only where something happens.",
  needsGpu: true,
  refuses,
  soupBytes: (soup) => liveTiles(soup, TILE) * TILE_BYTES,
  create: (init, environment) => createSparseUniverse(init, environment),
};
