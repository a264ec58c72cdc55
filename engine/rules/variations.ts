/** The rules one digit away from a rule, and random rules. */

import { outerTotalistic, outerTotalisticRule } from "./outer-totalistic.ts";
import type { Neighbourhood, Rule } from "./rule.ts";
import { neighbourCount } from "./rule.ts";

export interface NeighbourRule {
  readonly rule: Rule;
  /** The digit in which it differs, and how: `+B6`, `−S2`. */
  readonly change: string;
}

/**
 * Every rule that differs in one digit: births first, then survivals, each by rising count. None for a rule that is not
 * outer-totalistic.
 */
export function neighbourRules(of: Rule): readonly NeighbourRule[] {
  const rule = outerTotalistic(of);
  if (!rule) return [];
  const counts = Array.from({ length: neighbourCount(rule.neighbourhood) + 1 }, (_, n) => n);
  return (["birth", "survival"] as const).flatMap((part) =>
    counts.map((n) => ({
      rule: outerTotalisticRule({ ...rule, [part]: rule[part] ^ (1 << n) }),
      change: `${(rule[part] >> n) & 1 ? "−" : "+"}${part === "birth" ? "B" : "S"}${n}`,
    })),
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
