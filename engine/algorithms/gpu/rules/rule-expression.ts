/**
 * A rule as one short boolean expression, for kernels that hold 32 cells in a word and so can neither branch nor look up.
 *
 * The kernels add neighbours with full adders, each word a bit of 32 sums. What is left is a boolean function of four or five
 * words: the digits of the sum and the cell itself. Many combinations of digits never occur (a sum of nine cells is at most
 * nine, a live cell counts itself), and those "don't cares" are what makes a rule short. A GPU computes any function of three words
 * in one operation, and where three of those will do they are found (logic-network.ts). Else the search is a decision diagram: ask
 * one digit, then the next, and let equal questions share a node; where the two answers differ only in don't cares there is
 * nothing to ask. How many nodes remain depends on the order of the questions, and with five digits all 120 orders can be
 * tried. (Bryant's ordered binary decision diagrams, with the care set used as in Coudert and Madre's "restrict".)
 *
 * Moore neighbourhoods come undigested: per row of three cells there is the odd one out (weight 1) and the majority (weight 2),
 * and of each of those words for three rows again odd and majority: `odd1`, `majority1`, `odd2`, `majority2` weigh 1, 2, 2
 * and 4. Often the rule is shorter on them than on the finished sum, whose three more adders are then spared; both are tried.
 */

import type { PhaseTable } from "../../../rules/phases.ts";
import type { Neighbourhood } from "../../../rules/rule.ts";
import { neighbourCount } from "../../../rules/rule.ts";
import type { Expression, PartialFunction } from "./logic-network.ts";
import { shortNetwork } from "./logic-network.ts";

/** A question about one variable, or an answer. Children that are the same object are shared. */
interface Node {
  readonly variable: number;
  readonly yes: Diagram;
  readonly no: Diagram;
}
type Diagram = Node | boolean;

/** The words that a neighbourhood's adders hand to the rule, in the order of the function's parameters. */
const PARAMETERS: Readonly<Record<Neighbourhood, readonly string[]>> = {
  moore: ["odd1", "majority1", "odd2", "majority2", "alive"],
  hex: ["ones", "twos", "fours", "alive"],
  "von-neumann": ["ones", "twos", "fours", "alive"],
};

/**
 * The WGSL function `name` from those words to the next states, on `Cells` (a word or a vector of words).
 * The Moore words count the cell itself; those of the others do not.
 */
export function ruleFunction(name: string, neighbourhood: Neighbourhood, table: PhaseTable): string {
  const { lines, value } = ruleExpression(neighbourhood, table);
  const parameters = PARAMETERS[neighbourhood].map((word) => `${word}: Cells`).join(", ");
  const body = [...lines, `return ${value};`].map((line) => `  ${line}\n`).join("");
  return `fn ${name}(${parameters}) -> Cells {\n${body}}`;
}

/** The shortest expression found. Some rules take a tenth of a second, so the most recent ones are kept. */
export function ruleExpression(neighbourhood: Neighbourhood, table: PhaseTable): Expression {
  const key = `${neighbourhood} ${table.birth} ${table.survival}`;
  const known = remembered.get(key);
  if (known) return known;
  const found = search(neighbourhood, table);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(key, found);
  return found;
}

const MOST_REMEMBERED = 256;
const remembered = new Map<string, Expression>();

function search(neighbourhood: Neighbourhood, table: PhaseTable): Expression {
  const wanted = neighbourhood === "moore" ? undigestedFunction(table) : countFunction(neighbourhood, table);
  const network = shortNetwork(wanted);
  if (network) return network;
  const asked = smallestDiagram(wanted);
  if (neighbourhood !== "moore") return asked;
  const digested = smallestDiagram(sumFunction(table));
  const adders = addersFor(digested);
  const whole = { ...digested, lines: [...adders, ...digested.lines], cost: digested.cost + adders.length };
  return whole.cost < asked.cost ? whole : asked;
}

/** Digits of the neighbours' count and the cell. */
function countFunction(neighbourhood: Neighbourhood, table: PhaseTable): PartialFunction {
  return tabulate(PARAMETERS[neighbourhood], ([ones, twos, fours, alive]) => {
    const count = ones + 2 * twos + 4 * fours;
    return count <= neighbourCount(neighbourhood) ? nextState(table, count, alive) : null;
  });
}

function undigestedFunction(table: PhaseTable): PartialFunction {
  return tabulate(PARAMETERS.moore, ([odd1, majority1, odd2, majority2, alive]) =>
    stateOfSum(table, odd1 + 2 * (majority1 + odd2) + 4 * majority2, alive),
  );
}

function sumFunction(table: PhaseTable): PartialFunction {
  return tabulate(["odd1", "twos", "fours", "eights", "alive"], ([ones, twos, fours, eights, alive]) =>
    stateOfSum(table, ones + 2 * twos + 4 * fours + 8 * eights, alive),
  );
}

/** The adders for the digits of the sum that the expression uses. */
function addersFor({ lines, value }: Expression): string[] {
  const text = [...lines, value].join(" ");
  const asked = (word: string): boolean => new RegExp(`\\b${word}\\b`).test(text);
  const adders: string[] = [];
  if (asked("twos")) adders.push("let twos = majority1 ^ odd2;");
  // Half adders; their carry is one word more, but a GPU folds it into the next function.
  if (asked("fours")) adders.push("let fours = (majority1 & odd2) ^ majority2;");
  if (asked("eights")) adders.push("let eights = majority1 & odd2 & majority2;");
  return adders;
}

/** `sum` counts the cell itself. */
function stateOfSum(table: PhaseTable, sum: number, alive: number): number | null {
  const count = sum - alive;
  return count >= 0 && count <= 8 ? nextState(table, count, alive) : null;
}

