import { gzipSync as zlibGzipSync } from "node:zlib";
import { gzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { describeError } from "../../../engine/core/errors.ts";
import { patternOf, withRuns } from "../../../engine/core/pattern.ts";
import { runsPopulation, translateRuns } from "../../../engine/core/runs.ts";
import { readPattern, writePattern } from "../../../engine/formats/pattern-file.ts";
import { FORMATS, formatForPath, lostIn } from "../../../engine/formats/unpacked.ts";
import { caught } from "../../support/caught.ts";
import { equalRuns } from "../../support/runs.ts";
import { runsOf } from "../../support/runs-of.ts";
import { bytesOf, latin1, textOf } from "./support.ts";

describe("the format is told by the content", () => {
  it.each([
    ["pbm", "P1\n1 1\n1"],
    ["pbm", "P4 1 1 \x80"],
    ["pbm", "P4#a\n1 1\n\x80"],
    ["life-106", "#Life 1.06\n0 0"],
    ["life-106", "\n#life 1.06\n0 0"],
    ["life-105", "#Life 1.05\n*"],
    ["life-105", "#Life\n*"],
    ["life-105", "#P 1 1\n*"],
    ["life-105", "#D a\n#N\n#P 1 1\n*."],
    ["rle", "#P 1 1\nx = 1, y = 1\no!"],
    ["rle", "#P 1 1\no!"],
    ["plaintext", "!Name: a\nO"],
    ["plaintext", "\r\n!\n.O"],
    ["plaintext", ".O\nO."],
    ["plaintext", "***"],
    ["rle", "#C a\no!"],
    ["rle", "\n\n  #C a\no!"],
    ["rle", "x = 1, y = 1\no!"],
    ["rle", "x=1\no!"],
    ["rle", "y = 1, x = 1\no!"],
    ["rle", "bo$2bo$3o!"],
    ["rle", "3o!"],
    ["rle", ".A$A!"],
    ["rle", "o!anything behind it"],
    ["rle", "\u00ef\u00bb\u00bfx = 1, y = 1\no!"],
    ["plaintext", ".O\n.O\n\x1a"],
  ])("%s: %j", (id, text) => {
    expect(readPattern(latin1(text))).toMatchObject({ format: { id }, gzipped: false });
    expect(readPattern(gzipSync(latin1(text)))).toMatchObject({ format: { id }, gzipped: true });
  });

  it("and a headerless RLE that was cut off is still known as one", () => {
    expect(caught(() => readPattern(bytesOf("bo$2bo$3"))).message).toContain("ends without `!`");
    expect(caught(() => readPattern(bytesOf("bo$2bo$3oz!")))).toMatchObject({
      code: "syntax",
      line: 1,
      column: 10,
    });
  });
});

describe("what people bring along opens with a warning", () => {
  const GLIDER = "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o";
  const whole = readPattern(bytesOf(`${GLIDER}!`)).pattern;

  it.each([
    [
      "cells without the final `!`",
      bytesOf(GLIDER),
      "Line 2: The pattern ends without `!`; the file may have been cut off.",
    ],
    ["the same with a line break behind them", bytesOf(`${GLIDER}\n\n`), "ends without `!`"],
    [
      "a zero behind gzip data",
      padded(gzipSync(bytesOf(`${GLIDER}!`)), 1),
      "The gzip data are followed by a zero byte.",
    ],
    [
      "a block of zeros behind gzip data",
      padded(gzipSync(bytesOf(`${GLIDER}!`)), 467),
      "followed by 467 zero bytes.",
    ],
    [
      "a forum's tags",
      bytesOf(`[code]${GLIDER}![/code]\n`),
      "The tags of a forum post around the pattern were left out.",
    ],
    ["tags on lines of their own", bytesOf(`\n[Code]\n${GLIDER}!\n[/CODE]`), "tags of a forum post"],
    ["other tags", bytesOf(`[rle=a]${GLIDER}![/rle]`), "tags of a forum post"],
    ["a viewer's tags", bytesOf(`[viewer]${GLIDER}![/viewer]`), "tags of a forum post"],
    ["an opening tag alone", bytesOf(`[code]\n${GLIDER}!`), "tags of a forum post"],
  ])("%s", (_, bytes, warning) => {
    const { pattern, format } = readPattern(bytes);
    expect(format.id).toBe("rle");
    expect(equalRuns(withRuns(pattern).cells, withRuns(whole).cells)).toBe(true);
    expect(pattern.rule).toBe("B3/S23");
    expect(pattern.comments).toEqual([]);
    expect(pattern.warnings).toHaveLength(1);
    expect(pattern.warnings[0]).toContain(warning);
  });

  it("and mistakes between tags keep their line and column", () => {
    expect(caught(() => readPattern(bytesOf("[code]\n3o$2oz![/code]")))).toMatchObject({
      line: 2,
      column: 6,
    });
    expect(caught(() => readPattern(bytesOf("[code]3o$2oz![/code]")))).toMatchObject({
      line: 1,
      column: 12,
    });
  });

  it("but damaged gzip data stay damaged, with zeros behind them or without", () => {
    const damaged = gzipSync(bytesOf(`${GLIDER}!`)).slice(0, -6);
    expect(caught(() => readPattern(damaged)).code).toBe("syntax");
    expect(caught(() => readPattern(padded(damaged, 300))).code).toBe("syntax");
  });
});

function padded(bytes: Uint8Array, zeros: number): Uint8Array {
  const whole = new Uint8Array(bytes.length + zeros);
  whole.set(bytes);
  return whole;
}

describe("what is no pattern is refused in a sentence", () => {
  it.each([
    ["", "The file is empty."],
    [" \r\n\t\n", "The file holds nothing but blanks."],
    ["PK\x03\x04abc", "The ZIP archive is damaged, cut off or packed in a way not known here."],
    ["local g = golly()\ng.new('')\n", "This is a Lua script for Golly. Scripts are not run here"],
    ["# comment\nimport golly as g\n", "This is a Python script for Golly."],
    ["from glife import *\n", "This is a Python script for Golly."],
    ["\x89PNG\r\n\x1a\n", "This is a PNG picture. Convert it to PBM"],
    ["GIF89a....", "This is a GIF picture."],
    ["\xff\xd8\xff\xe0", "This is a JPEG picture."],
    ["P6\n1 1\n255\nabc", "This is a grey or colour picture (PGM, PPM or PAM)."],
    ["BZh91AY", "This is bzip2 data."],
    ["%PDF-1.4", "This is a PDF document."],
    ["<!DOCTYPE html><html>", "This is a web page. Save the pattern's own file"],
    ["[M1] (x)\n", "This is a Macrocell pattern of the first kind ([M1]), which is not read here."],
    ["@RULE Foo\n", "This is a rule table (.rule) and not a pattern."],
    ["\xff\xfex\x00 \x00=\x00", "This is text in UTF-16, which is not read here. Save it as UTF-8"],
    ["\xfe\xff\x00x\x00 \x00=", "This is text in UTF-16, which is not read here. Save it as UTF-8"],
    ["x\x00 \x00=\x00 \x001\x00", "This is text in UTF-16"],
    ["\x00x\x00 \x00=\x00 \x001", "This is text in UTF-16"],
    ["!\x00\r\x00\n\x00\t\x00O\x00", "This is text in UTF-16"],
    ["\x01\x02\x00\x03\xfe", "These are binary data of no pattern format that is known here."],
    [`${"Dear all, ".repeat(9)}\x00`, "These are binary data of no pattern format that is known here."],
    // Escape sequences of a terminal are no text, and neither are other control characters in numbers.
    ...["\x1b[1m", "\x08", "\x0e ", "\x1f,"].map((odd): [string, string] => [
      odd.repeat(30),
      "These are binary data of no pattern format that is known here.",
    ]),
    // Blanks of all kinds are, and so is DOS's end of a file, up to the end of its last block.
    [
      `Dear all,\t\v\f\r\n${"\t\f".repeat(30)}see below${"\x1a".repeat(99)}`,
      'This looks like ordinary text and not like a pattern: it begins with "Dear all,". Known: ',
    ],
    // A control character or two make no text binary.
    [
      `Dear\x01 ${"all, ".repeat(20)}`,
      "This looks like ordinary text and not like a pattern: it begins with",
    ],
    [
      "\n Dear all,\nsee below",
      'This looks like ordinary text and not like a pattern: it begins with "Dear all,". Known: .pbm',
    ],
    [
      `Once there was a glider${", which flew".repeat(9)}.`,
      'This looks like ordinary text and not like a pattern: it begins with "Once there was a glider, which flew, whi...". Known: ',
    ],
    ...['{\n  "cells": [1]\n}', '{"cells": [1]}', '{ "cells": [1]}', "[[1, 0], [0, 1]]", '[\t{"x": 1}]'].map(
      (json): [string, string] => [json, "This looks like JSON and not like a pattern: it begins with "],
    ),
    ["[1]", "This looks like ordinary text and not like a pattern: it begins with "],
    [".O\n.P", "line 2, column 2: This is no pattern in a format that is known here."],
    [`${" ".repeat(257)}ustar`, "This is a tar archive."],
  ])("%j", (text, sentence) => {
    expect(describeError(caught(() => readPattern(latin1(text)))).slice(0, sentence.length)).toBe(sentence);
  });

  it("ten megabytes of noise in a short sentence, whatever they begin with", () => {
    const noise = new Uint8Array(1e7);
    let state = 1;
    for (let i = 0; i < noise.length; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      noise[i] = state >>> 24;
    }
    for (const start of [
      "",
      "#",
      "#C",
      "x = ",
      "!",
      "P1 ",
      "P4 99999 99999 ",
      "#Life 1.05\n",
      "#Life 1.06\n",
      "\x1f\x8b\x08",
    ]) {
      noise.set(latin1(start));
      const error = caught(() => readPattern(noise));
      expect(describeError(error).length).toBeLessThan(300);
    }
  });
});

describe("gzip", () => {
  const text = bytesOf("x = 3, y = 1, rule = B3/S23\n3o!\n");
  const packed = gzipSync(text, { filename: "a.rle" });

  it("is unpacked by content, in several members too", () => {
    expect(runsPopulation(runsOf(readPattern(packed).pattern))).toBe(3n);
    const halves = [gzipSync(text.subarray(0, 20)), gzipSync(text.subarray(20))];
    const members = Uint8Array.from(halves.flatMap((half) => [...half]));
    expect(runsPopulation(runsOf(readPattern(members).pattern))).toBe(3n);
  });

  it("of any size between the pieces that it is fed in", () => {
    for (const cells of [1, 300, 5000, 200_000]) {
      // Noise packs badly, so these files take one piece, several, and many.
      let body = "";
      let state = cells;
      for (let i = 0; i < cells; i++) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        body += state >>> 31 ? "o" : "b";
      }
      const plain = runsOf(readPattern(bytesOf(`${body}o!`)).pattern);
      expect(equalRuns(runsOf(readPattern(gzipSync(bytesOf(`${body}o!`))).pattern), plain)).toBe(true);
    }
  });

  it("that is cut off anywhere or has any bit turned over is refused in a sentence", () => {
    for (let length = 2; length < packed.length; length++) {
      const error = caught(() => readPattern(packed.subarray(0, length)));
      expect(error.message).toMatch(/^The gzip data are damaged or cut off/);
    }
    let told = 0;
    for (let bit = 16; bit < packed.length * 8; bit++) {
      const damaged = packed.slice();
      damaged[bit >> 3] ^= 1 << (bit & 7);
      // Bits of the header (time, name, system) mean nothing for the content.
      try {
        expect(equalRuns(runsOf(readPattern(damaged).pattern), runsOf(readPattern(packed).pattern))).toBe(
          true,
        );
      } catch (error) {
        expect(caught(() => readPattern(damaged)).message).toMatch(/^The gzip data are damaged or cut off/);
        expect(error).toHaveProperty("code", "syntax");
        told++;
      }
    }
    expect(told).toBeGreaterThan(text.length * 8);
  });

  it("that is a bomb is refused without being unpacked", () => {
    const whole = new Uint8Array(zlibGzipSync(new Uint8Array(70 * 2 ** 20), { level: 1 }));
    // A reader that went on behind the limit would come to its end and call it cut off.
    const bomb = whole.subarray(0, whole.length * 0.95);
    const error = caught(() => readPattern(bomb));
    expect(error).toMatchObject({ code: "too-large", message: "The gzip data unpack to more than 64 MB." });
    expect(caught(() => readPattern(packed, { maxInflatedBytes: 31 })).code).toBe("too-large");
    expect(readPattern(packed, { maxInflatedBytes: 32 }).gzipped).toBe(true);
  });

  it("within gzip, and holding nothing", () => {
    expect(caught(() => readPattern(gzipSync(packed))).message).toBe("This is gzip data inside gzip data.");
    expect(caught(() => readPattern(gzipSync(new Uint8Array(0)))).message).toBe(
      "The gzip data hold nothing.",
    );
  });

  it("is written the same on every day", () => {
    const { pattern } = readPattern(text);
    const first = writePattern(pattern, "rle", { gzip: true });
    expect(first[4] | first[5] | first[6] | first[7]).toBe(0);
    expect(textOf(writePattern(readPattern(first).pattern, "rle"))).toBe(textOf(text));
  });
});

