import { describe, expect, test, vi } from "vitest";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { preferencesIn } from "../../../renderer/host/preferences.ts";
import { RULES_PREFERENCE, RuleShelf } from "../../../renderer/rules/rule-shelf.ts";

function disk() {
  const texts = new Map<string, string>();
  return preferencesIn({
    get: async (key) => texts.get(key) ?? null,
    set: async (key, text) => void texts.set(key, text),
  });
}

describe("a person's rules", () => {
  test("of two windows are kept together", async () => {
    const preferences = disk();
    const [one, two] = [new RuleShelf(preferences), new RuleShelf(preferences)];
    await one.keep({ rule: "B36/S24", name: "Tinder", note: "" });
    await two.keep({ rule: "B2/S5", name: "Other", note: "" });
    await one.forget("B36/S24");
    await one.keep({ rule: "B1/S1", name: "Third", note: "" });
    const { own } = await preferences.load(RULES_PREFERENCE);
    expect(own.map(({ name }) => name)).toEqual(["Other", "Third"]);
  });

  test("are there the next time", async () => {
    const preferences = disk();
    const shelf = new RuleShelf(preferences);
    await shelf.keep({ rule: "B36/S24", name: " Tinder ", note: "Catches fire slowly." });
    await shelf.keep({ rule: "B2/S5", name: "Other", note: "" });
    await shelf.keep({ rule: "B36/S24", name: "Kindling", note: "" });
    await shelf.forget("B2/S5");
    const next = new RuleShelf(preferences);
    const own = [{ rule: "B36/S24", name: "Kindling", note: "" }];
    await vi.waitFor(() => expect(next.store.getState().own).toEqual(own));
  });

  test("have names of their own", async () => {
    const shelf = new RuleShelf(disk());
    await shelf.keep({ rule: "B36/S24", name: "Tinder", note: "" });
    const refused = (rule: string, name: string) => expect(shelf.keep({ rule, name, note: "" })).rejects;
    await refused("B2/S5", "  ").toThrow("needs a name");
    await refused("B2/S5", "tinder").toThrow("You have given the name Tinder to B36/S24.");
    await refused("B2/S5", "High Life").toThrow("HighLife is the name of B36/S23.");
    await shelf.keep({ rule: "B36/S23", name: "HighLife", note: "Mine too." });
    expect(shelf.store.getState().own).toHaveLength(2);
  });

  test("are not kept where they are too long to be saved", async () => {
    const shelf = new RuleShelf(disk());
    await shelf.keep({ rule: "x".repeat(1000), name: "Long", note: "" });
    await expect(shelf.keep({ rule: "x".repeat(1001), name: "Longer", note: "" })).rejects.toThrow(
      "A rule of your own has 1,000 characters at most; this one has 1,001.",
    );
    expect(shelf.store.getState().own.map(({ name }) => name)).toEqual(["Long"]);
  });

  test("and those used lately are kept in order, a dozen of them", async () => {
    const preferences = disk();
    await preferences.update(RULES_PREFERENCE, () => ({ own: [], recent: ["B2/S", "B3/S23"] }));
    const shelf = new RuleShelf(preferences);
    shelf.used(parseRule("B36/S23"));
    shelf.used(parseRule("B36/S23"));
    await vi.waitFor(() => expect(shelf.store.getState().recent).toEqual(["B36/S23", "B2/S", "B3/S23"]));
    // One that is too long for the list, as of a table of many states, leaves the others there.
    shelf.used({ ...parseRule("B2/S5"), text: "x".repeat(2 ** 15) });
    expect(shelf.store.getState().recent).toEqual(["B36/S23", "B2/S", "B3/S23"]);
    for (let n = 0; n < 20; n++) shelf.used(parseRule(`B${(n % 8) + 1}/S${n % 9}`));
    expect(shelf.store.getState().recent).toHaveLength(12);
    await shelf.keep({ rule: "B/S", name: "Nothing", note: "" });
    const next = new RuleShelf(preferences);
    await vi.waitFor(() => expect(next.store.getState()).toEqual(shelf.store.getState()));
  });
});
