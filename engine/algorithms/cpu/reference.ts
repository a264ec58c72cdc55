/** `reference` as an algorithm: where it runs and how a universe of it is made. */

import { refuseGrid } from "../../rules/counted.ts";
import type { Algorithm } from "../algorithm.ts";
import { checkSupported, refuseRule } from "../support.ts";

export const REFERENCE: Algorithm = {
  id: "reference",
  name: "Reference",
  summary: "One byte a cell, any rule on any grid: slow, plain, and what the others are checked against.",
  needsGpu: false,
  refuses: (rule, topology) => refuseRule("reference", rule) ?? refuseGrid(rule, topology),
  // A byte a cell, in two generations.
  soupBytes: ({ width, height }) => 2 * width * height,
  create: async (init, environment) => {
    checkSupported(REFERENCE, init.rule, init.topology);
    const { ReferenceUniverse } = await import("./reference-universe.ts");
    return new ReferenceUniverse(init, environment);
  },
};
