// Macrocell files that were made to hurt: a few bytes that stand for more than there is room for, or that lead in circles.

import { describe, expect, test } from "vitest";
import { cellsPopulation, cellsToRuns } from "../../../engine/core/cells.ts";
import { MAX_LEVEL } from "../../../engine/core/quad-tree.ts";
import { readPattern } from "../../../engine/formats/pattern-file.ts";

const HEAD = "[M2] (by a stranger)\n#R B3/S23\n";
const FULL = `${"********$".repeat(8)}\n`;
const read = (lines: string) => readPattern(new TextEncoder().encode(HEAD + lines)).pattern;

/** A leaf, and squares of four of the line before up to a level. */
function tower(level: number): string {
  const lines = [FULL];
  for (let at = 4; at <= level; at++) lines.push(`${at} ${`${at - 3} `.repeat(4).trim()}\n`);
  return lines.join("");
}

describe("a hostile Macrocell file", () => {
  test("of a few lines that stand for 4^1000 cells is read as what it is, and never written out", async () => {
    const { cells } = read(tower(1000));
    expect(cellsPopulation(cells)).toBe(4n ** 1000n);
    await expect(async () => cellsToRuns(cells)).rejects.toMatchObject({ code: "too-large" });
  });

  test("is not followed beyond the deepest square", () => {
    expect(() => read(tower(MAX_LEVEL + 1))).toThrow(/too large/);
    for (const level of ["4294967300", "99999999999999999999", "1e9", "-1"]) {
      expect(() => read(`${FULL}${level} 1 1 1 1\n`), level).toThrow();
    }
  });

  test("has no way to lead in a circle, or to a line that is still to come", () => {
    for (const lines of [
      `${FULL}4 2 2 2 2\n`,
      `${FULL}4 3 1 1 1\n4 2 1 1 1\n`,
      `${FULL}4 1 1 1 4000000000\n`,
      `${FULL}4 1 1 1 -1\n`,
      `${FULL}9 1 1 1 1\n`,
    ]) {
      expect(() => read(lines), lines).toThrow(expect.objectContaining({ line: expect.any(Number) }));
    }
  });
});
