import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { patternOf } from "../../../engine/core/pattern.ts";
import { RunsBuilder, runsPopulation } from "../../../engine/core/runs.ts";
import { LIFE_105 } from "../../../engine/formats/life-105.ts";
import { LIFE_106 } from "../../../engine/formats/life-106.ts";
import { caught } from "../../support/caught.ts";
import { equalRuns } from "../../support/runs.ts";
import { cellsOf, patternArbitrary, read, runsArbitrary, textOf, write } from "./support.ts";

const old = (text: string) => read(LIFE_105, text);
const list = (text: string) => read(LIFE_106, text);

// The places in this table are those that bgolly 3.3 gives the same files.
describe("reading Life 1.05", () => {
  it.each([
    ["#Life 1.05\n#P -3 -4\n.*\n..*\n***", ["-2,-4", "-1,-3", "-3,-2", "-2,-2", "-1,-2"]],
    ["#Life 1.05\n#P -3 -4\n*\n#P 4 4\n.*\n", ["-3,-4", "5,4"]],
    ["#Life 1.05\n#P\n*\n", ["0,0"]],
    ["#Life 1.05\n***", ["0,0", "1,0", "2,0"]],
    ["#Life 1.05\r\n#P -3 -4\r\n*\r\n\r\n*\r\n#P\r\n*", ["-3,-4", "-3,-3", "-3,-2"]],
    ["#P -3 -4\n.*\n***", ["-2,-4", "-3,-3", "-2,-3", "-1,-3"]],
    ["#Life 1.05\n#P 0 0\n**\n#P 1 0\n**", ["0,0", "1,0", "2,0"]],
    ["#Life 1.05\n#P 5 5\n*\n#P 0 0\n*", ["0,0", "5,5"]],
  ])("%j", (text, expected) => {
    expect(cellsOf(old(text).cells)).toEqual(expected);
  });

  it("takes rule, name, author and comments", () => {
    expect(old("#Life 1.05\n#D Name: Gun\n#D Author: Bill\n#D a line\n#R 23/36\n#P 1 1\n*")).toMatchObject({
      name: "Gun",
      author: "Bill",
      comments: ["a line"],
      rule: "B36/S23",
      positioned: true,
    });
    expect(old("#Life 1.05\n#N\n*")).toMatchObject({ rule: "B3/S23", positioned: false });
    expect(old("#Life 1.05\n#R 34/2H:T20,20\n*").rule).toBe("B2/S34H:T20,20");
    expect(old("#Life 1.05\n*").rule).toBeNull();
  });

  it("takes places of any size", () => {
    const far = 10n ** 30n;
    const { cells } = old(`#Life 1.05\n#P ${far} -${far}\n*\n#P ${far + 5n} ${1n - far}\n*`);
    expect(cellsOf(cells)).toEqual([`${far},${-far}`, `${far + 5n},${1n - far}`]);
  });

  it.each([
    ["#Life 1.05\n#P 1 1\n.*O", 'cannot hold "O"', 3, 3],
    ["#Life 1.05\n*  *", "cannot hold a blank", 2, 2],
    ["#Life 1.05\n#P one", "column of a block is missing", 2, 4],
    ["#Life 1.05\n#P 1", "row of a block is missing", 2, 5],
    ["#Life 1.05\n#P 1 1 1", "nothing else may follow", 2, 7],
    ["#Life 1.05\n#R 9/3", "counts 9 live neighbours", 2, 4],
    ["#Life 1.05\n*\n#P 0 99999999999999999999\n*", "2^53 cells high", 4, 1],
    ["#Life 1.05\n*\n#P 9007199254740990 0\n**", "2^53 cells wide", 4, 1],
    [`#P ${"1".repeat(10_001)} 1\n*`, "more than 10,000 digits", 1, 4],
  ])("refuses %j: %s", (text, sentence, line, column) => {
    const error = caught(() => old(text));
    expect(error.message).toContain(sentence);
    expect(error).toMatchObject({ line, column });
  });
});

