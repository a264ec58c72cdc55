/**
 * The games of MCell, which are families of rules with a spelling each, by the name behind `#GAME` or its abbreviation. Weights,
 * votes and tables of squares become rules of the nearest neighbours here, and so run wherever those do. What the spellings mean
 * was learnt from MCell's help and from files.
 */

import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import type { FindRuleFile } from "../core/rule-file.ts";
import type { CellTable } from "../rules/cell-table.ts";
import { CENTRE, SQUARES, weightOf } from "../rules/cell-table.ts";
import { generationsRule } from "../rules/generations.ts";
import { outerTotalisticRule } from "../rules/outer-totalistic.ts";
import type { Neighbourhood, Rule } from "../rules/rule.ts";
import { MOST_STATES } from "../rules/rule.ts";
import { ruleOfTable } from "../rules/table-rule.ts";
import { parseRule } from "../rules/universe-rule.ts";

interface Game {
  readonly names: readonly string[];
  /** Errors: `syntax` with its column in the text, `unsupported-rule`. */
  readonly rule: (text: string, files?: FindRuleFile) => Rule;
}

const GAMES: readonly Game[] = [
  { names: ["Life", "LIFE", "Standard Life"], rule: (text) => parseRule(text) },
  { names: ["Generations", "GENE"], rule: (text) => parseRule(text) },
  { names: ["Larger than Life", "LGTL"], rule: (text) => parseRule(text) },
  { names: ["Weighted Life", "WLIF"], rule: weightedLife },
  { names: ["Vote for Life", "VOTE"], rule: voteForLife },
  { names: ["General binary", "GEBI"], rule: generalBinary },
  { names: ["Rules table", "RTBL"], rule: rulesTable },
];

/**
 * The rule of a game. A file without a game is for Life. Errors: `unsupported-rule` for a game that is not run here, those of the
 * games.
 */
export function mcellRule(game: string, text: string, files?: FindRuleFile): Rule {
  const wanted = game.toLowerCase();
  const known = GAMES.find(({ names }) => names.some((name) => name.toLowerCase() === wanted));
  if (known) return known.rule(text, files);
  const run = GAMES.map(({ names }) => names[0]);
  throw new TessellaError("unsupported-rule", `MCell's game "${game.slice(0, 40)}" does not run here.`, {
    hint: `Those that run are ${run.slice(0, -1).join(", ")} and ${run.at(-1)}.`,
  });
}

function mistake(message: string, column: number, hint?: string): TessellaError {
  return new TessellaError("syntax", message, { line: 1, column, hint });
}

/** The parts between commas, with the column in which each begins. */
function* partsOf(text: string): Iterable<{ readonly part: string; readonly column: number }> {
  for (const { 0: part, index } of text.matchAll(/[^\s,]+/g)) yield { part, column: index + 1 };
}

/** The states of a rule with history; below 3 there is none. */
function statesOf(count: number, column: number): number {
  if (count > MOST_STATES)
    throw mistake(`A rule has up to ${MOST_STATES} states, not ${grouped(count)}.`, column);
  return Math.max(2, count);
}

const WEIGHTS = ["NW", "NN", "NE", "WW", "ME", "EE", "SW", "SS", "SE"];

/**
 * `NW1,NN2,...,HI3,RS4,RB2`: what each cell of the square counts, states, and the sums with which cells survive and are born. A
 * sum below 0 counts as 0, and with 0 nothing is born.
 */
function weightedLife(text: string): Rule {
  const weights: number[] = WEIGHTS.map((name) => (name === "ME" ? 0 : 1));
  const sums = { RS: new Set<number>(), RB: new Set<number>() };
  let states = 2;
  for (const { part, column } of partsOf(text)) {
    const [, name = "", digits] = /^(NW|NN|NE|WW|ME|EE|SW|SS|SE|HI|RS|RB)(-?\d{1,9})$/i.exec(part) ?? [];
    const value = Number(digits);
    const key = name.toUpperCase();
    if (key === "RS" || key === "RB") sums[key].add(value);
    else if (key === "HI") states = statesOf(value, column);
    else if (key !== "") weights[WEIGHTS.indexOf(key)] = value;
    else
      throw mistake(
        `"${part.slice(0, 40)}" is no part of a rule of Weighted Life.`,
        column,
        "It looks like NW1,NN1,NE1,WW1,ME0,EE1,SW1,SS1,SE1,HI0,RS2,RS3,RB3.",
      );
  }
  sums.RB.delete(0);
  const table: CellTable = Uint8Array.from({ length: SQUARES }, (_, index) => {
    const sum = weights.reduce((total, weight, cell) => total + ((index >> (8 - cell)) & 1) * weight, 0);
    return (index & CENTRE ? sums.RS : sums.RB).has(Math.max(0, sum)) ? 1 : 0;
  });
  return generationsRule(ruleOfTable("moore", table), states);
}

