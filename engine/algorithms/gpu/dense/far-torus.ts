/** Which tori the kernels of rules that look further than a cell take. */

import type { Topology } from "../../../core/topology.ts";
import type { Rule } from "../../../rules/rule.ts";
import { nameGrid } from "../../support.ts";

/** A row that is joined to itself and holds a word. */
const LEAST_FAR_WIDTH = 32;

/** null where the torus is wide enough for the rule, or none; else a sentence that names the algorithm to take. */
export function refuseNarrowTorus({ form }: Rule, topology: Topology): string | null {
  if (form.kind !== "counted" || topology.kind !== "torus" || topology.width >= LEAST_FAR_WIDTH) return null;
  return `The GPU algorithm runs Larger than Life on tori of ${LEAST_FAR_WIDTH} cells across at least, not on ${nameGrid(topology)}: use \`sums\`.`;
}
