/** The families in which rules are spelled. The first one that matches a text reads it, or refuses it by name. */

import { TessellaError } from "../core/errors.ts";
import { Registry } from "../core/registry.ts";
import type { RuleFamily } from "./families/family.ts";
import { GENERATIONS } from "./families/generations.ts";
import { ISOTROPIC } from "./families/isotropic.ts";
import { LARGER_THAN_LIFE } from "./families/larger-than-life.ts";
import { LIFE_HISTORY } from "./families/life-history.ts";
import { MAP } from "./families/map.ts";
import { OUTER_TOTALISTIC } from "./families/outer-totalistic.ts";
import { RECOGNISED } from "./families/recognised.ts";
import { WOLFRAM } from "./families/wolfram.ts";

export const RULE_FAMILIES = new Registry<RuleFamily>("rule family", [
  LIFE_HISTORY,
  OUTER_TOTALISTIC,
  ISOTROPIC,
  MAP,
  GENERATIONS,
  WOLFRAM,
  LARGER_THAN_LIFE,
  ...RECOGNISED,
]);

/** The family that claims the text, or undefined for text that is no rule at all. */
export function familyOf(text: string): RuleFamily | undefined {
  return RULE_FAMILIES.list().find((family) => family.matches(text));
}

/** Refuses a rule of a family that does not run here. */
export function refuseFamily(text: string, { name, refusal }: RuleFamily): TessellaError {
  const shown = text.length > 40 ? `${text.slice(0, 40)}...` : text;
  const sentence = refusal?.(shown) ?? `The rule "${shown}" is of the family ${name}.`;
  const hints = RULE_FAMILIES.list().flatMap(({ hint }) => hint ?? []);
  return new TessellaError("unsupported-rule", sentence, { hint: hints.join(" ") });
}
