/**
 * The offered rules, in groups, and the search in them. Words match names, other names, rule strings, behaviour and
 * description, from the beginning of each word; a query in the notation of a rule is that rule, known or not.
 */

import type { RuleFile } from "../../engine/core/rule-file.ts";
import { latticeOfRule } from "../../engine/grids/lattice-group.ts";
import type { Fate } from "../../engine/rules/behaviour.ts";
import { FATE_NAMES, FATES } from "../../engine/rules/behaviour.ts";
import type { NamedRule } from "../../engine/rules/catalogue/named-rule.ts";
import { TAGS } from "../../engine/rules/catalogue/named-rule.ts";
import { familyOf, RULE_FAMILIES } from "../../engine/rules/families.ts";
import { ALIASES, NAMED_RULES, namedRule } from "../../engine/rules/named.ts";
import type { Neighbourhood, Rule, RuleLattice } from "../../engine/rules/rule.ts";
import { TRAITS, traitsOf } from "../../engine/rules/traits.ts";
import { parseRule } from "../../engine/rules/universe-rule.ts";
import type { KeptRules } from "./rule-shelf.ts";
import { typedRuleProblem } from "./words.ts";

export interface RuleEntry {
  /** Unique, even if a rule stands in two groups. */
  readonly key: string;
  /** Made when first asked for: some take a moment. */
  readonly rule: Rule;
  /** Canonical. */
  readonly text: string;
  readonly lattice: RuleLattice;
  /** The id of its family, or that of rule files. */
  readonly family: string;
  readonly name: string | null;
  readonly note: string | null;
  readonly fate: Fate | null;
  /** Tags and traits. */
  readonly marks: readonly string[];
}

export interface RuleGroup {
  readonly title: string;
  readonly entries: readonly RuleEntry[];
}

export const LATTICES: readonly {
  readonly id: RuleLattice;
  readonly name: string;
  readonly short: string;
}[] = [
  { id: "moore", name: "Square, eight neighbours", short: "Square" },
  { id: "hex", name: "Hexagonal, six neighbours", short: "Hex" },
  { id: "von-neumann", name: "Square, four neighbours (von Neumann)", short: "Von Neumann" },
  { id: "triangle", name: "Triangular, twelve neighbours", short: "Triangular" },
];

/** What stands for a family where a rule is read from a file. */
const FILES = { id: "files", name: "Tables and trees" } as const;

/** The families by which the list may be narrowed. */
export const FAMILIES: readonly { readonly id: string; readonly label: string }[] = [
  ...RULE_FAMILIES.list().map(({ id, name }) => ({ id, label: name })),
  { id: FILES.id, label: FILES.name },
];

export function familyIdOf({ text, file }: Rule): string {
  return file ? FILES.id : (familyOf(text)?.id ?? FILES.id);
}

/** The filter, as one choice: a fate, a tag or a trait. */
export const WISHES: readonly { readonly id: string; readonly label: string }[] = [
  ...FATES.map((fate) => ({ id: fate, label: FATE_NAMES[fate] })),
  ...TAGS.map((tag) => ({ id: tag, label: tag })),
  ...TRAITS.map((trait) => ({ id: trait, label: trait })),
];

export interface RuleFilter {
  readonly query: string;
  readonly lattice: RuleLattice | null;
  /** An id of FAMILIES. */
  readonly family: string | null;
  /** An id of WISHES. */
  readonly wish: string | null;
  /** A pattern's condition on a rule. */
  readonly fits: ((rule: Rule) => boolean) | null;
}

/** Measurements of rules made meanwhile. */
export type KnownFates = (rule: Rule) => Fate | null;

function entryOf(
  group: string,
  rule: Rule,
  known: KnownFates,
  own?: { name: string; note: string },
): RuleEntry {
  const text = rule.text;
  const entry = namedRule(text);
  return {
    key: `${group}/${text}`,
    rule,
    text,
    lattice: latticeOfRule(rule),
    family: familyIdOf(rule),
    name: own?.name ?? entry?.name ?? null,
    note: own?.note || entry?.note || (rule.file ? descriptionOf(rule.file) : null),
    fate: entry?.fate ?? known(rule),
    marks: [...(entry?.tags ?? []), ...traitsOf(rule)],
  };
}

