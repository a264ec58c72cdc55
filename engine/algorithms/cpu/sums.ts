/** `sums` as an algorithm: where it runs and how a universe of it is made. */

import type { Topology } from "../../core/topology.ts";
import { refuseGrid } from "../../rules/counted.ts";
import type { Rule } from "../../rules/rule.ts";
import type { Algorithm, AlgorithmEnvironment, Universe, UniverseInit } from "../algorithm.ts";
import { planAhead } from "../shape-plan.ts";
import { checkSupported, refuseRule } from "../support.ts";
import type { SumStepper } from "./sum-stepper.ts";

export const SUMS: Algorithm = {
  id: "sums",
  name: "Running sums",
  summary:
    "Larger than Life: sums on bit slices, 128 cells at a time, or over shapes of any size from running sums along their lines.",
  needsGpu: false,
  refuses: (rule, topology) => refuseRule("sums", rule) ?? refuseGrid(rule, topology),
  // A byte a cell, in two generations.
  soupBytes: ({ width, height }) => 2 * width * height,
  // Other patterns may be few cells in no time.
  isMuch: ({ soup, generations }) =>
    soup !== undefined && soup.width * soup.height * Math.min(Number(generations), SOUP_LIFE) >= MUCH,
  create: (init, environment) => createSums(init, environment),
};

/** Generations after which a soup may have died out. */
const SOUP_LIFE = 1024;
/** Cells over all generations that take several times as long as helpers take to come: eight thousand million a second. */
const MUCH = 2 ** 31;

/** Like SUMS.create, with what computes bands open to tests. */
export async function createSums(
  init: UniverseInit,
  environment: AlgorithmEnvironment,
  stepper?: Promise<SumStepper>,
): Promise<Universe> {
  checkSupported(SUMS, init.rule, init.topology);
  await planAhead(init.rule);
  const [{ ReferenceUniverse }, { sumsOf }, started] = await Promise.all([
    import("./reference-universe.ts"),
    import("./sum-methods.ts"),
    stepper ?? startStepper(environment, init.hurried ?? false),
  ]);
  const rowsOf = (rule: Rule, topology: Topology) => sumsOf(rule, topology, started);
  return new ReferenceUniverse(init, environment, { algorithm: SUMS.id, rowsOf });
}

/** With the threads that may help, unless the machine has no shared memory to reserve. */
async function startStepper({ helpers }: AlgorithmEnvironment, hurried: boolean): Promise<SumStepper> {
  const { startSums, startSumTeam } = await import("./sum-stepper.ts");
  if (!helpers) return startSums();
  const [{ BANDS_PACE, mustersFor }, pool] = await Promise.all([import("../wasm/muster.ts"), helpers()]);
  return startSumTeam(pool, mustersFor(pool, BANDS_PACE, hurried)).catch(startSums);
}
