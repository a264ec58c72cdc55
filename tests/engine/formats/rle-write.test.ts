import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunsPattern } from "../../../engine/core/pattern.ts";
import { patternOf } from "../../../engine/core/pattern.ts";
import { rect } from "../../../engine/core/rect.ts";
import { RunsBuilder, translateRuns } from "../../../engine/core/runs.ts";
import { RLE } from "../../../engine/formats/rle.ts";
import { equalRuns } from "../../support/runs.ts";
import { patternArbitrary, read, runsArbitrary, textOf, write } from "./support.ts";

const rle = (text: string): RunsPattern => read(RLE, text);
const written = (pattern: RunsPattern): string => textOf(write(RLE, pattern));

describe("what the writer makes", () => {
  it("is a header, then tokens without anything to spare", () => {
    expect(written(rle("x = 3, y = 3, rule = B3/S23\n1b1o1b$2bo$3o2b$4$!"))).toBe(
      "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n",
    );
    expect(written(rle("x = 9, y = 9, rule = B3/S23\n2$3bo3$o!"))).toBe(
      "x = 9, y = 9, rule = B3/S23\n2$3bo3$o!\n",
    );
  });

  it("says the place, the generation, the name and the comments", () => {
    const cells = translateRuns(rle("o!").cells, -12n, 10n ** 20n);
    const pattern = patternOf(cells, {
      positioned: true,
      generation: 7n,
      name: "one\ncell",
      author: "somebody",
      comments: ["first", "", "second\r\nthird"],
    });
    expect(written(pattern)).toBe(
      "#CXRLE Pos=-12,100000000000000000000 Gen=7\n#N one cell\n#O somebody\n" +
        "#C first\n#C\n#C second\n#C third\nx = 1, y = 1\no!\n",
    );
  });

  it("leaves the place out where a reader finds it anyway, unless the pattern insists", () => {
    const centred = rle("x = 3, y = 1, rule = B3/S23:T10,10\n3o!");
    expect(written(centred)).toBe("x = 3, y = 1, rule = B3/S23:T10,10\n3o!\n");
    expect(written({ ...centred, positioned: true })).toMatch(/^#CXRLE Pos=-1,0\n/);
    const moved = { ...centred, cells: translateRuns(centred.cells, 1n, 0n), box: null };
    expect(written(moved)).toMatch(/^#CXRLE Pos=0,0\n/);
    expect(equalRuns(rle(written(moved)).cells, moved.cells)).toBe(true);
  });

  it("keeps the paste box as long as it holds the cells and is near", () => {
    const boxed = rle("x = 20, y = 10\n$3bo!");
    expect(written(boxed)).toBe("x = 20, y = 10\n$3bo!\n");
    expect(written({ ...boxed, box: rect(2, 1, 5, 5) })).toBe("#CXRLE Pos=2,1\nx = 5, y = 5\nbo!\n");
    expect(written({ ...boxed, box: rect(4, 1, 5, 5) })).toBe("#CXRLE Pos=3,1\nx = 1, y = 1\no!\n");
    const far = rect(-(10n ** 30n), 0, 10n ** 31n, 5);
    expect(written({ ...boxed, box: far })).toBe("#CXRLE Pos=3,1\nx = 1, y = 1\no!\n");
  });

  it("uses letters for many states, and two states where the rule has two", () => {
    const pattern = rle(".AB2C.pA$yO!");
    expect(written(pattern)).toBe("x = 7, y = 2\n.AB2C.pA$yO!\n");
    expect(written({ ...pattern, rule: "B3/S23" })).toBe("x = 7, y = 2, rule = B3/S23\nb4obo$o!\n");
  });

  it("writes an empty pattern", () => {
    expect(written(rle("!"))).toBe("x = 0, y = 0\n!\n");
    expect(written(rle("x = 5, y = 6, rule = B3/S23:T10,10\n!"))).toBe(
      "x = 5, y = 6, rule = B3/S23:T10,10\n!\n",
    );
  });
});

describe("what is written is read back", () => {
  const both = (pattern: RunsPattern): void => {
    const back = rle(written(pattern));
    expect(equalRuns(back.cells, pattern.cells)).toBe(true);
    expect(back).toMatchObject({
      rule: pattern.rule,
      generation: pattern.generation,
      name: pattern.name,
      author: pattern.author,
      comments: pattern.comments,
      positioned: true,
      warnings: [],
    });
  };

  it("with two states", () => {
    fc.assert(fc.property(patternArbitrary(runsArbitrary({ far: 10 ** 9 })), both));
  });

  it("with 256 states", () => {
    fc.assert(
      fc.property(patternArbitrary(runsArbitrary({ states: true })), (pattern) => {
        const back = rle(written({ ...pattern, rule: null }));
        expect(equalRuns(back.cells, pattern.cells)).toBe(true);
      }),
    );
  });

  it("also where no place is said, on every grid", () => {
    const grid = fc.constantFrom("", ":T40,30", ":P7,7", ":T0,9", ":P30,0", ":K12*,8", ":S20");
    fc.assert(
      fc.property(runsArbitrary(), grid, (cells, suffix) => {
        const pattern = patternOf(cells, { rule: `B3/S23${suffix}` });
        expect(equalRuns(rle(written(pattern)).cells, cells)).toBe(true);
      }),
    );
  });

  it("in lines of at most 70 characters that split no token", () => {
    fc.assert(
      fc.property(runsArbitrary({ states: true, far: 10 ** 12 }), (cells) => {
        const [, ...lines] = written(patternOf(cells, { positioned: true }))
          .trimEnd()
          .split("\n")
          .slice(1);
        const tokens = cells.states ? /^(([1-9]\d*)?([.$A-X]|[p-y][A-X]))*!?$/ : /^(([1-9]\d*)?[bo$])*!?$/;
        for (const line of lines) {
          expect(line.length).toBeLessThanOrEqual(70);
          expect(line).toMatch(tokens);
        }
        for (const [k, line] of lines.entries()) {
          // A line ends only where the next token would not have fitted.
          const next = lines[k + 1] && /^\d*([p-y]?.)/.exec(lines[k + 1]);
          if (next) expect(line.length + next[0].length).toBeGreaterThan(70);
        }
      }),
    );
  });

  it("with coordinates at the limit of what runs hold", () => {
    const out = new RunsBuilder();
    out.add(0, 0, 1);
    out.add(2 ** 53 - 3, 2 ** 53 - 2, 2);
    both(patternOf(out.build(-5n, 10n ** 30n), { positioned: true }));
  });
});
