// Dense RLE is read straight into a block. Blanks behind the `!` make a text long enough for that, and change nothing else: what
// the short text gives, the list of runs, is what the long one must give.

import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { createUniverse } from "../../../engine/algorithms/load.ts";
import { placePattern } from "../../../engine/algorithms/patterns.ts";
import { createBlock, setBlockRun } from "../../../engine/core/block.ts";
import type { Cells } from "../../../engine/core/cells.ts";
import {
  cellsBounds,
  cellsPopulation,
  cellsToRuns,
  clipCells,
  isBlock,
  isVast,
  translateCells,
} from "../../../engine/core/cells.ts";
import type { Pattern } from "../../../engine/core/pattern.ts";
import { blockToRuns, clipRuns, runsBounds } from "../../../engine/core/runs.ts";
import { soupRows } from "../../../engine/core/soup.ts";
import type { ReadOptions } from "../../../engine/formats/format.ts";
import { readPattern, writePattern } from "../../../engine/formats/pattern-file.ts";
import { parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { equalRuns } from "../../support/runs.ts";

const LONG = `\n${" ".repeat(2 ** 16)}`;

function read(text: string, options?: ReadOptions): Pattern {
  return readPattern(new TextEncoder().encode(text), options).pattern;
}

/** The pattern, or the error, as something that can be compared. */
function outcome(text: string, seen?: (cells: Cells) => void): unknown {
  try {
    const { cells, ...facts } = read(text);
    seen?.(cells);
    const { x, y, rows, starts, spans, states } = cellsToRuns(cells);
    // The same cells may be counted from another origin.
    const placed = [...rows].map((row) => `${y + BigInt(row)}`);
    const runs = [...spans].map((value, i) => (i % 2 === 0 ? `${x + BigInt(value)}` : value));
    return { facts, placed, starts: [...starts], runs, states };
  } catch (error) {
    const { message, line, column, hint } = error as Error & Record<string, unknown>;
    return { message, line, column, hint };
  }
}

const token = fc.oneof(
  {
    arbitrary: fc.constantFrom("b", "o", "3o", "2b", "o", "b", "40o", "35b", "$", "2$", "\n", "\r\n"),
    weight: 60,
  },
  { arbitrary: fc.constantFrom("1o", "12$", "99b", "70o", "7\nb", "A", "."), weight: 2 },
  {
    arbitrary: fc.constantFrom(
      "0o",
      "02b",
      " ",
      "3 o",
      "#C a comment\n",
      "B",
      "pA",
      "q",
      "é",
      "9".repeat(20),
      "#CXRLE Gen=5\n",
      "x = 1\n",
    ),
    weight: 1,
  },
);

describe("dense RLE", () => {
  it("gives the same pattern or the same message as its exact reader, whatever it holds", () => {
    let packed = 0;
    fc.assert(
      fc.property(
        fc.array(token, { maxLength: 120 }),
        fc.integer({ min: 0, max: 130 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom("B3/S23", "B36/S23:T200,100", "LifeHistory", "B3/S23:T3,3"),
        fc.constantFrom("", "#CXRLE Pos=-7,12 Gen=3\n#N a name\n"),
        fc.constantFrom("!", "!", "3!", " !"),
        (tokens, w, h, rule, before, end) => {
          const text = `${before}x = ${w}, y = ${h}, rule = ${rule}\n${tokens.join("")}${end}`;
          const long = outcome(text + LONG, (cells) => {
            if (isBlock(cells)) packed++;
          });
          expect(long).toEqual(outcome(text));
        },
      ),
      { numRuns: 150 },
    );
    expect(packed).toBeGreaterThan(15);
  });

  it.each([
    "02b!",
    "o0b!",
    "00$!",
    "0o!",
    "3\no!",
    "o1!",
    "3o3b!",
    "bo2$o!",
    "4294967297o!",
    "12884901889$!",
    "2b$$$o!",
  ])("is read as the exact reader reads it: %j", (cells) => {
    const text = `x = 5, y = 2\n${cells}`;
    expect(outcome(text + LONG)).toEqual(outcome(text));
  });

  it("may be cut into pieces anywhere", () => {
    const cells = "b12o3b40o$o2$33b7o$!";
    const short = outcome(`x = 60, y = 5\n${cells}`);
    for (let before = 2 ** 16 - 24; before <= 2 ** 16; before++) {
      const text = `x = 60, y = 5\n${"\n".repeat(before)}${cells}`;
      let packed = false;
      expect(outcome(`${text}${LONG}`, (read) => (packed = isBlock(read)))).toEqual(short);
      expect(packed).toBe(true);
    }
  });

  it("is read as a list of runs where kernels are refused", async () => {
    const refused = vi.spyOn(WebAssembly, "Instance").mockImplementation(function refuse() {
      throw new WebAssembly.LinkError("refused by a policy");
    });
    const text = `x = 60, y = 5\nb12o$!${LONG}`;
    expect(isBlock(read(text).cells)).toBe(false);
    expect(refused).toHaveBeenCalled();
    vi.restoreAllMocks();
    expect(isBlock(read(text).cells)).toBe(true);
  });

  it("is a block, where the header's box takes no more memory than the text is worth", () => {
    const soup = "3bo2b4obo$b2o17bob3o$24bo4b2o2$5b3ob2o!";
    const text = (header: string): string => `${header}, rule = B3/S23\n${soup}${LONG}`;
    expect(isPacked(text("x = 40, y = 5"))).toBe(true);
    expect(isPacked(text("x = 4000, y = 500"))).toBe(true);
    expect(isPacked(text("x = 4000, y = 5000"))).toBe(false);
    expect(isPacked(text("x = 9999999999, y = 5"))).toBe(false);
    expect(isPacked(text("x = 20, y = 5"))).toBe(false);
    expect(isPacked(text("x = 40, y = 4"))).toBe(false);
    expect(isPacked(`${soup}${LONG}`)).toBe(false);
    expect(isPacked(text("x = 40, y = 5"), { maxBytes: 20 })).toBe(false);
  });

  it("says how far it has come", () => {
    const text = `x = 2000, y = 1200, rule = B3/S23\n${`${"bo".repeat(1000)}$\n`.repeat(1200)}!`;
    const heard: number[] = [];
    expect(isBlock(read(text, { onProgress: (done) => void heard.push(done) }).cells)).toBe(true);
    expect(heard).toHaveLength(2);
    expect(heard[0]).toBeCloseTo(2 ** 20 / text.length, 2);
  });
});

describe("cells in a block", () => {
  const block = createBlock(-40n, 7n, 70, 9);
  for (const [x, y, length] of [
    [3, 2, 1],
    [31, 2, 2],
    [5, 4, 60],
    [60, 7, 3],
  ])
    setBlockRun(block, x, y, length);
  const runs = blockToRuns(block);

  it("have the bounds and the number of the same cells as runs, and move like them", () => {
    expect(cellsBounds(block)).toEqual(runsBounds(runs));
    expect(cellsBounds(createBlock(0n, 0n, 70, 9))).toBeNull();
    expect(cellsPopulation(block)).toBe(66n);
    const moved = translateCells(block, 10n ** 20n, -3n);
    expect(isBlock(moved)).toBe(true);
    expect(equalRuns(cellsToRuns(moved), cellsToRuns(translateCells(runs, 10n ** 20n, -3n)))).toBe(true);
    expect(isVast(block)).toBe(false);
  });

  it("are cut to a box, and stay as they are where all lie in it", () => {
    const all = { x: -37n, y: 9n, w: 62n, h: 6n };
    expect(clipCells(block, all)).toBe(block);
    for (const box of [
      { ...all, w: 61n },
      { ...all, y: 10n },
    ])
      expect(equalRuns(cellsToRuns(clipCells(block, box)), clipRuns(runs, box))).toBe(true);
  });

  it("are saved in every format as the same cells", () => {
    const pattern = { ...read("x = 1, y = 1\no!"), positioned: true };
    for (const format of ["rle", "macrocell", "plaintext", "life-105", "life-106", "pbm"])
      expect(writePattern({ ...pattern, cells: block }, format)).toEqual(
        writePattern({ ...pattern, cells: runs }, format),
      );
  });

  it.each(["bitwise", "hashlife", "block", "reference"])("are written to %s in bands", async (algorithm) => {
    const { rule, topology } = parseUniverseRule("B3/S23:T4096,4096");
    const soup = soupRows({ width: 3000, height: 3000, density: 0.002, seed: 6 }, 0, 3000);
    const hashOf = async (cells: Cells): Promise<bigint> => {
      const { universe } = await createUniverse(
        { rule, topology, cells, algorithm },
        { memoryMegabytes: 512 },
      );
      const hash = await universe.hash();
      universe.dispose();
      return hash;
    };
    expect(await hashOf(soup)).toBe(await hashOf(blockToRuns(soup)));
  });

  it("are placed on a grid, and those off it are cut away", () => {
    const { topology } = parseUniverseRule("B3/S23:T64,64");
    const placed = (cells: Cells) => placePattern({ ...read("o!"), positioned: true, cells }, topology);
    expect(placed(block).clipped).toBe(placed(runs).clipped);
    expect(equalRuns(cellsToRuns(placed(block).cells), cellsToRuns(placed(runs).cells))).toBe(true);
  });
});

function isPacked(text: string, options?: ReadOptions): boolean {
  try {
    return isBlock(read(text, options).cells);
  } catch {
    return false;
  }
}
