// ZIP archives: the one pattern of an archive opens as the file would, and every other archive says what it is.

import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { describeError } from "../../../engine/core/errors.ts";
import { readPattern, writePattern } from "../../../engine/formats/pattern-file.ts";
import { unzipPatterns } from "../../../engine/formats/zip.ts";
import { caught } from "../../support/caught.ts";

const GLIDER = strToU8("#N Glider\nx = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n");
const RULE_FILE =
  "@RULE my/Fade\n@TABLE\nn_states:3\nneighborhood:vonNeumann\nsymmetries:none\nvar a={0,1,2}\nvar b=a\nvar c=a\nvar d=a\n1,a,b,c,d,2\n2,a,b,c,d,0\n";
const saying = (bytes: Uint8Array): string => describeError(caught(() => readPattern(bytes)));

describe("a ZIP archive", () => {
  it("of one pattern opens as that pattern, packed or stored, gzipped within or not", () => {
    const inside = readPattern(GLIDER).pattern;
    for (const level of [0, 9] as const) {
      expect(readPattern(zipSync({ "a/glider.rle": [GLIDER, { level }] })).pattern).toEqual(inside);
    }
    const packed = writePattern(inside, "macrocell", { gzip: true });
    const { pattern, gzipped } = readPattern(zipSync({ "g.mc.gz": packed, "readme.html": GLIDER }));
    expect(pattern.name).toBe("Glider");
    expect(gzipped).toBe(true);
  });

  it("passes over shadows, hidden files and what is no pattern", () => {
    const files = { "__MACOSX/._g.rle": GLIDER, ".hidden.rle": GLIDER, "g.rle": GLIDER, "x.rule": GLIDER };
    expect(unzipPatterns(zipSync(files), 1e6).map(({ path }) => path)).toEqual(["g.rle"]);
  });

  it("of none or several, cut off or too large, is refused in a sentence", () => {
    expect(saying(zipSync({ "s.lua": GLIDER }))).toContain("holds no pattern file");
    expect(saying(zipSync({}))).toContain("holds no pattern file");
    const two = caught(() => readPattern(zipSync({ "b.rle": GLIDER, "a/a.cells": GLIDER })));
    expect(describeError(two)).toContain("holds 2 patterns");
    expect(two.members).toEqual(["a/a.cells", "b.rle"]);
    expect(saying(zipSync({ "g.rle": GLIDER }).subarray(0, 60))).toContain("damaged");
    const bomb = zipSync({ "g.rle": new Uint8Array(1e6) });
    expect(caught(() => readPattern(bomb, { maxInflatedBytes: 1e5 })).code).toBe("too-large");
  });

  it("of several opens the pattern that is named, by its path or as much of its end as only one has", () => {
    const named = (name: string): Uint8Array => strToU8(`#N ${name}\nx = 1, y = 1, rule = B3/S23\no!\n`);
    const archive = zipSync({ "a/p.rle": named("one"), "b/p.rle": named("two"), "b/q.rle": named("three") });
    const nameOf = (member: string): string | null => readPattern(archive, { member }).pattern.name;
    expect([nameOf("a/p.rle"), nameOf("b/p.rle"), nameOf("q.rle")]).toEqual(["one", "two", "three"]);
    for (const [member, sentence] of [
      ["p.rle", 'holds 2 patterns of the name "p.rle"'],
      ["r.rle", 'holds no pattern of the name "r.rle"'],
    ] as const) {
      const error = caught(() => readPattern(archive, { member }));
      expect(error.code).toBe("not-found");
      expect(describeError(error)).toContain(sentence);
      expect(error.members).toHaveLength(3);
    }
  });

  it("may hold the file of its pattern's rule, which goes with the pattern", () => {
    const rule = strToU8(RULE_FILE);
    const files = { "in/p.rle": strToU8("x = 2, y = 1, rule = my/Fade:T9,9\nAB!\n"), "x/My_fade.RULE": rule };
    const { pattern } = readPattern(zipSync(files));
    expect(pattern).toMatchObject({ rule: "my/Fade:T9,9", ruleFile: { name: "my/Fade", text: RULE_FILE } });
    // A pattern that is saved outside of its archive takes the rule along.
    expect(readPattern(writePattern(pattern, "rle")).pattern).toMatchObject({
      rule: "my/Fade:T9,9",
      ruleFile: { text: RULE_FILE },
    });
    const mcl = strToU8("#MCell 4.0\n#GAME Rules table\n#GOLLY my/Fade\n#L AB\n");
    expect(readPattern(zipSync({ "p.mcl": mcl, "my_Fade.rule": rule })).pattern.ruleFile?.text).toBe(
      RULE_FILE,
    );
    const lif = strToU8("#Life 1.05\n#R my/Fade\n*\n");
    expect(readPattern(zipSync({ "p.lif": lif, "my_Fade.rule": rule })).pattern.ruleFile?.text).toBe(
      RULE_FILE,
    );
    // A shadow of macOS is no rule.
    const shadow = { "p.rle": files["in/p.rle"], "__MACOSX/my_Fade.rule": rule };
    expect(saying(zipSync(shadow))).toContain("my/Fade");
  });

  it("with a mistake in its rule says where", () => {
    const files = {
      "p.rle": strToU8("x = 1, y = 1, rule = Bad\nA!\n"),
      "Bad.rule": strToU8("@RULE Bad\n@TABLE\n"),
    };
    expect(saying(zipSync(files))).toMatch(/Bad\.rule, line \d/);
  });
});
