// Rules in files: where the commands find them, and what they say of one that is missing or wrong.

import { mkdir, readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { BAD_USAGE, DONE, FAILED } from "../../engine/cli/app.ts";
import { inProcess } from "../support/in-process.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();
const at = scratch.path;
/** State 1 becomes 2, and 2 becomes what `last` says. */
const cycle = (name: string, last: number): string =>
  `@RULE ${name}\n@TABLE\nn_states:4\nneighborhood:vonNeumann\nsymmetries:permute\nvar a={0,1,2,3}\nvar b={a}\nvar c={a}\nvar d={a}\n1,a,b,c,d,2\n2,a,b,c,d,${last}\n`;
const pattern = (rule: string): string => `x = 2, y = 1, rule = ${rule}\nAB!\n`;

beforeAll(async () => {
  await mkdir(at("rules"));
  await mkdir(at("patterns"));
  await scratch.file("rules/Far_off.rule", cycle("Far_off", 3));
  await scratch.file("rules/Both.rule", cycle("Both", 3));
  await scratch.file("rules/Wrong.rule", cycle("Wrong", 4));
  await scratch.file("rules/Novaa.rule", cycle("Novaa", 4));
  await scratch.file("patterns/Both.rule", cycle("Both", 1));
  await scratch.file("patterns/Beside.rule", cycle("Beside", 1));
  for (const rule of ["Far_off", "Both", "Beside", "Wrong", "Absent"])
    await scratch.file(`patterns/${rule}.rle`, pattern(rule));
});

/** The cells after a generation, as RLE. */
async function stepped(rule: string, ...more: readonly string[]): Promise<string> {
  const out = at("out.rle");
  const { code, stderr } = await inProcess("run", at(`patterns/${rule}.rle`), "-m", "1", "-o", out, ...more);
  expect([stderr, code]).toEqual(["", DONE]);
  return (await readFile(out, "utf8")).trim().split("\n").at(-1) as string;
}

describe("a rule's file", () => {
  it("is found beside the pattern, in --rules, which wins, and in the folder that a person has set", async () => {
    expect(await stepped("Beside")).toBe("BA!");
    expect(await stepped("Both")).toBe("BA!");
    expect(await stepped("Both", "--rules", at("rules"))).toBe("BC!");
    expect(await stepped("Beside", "-r", "far/off", "--rules", at("rules"))).toBe("BC!");
    process.env.TESSELLA_RULES = at("rules");
    try {
      expect(await stepped("Far_off")).toBe("BC!");
    } finally {
      delete process.env.TESSELLA_RULES;
    }
  });

  it("that is missing or wrong is named", async () => {
    const said = async (rule: string, ...more: readonly string[]) =>
      await inProcess("info", at(`patterns/${rule}.rle`), ...more);
    const absent = await said("Absent");
    expect(absent.code).toBe(FAILED);
    expect(absent.stderr).toContain(
      'line 1, column 22: The rule "Absent" is none that is known here; it needs its file Absent.rule.',
    );
    expect(absent.stderr).toContain(
      "Put Absent.rule beside the pattern, name its folder with --rules, or open it in the studio.",
    );
    expect((await said("Wrong", "--rules", at("rules"))).stderr).toContain(
      "Wrong.rule, line 11, column 11: State 4 is none of this rule; the last one is 3.",
    );
    expect((await said("Beside", "--rules", at("nowhere"))).code).toBe(BAD_USAGE);
    // A name that is nearly one that is known is asked about where there is no such file.
    const novaa = async (...more: readonly string[]) =>
      (await inProcess("run", at("patterns/Both.rle"), "-m", "1", "-r", "Novaa", ...more)).stderr;
    expect(await novaa()).toContain("Did you mean Nova?");
    const wrong = await novaa("--rules", at("rules"));
    expect(wrong).toContain("Novaa.rule, line 11, column 11: State 4 is none of this rule");
    expect(wrong).not.toContain("Did you mean");
  });

  it("may stand behind the cells, and is saved with them", async () => {
    const own = await scratch.file("patterns/own.rle", `${pattern("Own")}\n${cycle("Own", 3)}`);
    const out = at("saved.rle");
    expect((await inProcess("run", own, "-m", "1", "-o", out)).code).toBe(DONE);
    const text = await readFile(out, "utf8");
    expect(text).toContain("rule = Own\nBC!\n\n@RULE Own\n@TABLE");
    expect((await inProcess("run", out, "-m", "2")).stdout).toContain("population  2");
  });
});
