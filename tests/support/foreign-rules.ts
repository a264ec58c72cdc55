/** Rules that nothing runs yet: of a form of their own, with more states, with a longer reach. */

import type { Rule } from "../../engine/rules/rule.ts";
import { LIFE } from "../../engine/rules/universe-rule.ts";

/** A form of range 1 as another family would bring it: with masks of the same names, which nobody may read as counts. */
const FORM = { kind: "foreign", birth: 8, survival: 12 } as unknown as Rule["form"];

export const FOREIGN_RULES: readonly Rule[] = [
  { ...LIFE, text: "Foreign", form: FORM },
  {
    ...LIFE,
    text: "23/3/4",
    states: 4,
    looks: { names: ["dead", "live", "dying", "nearly dead"] },
  },
  { ...LIFE, text: "R5,C2,S2-3,B3", reach: 5 },
];

/** What every refusal of such a rule says. */
export const FOREIGN_SENTENCE =
  /^[A-Z].* takes (Larger than Life|two-state outer-totalistic rules|(two-state )?rules of the nearest neighbours( and Larger than Life|, Generations and Larger than Life)?) only; \S+ (has 4 states|looks 5 cells far|does more than count neighbours|is of no form that it knows)\.$/;
