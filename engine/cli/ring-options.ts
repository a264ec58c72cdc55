/** Rules, ends and steps of rings as people type them, for every command that runs rings. */

import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import type { Ring } from "../rings/ring.ts";
import { BOUNDARIES, createRing } from "../rings/ring.ts";
import type { RingRule } from "../rings/ring-rule.ts";
import { formatRingRule, parseRingRule, ringTable } from "../rings/ring-rule.ts";
import type { Arguments, OptionSpec } from "./command.ts";
import { parseAmount } from "./numbers.ts";
import { oneOf } from "./one-of.ts";
import { UsageError } from "./usage-error.ts";

const MOST_STEPS = 999_999_999;

/** What is taken where nothing is said; 149 cells is what the literature on evolved rules takes. */
const USUAL_RING = { cells: 149, boundary: "cyclic" } as const;

export const RULES_OPTION: OptionSpec = {
  name: "rules",
  value: "LIST",
  help: "a rule for each cell, separated by commas",
};

export const BOUNDARY_OPTION: OptionSpec = {
  name: "boundary",
  short: "b",
  value: "KIND",
  help: `what lies beyond the ends: ${BOUNDARIES.join(", ")} (default: cyclic)`,
};

/** The ring that a command is about: RULE or --rules, --cells and --boundary. Errors: UsageError. */
export function ringOf(args: Arguments, usual: Pick<Ring, "cells" | "boundary"> = USUAL_RING): Ring {
  const rules = rulesOf(args.positionals[0], args.value("rules"));
  const cells = args.value("cells");
  const enough = rules.length > 1 ? rules.length : usual.cells;
  const count = cells === undefined ? enough : parseAmount(cells, "--cells", "a number of cells");
  const boundary = oneOf(args.value("boundary") ?? usual.boundary, BOUNDARIES, "--boundary knows no");
  return asUsage(() => createRing(count, rules, boundary));
}

/** The rule for all cells, or the list of `--rules`. */
function rulesOf(one: string | undefined, list: string | undefined): readonly RingRule[] {
  if (one !== undefined && list !== undefined)
    throw new UsageError("A rule for all cells and --rules exclude each other.");
  if (list !== undefined)
    return list.split(",").map((text, i) => asUsage(() => parseRingRule(text), `Rule ${i + 1} of --rules: `));
  if (one === undefined) throw new UsageError("Name a rule.", "For example: tessella ring W110");
  return [asUsage(() => parseRingRule(one))];
}

/** Errors: UsageError. */
export function stepsOf(text: string): number {
  const steps = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (steps <= MOST_STEPS) return steps;
  throw new UsageError(`--steps wants a whole number from 0 to ${grouped(MOST_STEPS)}, not "${text}".`);
}

/** What was typed is wrong: exit code 2, with the column where there is one. */
export function asUsage<T>(read: () => T, before = ""): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TessellaError)) throw error;
    const column = error.column === undefined ? "" : `Column ${error.column}: `;
    throw new UsageError(`${before}${column}${error.message}`, error.hint);
  }
}

/** The rules of a ring for people; a long list is cut short. */
export function ringName({ rules }: Ring): string {
  if (rules.length === 1) return formatRingRule(rules[0]);
  const names = rules.slice(0, 8).map(formatRingRule).join(", ");
  return rules.length > 8 ? `${names}, ... (one a cell)` : `${names} (one a cell)`;
}

/** The rules of a ring for programs. */
export function jsonRules({ rules }: Ring): object {
  const [first] = rules;
  if (rules.length > 1) return { tables: rules.map(ringTable) };
  return { rule: formatRingRule(first), table: ringTable(first) };
}
