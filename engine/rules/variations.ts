/** The rules one digit or letter away from a rule, and random rules. */

import { CENTRE, neighbourWeights, SQUARES, tableOf } from "./cell-table.ts";
import type { ClassSets } from "./class-sets.ts";
import { classesOfCount, classSets, ruleOfClassSets, withClasses } from "./class-sets.ts";
import { generationsRule } from "./generations.ts";
import { outerTotalisticRule } from "./outer-totalistic.ts";
import type { Neighbourhood, Rule } from "./rule.ts";
import { neighbourCount } from "./rule.ts";
import { ruleOfTable } from "./table-rule.ts";

export interface NeighbourRule {
  readonly rule: Rule;
  /** The digit in which it differs, and how: `+B6`, `−S2`; with a letter `+B6a`. */
  readonly change: string;
}

/**
 * Every rule that differs in one digit, or, where the rule has letters, in one letter: births first, then survivals, each by rising count.
 * None for a rule that does more than look at its neighbours all around. Dead space stays dead where the rule has more than two states.
 */
export function neighbourRules(of: Rule): readonly NeighbourRule[] {
  const sets = classSets(of);
  if (!sets) return [];
  const { neighbourhood, states } = sets;
  const counts = Array.from({ length: neighbourCount(neighbourhood) + 1 }, (_, n) => n);
  const has = (part: "birth" | "survival", each: string): boolean => sets[part].has(each);
  const groups = counts.map((count) => classesOfCount(neighbourhood, count));
  const isWhole = (["birth", "survival"] as const).every((part) =>
    groups.every((group) => group.every((each) => has(part, each) === has(part, group[0] as string))),
  );
  const steps = isWhole
    ? groups.map((classes, count) => ({ name: String(count), classes }))
    : groups.flat().map((each) => ({ name: each, classes: [each] }));
  return (["birth", "survival"] as const).flatMap((part) =>
    steps
      .filter(({ name }) => part === "survival" || states === 2 || name !== "0")
      .map(({ name, classes }) => {
        const wasIn = has(part, classes[0] as string);
        return {
          rule: ruleOfClassSets(withClasses(sets, part, classes, !wasIn)),
          change: `${wasIn ? "−" : "+"}${part === "birth" ? "B" : "S"}${name}`,
        };
      }),
  );
}

export interface RandomRuleWish {
  readonly neighbourhood: Neighbourhood;
  /** Whether the rule has B0. Default: no. */
  readonly b0?: boolean;
  /** Digits that the rule must have and must not have, as masks. Default: all are free. */
  readonly fixed?: Readonly<Record<"birth" | "survival", { readonly in: number; readonly out: number }>>;
}

/**
 * A random rule; `random` returns numbers 0..1. With an even chance for each digit nearly every rule would explode. So birth
 * with one neighbour is rare, and the share of digits is drawn first: sparse rules, to which most of the well-known
 * ones belong, are as frequent as rich ones.
 */
export function randomRule({ neighbourhood, b0 = false, fixed }: RandomRuleWish, random: () => number): Rule {
  const most = neighbourCount(neighbourhood);
  const draw = (part: "birth" | "survival", from: number): number => {
    const chance = 0.15 + 0.5 * random();
    let mask = 0;
    for (let n = from; n <= most; n++) {
      const rare = part === "birth" && n === 1 ? 0.15 : 1;
      if (random() < chance * rare) mask |= 1 << n;
    }
    if (part === "birth" && b0) mask |= 1;
    const must = fixed?.[part];
    return must ? (mask | must.in) & ~must.out : mask;
  };
  return outerTotalisticRule({ neighbourhood, birth: draw("birth", 1), survival: draw("survival", 0) });
}

/** A count of a rule by chance keeps all of its letters this often. */
const WHOLE = 0.5;

/** A random rule whose counts have letters, on lattices that write them; with four neighbours it counts. */
export function randomLetters(neighbourhood: Neighbourhood, random: () => number): Rule {
  const base = randomRule({ neighbourhood }, random);
  if (neighbourhood === "von-neumann") return base;
  let sets = classSets(base) as ClassSets;
  for (const part of ["birth", "survival"] as const) {
    for (let count = 1; count < neighbourCount(neighbourhood); count++) {
      const classes = classesOfCount(neighbourhood, count);
      if (!sets[part].has(classes[0] as string) || random() < WHOLE) continue;
      const share = random();
      sets = withClasses(
        sets,
        part,
        classes.filter(() => random() >= share),
        false,
      );
    }
  }
  return ruleOfClassSets(sets);
}

/** Of a rule without symmetry by chance, the share of squares that say otherwise than the rule it comes from. */
const MOST_TURNED = 0.08;

/** A random rule by squares: one that counts, in which some squares say the opposite. With all of them by chance it would only boil. */
export function randomTable(neighbourhood: Neighbourhood, random: () => number): Rule {
  const base = tableOf(randomRule({ neighbourhood }, random), "A rule by chance");
  const around = neighbourWeights(neighbourhood) | CENTRE;
  const share = MOST_TURNED * random();
  const turned = Uint8Array.from({ length: SQUARES }, (_, index) =>
    index !== 0 && (index & around) === index && random() < share ? 1 : 0,
  );
  return ruleOfTable(
    neighbourhood,
    base.map((state, index) => state ^ (turned[index & around] as number)),
  );
}

/** States of Generations by chance: few more often than many. */
const MOST_DRAWN_STATES = 24;

/** A random rule whose cells die in one step to some twenty. */
export function randomGenerations(neighbourhood: Neighbourhood, random: () => number): Rule {
  const states = 3 + Math.floor((MOST_DRAWN_STATES - 2) * random() ** 3);
  return generationsRule(randomRule({ neighbourhood }, random), states);
}