/** The entry of a named rule, whose rule waits until somebody asks for it where the catalogue knows its lattice. */
function namedEntry({ rule: text, name, note, fate, tags, neighbourhood }: NamedRule): RuleEntry {
  if (!neighbourhood) return entryOf("named", parseRule(text), () => null);
  const family = familyOf(text)?.id ?? FILES.id;
  return {
    ...{ key: `named/${text}`, text, lattice: neighbourhood, family, name, note, fate, marks: tags },
    get rule() {
      return parseRule(text);
    },
  };
}

/** A rule outside the list: a random one, a neighbour, a typed one. */
export function looseEntry(rule: Rule, known: KnownFates, kept: KeptRules): RuleEntry {
  return entryOf("loose", rule, known, ownOf(rule, kept));
}

function ownOf(rule: Rule, { own }: KeptRules): KeptRules["own"][number] | undefined {
  const text = rule.text;
  return own.find((each) => each.rule === text);
}

/** What a rule file says of itself between its name and its first section, in a line. */
function descriptionOf({ text }: RuleFile): string | null {
  const [, ...lines] = text.split(/\r\n|\r|\n/);
  const end = lines.findIndex((line) => line.startsWith("@"));
  const said = lines
    .slice(0, end < 0 ? lines.length : end)
    .map((line) => line.replace(/^[#\s]+|\s+$/g, ""))
    .filter(Boolean)
    .join(" ");
  return said === "" ? null : said.slice(0, LONGEST_NOTE);
}

const LONGEST_NOTE = 400;

/** All groups with entries that pass the filter. */
export function ruleGroups(
  kept: KeptRules,
  files: readonly Rule[],
  known: KnownFates,
  filter: RuleFilter,
): readonly RuleGroup[] {
  const typed = typedRule(filter.query, filter.lattice);
  const read = (text: string): Rule[] => {
    try {
      return [parseRule(text)];
    } catch {
      return [];
    }
  };
  const groups: RuleGroup[] = [
    { title: "As typed", entries: typed ? [entryOf("typed", typed, known, ownOf(typed, kept))] : [] },
    {
      title: "Yours",
      entries: kept.own.flatMap((own) => read(own.rule).map((rule) => entryOf("own", rule, known, own))),
    },
    { title: "Your rule files", entries: files.map((rule) => entryOf("file", rule, known)) },
    {
      title: "Used lately",
      entries: kept.recent.flatMap((text) =>
        read(text).map((rule) => entryOf("recent", rule, known, ownOf(rule, kept))),
      ),
    },
    ...namedGroups(),
  ];
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: title === "As typed" ? entries : found(entries, filter),
    }))
    .filter(({ entries }) => entries.length > 0);
}

let named: readonly RuleGroup[] | undefined;

/** The named rules are read when a list of rules is first asked for, as a start of the studio needs none. */
function namedGroups(): readonly RuleGroup[] {
  named ??= groupNamed();
  return named;
}

/** By family; the family of the most names, which comes first, by lattice. */
function groupNamed(): readonly RuleGroup[] {
  const entries = NAMED_RULES.map(namedEntry);
  const groups = FAMILIES.map(({ id, label }) => ({
    title: label,
    entries: entries.filter(({ family }) => family === id),
  }));
  const onLattices = LATTICES.map(({ id, name }) => ({
    title: name,
    entries: groups[0]?.entries.filter(({ lattice }) => lattice === id) ?? [],
  }));
  return [...onLattices, ...groups.slice(1)];
}

