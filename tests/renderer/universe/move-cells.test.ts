// What becomes of the cells of a universe when another one takes its place: they come along, packed where there are many.

import { expect, test } from "vitest";
import { createBlock } from "../../../engine/core/block.ts";
import type { Rect } from "../../../engine/core/rect.ts";
import { rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { EMPTY_RUNS } from "../../../engine/core/runs.ts";
import { parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { copyCells, copyOnto } from "../../../renderer/universe/move-cells.ts";
import { cellsOf, drawn, universeWith } from "../../support/universes.ts";

const MEGABYTE_OF_CELLS = 2n ** 23n;

/** How so many cells in a box travel: by runs, or by the parts that are read. */
async function waysOf(population: bigint, box: Rect | null): Promise<"runs" | readonly Rect[]> {
  const parts: Rect[] = [];
  let written: Runs | null = null;
  await copyCells(
    {
      population: async () => population,
      bounds: async () => box,
      readRuns: async () => EMPTY_RUNS,
      readBlock: async (part) => {
        parts.push(part);
        return createBlock(part.x, part.y, 0, 0);
      },
    },
    {
      writeRuns: async (cells) => {
        written = cells;
      },
      writeBlock: async ({ x, y }) => {
        const { x: left, y: top } = parts.at(-1) as Rect;
        expect([x, y]).toEqual([left, top]);
      },
    },
  );
  return written ? "runs" : parts;
}

test.each([
  [1000n, rect(5, 7, 2 ** 30, 2 ** 30)],
  [2n ** 20n, rect(0, 0, 2000, 2000)],
  [2n ** 40n, rect(0, 0, 2 ** 20, 2 ** 14 + 1)],
])("%i cells in a box of %o travel as runs", async (population, box) => {
  expect(await waysOf(population, box)).toBe("runs");
});

test("no cells travel in no way", async () => {
  expect(await waysOf(0n, null)).toEqual([]);
});

test.each([
  rect(-3, 9, 2 ** 20, 100),
  rect(0, 0, 2 ** 20, 2 ** 14),
  rect(0, 0, 2 ** 26, 3),
  rect(0, -5, 1500, 1500),
])("many cells in a box of %o travel packed, a few megabytes at a time", async (box) => {
  const parts = await waysOf(2n ** 20n + 1n, box);
  if (parts === "runs") return expect.fail("They travelled as runs.");
  let y = box.y;
  for (const part of parts) {
    expect(part).toEqual({ ...box, y, h: part.h });
    expect(part.h === 1n || part.w * part.h <= 16n * MEGABYTE_OF_CELLS).toBe(true);
    y += part.h;
  }
  expect(y).toBe(box.y + box.h);
  expect(BigInt(parts.length)).toBeLessThanOrEqual((box.w * box.h) / MEGABYTE_OF_CELLS + 1n);
});

test("a smaller grid takes the cells that lie on it, and one without an edge all", async () => {
  const cells = cellsOf(["O..O", "OO..", "...O"], -2n, -1n);
  const from = await universeWith(cells);
  const ontoGrid = async (rule: string): Promise<readonly string[]> => {
    const to = await universeWith(undefined, parseUniverseRule(rule));
    await copyOnto(from as never, to as never);
    return drawn(await to.readRuns(), -3, -2, 6, 5);
  };
  expect(await ontoGrid("B3/S23")).toEqual(["......", ".O..O.", ".OO...", "....O.", "......"]);
  // Columns -1 to 1, rows -1 to 0.
  expect(await ontoGrid("B3/S23:T3,2")).toEqual(["......", "....O.", "..O...", "......", "......"]);
  expect(await ontoGrid("B3/S23:P1,1")).toEqual(["......", "......", "......", "......", "......"]);
});
