/** Rules that have names. One list for the command line, the rule field, the rule browser and the library. */

import { nearest } from "../core/nearest.ts";
import { GENERATIONS_RULES } from "./catalogue/generations.ts";
import { GROWTH } from "./catalogue/growth.ts";
import { ISOTROPIC_RULES } from "./catalogue/isotropic.ts";
import { KIN_OF_LIFE } from "./catalogue/kin-of-life.ts";
import { LARGER_RULES } from "./catalogue/larger-than-life.ts";
import { MACHINES } from "./catalogue/machines.ts";
import type { NamedRule } from "./catalogue/named-rule.ts";
import { ELEMENTARY_RULES } from "./catalogue/one-dimensional.ts";
import { OTHER_LATTICES } from "./catalogue/other-lattices.ts";
import { ON_TRIANGLES } from "./catalogue/triangles.ts";

export const NAMED_RULES: readonly NamedRule[] = [
  ...KIN_OF_LIFE,
  ...GROWTH,
  ...ISOTROPIC_RULES,
  ...GENERATIONS_RULES,
  ...OTHER_LATTICES,
  ...LARGER_RULES,
  ...ON_TRIANGLES,
  ...ELEMENTARY_RULES,
  ...MACHINES,
];

const key = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");
const BY_RULE = new Map(NAMED_RULES.map((r) => [r.rule, r]));

/** Other names of these rules. */
export const ALIASES: readonly (readonly [alias: string, name: string])[] = [
  ["Conway", "Life"],
  ["Conway's Life", "Life"],
  ["Game of Life", "Life"],
  ["Day and Night", "Day & Night"],
  ["Twisted majority", "ANNEAL"],
  ["Vote 4/5", "ANNEAL"],
  ["Move", "Morley"],
  ["LwoD", "Life without Death"],
  ["Flakes", "Life without Death"],
  ["Inkspot", "Life without Death"],
  ["Persian Rug", "Serviettes"],
  ["Ice nine", "Iceballs"],
  ["Virus", "Blinker Life"],
  ["Replicator 2", "Fredkin"],
  ["Pulsar Life", "EightLife"],
  ["Solid islands grow amongst static", "Solid Islands"],
  ["Wickstretcher and the Parasites", "Wickstretchers"],
  ["Hexagonal Life", "Hex 34/2"],
  ["Bosco", "Bosco's rule"],
  ["Triangular Life", "Triangle Life"],
  ["Ant RL", "Langton's ant"],
];

/** By their names and other names; made when first needed. */
let byName: ReadonlyMap<string, NamedRule> | null = null;

function namesOfRules(): ReadonlyMap<string, NamedRule> {
  const names = new Map(NAMED_RULES.map((r) => [key(r.name), r]));
  for (const [alias, name] of ALIASES) names.set(key(alias), names.get(key(name)) as NamedRule);
  return names;
}

/** The named rule, spelling and case forgiven. A name is at least one letter: "34/2" is not one. */
export function findNamedRule(name: string): NamedRule | undefined {
  byName ??= namesOfRules();
  return byName.get(key(name));
}

/** A similar named rule, as a hint; none if the text is no name. */
export function namedLike(text: string): string | undefined {
  const typed = text.split(":", 1)[0].trim();
  if (!/^[a-z][a-z &0-9]*$/i.test(typed)) return undefined;
  const meant = nearest(
    typed,
    NAMED_RULES.map((rule) => rule.name),
  );
  return meant && `Did you mean ${meant}?`;
}

/** The entry for a canonical rule text. */
export function namedRule(rule: string): NamedRule | undefined {
  return BY_RULE.get(rule);
}

/** The name of a canonical rule text, if it has one. */
export function nameOfRule(rule: string): string | undefined {
  return namedRule(rule)?.name;
}
