// The counts of a rule as switches.

import { createElement } from "react";
import { describe, expect, it } from "vitest";
import type { ClassSets } from "../../../engine/rules/class-sets.ts";
import { classSets } from "../../../engine/rules/class-sets.ts";
import type { Rule } from "../../../engine/rules/rule.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { TipProvider } from "../../../renderer/ui/button.tsx";
import { RuleCounts } from "../../../renderer/window/inspector/rule-counts.tsx";
import { acting } from "../../support/played-page/acting.ts";
import { act, click, one, press, textOn } from "../../support/played-page/hands.ts";
import { PlayedPage } from "../../support/played-page/page.ts";
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

/** The switches on a page, for a rule that follows them. */
async function shown(rule: string) {
  const page = new PlayedPage();
  let sets = classSets(parseRule(rule)) as ClassSets;
  const found: string[] = [];
  const element = () =>
    createElement(
      TipProvider,
      null,
      createElement(RuleCounts, {
        subject: { id: "one" },
        sets,
        onChange: (next: Rule) => {
          found.push(next.text);
          sets = classSets(next) as ClassSets;
        },
      }),
    );
  const { place, render } = await page.show(element());
  const open = (): void => {
    const details = place.querySelector("details") as HTMLElement;
    Object.assign(details, { open: true });
    act(details, "toggle", { bubbles: false });
  };
  const letters = (): HTMLElement => place.querySelector(".letters") as HTMLElement;
  return { page, place, found, open, letters, again: () => render(element()) };
}

describe("a switch", () => {
  it("puts all ways in which so many neighbours stand into the rule, or takes them out", async () => {
    const { place, found, again } = await shown("B34ce/S23");
    // Only some of four are in: all of them come first.
    click(one(place, "button", "Birth with 4"));
    again();
    click(one(place, "button", "Birth with 4"));
    again();
    click(one(place, "button", "Survival with 0"));
    expect(found).toEqual(["B34/S23", "B3/S23", "B3/S023"]);
  });

  it("of a single letter does so for one way, of birth or of survival", async () => {
    const { place, found, open, again } = await shown("B3/S23");
    expect(place.querySelector(".letters")).toBeNull();
    open();
    const first = (): HTMLElement => place.querySelector(".letters button") as HTMLElement;
    expect(first().getAttribute("aria-pressed")).toBe("false");
    click(first());
    again();
    expect(first().getAttribute("aria-pressed")).toBe("true");
    click(first());
    again();
    click(one(place, "radio", "Survival"));
    again();
    click(first());
    expect(found).toEqual(["B1c3/S23", "B3/S23", "B3/S1c23"]);
  });
});

describe("the letters", () => {
  it("are one tab stop, which the arrows, Home and End move", async () => {
    const { page, place, open, letters } = await shown("B3/S23");
    open();
    const buttons = [...letters().querySelectorAll("button")];
    // As they lie on the screen: a line for each count.
    for (const [line, row] of [...letters().children].entries())
      for (const [at, button] of [...row.querySelectorAll("button")].entries())
        page.place(button, { left: 30 * at, top: 40 * line, width: 28, height: 36 });
    const stops = () => buttons.filter(({ tabIndex }) => tabIndex === 0);
    expect(stops()).toEqual([buttons[0]]);
    acting(() => buttons[0]?.focus());
    const to = (key: string): number => {
      press(page.document.activeElement as Element, key);
      expect(stops()).toEqual([page.document.activeElement]);
      return buttons.indexOf(page.document.activeElement as HTMLButtonElement);
    };
    const last = buttons.length - 1;
    const inFirst = letters().children[0]?.querySelectorAll("button").length as number;
    const inSecond = letters().children[1]?.querySelectorAll("button").length as number;
    expect([to("ArrowLeft"), to("ArrowRight"), to("End"), to("ArrowRight"), to("ArrowDown")]).toEqual([
      ...[0, 1, last, last, last],
    ]);
    expect([to("ArrowLeft"), to("Home"), to("ArrowUp"), to("ArrowDown")]).toEqual([last - 1, 0, 0, inFirst]);
    // Straight below and above, and the nearest where the line is shorter.
    for (let i = 1; i < inSecond; i++) to("ArrowRight");
    expect(to("ArrowUp")).toBe(inFirst - 1);
    expect(to("ArrowDown")).toBe(inFirst + inFirst - 1);
    expect(press(page.document.activeElement as Element, "x").defaultPrevented).toBe(false);
    expect(press(page.document.activeElement as Element, "End").defaultPrevented).toBe(true);
    expect(place.querySelectorAll(".letters-row").length).toBe(7);
  });
});

describe("the slider of states", () => {
  it("is there once it says something or somebody looks for it, and stays in the hand", async () => {
    const { place, open } = await shown("B3/S23");
    expect(textOn(place)).not.toContain("States");
    open();
    expect(textOn(place)).toContain("States");
    expect(place.querySelector("summary")?.textContent).toBe("Neighbourhoods and states");
  });

  it("ends at two where empty space lights up: it cannot fade as well", async () => {
    const { place, open } = await shown("B0/S8");
    open();
    const ends = [...place.querySelectorAll("input[max]")].map((field) => field.getAttribute("max"));
    expect(new Set(ends)).toEqual(new Set(["2"]));
  });
});
