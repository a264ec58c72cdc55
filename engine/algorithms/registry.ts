import { TessellaError } from "../core/errors.ts";
import { Registry } from "../core/registry.ts";
import type { Topology } from "../core/topology.ts";
import type { Rule } from "../rules/rule.ts";
import type { Algorithm } from "./algorithm.ts";
import { BITWISE } from "./cpu/bitwise.ts";
import { BLOCK } from "./cpu/block.ts";
import { REFERENCE } from "./cpu/reference.ts";
import { GPU_ALGORITHM } from "./gpu/gpu.ts";
import { HASHLIFE } from "./hashlife/hashlife.ts";

export const ALGORITHMS = new Registry<Algorithm>("algorithm", [
  BITWISE,
  HASHLIFE,
  GPU_ALGORITHM,
  BLOCK,
  REFERENCE,
]);

export interface Choice {
  readonly algorithm: Algorithm;
  /** Why, as one sentence. */
  readonly reason: string;
}

/** What `auto` means: the fastest algorithm that runs the rule on that grid without special hardware. */
export function chooseAlgorithm(rule: Rule, topology: Topology): Choice {
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
