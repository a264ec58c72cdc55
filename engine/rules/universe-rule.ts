/** A rule string in files and fields: the rule, then a colon and the grid. `B3/S23:T30,20`. */

import { shorten, TessellaError } from "../core/errors.ts";
import type { PatternFacts } from "../core/pattern.ts";
import type { FindRuleFile } from "../core/rule-file.ts";
import type { Topology } from "../core/topology.ts";
import { formatTopology, parseTopology, UNBOUNDED } from "../core/topology.ts";
import { refuseGrid, withSidesFor } from "./counted.ts";
import { familyOf } from "./families.ts";
import { ruleOfFile } from "./files/rule-file.ts";
import { findNamedRule } from "./named.ts";
import { outerTotalisticRule } from "./outer-totalistic.ts";
import type { Neighbourhood, Rule } from "./rule.ts";
import { isSupplied, knownRuleFile } from "./supplied.ts";

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
  /** Finds the files of rules that are named and not spelled, before those that are kept and those that come along. */
  readonly files?: FindRuleFile;
}

/**
 * Parses a rule with or without a grid, by spelling or by name. Sides that are too short for the rule are raised, as Golly does.
 * Errors: `syntax` (column counted from 1 within the text), `unsupported-rule` for a name whose file is not found, `unsupported-topology`.
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
  if (family) return family.parse(ruleText, options.neighbourhood ?? "moore");
  const find: FindRuleFile = (name) => options.files?.(name) ?? knownRuleFile(name);
  const file = find(ruleText);
  if (file) return ruleOfFile(file, find, isSupplied(file));
  const named = findNamedRule(ruleText);
  if (named) return parseRule(named.rule);
  const shown = shorten(ruleText, 60);
  if (/^[\w.][\w .()+'-]*$/.test(shown))
    throw new TessellaError(
      "unsupported-rule",
      `The rule "${shown}" is none that is known here; it needs its file ${shown}.rule.`,
      {
        hint: `Put ${shown}.rule beside the pattern, name its folder with --rules, or open it in the studio.`,
        missingRule: ruleText,
      },
    );
  throw new TessellaError("syntax", `"${shown}" is not a rule.`, {
    line: 1,
    column: 1,
    hint: "Try B3/S23, 23/3, B2/S34H for hexagons, B13/S012V for four neighbours, or a name such as HighLife.",
  });
}

type NamedRule = Pick<PatternFacts, "rule" | "ruleFile">;

/** A rule and a grid as patterns and records keep them: a text, and the file that the text alone would not find. */
export interface WrittenRule extends NamedRule {
  readonly rule: string;
}

export function ruleFacts(named: UniverseRule): WrittenRule {
  const { file } = named.rule;
  return { rule: formatUniverseRule(named), ...(file && { ruleFile: file }) };
}

/** Errors: those of `parseUniverseRule`. */
export function readRule({ rule, ruleFile }: WrittenRule): UniverseRule {
  return parseUniverseRule(
    rule,
    ruleFile && { files: (name) => (name === ruleFile.name ? ruleFile : undefined) },
  );
}

/** What a pattern names; null for one that names no rule. Errors: as above. */
export function statedRule({ rule, ...others }: NamedRule): UniverseRule | null {
  return rule === null ? null : readRule({ ...others, rule });
}

/** What a pattern runs by: Life on the plane where it names no rule. Errors: as above. */
export function patternRule(pattern: NamedRule): UniverseRule {
  return statedRule(pattern) ?? { rule: LIFE, topology: UNBOUNDED };
}

/** Canonical text of both. */
export function formatUniverseRule(u: UniverseRule): string {
  return u.rule.text + formatTopology(u.topology);
}
