// The counts of a rule as switches.

import { expect, it } from "vitest";
import type { ClassSets } from "../../../engine/rules/class-sets.ts";
import { classSets } from "../../../engine/rules/class-sets.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { RuleCounts } from "../../../renderer/window/inspector/rule-counts.tsx";
import { markupOf } from "../markup.ts";

/** The switches of a rule that are on, mixed or disabled, by their names. */
function switches(rule: string) {
  const sets = classSets(parseRule(rule)) as ClassSets;
  const markup = markupOf(RuleCounts, { subject: { id: "d1" }, sets, onChange: () => {} });
  const all = [...markup.matchAll(/<button[^>]*aria-label="(Birth|Survival) with (\d+)"[^>]*>/g)];
  const those = (what: string) =>
    all.filter(([tag]) => tag.includes(what)).map(([, part, count]) => `${part?.[0]}${count}`);
  return {
    count: all.length,
    on: those('aria-pressed="true"'),
    mixed: those('aria-pressed="mixed"'),
    off: those('aria-pressed="false"').length,
    disabled: those('disabled=""'),
  };
}

it.each([
  ["B3/S23", { count: 18, on: ["B3", "S2", "S3"], mixed: [], off: 15, disabled: [] }],
  ["B0/S8", { count: 18, on: ["B0", "S8"], mixed: [], off: 16, disabled: [] }],
  // Only some of the ways in which four can stand.
  ["B34ce/S2-a3", { count: 18, on: ["B3", "S3"], mixed: ["B4", "S2"], off: 14, disabled: [] }],
  // What fades is not born of nothing.
  ["23/3/4", { count: 18, on: ["B3", "S2", "S3"], mixed: [], off: 15, disabled: ["B0"] }],
  ["B2/S34H", { count: 14, on: ["B2", "S3", "S4"], mixed: [], off: 11, disabled: [] }],
])("those of %s are on, between or off", (rule, expected) => {
  expect(switches(rule)).toEqual(expected);
});
