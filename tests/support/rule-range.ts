import type { Runs } from "../../engine/core/runs.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import type { RuleRange, RuleRangeWish } from "../../engine/rules/rule-range.ts";
import { ruleRangeSteps } from "../../engine/rules/rule-range.ts";

/** All of the search at once. */
export function ruleRange(cells: Runs, rule: Rule, wish?: RuleRangeWish): RuleRange {
  const work = ruleRangeSteps(cells, rule, wish);
  while (true) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
