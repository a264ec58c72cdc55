import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block } from "../../../engine/core/block.ts";
import { blockCell, blockPopulation, createBlock } from "../../../engine/core/block.ts";
import { patternOf } from "../../../engine/core/pattern.ts";
import { rect } from "../../../engine/core/rect.ts";
import {
  blockToRuns,
  EMPTY_RUNS,
  RunsBuilder,
  runsBounds,
  runsToBlock,
  translateRuns,
} from "../../../engine/core/runs.ts";
import { soupBlock } from "../../../engine/core/soup.ts";
import { PBM, pbmFrame, pbmWords } from "../../../engine/formats/pbm.ts";
import { caught } from "../../support/caught.ts";
import { equalRuns } from "../../support/runs.ts";
import { runsOf } from "../../support/runs-of.ts";
import { bytesOf, cellsOf, latin1, read, runsArbitrary, textOf, write } from "./support.ts";

/** What a reader that is not there would have read. */
const NOTHING = { cells: EMPTY_RUNS };

const pbm = (text: string) => read(PBM, text);
const packed = (text: string) => PBM.read?.(latin1(text));

/** A picture made the slow way, pixel by pixel, from the description of the format. */
function plainly(block: Block, variant: "P4" | "P1"): number[] {
  const bytes = [...bytesOf(`${variant}\n${block.w} ${block.h}\n`)];
  for (let j = 0; j < block.h; j++) {
    for (let i = 0; i < block.w; i++) {
      const cell = blockCell(block, i, j);
      if (variant === "P1") {
        bytes.push(48 + cell);
        if (i % 64 === 63 || i === block.w - 1) bytes.push(10);
      } else {
        if (i % 8 === 0) bytes.push(0);
        bytes[bytes.length - 1] |= cell << (7 - (i % 8));
      }
    }
  }
  return bytes;
}

const blockArbitrary = fc
  .record({
    seed: fc.nat(),
    density: fc.constantFrom(0, 0.1, 0.5, 0.9, 1),
    width: fc.integer({ min: 1, max: 200 }),
    height: fc.integer({ min: 1, max: 20 }),
  })
  .map(soupBlock);

describe("a frame", () => {
  it("is the picture, bit for bit", () => {
    fc.assert(
      fc.property(blockArbitrary, fc.constantFrom("P4" as const, "P1" as const), (block, variant) => {
        expect([...pbmFrame(block, variant)]).toEqual(plainly(block, variant));
      }),
    );
  });

  it("has lines of at most 70 characters as digits", () => {
    const lines = textOf(pbmFrame(soupBlock({ seed: 1, density: 0.5, width: 1000, height: 3 }), "P1")).split(
      "\n",
    );
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(70);
  });

  it("needs at least one pixel", () => {
    expect(caught(() => pbmFrame(createBlock(0n, 0n, 0, 5), "P4"))).toMatchObject({ code: "bad-argument" });
  });
});