function nextState({ birth, survival }: PhaseTable, count: number, alive: number): number {
  return ((alive ? survival : birth) >> count) & 1;
}

/** `value` gets one bit a variable and returns null where the combination never occurs. */
function tabulate(
  variables: readonly string[],
  value: (bits: readonly number[]) => number | null,
): PartialFunction {
  let on = 0;
  let care = 0;
  for (let i = 0; i < 2 ** variables.length; i++) {
    const state = value(variables.map((_, v) => (i >> v) & 1));
    if (state === null) continue;
    care |= 1 << i;
    on |= state << i;
  }
  return { variables, on: on >>> 0, care: care >>> 0 };
}

function smallestDiagram(wanted: PartialFunction): Expression {
  let best: { readonly root: Diagram; readonly cost: number } | undefined;
  for (const order of permutations(wanted.variables.map((_, v) => v))) {
    const root = diagram(wanted, order);
    const cost = costOf(root);
    if (!best || cost < best.cost) best = { root, cost };
  }
  const { root, cost } = best as { root: Diagram; cost: number };
  return { ...emit(root, wanted.variables), cost };
}

function diagram(wanted: PartialFunction, order: readonly number[]): Diagram {
  const size = 2 ** wanted.variables.length;
  const nodes = new Map<string, Node>();
  const numbers = new Map<Diagram, number>();
  const numberOf = (node: Diagram): number => numbers.get(node) ?? (node === true ? 1 : 0);

  /** The half of a truth table where the variable has that value, written into both halves. */
  const half = (table: number, variable: number, value: number): number => {
    let result = 0;
    for (let i = 0; i < size; i++) {
      const source = value ? i | (1 << variable) : i & ~(1 << variable);
      result |= ((table >>> source) & 1) << i;
    }
    return result >>> 0;
  };

  const build = (on: number, care: number, depth: number): Diagram => {
    if ((on & care) === 0) return false;
    if ((~on & care) === 0) return true;
    const variable = order[depth];
    const [onNo, onYes] = [half(on, variable, 0), half(on, variable, 1)];
    const [careNo, careYes] = [half(care, variable, 0), half(care, variable, 1)];
    if (((onNo ^ onYes) & careNo & careYes) === 0) {
      const either = ((onNo & careNo) | (onYes & careYes)) >>> 0;
      return build(either, (careNo | careYes) >>> 0, depth + 1);
    }
    const yes = build(onYes, careYes, depth + 1);
    const no = build(onNo, careNo, depth + 1);
    if (yes === no) return yes;
    const key = `${variable} ${numberOf(yes)} ${numberOf(no)}`;
    const known = nodes.get(key);
    if (known) return known;
    const node = { variable, yes, no };
    nodes.set(key, node);
    numbers.set(node, nodes.size + 1);
    return node;
  };
  return build(wanted.on, wanted.care, 0);
}

/** The number of three-input functions, found greedily from the root. */
function costOf(root: Diagram): number {
  const seen = new Set<Diagram>();
  let cost = 0;
  const visit = (node: Diagram): void => {
    if (typeof node === "boolean" || seen.has(node)) return;
    seen.add(node);
    const asked = variablesOf(node);
    if (asked.size === 1) return;
    cost++;
    if (asked.size <= 3) return;
    visit(node.yes);
    visit(node.no);
  };
  visit(root);
  return cost;
}

function variablesOf(node: Diagram, into = new Set<number>()): Set<number> {
  if (typeof node === "boolean") return into;
  into.add(node.variable);
  variablesOf(node.yes, into);
  return variablesOf(node.no, into);
}

function emit(root: Diagram, names: readonly string[]): { lines: string[]; value: string } {
  const uses = new Map<Node, number>();
  const count = (node: Diagram): void => {
    if (typeof node === "boolean") return;
    const before = uses.get(node) ?? 0;
    uses.set(node, before + 1);
    if (before > 0) return;
    count(node.yes);
    count(node.no);
  };
  count(root);

  const lines: string[] = [];
  const texts = new Map<Diagram, string>([
    [false, "Cells()"],
    [true, "~Cells()"],
  ]);
  const text = (node: Diagram): string => {
    const known = texts.get(node);
    if (known !== undefined) return known;
    const made = choice(node as Node);
    const shared = (uses.get(node as Node) ?? 0) > 1 && made.length > 12;
    if (!shared) {
      texts.set(node, made);
      return made;
    }
    const name = `part${lines.length}`;
    lines.push(`let ${name} = ${made};`);
    texts.set(node, name);
    return name;
  };
  const choice = ({ variable, yes, no }: Node): string => {
    const asked = names[variable];
    if (yes === true && no === false) return asked;
    if (yes === false && no === true) return `(~${asked})`;
    if (no === false) return `(${asked} & ${text(yes)})`;
    if (yes === true) return `(${asked} | ${text(no)})`;
    if (yes === false) return `(~${asked} & ${text(no)})`;
    if (no === true) return `(~${asked} | ${text(yes)})`;
    if (opposite(yes, no)) return `(${asked} ^ ${text(no)})`;
    return `((${asked} & ${text(yes)}) | (~${asked} & ${text(no)}))`;
  };
  const value = text(root);
  return { lines, value };
}

function opposite(a: Diagram, b: Diagram): boolean {
  if (typeof a === "boolean") return typeof b === "boolean" && a !== b;
  if (typeof b === "boolean") return false;
  return a.variable === b.variable && opposite(a.yes, b.yes) && opposite(a.no, b.no);
}

function permutations(items: readonly number[]): number[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((first) =>
    permutations(items.filter((item) => item !== first)).map((rest) => [first, ...rest]),
  );
}
