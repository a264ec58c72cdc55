// The rules as a list box: what is read out of each, and that the marked option is the one that is meant.

import { expect, it } from "vitest";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import type { RuleEntry } from "../../../renderer/rules/rule-list.ts";
import { RuleListBox } from "../../../renderer/rules/rule-list-box.tsx";
import { markupOf, tag, tags } from "../markup.ts";

const entry = (text: string, more: Partial<RuleEntry> = {}): RuleEntry =>
  ({
    ...{ key: text, text, name: null, note: null, fate: null, marks: [], lattice: "square" },
    rule: parseRule(text),
    ...more,
  }) as unknown as RuleEntry;

const GROUPS = [
  { title: "Yours", entries: [entry("B3/S23", { name: "Life", note: "A classic." }), entry("B36/S23")] },
  { title: "Others", entries: [entry("B2/S", { fate: "explodes" as RuleEntry["fate"] })] },
];

function list(at: number) {
  return markupOf(RuleListBox, {
    ...{ id: "rules", groups: GROUPS, at, box: { current: null } },
    optionId: (place: number) => `option-${place}`,
    ...{ onChoose: () => {}, onTake: () => {}, onKeyDown: () => {} },
  } as never);
}

it("has its rules in groups with their numbers, counted through", () => {
  const markup = list(1);
  const options = tags(markup, "div").filter(({ role }) => role === "option");
  expect(options.map(({ id, "aria-selected": chosen }) => [id, chosen])).toEqual([
    ["option-0", "false"],
    ["option-1", "true"],
    ["option-2", "false"],
  ]);
  const groups = tags(markup, "div").filter(({ role }) => role === "group");
  expect(groups.map((group) => group["aria-label"])).toEqual(["Yours", "Others"]);
  expect(markup).toContain('Yours <span class="number">2</span>');
});

it("can be reached by keys, and says which option is meant, or none", () => {
  const of = (at: number) => tags(list(at), "div").find(({ role }) => role === "listbox");
  expect(of(0)).toMatchObject({ "aria-label": "Rules", tabindex: "0", "aria-activedescendant": "option-0" });
  expect(of(2)?.["aria-activedescendant"]).toBe("option-2");
  expect(of(-1)).not.toHaveProperty("aria-activedescendant");
  expect(tag(list(-1), "div")).toMatchObject({ id: "rules" });
});

it("names a rule by its name and its text, or by its text alone, and says what is known of it", () => {
  const [life = "", high = "", seeds = ""] = list(-1)
    .split('role="option"')
    .slice(1)
    .map((html) => html.slice(html.indexOf(">") + 1));
  expect(
    life.startsWith('<span>Life</span><span class="number dim">B3/S23</span><small>A classic.</small>'),
  ).toBe(true);
  expect(high.startsWith("<span>B36/S23</span></div>")).toBe(true);
  expect(seeds).toMatch(/^<span>B2\/S<\/span><small>[A-Z][^<]*\.<\/small>/);
});
