/** Traits that follow from a rule without running it. */

import { UNBOUNDED } from "../core/topology.ts";
import type { OuterTotalistic } from "./outer-totalistic.ts";
import { outerTotalistic } from "./outer-totalistic.ts";
import { backgroundOf } from "./phases.ts";
import type { Rule } from "./rule.ts";
import { neighbourCount } from "./rule.ts";
import type { RuleRange } from "./rule-range.ts";
import { inRange } from "./rule-range.ts";

/** Life's glider needs these digits (rule-range.ts finds them; a test asks it). */
export const GLIDER_RANGE: Pick<RuleRange, "neighbourhood" | "birth" | "survival"> = {
  neighbourhood: "moore",
  birth: { in: 0b1000, out: 0b110111 },
  survival: { in: 0b1100, out: 0b10010 },
};

/** In the order of telling. */
export const TRAITS = [
  "Life's glider",
  "strobes",
  "lives everywhere",
  "same for dead and live",
  "every pattern replicates",
  "nothing survives",
  "nothing dies",
] as const;
export type Trait = (typeof TRAITS)[number];

/** None for a rule that is not outer-totalistic. */
export function traitsOf(rule: Rule): readonly Trait[] {
  const counts = outerTotalistic(rule);
  if (!counts) return [];
  const background = backgroundOf(rule, UNBOUNDED);
  const all = (1 << (neighbourCount(rule.neighbourhood) + 1)) - 1;
  const traits: Trait[] = [];
  if (inRange(GLIDER_RANGE, rule)) traits.push("Life's glider");
  if (background === "strobing") traits.push("strobes");
  if (background === "live") traits.push("lives everywhere");
  if (sameForBoth(counts)) traits.push("same for dead and live");
  if (isParity(counts)) traits.push("every pattern replicates");
  if (counts.survival === 0) traits.push("nothing survives");
  if (counts.survival === all) traits.push("nothing dies");
  return traits;
}

/** Whether dead and live may trade places: a live cell with n dead neighbours dies where a dead one with n live ones is born. */
function sameForBoth({ neighbourhood, birth, survival }: OuterTotalistic): boolean {
  const most = neighbourCount(neighbourhood);
  for (let n = 0; n <= most; n++) {
    const born = (birth >> n) & 1;
    const stays = (survival >> (most - n)) & 1;
    if (born === stays) return false;
  }
  return true;
}

/**
 * Whether the next state is the parity of the neighbours, or of them and the cell. Such a rule is additive: two
 * patterns together evolve into the exclusive or of their separate futures. After 2^k generations any pattern smaller than
 * that has copies around its first place.
 */
function isParity({ neighbourhood, birth, survival }: OuterTotalistic): boolean {
  let odd = 0;
  for (let n = 1; n <= neighbourCount(neighbourhood); n += 2) odd |= 1 << n;
  const all = (1 << (neighbourCount(neighbourhood) + 1)) - 1;
  return birth === odd && (survival === odd || survival === (all & ~odd));
}
