/** The pieces that hold a rule: for kernels that add up cells row by row and have the rule written out as an expression. */

import logic from "../../../shaders/common/logic.wgsl?raw";
import rowHex from "../../../shaders/common/row-hex.wgsl?raw";
import rowMoore from "../../../shaders/common/row-moore.wgsl?raw";
import rowVonNeumann from "../../../shaders/common/row-von-neumann.wgsl?raw";
import type { PhaseTable, RulePhases } from "../../rules/phases.ts";
import type { Neighbourhood } from "../../rules/rule.ts";
import { ruleFunction } from "./rule-expression.ts";
import type { Piece } from "./shader-source.ts";

const ROWS: Readonly<Record<Neighbourhood, Piece>> = {
  moore: ["common/row-moore", rowMoore],
  hex: ["common/row-hex", rowHex],
  "von-neumann": ["common/row-von-neumann", rowVonNeumann],
};

/** The rule for cells that stand in `Cells`, which is `cellsType`: pieces that end in `next_cells` and `row_of`. */
export function rulePieces(
  cellsType: "u32" | "vec4u",
  neighbourhood: Neighbourhood,
  phases: RulePhases,
): readonly Piece[] {
  return [
    ["common/logic", `alias Cells = ${cellsType};\n\n${logic}`],
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
