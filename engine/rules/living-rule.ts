/** What of a rule with more states is a rule of two. */

import { TWO_STATES } from "./outer-totalistic.ts";
import type { Rule } from "./rule.ts";

/** The rule of two states by which cells are born and stay alive: the rule itself where it has no others. */
export function livingRule(rule: Rule): Rule {
  const { form } = rule;
  return form.kind === "generations" ? { ...rule, states: 2, form: form.live, looks: TWO_STATES } : rule;
}
