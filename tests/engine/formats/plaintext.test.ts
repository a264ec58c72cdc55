import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { patternOf } from "../../../engine/core/pattern.ts";
import { RunsBuilder, runsBounds, runsPopulation, translateRuns } from "../../../engine/core/runs.ts";
import { PLAINTEXT } from "../../../engine/formats/plaintext.ts";
import { caught } from "../../support/caught.ts";
import { equalRuns } from "../../support/runs.ts";
import { cellsOf, lineArbitrary, read, runsArbitrary, textOf, write } from "./support.ts";

const plain = (text: string) => read(PLAINTEXT, text);

describe("reading", () => {
  it.each([
    ["!Name: Glider\n!\n.O\n..O\nOOO\n", ["1,0", "2,1", "0,2", "1,2", "2,2"]],
    [".*\n..*\n***", ["1,0", "2,1", "0,2", "1,2", "2,2"]],
    ["!\r\n.o\r\n\r\noo\r\n", ["1,0", "0,2", "1,2"]],
    ["!\nO\n!between\nO\n", ["0,0", "0,1"]],
    ["!\n5.3O2.O\n2O", ["5,0", "6,0", "7,0", "10,0", "0,1", "1,1"]],
    ["\n \n!Name: a\nO", ["0,0"]],
    ["!\n.O  \n", ["1,0"]],
  ])("%j", (text, expected) => {
    const pattern = plain(text);
    expect(cellsOf(pattern.cells)).toEqual(expected);
    expect(pattern).toMatchObject({ rule: null, positioned: false, warnings: [] });
  });

  it("takes name, author and comments", () => {
    expect(plain("!Name: Gun\n!author:Bill\n! first\n!\n!Name: other\nO")).toMatchObject({
      name: "Gun",
      author: "Bill",
      comments: ["first", "", "other"],
    });
  });

  it("keeps the picture's size as the paste box", () => {
    expect(plain("!\n....\n.O\n.\n\n\n").box).toEqual({ x: 0n, y: 0n, w: 4n, h: 3n });
    expect(plain("!\n\n").box).toBeNull();
  });

  it("takes a blank between cells for a dead one and says so", () => {
    const pattern = plain(" O O\nO");
    expect(cellsOf(pattern.cells)).toEqual(["1,0", "3,0", "0,1"]);
    expect(pattern.warnings).toEqual(["Line 1: A blank was read as a dead cell."]);
  });

  it("takes a huge count as one run", () => {
    expect(runsPopulation(plain("!\n999999999999O").cells)).toBe(999999999999n);
  });

  it.each([
    ["!\n.O\n.x", 'cannot hold "x"', 3, 2],
    [".O\tO", "cannot hold a tab", 1, 3],
    ["!\n.O5", "After this count a cell is missing", 2, 3],
    ["!\n.O5  ", "After this count a cell is missing", 2, 3],
    ["!\n99999999999999999O", "larger than 2^53", 2, 1],
    ["!\n9007199254740991.O", "wider than 2^53", 2, 18],
    ["!\n.\u0000", "cannot hold the byte 0x00", 2, 2],
  ])("refuses %j: %s", (text, sentence, line, column) => {
    const error = caught(() => plain(text));
    expect(error.message).toContain(sentence);
    expect(error).toMatchObject({ line, column });
  });
});

describe("writing", () => {
  it("draws the cells", () => {
    const pattern = plain("!Name: a\n!Author: b\n! c\n..O.\n\n.OO\n");
    expect(textOf(write(PLAINTEXT, pattern))).toBe("!Name: a\n!Author: b\n!c\n..O\n.\n.OO\n");
  });

  it("writes no cells as one dead row", () => {
    expect(textOf(write(PLAINTEXT, plain("!\n")))).toBe("!\n.\n");
  });

  it("is read back, wherever the cells were", () => {
    fc.assert(
      fc.property(runsArbitrary(), fc.array(lineArbitrary, { maxLength: 3 }), (cells, comments) => {
        const back = plain(textOf(write(PLAINTEXT, patternOf(cells, { comments }))));
        const bounds = runsBounds(cells);
        const expected = bounds ? translateRuns(cells, -bounds.x, -bounds.y) : cells;
        expect(equalRuns(back.cells, expected)).toBe(true);
      }),
    );
  });

  it("is read back at its place in the paste box", () => {
    fc.assert(
      fc.property(runsArbitrary(), (cells) => {
        const bounds = runsBounds(cells);
        if (!bounds) return;
        const box = { x: bounds.x - 3n, y: bounds.y - 2n, w: bounds.w + 9n, h: bounds.h + 9n };
        const back = plain(textOf(write(PLAINTEXT, patternOf(cells, { box }))));
        expect(equalRuns(back.cells, translateRuns(cells, -box.x, -box.y))).toBe(true);
      }),
    );
  });

  it("falls back to the cells' bounds where the box would make a huge picture, and refuses huge patterns", () => {
    const one = plain("O").cells;
    const box = { x: -(10n ** 9n), y: -(10n ** 9n), w: 10n ** 10n, h: 10n ** 10n };
    expect(textOf(write(PLAINTEXT, patternOf(one, { box })))).toBe("O\n");
    const out = new RunsBuilder();
    out.add(0, 0, 1);
    out.add(10 ** 6, 10 ** 6, 1);
    const error = caught(() => write(PLAINTEXT, patternOf(out.build(0n, 0n))));
    expect(error).toMatchObject({ code: "too-large" });
    expect(error.message).toContain("1,000,001 x 1,000,001");
  });
});
