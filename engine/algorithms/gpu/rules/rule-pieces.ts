/** The pieces that hold a rule: as data, or written out as an expression for kernels that add up cells row by row. */

import adders from "../../../../shaders/rules/adders.wgsl?raw";
import logic from "../../../../shaders/rules/logic.wgsl?raw";
import hex from "../../../../shaders/rules/neighbours-hex.wgsl?raw";
import moore from "../../../../shaders/rules/neighbours-moore.wgsl?raw";
import vonNeumann from "../../../../shaders/rules/neighbours-von-neumann.wgsl?raw";
import rowHex from "../../../../shaders/rules/row-hex.wgsl?raw";
import rowMoore from "../../../../shaders/rules/row-moore.wgsl?raw";
import rowVonNeumann from "../../../../shaders/rules/row-von-neumann.wgsl?raw";
import ruleMasks from "../../../../shaders/rules/rule-masks.wgsl?raw";
import type { Piece } from "../../../gpu/shader-source.ts";
import type { PhaseTable, RulePhases } from "../../../rules/phases.ts";
import type { Neighbourhood } from "../../../rules/rule.ts";
import { ruleFunction } from "./rule-expression.ts";

const ROWS: Readonly<Record<Neighbourhood, Piece>> = {
  moore: ["rules/row-moore", rowMoore],
  hex: ["rules/row-hex", rowHex],
  "von-neumann": ["rules/row-von-neumann", rowVonNeumann],
};

const NEIGHBOURS: Readonly<Record<Neighbourhood, Piece>> = {
  moore: ["rules/neighbours-moore", moore],
  hex: ["rules/neighbours-hex", hex],
  "von-neumann": ["rules/neighbours-von-neumann", vonNeumann],
};

/** The next states of 32 cells at once, from three rows of them, for any rule (which is binding 1). */
export function ruleOnRows(neighbourhood: Neighbourhood): readonly Piece[] {
  return [["rules/adders", adders], ["rules/rule-masks", ruleMasks], NEIGHBOURS[neighbourhood]];
}

/** One value for each neighbourhood. */
export function forEachNeighbourhood<T>(
  make: (neighbourhood: Neighbourhood) => T,
): Readonly<Record<Neighbourhood, T>> {
  return { moore: make("moore"), hex: make("hex"), "von-neumann": make("von-neumann") };
}

/** The rule for cells in the type `Cells`, which is `cellsType`: pieces that end in `next_cells` and `row_of`. */
export function rulePieces(
  cellsType: "u32" | "vec4u",
  neighbourhood: Neighbourhood,
  phases: RulePhases,
): readonly Piece[] {
  return [
    ["rules/logic", `alias Cells = ${cellsType};\n\n${logic}`],
    ["(the rule)", ruleText(neighbourhood, phases)],
    ROWS[neighbourhood],
  ];
}

/** `rule`, which picks the table of an even or odd generation where there are two. */
function ruleText(neighbourhood: Neighbourhood, [even, odd]: RulePhases): string {
  const evenText = ruleFunction("rule_even", neighbourhood, even);
  const head = evenText.slice(evenText.indexOf("("), evenText.indexOf("{"));
  const parameters = head.slice(1, head.indexOf(")"));
  const words = parameters.split(", ").map((parameter) => parameter.slice(0, parameter.indexOf(":")));
  const oddText = same(even, odd) ? "" : `${ruleFunction("rule_odd", neighbourhood, odd)}\n\n`;
  const pick = oddText ? `  if (odd_generation) {\n    return rule_odd(${words.join(", ")});\n  }\n` : "";
  return `${evenText}\n\n${oddText}fn rule(odd_generation: bool, ${parameters}) -> Cells {
${pick}  return rule_even(${words.join(", ")});
}`;
}

function same(a: PhaseTable, b: PhaseTable): boolean {
  return a.birth === b.birth && a.survival === b.survival;
}

/** Whether the rule has two tables that take turns. */
export function strobes([even, odd]: RulePhases): boolean {
  return !same(even, odd);
}

/** Names a rule in a shader's label. */
export function ruleLabel(phases: RulePhases): string {
  return phases.map(({ birth, survival }) => `${birth}/${survival}`).join(" ");
}