describe("writing Life 1.05", () => {
  it("makes blocks of at most 80 columns and leaves out wide gaps", () => {
    const out = new RunsBuilder();
    out.add(0, 0, 100);
    out.add(1, 2, 1);
    out.add(0, 500, 1);
    const text = textOf(
      write(LIFE_105, patternOf(out.build(-50n, 7n), { rule: "B2/S34H:T0,30", name: "n" })),
    );
    expect(text).toBe(
      `#Life 1.05\n#D Name: n\n#R 34/2H:T0,30\n#P -50 7\n${"*".repeat(80)}\n.\n.*\n#P -50 507\n*\n#P 30 7\n${"*".repeat(20)}\n`,
    );
  });

  it("is read back", () => {
    fc.assert(
      fc.property(patternArbitrary(runsArbitrary({ far: 300 })), (pattern) => {
        const text = textOf(write(LIFE_105, pattern));
        for (const line of text.split("\n"))
          if (!line.startsWith("#")) expect(line.length).toBeLessThanOrEqual(80);
        const back = old(text);
        expect(equalRuns(back.cells, pattern.cells)).toBe(true);
        expect(back).toMatchObject({ rule: pattern.rule, name: pattern.name, author: pattern.author });
        expect(back.comments).toEqual(pattern.comments);
      }),
    );
  });

  it("refuses a pattern of too many cells instead of drawing them", () => {
    const out = new RunsBuilder();
    out.add(0, 0, 10 ** 12);
    expect(caught(() => write(LIFE_105, patternOf(out.build(0n, 0n))))).toMatchObject({ code: "too-large" });
  });
});

describe("reading Life 1.06", () => {
  it.each([
    ["#Life 1.06\n1 2\n-3 -4\n5,6\n7\t8\n+9  10 \n", ["-3,-4", "1,2", "5,6", "7,8", "9,10"]],
    ["#Life 1.06\r\n0 0\r\n0 0\r\n1 0\r\n", ["0,0", "1,0"]],
    ["#Life 1.06\n", []],
  ])("%j", (text, expected) => {
    const pattern = list(text);
    expect(cellsOf(pattern.cells)).toEqual(expected);
    expect(pattern).toMatchObject({ positioned: true, rule: null });
  });

  it("takes coordinates of any size as long as they lie near each other", () => {
    const far = 10n ** 100n;
    const { cells } = list(`#Life 1.06\n${far} ${-far}\n${far + 1n} ${-far}\n${far - 2n ** 52n} ${-far}\n`);
    expect(cells.spans.length).toBe(4);
    expect(runsPopulation(cells)).toBe(3n);
    expect(cellsOf(cells)[0]).toBe(`${far - 2n ** 52n},${-far}`);
  });

  it.each([
    ["#Life 1.06\n1 2\n3\n", "row of the cell is missing", 3, 2],
    ["#Life 1.06\n1 2\nx 3\n", 'expected, not "x"', 3, 1],
    ["#Life 1.06\n1 y\n", 'expected, not "y"', 2, 3],
    ["#Life 1.06\n1-2\n", 'expected, not "-"', 2, 2],
    ["#Life 1.06\n1 2 3\n", "nothing else may follow", 2, 4],
    ["#Life 1.06\n1.5 2\n", 'expected, not "."', 2, 2],
    ["#Life 1.06\n1 -\n", 'expected, not "-"', 2, 3],
    ["#Life 1.06\n0 0\n9007199254740991 0\n", "2^53 cells wide", 3, 1],
    ["#Life 1.06\n0 -5000000000000000\n0 5000000000000000\n", "2^53 cells high", 3, 3],
    [`#Life 1.06\n0 0\n0 1${"0".repeat(400)}\n`, "2^53 cells high", 3, 3],
  ])("refuses %j: %s", (text, sentence, line, column) => {
    const error = caught(() => list(text));
    expect(error.message).toContain(sentence);
    expect(error).toMatchObject({ line, column });
  });
});

describe("writing Life 1.06", () => {
  it("lists the cells", () => {
    const out = new RunsBuilder();
    out.add(0, 0, 2);
    out.add(5, 1, 1);
    expect(textOf(write(LIFE_106, patternOf(out.build(-1n, 3n))))).toBe("#Life 1.06\n-1 3\n0 3\n4 4\n");
  });

  it("is read back", () => {
    fc.assert(
      fc.property(runsArbitrary({ far: 300 }), (cells) => {
        expect(equalRuns(list(textOf(write(LIFE_106, patternOf(cells)))).cells, cells)).toBe(true);
      }),
    );
  });

  it("refuses more cells than anyone would list", () => {
    const out = new RunsBuilder();
    out.add(0, 0, 2 ** 24 + 1);
    expect(caught(() => write(LIFE_106, patternOf(out.build(0n, 0n)))).message).toContain("16,777,217");
  });
});