/** `46789`: how many of the nine cells of the square must live for the middle one to live next. */
function voteForLife(text: string): Rule {
  const wrong = /[^\d\s,/]/.exec(text);
  if (wrong)
    throw mistake(`A rule of Vote for Life is made of digits, not "${wrong[0]}".`, wrong.index + 1, "46789");
  const counts = [...text].reduce(
    (mask, digit) => (/\d/.test(digit) ? mask | (1 << Number(digit)) : mask),
    0,
  );
  return outerTotalisticRule({
    neighbourhood: "moore",
    birth: counts & 0x1ff,
    survival: (counts >> 1) & 0x1ff,
  });
}

/** The neighbours, the lowest bit of the index first: clockwise from north. */
const CLOCKWISE: Readonly<Record<"moore" | "von-neumann", readonly number[]>> = {
  moore: [
    weightOf(0, -1),
    weightOf(1, -1),
    weightOf(1, 0),
    weightOf(1, 1),
    weightOf(0, 1),
    weightOf(-1, 1),
    weightOf(-1, 0),
    weightOf(-1, -1),
  ],
  "von-neumann": [weightOf(0, -1), weightOf(1, 0), weightOf(0, 1), weightOf(-1, 0)],
};
const LONGEST_TABLE = 256;

/** `C0,NM,S3ab...,B7ab...`: states, neighbourhood, and for each configuration of neighbours a (no) or b (yes), in runs. */
function generalBinary(text: string): Rule {
  const tables = { S: "", B: "" };
  let neighbourhood: keyof typeof CLOCKWISE = "moore";
  let states = 2;
  for (const { part, column } of partsOf(text)) {
    const [, count, where, which, runs] =
      /^(?:C(\d{1,9})|N([MN])|([SB])((?:\d{0,9}[ab])*))$/.exec(part) ?? [];
    if (count) states = statesOf(Number(count), column);
    else if (where) neighbourhood = where === "M" ? "moore" : "von-neumann";
    else if (which) tables[which as "S" | "B"] = unpacked(runs ?? "", column);
    else
      throw mistake(
        `"${part.slice(0, 40)}" is no part of a rule of General binary.`,
        column,
        "It looks like C0,NN,S3babbabbabba3b,B7ab3aba3b.",
      );
  }
  const cells = CLOCKWISE[neighbourhood];
  const table: CellTable = Uint8Array.from({ length: SQUARES }, (_, index) => {
    const at = cells.reduce((sum, weight, bit) => sum | (index & weight ? 1 << bit : 0), 0);
    return (index & CENTRE ? tables.S : tables.B)[at] === "b" ? 1 : 0;
  });
  return generationsRule(ruleOfTable(neighbourhood as Neighbourhood, table), states);
}

function unpacked(runs: string, column: number): string {
  let text = "";
  for (const [, count, letter] of runs.matchAll(/(\d*)([ab])/g)) {
    const length = Number(count || 1);
    if (text.length + length > LONGEST_TABLE)
      throw mistake(`This table has more than ${grouped(LONGEST_TABLE)} entries.`, column);
    text += letter?.repeat(length);
  }
  return text;
}

/** Tables of rules that have a name, without the zeros at their ends. */
const NAMED_TABLES: ReadonlyMap<string, string> = new Map([
  ["1,0,0,0,0,0,0,0,0,0,0,0,0,2,2,2,2,2,2,2,2,2,0,3,3,3,3,3,3,3,3,3,0,3,1,1,3,3,3,3,3,3", "WireWorld"],
]);
/** The neighbourhood, whether the cell counts itself, whether all odd states count; then ten entries a state. */
const TABLE_HEAD = 3;
const TABLE_ROW = 10;

/** `1,0,0,...`: for each state and count of neighbours the next state. Those of two states count, and WireWorld has a name. */
function rulesTable(text: string, files?: FindRuleFile): Rule {
  const numbers: number[] = [];
  for (const { part, column } of partsOf(text)) {
    if (!/^\d{1,3}$/.test(part)) throw mistake(`"${part.slice(0, 40)}" is no state of a table.`, column);
    numbers.push(Number(part));
  }
  const name = NAMED_TABLES.get(numbers.join(",").replace(/(,0)+$/, ""));
  if (name) return parseRule(name, { files });
  const [kind, own = 0] = numbers;
  const rows = numbers.slice(TABLE_HEAD);
  if (rows.some((state, at) => state > 1 || (state > 0 && at >= 2 * TABLE_ROW)))
    throw new TessellaError(
      "unsupported-rule",
      "A table of MCell with more than two states runs here only under its name.",
      { hint: "Put the name on a line of its own: #GOLLY WireWorld." },
    );
  const mask = (row: number, shift: number): number =>
    rows
      .slice(row * TABLE_ROW, (row + 1) * TABLE_ROW)
      .reduce((sum, state, count) => (state && count >= shift ? sum | (1 << (count - shift)) : sum), 0);
  const neighbourhood = kind === 2 ? "von-neumann" : "moore";
  const most = neighbourhood === "moore" ? 0x1ff : 0x1f;
  return outerTotalisticRule({
    neighbourhood,
    birth: mask(0, 0) & most,
    survival: mask(1, own ? 1 : 0) & most,
  });
}
