/** A rule string as files and people write it: the rule, and after a colon the grid. `B3/S23:T30,20`. */

import { TessellaError } from "../core/errors.ts";
import type { Topology } from "../core/topology.ts";
import { formatTopology, parseTopology, UNBOUNDED } from "../core/topology.ts";
import { familyOf, LIFE_HISTORY, refuseFamily } from "./families.ts";
import { findNamedRule } from "./named.ts";
import type { Neighbourhood, Rule } from "./rule.ts";
import { formatRule } from "./rule.ts";

export interface UniverseRule {
  readonly rule: Rule;
  readonly topology: Topology;
}

export const LIFE: Rule = { neighbourhood: "moore", birth: 1 << 3, survival: (1 << 2) | (1 << 3) };

export interface ParseRuleOptions {
  /** What a rule without suffix means: on a hex universe a typed `34/2` gains its H. Default Moore. */
  readonly neighbourhood?: Neighbourhood;
}

/**
 * Parses a rule with or without a grid, by spelling or by name.
 * Errors: `syntax` (column counted from 1 within the text), `unsupported-rule` naming the family.
 */
export function parseUniverseRule(text: string, options: ParseRuleOptions = {}): UniverseRule {
  const trimmed = text.trim();
  const colon = trimmed.indexOf(":");
  const ruleText = (colon < 0 ? trimmed : trimmed.slice(0, colon)).trim();
  const topology = colon < 0 ? UNBOUNDED : parseTopology(trimmed.slice(colon + 1));
  return { rule: parseRule(ruleText, options), topology };
}

/** Parses a rule without a grid. */
export function parseRule(text: string, options: ParseRuleOptions = {}): Rule {
  const ruleText = text.trim();
  if (ruleText === "")
    throw new TessellaError("syntax", "The rule is empty.", {
      hint: "Try B3/S23 or a name such as HighLife.",
    });
  if (LIFE_HISTORY.test(ruleText)) return LIFE;
  const family = familyOf(ruleText);
  if (family?.parse) return withNeighbourhood(ruleText, family.parse, options.neighbourhood);
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

function withNeighbourhood(
  text: string,
  parse: (text: string) => Rule,
  wanted: Neighbourhood | undefined,
): Rule {
  const suffix = wanted === "hex" ? "H" : wanted === "von-neumann" ? "V" : "";
  return parse(suffix && !/[HV]$/i.test(text) ? text + suffix : text);
}

/** Canonical text of both. */
export function formatUniverseRule(u: UniverseRule): string {
  return formatRule(u.rule) + formatTopology(u.topology);
}
