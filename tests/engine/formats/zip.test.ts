// ZIP archives: the one pattern of an archive opens as the file would, and every other archive says what it is.

import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { describeError } from "../../../engine/core/errors.ts";
import { readPattern, writePattern } from "../../../engine/formats/pattern-file.ts";
import { unzipPatterns } from "../../../engine/formats/zip.ts";
import { caught } from "../../support/caught.ts";

const GLIDER = strToU8("#N Glider\nx = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n");
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
    expect(saying(zipSync({ "b.rle": GLIDER, "a/a.cells": GLIDER }))).toContain("holds 2 patterns");
    expect(saying(zipSync({ "g.rle": GLIDER }).subarray(0, 60))).toContain("damaged");
    const bomb = zipSync({ "g.rle": new Uint8Array(1e6) });
    expect(caught(() => readPattern(bomb, { maxInflatedBytes: 1e5 })).code).toBe("too-large");
  });

  it("whose pattern needs a rule's file is refused by the rule's name", () => {
    const alien = strToU8("x = 1, y = 1, rule = Langtons-Loops\nA!\n");
    expect(saying(zipSync({ "w.rle": alien, "w.rule": alien }))).toContain("Langtons-Loops");
  });
});