describe("names", () => {
  it.each([
    ["gun.rle", "rle", false],
    ["/a.b/Gun.RLE.gz", "rle", true],
    ["gun.cells", "plaintext", false],
    ["gun.lif", "life-105", false],
    ["gun_106.lif", "life-106", false],
    ["gun.life", "life-106", false],
    ["C:\\x\\gun.pbm.GZ", "pbm", true],
  ])("%s", (path, id, gzip) => {
    expect(formatForPath(path)).toMatchObject({ format: { id }, gzip });
  });

  it.each(["gun", "gun.png", "gun.gz", "rle", "gun.rle.zip"])(
    "%s is refused, listing what is known",
    (path) => {
      const error = caught(() => formatForPath(path));
      expect(error.message).toBe(`The name "${path}" has no ending of a pattern format.`);
      for (const format of FORMATS.list())
        for (const ending of format.extensions) expect(error.hint).toContain(ending);
    },
  );

  it("of formats are known to the writer only", () => {
    const { pattern } = readPattern(bytesOf("o!"));
    expect(caught(() => writePattern(pattern, "bmp"))).toMatchObject({ code: "not-found" });
  });
});

describe("every format", () => {
  const { pattern } = readPattern(
    bytesOf("#CXRLE Pos=5,-6 Gen=9\n#N n\nx = 3, y = 3, rule = B36/S23\nbo$2bo$3o!"),
  );

  it("writes what it sniffs and reads", () => {
    for (const format of FORMATS.list().filter(({ write }) => write)) {
      const bytes = writePattern(pattern, format.id);
      expect(FORMATS.list().find((f) => f.sniff(bytes))?.id ?? "plaintext").toBe(format.id);
      const back = runsOf(readPattern(bytes).pattern);
      const moved = format.carries.includes("position") ? back : translateRuns(back, 5n, -6n);
      expect(equalRuns(moved, runsOf(pattern))).toBe(true);
    }
  });

  it("says what it loses", () => {
    const lost = (id: string): readonly string[] => lostIn(pattern, FORMATS.get(id));
    expect(lost("rle")).toEqual([]);
    expect(lost("life-105")).toEqual(["the generation 9"]);
    expect(lost("life-106")).toEqual(["the rule B36/S23", "the generation 9", "the name and comments"]);
    expect(lost("plaintext")).toEqual(["the rule B36/S23", "the position", "the generation 9"]);
    expect(lostIn(patternOf(pattern.cells), FORMATS.get("pbm"))).toEqual([]);
    const ruleFile = { name: "Mine", text: "@RULE Mine\n", enclosed: true } as const;
    const ownRule = (id: string) =>
      lostIn(patternOf(pattern.cells, { rule: "Mine", ruleFile }), FORMATS.get(id));
    expect([ownRule("rle"), ownRule("macrocell")]).toEqual([[], ["the file of its rule, Mine.rule"]]);
    const ofLife = (rule: string) => lostIn(patternOf(pattern.cells, { rule }), FORMATS.get("plaintext"));
    expect([ofLife("B3/S23"), ofLife("B3/S23:T9,9")]).toEqual([[], ["the rule B3/S23:T9,9"]]);
  });
});
