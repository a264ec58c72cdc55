import { describe, expect, it } from "vitest";
import { createUniverse } from "../../../engine/algorithms/load.ts";
import {
  cellsBounds,
  cellsPopulation,
  cellsToRuns,
  isBlock,
  isTree,
  isVast,
} from "../../../engine/core/cells.ts";
import { patternOf } from "../../../engine/core/pattern.ts";
import type { Rect } from "../../../engine/core/rect.ts";
import { blockToRuns, clipRuns, RunsBuilder } from "../../../engine/core/runs.ts";
import type { Soup } from "../../../engine/core/soup.ts";
import { soupRows } from "../../../engine/core/soup.ts";
import { runsToTree } from "../../../engine/core/tree-from-runs.ts";
import { treeToRuns } from "../../../engine/core/tree-to-runs.ts";
import { CellCollector } from "../../../engine/formats/cell-collector.ts";
import { readPattern, writePattern } from "../../../engine/formats/pattern-file.ts";
import { formatUniverseRule, parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { equalRuns } from "../../support/runs.ts";

const SIDE = 4600;
const SOUP: Soup = { width: SIDE, height: SIDE, density: 0.5, seed: 5 };
const GRID = parseUniverseRule(`B3/S23:T${SIDE},${SIDE}`);

describe("a soup of more runs than are read as a list", () => {
  it("opens again from the file that it was saved as", async () => {
    const runs = blockToRuns(soupRows(SOUP, 0, SIDE));
    const saved = patternOf(runs, { rule: formatUniverseRule(GRID), positioned: true });
    const text = writePattern(saved, "rle");
    const { cells: block } = readPattern(text).pattern;
    // Such a list would take half a gigabyte while it is read.
    if (!isBlock(block)) throw new Error("It was read as a list of runs.");
    expect(block.words.byteLength).toBeLessThan(3e6);
    expect(cellsPopulation(block)).toBe(cellsPopulation(runs));
    // Anything unusual, were it the last byte, and the runs are collected in a tree.
    text[text.lastIndexOf(0x21)] = 0x20;
    const { cells } = readPattern(text).pattern;
    if (!isTree(cells)) throw new Error("It was read as a list of runs.");
    expect(cells.nodes.byteLength).toBeLessThan(10e6);
    // The algorithm for regular patterns is none for a soup.
    expect(isVast(cells)).toBe(false);
    expect(cellsPopulation(cells)).toBe(cellsPopulation(runs));
    const middle = { ...(cellsBounds(runs) as Rect), y: 7n, h: 100n };
    expect(equalRuns(treeToRuns(cells, middle), clipRuns(runs, middle))).toBe(true);
  });

  it("is written to a universe band by band", async () => {
    const grid = parseUniverseRule("B3/S23:T3000,3000");
    const soup: Soup = { width: 3000, height: 3000, density: 0.3, seed: 6 };
    const cells = runsToTree(blockToRuns(soupRows(soup, 0, 3000)));
    const environment = { memoryMegabytes: 512 };
    const { universe } = await createUniverse({ ...grid, cells, algorithm: "bitwise" }, environment);
    const { universe: original } = await createUniverse({ ...grid, soup, algorithm: "bitwise" }, environment);
    expect(await universe.hash()).toBe(await original.hash());
    universe.dispose();
    original.dispose();
  });

  it("and so does a picture with as many", () => {
    const header = new TextEncoder().encode(`P4 ${SIDE} 2400\n`);
    const picture = new Uint8Array(header.length + (SIDE / 8) * 2400).fill(0xaa);
    picture.set(header);
    const { cells } = readPattern(picture).pattern;
    expect(isTree(cells)).toBe(true);
    expect(cellsPopulation(cells)).toBe(BigInt((SIDE / 2) * 2400));
  });
});

describe("many runs", () => {
  it("are the same cells in a tree as in a list", () => {
    let trees = 0;
    for (let seed = 0; seed < 40; seed++) {
      const list = new RunsBuilder();
      const collector = new CellCollector(undefined, 1 + (seed % 7) * 10);
      const soup = soupRows(
        { width: 1 + seed * 3, height: 20 + seed, density: 0.05 + (seed % 9) / 10, seed },
        0,
        20 + seed,
      );
      const { rows, starts, spans } = blockToRuns(soup);
      rows.forEach((y, at) => {
        for (let run = starts[at] as number; run < (starts[at + 1] as number); run++) {
          const [x, length] = [spans[run * 2] as number, spans[run * 2 + 1] as number];
          // Rows far apart, as files may have them.
          for (const to of [list, collector.runs]) to.add(x, y * (1 + (seed % 5) * 1000), length);
        }
        collector.endRow();
      });
      const cells = collector.build(-3n, 7n);
      if (isTree(cells)) trees++;
      expect(equalRuns(cellsToRuns(cells), list.build(-3n, 7n))).toBe(true);
    }
    expect(trees).toBeGreaterThan(30);
  });

  it("stay a list where they are in more than two states, and are refused only for the memory", () => {
    const cells = new CellCollector(undefined, 4);
    cells.runs.add(0, 0, 1, 2);
    cells.keepStates();
    for (let y = 1; y < 9; y++) {
      cells.runs.add(0, y, 1);
      cells.endRow();
    }
    expect(isTree(cells.build(0n, 0n))).toBe(false);
    const few = new CellCollector(64 * 30, 4);
    const fill = () => {
      for (let y = 0; y < 999; y++) {
        for (let x = 0; x < 5; x++) few.runs.add(x * (y + 2), y, 1);
        few.endRow();
      }
      few.build(0n, 0n);
    };
    expect(fill).toThrow("different squares");
  });
});
