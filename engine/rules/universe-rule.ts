/** A rule string in files and fields: the rule, then a colon and the grid. `B3/S23:T30,20`. */

import { TessellaError } from "../core/errors.ts";
import type { Topology } from "../core/topology.ts";
import { formatTopology, parseTopology, UNBOUNDED } from "../core/topology.ts";
import { refuseGrid, withSidesFor } from "./counted.ts";
import { familyOf, refuseFamily } from "./families.ts";
import { findNamedRule } from "./named.ts";
import { outerTotalisticRule } from "./outer-totalistic.ts";
import type { Neighbourhood, Rule } from "./rule.ts";

export interface UniverseRule {
  readonly rule: Rule;
  readonly topology: Topology;
  /** What runs otherwise than it was written, in a sentence. */
  readonly note?: string;
}

export const LIFE: Rule = outerTotalisticRule({ neighbourhood: "moore", birth: 0b1000, survival: 0b1100 });

export interface ParseRuleOptions {
  /** The neighbourhood of a rule without suffix: on a hex universe a typed `34/2` gains its H. Default Moore. */
  readonly neighbourhood?: Neighbourhood;
}

/**
 * Parses a rule with or without a grid, by spelling or by name. Sides that are too short for the rule are raised, as Golly does.
 * Errors: `syntax` (column counted from 1 within the text), `unsupported-rule` naming the family, `unsupported-topology`.
 */
export function parseUniverseRule(text: string, options: ParseRuleOptions = {}): UniverseRule {
  const trimmed = text.trim();
  const colon = trimmed.indexOf(":");
  const ruleText = (colon < 0 ? trimmed : trimmed.slice(0, colon)).trim();
  const written = colon < 0 ? UNBOUNDED : parseTopology(trimmed.slice(colon + 1));
  const rule = parseRule(ruleText, options);
  const topology = withSidesFor(rule, written);
  const refusal = refuseGrid(rule, topology);
  if (refusal) throw new TessellaError("unsupported-topology", refusal, { line: 1, column: colon + 1 });
  if (topology === written) return { rule, topology };
  const note = `${refuseGrid(rule, written)} It runs on ${formatTopology(topology)}, as in Golly.`;
  return { rule, topology, note };
}

/** Parses a rule without a grid. */
export function parseRule(text: string, options: ParseRuleOptions = {}): Rule {
  const ruleText = text.trim();
  if (ruleText === "")
    throw new TessellaError("syntax", "The rule is empty.", {
      hint: "Try B3/S23 or a name such as HighLife.",
    });
  const family = familyOf(ruleText);
  if (family?.parse) return family.parse(ruleText, options.neighbourhood ?? "moore");
  const named = findNamedRule(ruleText);
  if (named) return parseRule(named.rule);
  if (family) throw refuseFamily(ruleText, family);
  const shown = ruleText.length > 60 ? `${ruleText.slice(0, 60)}...` : ruleText;
  throw new TessellaError("syntax", `"${shown}" is not a rule.`, {
    line: 1,
    column: 1,
    hint: "Try B3/S23, 23/3, B2/S34H for hexagons, B13/S012V for four neighbours, or a name such as HighLife.",
  });
}

/** Canonical text of both. */
export function formatUniverseRule(u: UniverseRule): string {
  return u.rule.text + formatTopology(u.topology);
}

/** The states of files whose rule runs as another one with fewer. */
export interface FileStates {
  /** The rule that the file names. */
  readonly name: string;
  /** Of each state of the file: the state under the rule that runs. */
  readonly means: readonly number[];
}

/** null for a rule that runs as it is. */
export function fileStatesOf(ruleText: string): FileStates | null {
  const family = familyOf(ruleText.split(":", 1)[0].trim());
  return family?.fileStates ? { name: family.name, means: family.fileStates } : null;
}
