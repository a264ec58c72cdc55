// The chosen rule's card: what it says about the rule, and what a person can do with it.

import { expect, it } from "vitest";
import type { Behaviour } from "../../../engine/rules/behaviour.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { RuleCard } from "../../../renderer/rules/rule-card.tsx";
import { RuleLab } from "../../../renderer/rules/rule-lab.ts";
import type { RuleEntry } from "../../../renderer/rules/rule-list.ts";
import { looseEntry } from "../../../renderer/rules/rule-list.ts";
import { rulesOf } from "../../../renderer/rules/rule-shelf.ts";
import { startAnalysis, startCpuEngine } from "../../../renderer/universe/start-workers.ts";
import { act, all, click, names, one, textOn, type } from "../../support/played-page/hands.ts";
import { until } from "../../support/until.ts";
import { inStudio } from "../in-studio.ts";

const EXPLODES: Behaviour = {
  ...{ background: "dead", density: 0.4, restless: 0.4, flicker: 0.4, rest: null, fills: true },
  ...{ patience: 1000, grows: true, speed: 1, seed: 2 },
};
const NOTHING = { own: [], recent: [] };
const entryOf = (rule: string): RuleEntry => looseEntry(parseRule(rule), () => null, NOTHING);

async function card(entry: RuleEntry, hasLab = false) {
  const rig = inStudio({ flashLimit: false });
  rig.page.littleMotion = true;
  const lab = hasLab ? new RuleLab({ analysis: startAnalysis, preview: startCpuEngine }) : null;
  const chosen: string[] = [];
  const props = {
    ...({ lab, entry, start: "soup", seed: 1, fits: null } as const),
    onStart: () => {},
    onSeed: () => {},
    onChoose: ({ text }: { readonly text: string }) => chosen.push(text),
  };
  const { place, render } = await rig.show(RuleCard, props);
  const again = (next: RuleEntry): void => render(rig.within(RuleCard, { ...props, entry: next }));
  const does = (): string => textOn(place.querySelector(".rule-does") as HTMLElement);
  return { ...rig, place, again, chosen, lab, does };
}

it("names the rule, says what it is known for, and shows its text once", async () => {
  const life = { ...entryOf("B3/S23"), name: "Life", note: "Conway's.", marks: ["gliders", "guns"] };
  const { place, again } = await card(life);
  expect(textOn(one(place, "heading"))).toBe("Life");
  expect(textOn(place)).toContain("B3/S23");
  expect(textOn(place)).toContain("Conway's.");
  expect(all(place, "listitem").map(textOn)).toEqual(["gliders", "guns"]);
  expect(place.querySelector("section")?.getAttribute("aria-label")).toBe("Life, B3/S23");
  const section = place.querySelector("section") as HTMLElement;
  section.scrollTop = 200;
  again({ ...entryOf("B36/S245"), name: null, note: "", marks: [] });
  expect(textOn(one(place, "heading"))).toBe("B36/S245");
  expect(section.getAttribute("aria-label")).toBe("B36/S245");
  expect(all(place, "listitem")).toEqual([]);
  expect([...place.querySelectorAll(".number.dim")].filter((part) => textOn(part) === "B36/S245")).toEqual(
    [],
  );
  // Another rule is looked at from its beginning.
  expect(section.scrollTop).toBe(0);
});

it("says what the rule does once it is measured", async () => {
  const { place, does, lab } = await card(entryOf("B2en3ij/S1c4k"), true);
  const box = place.querySelector(".rule-does") as HTMLElement;
  expect(does()).toMatch(/^Measuring…/);
  expect(box.getAttribute("aria-busy")).toBe("true");
  if (lab) lab.measure = async () => EXPLODES;
  await until(() => does().includes("Measured: "));
  expect(box.getAttribute("aria-busy")).toBe("false");
  expect(does()).toMatch(/^Explodes: [a-z][^.]*\.Measured: [^.]*/);
});

it("says that it could not be measured, and why", async () => {
  const { place, does, lab } = await card(entryOf("B2en3ij/S1c5k"), true);
  if (lab)
    lab.measure = async () => {
      throw new Error("There is no room.");
    };
  await until(() => does().startsWith("Not measured"));
  expect(does()).toContain("There is no room.");
  expect(place.querySelector(".rule-does")?.getAttribute("aria-busy")).toBe("false");
});

it("says what the rule is known to do before it is measured again", async () => {
  const { does } = await card({ ...entryOf("B3/S23"), fate: "settles" as never });
  expect(does()).not.toMatch(/^Measuring/);
});

it("keeps a rule under a name, renames it and forgets it", async () => {
  const { studio, place, again } = await card(entryOf("B3567/S1258"));
  const feet = () => names(place.querySelector(".rule-own-feet") ?? place, "button");
  expect(feet()).toEqual(["Name it…"]);
  click(one(place, "button", "Name it…"));
  const field = one(place, "textbox");
  type(field, "Mine");
  act(field.closest("form") ?? field, "submit");
  await until(() => rulesOf(studio).store.getState().own.length === 1);
  expect(rulesOf(studio).store.getState().own[0]).toMatchObject({ rule: "B3567/S1258", name: "Mine" });
  await until(() => feet().join() === "Rename…,Forget");
  // The form is that of the rule at which it was opened.
  click(one(place, "button", "Rename…"));
  expect(all(place, "textbox").length).toBeGreaterThan(0);
  again({ ...entryOf("B3/S23"), name: "Life" });
  expect(feet()).toEqual(["Keep as yours…"]);
  again(entryOf("B3567/S1258"));
  click(all(place, "button").find((button) => textOn(button) === "Cancel") as HTMLElement);
  click(one(place, "button", "Forget"));
  await until(() => rulesOf(studio).store.getState().own.length === 0);
  await until(() => feet().join() === "Name it…");
});

it("has the rules around it, once they are looked for, where there are any", async () => {
  const { place, again, chosen } = await card(entryOf("B3/S23"));
  const around = () => place.querySelector(".rule-around");
  const before = names(place, "button").length;
  Object.assign(around() as HTMLElement, { open: true });
  act(around() as HTMLElement, "toggle", { bubbles: false });
  expect(names(place, "button").length).toBeGreaterThan(before);
  const neighbour = all(around() as HTMLElement, "button").at(-1) as HTMLElement;
  click(neighbour);
  expect(chosen).toHaveLength(1);
  again(entryOf("R5,C2,S34-58,B34-45"));
  expect(around()).toBeNull();
});
