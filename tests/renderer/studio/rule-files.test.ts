// Rule files that are chosen, dropped or missing: what is kept, what is asked, and what the window says.

import { afterEach, describe, expect, test, vi } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import { compileRuleFile } from "../../../engine/rules/files/rule-file.ts";
import { keepRuleFiles } from "../../../engine/rules/supplied.ts";
import type { HostFile } from "../../../renderer/host/host.ts";
import { RuleFiles } from "../../../renderer/studio/rule-files.ts";
import { RuleFolder } from "../../../renderer/studio/rule-folder.ts";
import { MemoryHost } from "../../support/memory-host.ts";
import { listening } from "./heard.ts";

const FADE = (name: string, states = 3) =>
  `@RULE ${name}\nFades.\n@TABLE\nn_states:${states}\nneighborhood:vonNeumann\nsymmetries:none\n1,0,0,0,0,2\n2,0,0,0,0,0\n`;

afterEach(() => keepRuleFiles([]));

function rig(files: Readonly<Record<string, string>> = {}) {
  const host = new MemoryHost();
  host.disk.put(files);
  const { said, shown, answers, status, dialogs } = listening();
  const takeAway = vi.fn();
  const actions: { readonly label: string; readonly run: () => void }[] = [];
  const watch = vi.fn(async (what: string, work: (control: object) => unknown) => {
    said.push(`${what}…`);
    return work({});
  });
  const rules = new RuleFiles({
    host,
    folder: new RuleFolder({
      kept: host.rules,
      patternFiles: { keepRules: () => {}, rule: async (file) => compileRuleFile(file) },
    }),
    status: {
      ...{ ...status, watch },
      say: (text: string, kind?: string, action?: (typeof actions)[number]) => {
        status.say(text, kind);
        if (action) actions.push(action);
        return takeAway;
      },
    },
    dialogs,
  } as never);
  const choose = (...paths: string[]) => {
    host.openAnswers.push(paths);
    return rules.choose();
  };
  return { host, rules, said, shown, answers, takeAway, actions, watch, choose };
}

