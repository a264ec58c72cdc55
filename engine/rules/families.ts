/** The families in which rules are spelled. The first one that matches a text reads it. */

import { Registry } from "../core/registry.ts";
import { CONSTRUCTORS } from "./families/constructors.ts";
import type { RuleFamily } from "./families/family.ts";
import { GENERATIONS } from "./families/generations.ts";
import { ISOTROPIC } from "./families/isotropic.ts";
import { LARGER_THAN_LIFE } from "./families/larger-than-life.ts";
import { MAP } from "./families/map.ts";
import { MARKED_LIFE } from "./families/marked-life.ts";
import { OUTER_TOTALISTIC } from "./families/outer-totalistic.ts";
import { WOLFRAM } from "./families/wolfram.ts";

export const RULE_FAMILIES = new Registry<RuleFamily>("rule family", [
  OUTER_TOTALISTIC,
  ISOTROPIC,
  MAP,
  GENERATIONS,
  WOLFRAM,
  LARGER_THAN_LIFE,
  MARKED_LIFE,
  CONSTRUCTORS,
]);

/** The family that claims the text, or undefined for text that is no rule at all. */
export function familyOf(text: string): RuleFamily | undefined {
  return RULE_FAMILIES.list().find((family) => family.matches(text));
}
