/** `bitwise` as an algorithm: where it runs and how a universe of it is made. */

import { liveTiles } from "../../core/soup.ts";
import type { Algorithm, AlgorithmEnvironment, Universe, UniverseInit } from "../algorithm.ts";
import { checkSupported, memoryLimit, nameGrid, refuseRule } from "../support.ts";
import type { BitwiseTuning } from "./bitwise-universe.ts";
import { RECORD_BYTES, TILE } from "./tile-layout.ts";

export const BITWISE: Algorithm = {
  id: "bitwise",
  name: "Bitwise",
  summary:
    "Bit-sliced SIMD on sparse tiles: the unbounded plane, planes, tubes and tori; what repeats costs nothing.",
  needsGpu: false,
  refuses: (rule, topology) =>
    refuseRule("bitwise", rule) ??
    (topology.kind === "unbounded" || topology.kind === "plane" || topology.kind === "torus"
      ? null
      : `The algorithm bitwise does not run ${nameGrid(topology)}.`),
  soupBytes: (soup) => liveTiles(soup, TILE) * RECORD_BYTES,
  create: (init, environment) => createBitwise(init, environment),
};

/** Like BITWISE.create, with the tuning open to tests. */
export async function createBitwise(
  init: UniverseInit,
  environment: AlgorithmEnvironment,
  tuning?: Partial<BitwiseTuning>,
): Promise<Universe> {
  checkSupported(BITWISE, init.rule, init.topology);
  const { startBitwise } = await import("./bitwise-universe.ts");
  return startBitwise(init, memoryLimit(environment), tuning);
}
