/** `block` as an algorithm: where it runs and how a universe of it is made. */

import type { Topology } from "../../core/topology.ts";
import { isFinite2d } from "../../core/topology.ts";
import type { Rule } from "../../rules/rule.ts";
import type { Algorithm } from "../algorithm.ts";
import { checkSupported, nameGrid, refuseRule } from "../support.ts";

export const BLOCK: Algorithm = {
  id: "block",
  name: "4x4 table",
  summary: "Looks each 2x2 up in the table of all 4x4 squares, over the whole of a finite grid.",
  needsGpu: false,
  refuses: (rule: Rule, topology: Topology) =>
    refuseRule("block", rule) ??
    (isFinite2d(topology) && ["plane", "torus", "frozen"].includes(topology.kind)
      ? null
      : `The algorithm block runs finite planes, tori and frozen borders, not ${nameGrid(topology)}.`),
  create: async (init, environment) => {
    checkSupported(BLOCK, init.rule, init.topology);
    const { BlockUniverse } = await import("./block-universe.ts");
    return new BlockUniverse(init, environment);
  },
};