function found(
  entries: readonly RuleEntry[],
  { query, lattice, family, wish, fits }: RuleFilter,
): readonly RuleEntry[] {
  const able = entries.filter(
    (entry) =>
      (lattice === null || entry.lattice === lattice) &&
      (family === null || entry.family === family) &&
      (wish === null || entry.fate === wish || entry.marks.includes(wish)) &&
      (fits === null || (!entry.marks.includes("machines") && fits(entry.rule))),
  );
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (terms.length === 0) return able;
  return able
    .map((entry) => ({ entry, score: scoreOf(entry, terms) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

const BY_NAME = 8;
const BY_RULE = 6;
const BY_MARK = 3;
const BY_NOTE = 1;

/** 0 if a word matches nothing. */
function scoreOf(entry: RuleEntry, terms: readonly string[]): number {
  let score = 0;
  for (const term of terms) {
    const best = Math.max(
      begins(namesOf(entry), term) ? BY_NAME : 0,
      entry.text.toLowerCase().startsWith(term) || canonical(term) === entry.text ? BY_RULE : 0,
      begins([...entry.marks, entry.fate ? FATE_NAMES[entry.fate] : "", latticeWords(entry)], term) ||
        isOfFamily(entry, term)
        ? BY_MARK
        : 0,
      begins([entry.note ?? ""], term) ? BY_NOTE : 0,
    );
    if (best === 0) return 0;
    score += best;
  }
  return score;
}

function namesOf({ name }: RuleEntry): readonly string[] {
  if (name === null) return [];
  return [name, ...ALIASES.filter(([, of]) => of === name).map(([alias]) => alias)];
}

/** By a whole word of the family's name: who types "life" does not mean all that is Life-like. */
function isOfFamily({ family }: RuleEntry, term: string): boolean {
  const name = FAMILIES.find(({ id }) => id === family)?.label ?? "";
  return name
    .toLowerCase()
    .split(/[\s,]+/)
    .includes(term);
}

function latticeWords({ lattice }: RuleEntry): string {
  return {
    moore: "square moore",
    hex: "hexagonal hexagons",
    "von-neumann": "von neumann four",
    triangle: "triangular triangles",
  }[lattice];
}

function begins(texts: readonly string[], term: string): boolean {
  return texts.some((text) => {
    const lower = text.toLowerCase();
    return lower.startsWith(term) || lower.split(/[^\p{L}\p{N}/&]+/u).some((word) => word.startsWith(term));
  });
}

function canonical(term: string): string | null {
  const rule = typedRule(term, null);
  return rule?.text ?? null;
}

/** How spellings are read that name no lattice; those on triangles name it. */
function usualFor(lattice: RuleLattice | null): { readonly neighbourhood?: Neighbourhood } {
  return lattice === null || lattice === "triangle" ? {} : { neighbourhood: lattice };
}

/** The family of which chance draws a rule on the chosen lattice: the one wished for, or that of the chosen rule if it has any there. */
export function drawnFamily(
  wished: string | null,
  { family }: RuleEntry,
  lattice: RuleLattice | null,
): string {
  const draws = RULE_FAMILIES.find(family)?.draws;
  if (wished !== null || lattice === null || !draws || draws.lattices.includes(lattice))
    return wished ?? family;
  return RULE_FAMILIES.list().find((each) => each.draws?.lattices.includes(lattice))?.id ?? family;
}

/** The error in a query that was meant as a rule string; null for other queries, or a correct one. */
export function ruleProblem(query: string, lattice: RuleLattice | null): string | null {
  if (!/\d/.test(query) || !/^\s*[BSR]?\d*\/|^\s*[BS]\d/i.test(query)) return null;
  try {
    parseRule(query, usualFor(lattice));
    return null;
  } catch (error) {
    return typedRuleProblem(error);
  }
}

/** A query that is a rule string, read for the chosen lattice; a name is no rule string. */
export function typedRule(query: string, lattice: RuleLattice | null): Rule | null {
  if (!/\d/.test(query) || !familyOf(query.trim())?.parse) return null;
  try {
    return parseRule(query, usualFor(lattice));
  } catch {
    return null;
  }
}