describe("reading", () => {
  it.each([
    ["P1\n3 2\n0 1 0\n1 1 1\n", ["1,0", "0,1", "1,1", "2,1"]],
    ["P1 3 2 010111", ["1,0", "0,1", "1,1", "2,1"]],
    ["P1\n# made by\n3 # wide\n2\r\n01\n0#eh\n11 1", ["1,0", "0,1", "1,1", "2,1"]],
    ["P1#\n1 1 1", ["0,0"]],
    ["P4\n3 2\n\x40\xe0", ["1,0", "0,1", "1,1", "2,1"]],
    ["P4\n# a\n10 1 \x00\xff", ["8,0", "9,0"]],
    ["P4 10 1\n\x01\x80", ["7,0", "8,0"]],
    ["P4 1 3\n\xff\x7f\x80", ["0,0", "0,2"]],
  ])("%j", (text, expected) => {
    expect(cellsOf(runsOf(packed(text) ?? NOTHING))).toEqual(expected);
  });

  it("takes size and comments", () => {
    expect(pbm("P1\n# made by hand\n3 2\n000000")).toMatchObject({
      box: { x: 0n, y: 0n, w: 3n, h: 2n },
      comments: ["made by hand"],
      positioned: false,
      rule: null,
    });
  });

  it("passes over what follows the first picture, and says so", () => {
    expect(pbm("P1 1 1 1 P1 1 1 1").warnings[0]).toMatch(/What follows the picture/);
    expect(packed("P4 1 1 \x80P4 1 1 \x80")?.warnings[0]).toMatch(/What follows the picture/);
    expect(packed("P4 1 1 \x80")?.warnings).toEqual([]);
  });

  it.each([
    ["P1\n3 2\n010\n11", "ends in row 2 of 2", 4, 3],
    ["P1\n3 2\n012", 'A pixel is 0 or 1, not "2"', 3, 3],
    ["P1\n3 x", 'height is expected, not "x"', 2, 3],
    ["P1\n3", "height is expected, but the file ends", 2, 2],
    ["P1", "width is expected, but the file ends", 1, 3],
    ["P4\n0 5\n", "width is 0", 2, 1],
    ["P4\n3 99999999999999999999\n", "larger than 2^53", 2, 3],
    ["P4\n999999999 999999999\n\x00", "but only 1 follow", 2, 1],
    ["P4\n9 2\n\x00\x00\x00", "takes 4 bytes, but only 3 follow", 2, 1],
    ["P4\n9 2", "one white space is expected", 2, 4],
    ["P4\n9 2!", "one white space is expected", 2, 4],
    ["P5\n9 2\n", "begins with P1 or P4", 1, 1],
  ])("refuses %j: %s", (text, sentence, line, column) => {
    const error = caught(() => packed(text));
    expect(error.message).toContain(sentence);
    expect(error).toMatchObject({ line, column });
  });

  it("gives back every frame", () => {
    fc.assert(
      fc.property(blockArbitrary, fc.constantFrom("P4" as const, "P1" as const), (block, variant) => {
        const back = PBM.read?.(pbmFrame(block, variant));
        expect(back && equalRuns(runsOf(back), translateRuns(blockToRuns(block), -block.x, -block.y))).toBe(
          true,
        );
      }),
    );
  });
});

describe("writing a pattern", () => {
  const cells = runsOf(PBM.read?.(bytesOf("P1 3 2 000 011")) ?? NOTHING);

  it("shows its box, else its bounds, else what is asked for", () => {
    expect([...write(PBM, patternOf(cells))]).toEqual([...latin1("P4\n2 1\n\xc0")]);
    expect([...write(PBM, patternOf(cells, { box: rect(0, 0, 3, 2) }))]).toEqual([
      ...latin1("P4\n3 2\n\x00\x60"),
    ]);
    const asked = PBM.write?.(patternOf(cells), { pbm: "P1", region: rect(2, 1, 2, 2) });
    expect(textOf(asked ?? bytesOf(""))).toBe("P1\n2 2\n10\n00\n");
  });

  it("shows no cells as one dead pixel", () => {
    expect([...write(PBM, patternOf(runsOf(PBM.read?.(bytesOf("P1 1 1 0")) ?? { cells })))]).toEqual([
      ...latin1("P4\n1 1\n\x00"),
    ]);
  });

  it("is read back", () => {
    fc.assert(
      fc.property(runsArbitrary(), fc.constantFrom("P4" as const, "P1" as const), (runs, variant) => {
        const bounds = runsBounds(runs);
        if (!bounds) return;
        const back = PBM.read?.(PBM.write?.(patternOf(runs), { pbm: variant }) ?? bytesOf(""));
        expect(back && equalRuns(runsOf(back), translateRuns(runs, -bounds.x, -bounds.y))).toBe(true);
        expect(back?.box).toEqual({ x: 0n, y: 0n, w: bounds.w, h: bounds.h });
        expect(back && runsToBlock(runsOf(back), back.box ?? bounds).words).toEqual(
          runsToBlock(runs, bounds).words,
        );
      }),
    );
  });

  it.each([1, 5, 8, 31, 32, 33, 63, 65])(
    "of %i pixels a row is a block of them and nothing more",
    (width) => {
      const bytes = new Uint8Array(3 * Math.ceil(width / 8)).fill(255);
      const block = { x: 0n, y: 0n, w: width, h: 3, words: pbmWords(bytes, width) };
      const full = runsToBlock(blockToRuns(block), rect(0, 0, width, 3));
      expect([...block.words]).toEqual([...full.words]);
      expect(blockPopulation(block)).toBe(3 * width);
    },
  );

  it("refuses a picture above 256 MB", () => {
    const out = new RunsBuilder();
    out.add(0, 0, 1);
    out.add(10 ** 6, 10 ** 6, 1);
    expect(caught(() => write(PBM, patternOf(out.build(0n, 0n))))).toMatchObject({ code: "too-large" });
    const region = rect(0, 0, 10n ** 12n, 10n ** 12n);
    expect(caught(() => PBM.write?.(patternOf(cells), { region }))).toMatchObject({ code: "too-large" });
  });
});
