/** `sums` as an algorithm: where it runs and how a universe of it is made. */

import { refuseGrid } from "../../rules/counted.ts";
import type { Algorithm } from "../algorithm.ts";
import { checkSupported, refuseRule } from "../support.ts";

export const SUMS: Algorithm = {
  id: "sums",
  name: "Running sums",
  summary:
    "Larger than Life: sums on bit slices, 128 cells at a time, or over shapes of any size from running sums along their lines.",
  needsGpu: false,
  refuses: (rule, topology) => refuseRule("sums", rule) ?? refuseGrid(rule, topology),
  // A byte a cell, in two generations.
  soupBytes: ({ width, height }) => 2 * width * height,
  create: async (init, environment) => {
    checkSupported(SUMS, init.rule, init.topology);
    const [{ ReferenceUniverse }, { sumsOf }] = await Promise.all([
      import("./reference-universe.ts"),
      import("./sum-methods.ts"),
    ]);
    return new ReferenceUniverse(init, environment, { algorithm: SUMS.id, rowsOf: sumsOf });
  },
};
