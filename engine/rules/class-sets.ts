/**
 * An isotropic rule of reach 1 as two sets: the classes of neighbourhoods that give birth, and those that let a cell stay. A class is a
 * count and perhaps a letter, as in Hensel's notation: "2a", "8" (neighbourhood-classes.ts).
 */

import { CENTRE, SQUARES, tableOf } from "./cell-table.ts";
import { isSymmetric } from "./counted-shapes.ts";
import { generationsRule } from "./generations.ts";
import { livingRule } from "./living-rule.ts";
import { lettersOf, neighbourhoodClasses } from "./neighbourhood-classes.ts";
import { refuseForm, STATED } from "./outer-totalistic.ts";
import type { Neighbourhood, Rule } from "./rule.ts";
import { ruleOfTable } from "./table-rule.ts";

export interface ClassSets {
  readonly neighbourhood: Neighbourhood;
  /** More than two where cells die by degrees, as in Generations. */
  readonly states: number;
  readonly birth: ReadonlySet<string>;
  readonly survival: ReadonlySet<string>;
}

/** The classes of a count: one for each letter, or the count itself. */
export function classesOfCount(neighbourhood: Neighbourhood, count: number): readonly string[] {
  const letters = lettersOf(neighbourhood, count);
  return letters.length === 0 ? [String(count)] : letters.map((letter) => `${count}${letter}`);
}

/** null for a rule of another kind: one that looks further, that tells sides apart, or that comes from a file. */
export function classSets(rule: Rule): ClassSets | null {
  return rule.file ? null : setsOf(rule);
}

/** Whether a turned or mirrored pattern has a turned or mirrored future. */
export function isIsotropic(rule: Rule): boolean {
  return rule.form.kind === "counted" ? isSymmetric(rule.form) : setsOf(rule) !== null;
}

function setsOf(rule: Rule): ClassSets | null {
  const { neighbourhood, states } = rule;
  if (refuseForm(rule, "A set of classes", STATED)) return null;
  const table = tableOf(livingRule(rule), "A set of classes");
  const lit = new Map<string, boolean>();
  const classes = neighbourhoodClasses(neighbourhood);
  for (let index = 0; index < SQUARES; index++) {
    const { count, letter } = classes[index] as (typeof classes)[number];
    const key = `${index & CENTRE ? "S" : "B"}${count}${letter}`;
    const state = table[index] === 1;
    if ((lit.get(key) ?? state) !== state) return null;
    lit.set(key, state);
  }
  const part = (first: string): ReadonlySet<string> =>
    new Set([...lit].filter(([key, isIn]) => isIn && key[0] === first).map(([key]) => key.slice(1)));
  return { neighbourhood, states, birth: part("B"), survival: part("S") };
}

/** The rule of such sets. Errors: `unsupported-rule` for birth without neighbours under more than two states. */
export function ruleOfClassSets({ neighbourhood, states, birth, survival }: ClassSets): Rule {
  const classes = neighbourhoodClasses(neighbourhood);
  const table = Uint8Array.from({ length: SQUARES }, (_, index) => {
    const { count, letter } = classes[index] as (typeof classes)[number];
    return (index & CENTRE ? survival : birth).has(`${count}${letter}`) ? 1 : 0;
  });
  return generationsRule(ruleOfTable(neighbourhood, table), states);
}

/** The sets with some classes put in or left out. */
export function withClasses(
  sets: ClassSets,
  part: "birth" | "survival",
  classes: readonly string[],
  isIn: boolean,
): ClassSets {
  const now = new Set(sets[part]);
  for (const each of classes) {
    if (isIn) now.add(each);
    else now.delete(each);
  }
  return { ...sets, [part]: now };
}
