/** The pieces that hold a rule: as data, or written out as an expression for kernels that add up cells row by row. */

import adders from "../../../../shaders/rules/adders.wgsl?raw";
import logic from "../../../../shaders/rules/logic.wgsl?raw";
import hex from "../../../../shaders/rules/neighbours-hex.wgsl?raw";
import moore from "../../../../shaders/rules/neighbours-moore.wgsl?raw";
import vonNeumann from "../../../../shaders/rules/neighbours-von-neumann.wgsl?raw";
import rowCells from "../../../../shaders/rules/row-cells.wgsl?raw";
import rowHex from "../../../../shaders/rules/row-hex.wgsl?raw";
import rowMoore from "../../../../shaders/rules/row-moore.wgsl?raw";
import rowTable from "../../../../shaders/rules/row-table.wgsl?raw";
import rowVonNeumann from "../../../../shaders/rules/row-von-neumann.wgsl?raw";
import ruleMasks from "../../../../shaders/rules/rule-masks.wgsl?raw";
import squares from "../../../../shaders/rules/squares.wgsl?raw";
import type { Piece } from "../../../gpu/shader-source.ts";
import { textOfTable } from "../../../rules/cell-table.ts";
import { livingRule } from "../../../rules/living-rule.ts";
import { outerTotalistic } from "../../../rules/outer-totalistic.ts";
import type { Phase, Phases } from "../../../rules/phases.ts";
import type { Neighbourhood, Rule } from "../../../rules/rule.ts";
import { diagramLabel, diagramText } from "./diagram-expression.ts";
import { ruleFunction } from "./rule-expression.ts";
import { statePieces } from "./state-planes.ts";
import { squareFunction } from "./table-expression.ts";

const ROW_OF_CELLS: Piece = ["rules/row-cells", rowCells];

/** `row_of` and `next_cells` by how the rule is compiled. */
const ROWS: Readonly<Record<StepRule, readonly Piece[]>> = {
  moore: [["rules/row-moore", rowMoore]],
  hex: [ROW_OF_CELLS, ["rules/row-hex", rowHex]],
  "von-neumann": [ROW_OF_CELLS, ["rules/row-von-neumann", rowVonNeumann]],
  table: [ROW_OF_CELLS, ["rules/row-table", rowTable]],
};

const NEIGHBOURS: Readonly<Record<Neighbourhood, Piece>> = {
  moore: ["rules/neighbours-moore", moore],
  hex: ["rules/neighbours-hex", hex],
  "von-neumann": ["rules/neighbours-von-neumann", vonNeumann],
};

/** How a rule is looked up or compiled: by the count of those neighbours, or by a table of squares. */
export type StepRule = Neighbourhood | "table";

export function stepRuleOf(rule: Rule): StepRule {
  return outerTotalistic(livingRule(rule)) ? rule.neighbourhood : "table";
}

/** The next states of 32 cells at once, from three rows of them, for any rule (which is binding 1). */
export function ruleOnRows(neighbourhood: StepRule): readonly Piece[] {
  if (neighbourhood === "table") return [["rules/squares", squares]];
  return [["rules/adders", adders], ["rules/rule-masks", ruleMasks], NEIGHBOURS[neighbourhood]];
}

/** One value for each neighbourhood. */
export function forEachNeighbourhood<T>(
  make: (neighbourhood: Neighbourhood) => T,
): Readonly<Record<Neighbourhood, T>> {
  return { moore: make("moore"), hex: make("hex"), "von-neumann": make("von-neumann") };
}

/** One value for each way to look a rule up. */
export function forEachStepRule<T>(make: (by: StepRule) => T): Readonly<Record<StepRule, T>> {
  return { ...forEachNeighbourhood(make), table: make("table") };
}

/** What kernels that are written for one rule know of it: pieces that end in `living`, `row_of`, `next_cells` and `after`. */
export function ownPieces(cellsType: "u32" | "vec4u", rule: Rule, phases: Phases): readonly Piece[] {
  const { form, neighbourhood, states } = rule;
  if (form.kind !== "diagram") return [...rulePieces(cellsType, neighbourhood, phases), statePieces(states)];
  const logicOf: Piece = ["(cells)", `alias Cells = ${cellsType};`];
  return [logicOf, ROW_OF_CELLS, ["(the rule)", diagramText(rule, form)]];
}

/** Names it in a shader's label. */
export function ownLabel({ form, neighbourhood, states }: Rule, phases: Phases): string {
  if (form.kind === "diagram") return diagramLabel(form);
  return `${neighbourhood} ${ruleLabel(phases, states)}`;
}

/** The rule as the shader reads it: masks by count (rules/rule-masks.wgsl), or a bit a square (rules/squares.wgsl). */
export function ruleWords(phase: Phase): Uint32Array<ArrayBuffer> {
  if ("birth" in phase)
    return Uint32Array.from([...spread(phase.birth), ...spread(phase.birth ^ phase.survival)]);
  const words = new Uint32Array(16);
  phase.forEach((state, square) => {
    words[square >> 5] |= state << (square & 31);
  });
  return words;
}

/** A mask as the shader's words: entry n is all ones where bit n is set. Twelve, that is three vectors of four. */
function spread(mask: number): number[] {
  return Array.from({ length: 12 }, (_, n) => ((mask >> n) & 1 ? 0xffffffff : 0));
}

/** The rule for cells in the type `Cells`, which is `cellsType`: pieces that end in `next_cells` and `row_of`. */
export function rulePieces(
  cellsType: "u32" | "vec4u",
  neighbourhood: Neighbourhood,
  phases: Phases,
): readonly Piece[] {
  return [
    ["rules/logic", `alias Cells = ${cellsType};\n\n${logic}`],
    ["(the rule)", ruleText(neighbourhood, phases)],
    ...ROWS["birth" in phases[0] ? neighbourhood : "table"],
  ];
}

/** `rule`, which picks the table of an even or odd generation where there are two. */
function ruleText(neighbourhood: Neighbourhood, [even, odd]: Phases): string {
  const textOf = (name: string, phase: Phase): string =>
    "birth" in phase ? ruleFunction(name, neighbourhood, phase) : squareFunction(name, phase);
  const evenText = textOf("rule_even", even);
  const head = evenText.slice(evenText.indexOf("("), evenText.indexOf("{"));
  const parameters = head.slice(1, head.indexOf(")"));
  const words = parameters.split(", ").map((parameter) => parameter.slice(0, parameter.indexOf(":")));
  const oddText = same(even, odd) ? "" : `${textOf("rule_odd", odd)}\n\n`;
  const pick = oddText ? `  if (odd_generation) {\n    return rule_odd(${words.join(", ")});\n  }\n` : "";
  return `${evenText}\n\n${oddText}fn rule(odd_generation: bool, ${parameters}) -> Cells {
${pick}  return rule_even(${words.join(", ")});
}`;
}

/** The rule in an even or odd generation, as a name. */
function nameOf(phase: Phase): string {
  return "birth" in phase ? `${phase.birth}/${phase.survival}` : textOfTable(phase);
}

const same = (a: Phase, b: Phase): boolean => a === b || nameOf(a) === nameOf(b);

/** Whether the rule has two tables that take turns. */
export function strobes([even, odd]: Phases): boolean {
  return !same(even, odd);
}

/** Names a rule in a shader's label. */
export function ruleLabel(phases: Phases, states = 2): string {
  const living = phases.map(nameOf).join(" ");
  return states === 2 ? living : `${living}, ${states} states`;
}
