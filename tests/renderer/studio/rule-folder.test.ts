import { afterEach, describe, expect, test } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import type { RuleFile } from "../../../engine/core/rule-file.ts";
import { compileRuleFile, ownText, ruleFileNamed } from "../../../engine/rules/files/rule-file.ts";
import { keepRuleFiles } from "../../../engine/rules/supplied.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { linesAround } from "../../../renderer/rules/fault-lines.ts";
import { RuleFolder } from "../../../renderer/studio/rule-folder.ts";
import { MemoryDisk, MemoryHost } from "../../support/memory-host.ts";

const FADE = (name: string, states: number) =>
  `@RULE ${name}\nFades.\n@TABLE\nn_states:${states}\nneighborhood:vonNeumann\nsymmetries:none\n1,0,0,0,0,2\n2,0,0,0,0,0\n`;
const fileOf = (text: string) => ruleFileNamed("", text) as NonNullable<ReturnType<typeof ruleFileNamed>>;

/** A window on a storage. `told`: the names that the worker for pattern files knows. */
function open(disk: MemoryDisk) {
  const told: string[][] = [];
  const folder = new RuleFolder({
    kept: new MemoryHost(disk).rules,
    patternFiles: {
      keepRules: (files) => void told.push(files.map(({ name }) => name)),
      rule: async (file) => compileRuleFile(file),
    },
  });
  const add = async (text: string) => {
    const file = fileOf(text);
    await folder.keep(file, await folder.check(file));
  };
  return { folder, told, add, names: () => folder.store.getState().own.map(({ file }) => file.name) };
}

afterEach(() => keepRuleFiles([]));

describe("a folder of rules", () => {
  test("finds its rules by name, before those that come along, until they are removed", async () => {
    const { folder, told, add } = open(new MemoryDisk());
    expect(parseRule("WireWorld").states).toBe(4);
    await add(FADE("WireWorld", 3));
    await add(FADE("Fade", 5));
    expect(parseRule("wireworld").states).toBe(3);
    expect(parseRule("Fade")).toMatchObject({ states: 5, file: { name: "Fade" } });
    expect(told.at(-1)).toEqual(["Fade", "WireWorld"]);
    await folder.remove("WireWorld");
    expect(parseRule("WireWorld").states).toBe(4);
    await folder.remove("FADE");
    expect(() => parseRule("Fade")).toThrow("needs its file Fade.rule");
  });

  test("is there again in the next session, looked into when somebody asks", async () => {
    const disk = new MemoryDisk();
    await open(disk).add(FADE("Übergang 2/x", 4));
    const next = open(disk);
    await next.folder.load();
    expect(next.folder.store.getState().own).toMatchObject([{ rule: null, problem: null }]);
    await next.folder.checkAll();
    expect(next.folder.find("übergang 2/X")?.rule?.states).toBe(4);
  });

  test("a file that another program has damaged says so and takes nothing else down", async () => {
    const disk = new MemoryDisk();
    await open(disk).add(FADE("Fade", 4));
    disk.rules.set("bad", "@RULE Bad\n@TABLE\nn_states:x\n");
    disk.rules.set("other", "no rule at all");
    const next = open(disk);
    await next.folder.load();
    await next.folder.checkAll();
    expect(next.names()).toEqual(["Bad", "Fade"]);
    expect(next.folder.find("Bad")?.problem).toMatchObject({ code: "syntax", line: 3 });
    expect(next.folder.find("Fade")?.rule?.states).toBe(4);
  });

  test("two windows on one storage do not undo each other", async () => {
    const disk = new MemoryDisk();
    const [one, two] = [open(disk), open(disk)];
    await Promise.all([one.add(FADE("One", 3)), two.add(FADE("Two", 3)), one.folder.load()]);
    await one.add(FADE("Both", 3));
    await two.folder.load();
    expect(two.names()).toEqual(["Both", "One", "Two"]);
    await two.folder.remove("One");
    await two.add(FADE("Both", 6));
    await one.folder.load();
    expect(one.names()).toEqual(["Both", "Two"]);
    expect(one.folder.find("Both")?.file.text).toContain("n_states:6");
  });

  test.each([
    ["JvN29", "is a rule of its own"],
    ["LifeHistory", "is a rule of its own"],
    ["B3/S23", "is a rule of its own"],
    ["x".repeat(65), "too long"],
  ])("refuses the name %s", async (name, sentence) => {
    const error = await open(new MemoryDisk())
      .folder.check(fileOf(FADE(name, 3)))
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TessellaError);
    expect(String(error)).toContain(sentence);
  });
});

describe("a rule file", () => {
  test("has the name of its first line; a section alone that of its file", () => {
    expect(ruleFileNamed("Fade (1).rule", "@RULE Fade\n")?.name).toBe("Fade");
    expect(ruleFileNamed("Fade.rule", "@TABLE\n")?.name).toBe("Fade");
    expect(ruleFileNamed("notes.txt", "@RULE Fade\n")?.name).toBe("Fade");
    expect(ruleFileNamed("notes.txt", "Fade")).toBeNull();
    const table = ruleFileNamed("Fade.table", FADE("", 3).split("@TABLE\n")[1] as string);
    expect(table && compileRuleFile(table)).toMatchObject({ text: "Fade", states: 3 });
    // Places in it are those of the person's own lines.
    const lines = ["n_states:3", "neighborhood:vonNeumann", "symmetries:none", "1,0,0,0,0,7"];
    const faulty = ruleFileNamed("Fade.table", lines.join("\r\n")) as RuleFile;
    expect(() => compileRuleFile(faulty)).toThrow(expect.objectContaining({ line: 4, column: 11 }));
    expect(linesAround(ownText(faulty), 4, 11)).toMatchObject([{}, {}, {}, { number: 4, fault: "7" }]);
    const empty = ruleFileNamed("Fade.tree", "") as RuleFile;
    expect(() => compileRuleFile(empty)).toThrow(expect.objectContaining({ line: 1 }));
  });
});