describe("rule files", () => {
  test("one is kept and shown; several are kept and told", async () => {
    const { rules, said, shown, choose } = rig({
      ...{
        "a.rule": FADE("Ash"),
        "b.rule": FADE("Birch"),
        "c.rule": FADE("Cedar"),
        "d.rule": FADE("Dogwood"),
      },
      "e.rule": FADE("Elm"),
    });
    expect((await choose("a.rule")).map(({ text }) => text)).toEqual(["Ash"]);
    expect([said, shown]).toEqual([
      ["Reading the rule Ash…"],
      [["rules", { rule: expect.objectContaining({ text: "Ash" }) }]],
    ]);
    await choose("b.rule", "c.rule");
    expect(said.slice(1)).toEqual([
      "Reading the rule Birch (1 of 2)…",
      "Reading the rule Cedar (2 of 2)…",
      "Birch and Cedar are among your rules now.",
    ]);
    // What is kept already is not read again.
    await choose("a.rule", "b.rule", "c.rule", "d.rule", "e.rule");
    expect(said.slice(4)).toEqual([
      "Reading the rule Dogwood (4 of 5)…",
      "Reading the rule Elm (5 of 5)…",
      "Ash, Birch, Cedar and 2 more are among your rules now.",
    ]);
    expect(rules.folder.store.getState().own).toHaveLength(5);
    expect(shown).toHaveLength(1);
  });

  test("one that is only needed is told, and not shown", async () => {
    const { host, rules, said, shown } = rig({ "a.rule": FADE("Ash") });
    const pick = vi.spyOn(host.files, "pickOpen");
    host.openAnswers.push(["a.rule"]);
    await rules.choose("The file of the rule Ash");
    expect(pick.mock.lastCall?.[0]).toMatchObject({
      several: true,
      title: "The file of the rule Ash",
      types: [{ label: "Rules" }],
    });
    expect([said.at(-1), shown]).toEqual(["Ash is among your rules now.", []]);
    await rules.choose();
    expect(pick.mock.lastCall?.[0]).not.toHaveProperty("title");
    expect(said).toHaveLength(2);
  });

  test("are known by their endings", () => {
    const { rules } = rig();
    const isOne = (name: string) => rules.isOne({ name } as HostFile);
    expect([isOne("a.rule"), isOne("A.RULE"), isOne("a.rle")]).toEqual([true, true, false]);
  });

  test("with a fault are shown at it, or told with the others that were not taken", async () => {
    const { said, shown, choose } = rig({
      "bad.rule": "@RULE Bad\n@TABLE\nn_states:x\n",
      "a.rule": FADE("Ash"),
    });
    expect(await choose("bad.rule")).toEqual([]);
    expect(shown).toMatchObject([
      ["rule-fault", { file: { name: "Bad" }, fault: { code: "syntax", line: 3 } }],
    ]);
    await choose("gone.rule");
    expect(said.at(-1)).toBe(
      'error: 0 of 1 files were opened. Not opened: gone.rule (There is no file "gone.rule" any more).',
    );
    await choose("bad.rule", "a.rule");
    expect(said.at(-1)).toMatch(/^error: 1 of 2 files were opened\. Not opened: bad\.rule \(/);
    expect(shown).toHaveLength(1);
  });

  test("that somebody stops are left with those behind them", async () => {
    const { said, watch, choose } = rig({
      "a.rule": FADE("Ash"),
      "b.rule": FADE("Birch"),
      "c.rule": FADE("Cedar"),
    });
    watch.mockRejectedValueOnce(new TessellaError("aborted", "Stopped."));
    expect(await choose("a.rule", "b.rule", "c.rule")).toEqual([]);
    expect(said).toEqual(["a.rule and 2 more were not opened."]);
  });

  test("of a name that is kept are asked about, unless they say the same", async () => {
    const { rules, shown, answers, choose } = rig({ "a.rule": FADE("Ash"), "new.rule": FADE("Ash", 4) });
    await choose("a.rule");
    answers.push(null, "replace");
    expect(await choose("new.rule")).toEqual([]);
    expect(shown.at(-1)?.[0]).toBe("Replace your rule Ash?");
    expect(rules.folder.find("Ash")?.rule?.states).toBe(3);
    expect(await choose("new.rule")).toHaveLength(1);
    expect(rules.folder.find("Ash")?.rule?.states).toBe(4);
    const asked = shown.length;
    await choose("new.rule");
    expect(shown.length - asked).toBe(1);
    expect(shown.at(-1)?.[0]).toBe("rules");
  });

  test("go out as files again, and away after a question", async () => {
    const { host, rules, said, answers, choose } = rig({ "a.rule": FADE("Ash/2") });
    const [rule] = await choose("a.rule");
    const file = rule?.file as NonNullable<NonNullable<typeof rule>["file"]>;
    const pick = vi.spyOn(host.files, "pickSave");
    await rules.save(file);
    expect(pick.mock.lastCall?.[0].name).toMatch(/^Ash.2\.rule$/);
    expect(pick.mock.lastCall?.[0].types[0]?.extensions).toEqual([".rule"]);
    host.saveAnswers.push("out.rule");
    await rules.save(file);
    expect(new TextDecoder().decode(host.disk.files.get("out.rule"))).toBe(file.text);
    expect(said.at(-1)).toBe("Saved out.rule.");
    answers.push(null, "remove");
    expect(await rules.remove(file)).toBe(false);
    expect(rules.folder.store.getState().own).toHaveLength(1);
    expect(await rules.remove(file)).toBe(true);
    expect(rules.folder.store.getState().own).toEqual([]);
  });
});

describe("a rule that is missing", () => {
  test("is asked for, and what waits for it goes on once it is there", async () => {
    const { host, rules, said, takeAway, actions, choose } = rig({
      "a.rule": FADE("Ash"),
      "b.rule": FADE("Birch"),
    });
    const again = vi.fn(async () => {});
    rules.sayMissing("gun.rle", "Ash", again);
    expect(said).toEqual(["error: gun.rle runs under Ash, a rule of which there is no file here."]);
    expect(actions[0]?.label).toBe("Choose Ash.rule");
    await choose("b.rule");
    expect([again.mock.calls.length, takeAway.mock.calls.length]).toEqual([0, 0]);
    host.openAnswers.push(["a.rule"]);
    actions[0]?.run();
    await vi.waitFor(() => expect(again).toHaveBeenCalledTimes(1));
    expect(takeAway).toHaveBeenCalledTimes(1);
    await vi.waitFor(() => expect(said.at(-1)).toBe("Ash is among your rules now."));
    await rules.folder.remove("Ash");
    await choose("a.rule");
    expect(again).toHaveBeenCalledTimes(1);
  });

  test("is waited for by the last that asked; what then fails is told", async () => {
    const { rules, said, choose } = rig({ "a.rule": FADE("Ash") });
    const first = vi.fn(async () => {});
    rules.sayMissing("gun.rle", "Ash", first);
    rules.sayMissing("other.rle", "Ash", () => Promise.reject(new Error("No.")));
    await choose("a.rule");
    expect(first).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(said).toContain("failed: No."));
  });

  test("has a name of bearable length", () => {
    const { rules, actions } = rig();
    rules.sayMissing("gun.rle", "x".repeat(40), async () => {});
    rules.sayMissing("gun.rle", "x".repeat(41), async () => {});
    expect(actions.map(({ label }) => label)).toEqual([
      `Choose ${"x".repeat(40)}.rule`,
      `Choose ${"x".repeat(40)}….rule`,
    ]);
  });
});
