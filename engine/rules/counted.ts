/**
 * Counted rules: Larger than Life and its relatives. A cell counts the cells in state 1 in a shape around it, which may reach 500
 * cells far (counted-shapes.ts). Of reach 1 most of them are rules of the square of nine cells, and have the form of those, which all
 * algorithms know.
 */

import type { Topology } from "../core/topology.ts";
import { formatTopology } from "../core/topology.ts";
import type { CellTable } from "./cell-table.ts";
import { CENTRE, neighbourWeights, SQUARES, weightOf } from "./cell-table.ts";
import { latticeOf, reachOf, stateWeights, sumTables, weightsOf } from "./counted-shapes.ts";
import { statesLooks } from "./generations.ts";
import type { CountedForm, LivingForm, Rule } from "./rule.ts";
import { ruleOfTable } from "./table-rule.ts";

/** The rule of a counted form, under its spelling. */
export function countedRule(text: string, form: CountedForm, states: number): Rule {
  const near = nearForm(form, states);
  const live = near?.form as LivingForm;
  return {
    text,
    states,
    neighbourhood: near?.neighbourhood ?? latticeOf(form.shape),
    reach: reachOf(form),
    form: near ? (states > 2 ? { kind: "generations", live } : live) : form,
    looks: statesLooks(states),
  };
}

/** The rule of two states by which cells in state 1 live, for a form that looks at the nine cells of the square alone. */
function nearForm(form: CountedForm, states: number): Rule | null {
  const [even, odd] = weightsOf(form);
  const isOwn = stateWeights(form, states).some((weight, state) => weight !== Number(state === 1));
  if (reachOf(form) > 1 || even !== odd || isOwn) return null;
  const places = Array.from(even.weight, (weight, i) => ({
    weight,
    bit: weightOf(even.dx[i] as number, even.dy[i] as number),
  }));
  const { birth, survival } = sumTables(form, states);
  const table: CellTable = Uint8Array.from({ length: SQUARES }, (_, index) => {
    const sum = places.reduce((total, { weight, bit }) => total + (index & bit ? weight : 0), 0);
    return (index & CENTRE ? survival : birth)[sum] ?? 0;
  });
  const lattice = latticeOf(form.shape);
  const around = neighbourWeights(lattice) | CENTRE;
  return ruleOfTable(places.every(({ bit }) => bit & around) ? lattice : "moore", table);
}

/** A sentence on a grid that no algorithm runs the rule on, or null: joins that turn or shift are for the nearest cells. */
export function refuseGrid({ text, reach, form }: Rule, topology: Topology): string | null {
  if (form.kind !== "counted" || topology.kind === "unbounded") return null;
  const grid = formatTopology(topology);
  if (topology.kind !== "plane" && topology.kind !== "torus")
    return `The rule ${text} looks ${reach} cells far, for which there are planes and tori only, not ${grid}.`;
  if (topology.kind === "torus" && (topology.shiftX !== 0 || topology.shiftY !== 0))
    return `The rule ${text} looks ${reach} cells far, for which no torus is shifted, as ${grid} is.`;
  const least = 2 * reach;
  const short = (side: number): boolean => side > 0 && side < least;
  if (!short(topology.width) && !short(topology.height)) return null;
  return `The rule ${text} looks ${reach} cells far and needs sides of ${least} cells at least, not ${grid}.`;
}

/** The grid with sides as long as the rule needs, as Golly has it. */
export function withSidesFor({ reach, form }: Rule, topology: Topology): Topology {
  if (form.kind !== "counted" || (topology.kind !== "plane" && topology.kind !== "torus")) return topology;
  const raised = (side: number): number => (side === 0 ? 0 : Math.max(side, 2 * reach));
  const [width, height] = [raised(topology.width), raised(topology.height)];
  return width === topology.width && height === topology.height ? topology : { ...topology, width, height };
}
