/**
 * The readers and writers against bgolly: the same files to both, cell for cell and place for place. bgolly says where
 * cells lie only in its Macrocell files, so that is what it is asked for. Golly's own files are read in golly-folder.test.ts.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { Pattern } from "../../engine/core/pattern.ts";
import { patternOf } from "../../engine/core/pattern.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { runsBounds, translateRuns } from "../../engine/core/runs.ts";
import { readPattern, writePattern } from "../../engine/formats/pattern-file.ts";
import { bytesOf, cellsOf, runsArbitrary } from "../engine/formats/support.ts";
import { cellsFromMacrocell } from "../support/macrocell-text.ts";
import { runOutside } from "../support/outside.ts";
import { toolOrSkip } from "../support/require-tool.ts";
import { runsOf } from "../support/runs-of.ts";

const bgolly = toolOrSkip("bgolly");
const folder = mkdtempSync(join(tmpdir(), "tessella-formats-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What bgolly takes the file for. */
async function golly(bytes: Uint8Array, name = "in.rle"): Promise<ReturnType<typeof cellsFromMacrocell>> {
  const input = join(folder, name);
  const output = join(folder, "out.mc");
  writeFileSync(input, bytes);
  rmSync(output, { force: true });
  await runOutside(bgolly as string, ["-q", "-q", "-h", "-m", "0", "-o", output, input]);
  return cellsFromMacrocell(readFileSync(output, "utf8"));
}

async function same(bytes: Uint8Array, pattern: Pattern, name?: string): Promise<void> {
  const theirs = await golly(bytes, name);
  expect(cellsOf(runsOf(pattern))).toEqual(theirs.cells);
}

const near = (cells: Runs, x: bigint, y: bigint): Runs => translateRuns(cells, x - cells.x, y - cells.y);
const place = fc.bigInt({ min: -1000n, max: 1000n });
const few = { numRuns: 25 };

describe.skipIf(!bgolly)("bgolly", () => {
  it("reads what the writer of each format makes", async () => {
    const formats = fc.constantFrom(["rle", "in.rle"], ["life-105", "in.lif"], ["life-106", "in.life"]);
    await fc.assert(
      fc.asyncProperty(runsArbitrary(), place, place, formats, async (runs, x, y, [id, name]) => {
        const pattern = patternOf(near(runs, x, y), {
          rule: "B36/S23",
          positioned: true,
          generation: id === "rle" ? 12n : 0n,
          name: "name",
          comments: ["o!", "x = 3"],
        });
        const bytes = writePattern(pattern, id);
        await same(bytes, pattern, name);
        const theirs = await golly(bytes, name);
        expect(theirs.generation).toBe(pattern.generation);
        expect(theirs.rule).toBe(id === "life-106" ? "B3/S23" : "B36/S23");
      }),
      few,
    );
  });

  it("reads what is written as gzip and as plaintext", async () => {
    await fc.assert(
      fc.asyncProperty(runsArbitrary(), async (runs) => {
        const bounds = runsBounds(runs);
        if (!bounds) return;
        const pattern = patternOf(translateRuns(runs, -bounds.x, -bounds.y), { comments: ["a comment"] });
        await same(writePattern(pattern, "plaintext"), pattern, "in.cells");
        await same(writePattern(pattern, "rle", { gzip: true }), pattern, "in.rle.gz");
      }),
      few,
    );
  });

  it("puts patterns without a place where the reader puts them", async () => {
    const side = fc.nat(12);
    const size = fc.integer({ min: -1, max: 14 });
    const grids = fc.oneof(
      fc.constant(""),
      fc.tuple(fc.constantFrom("P", "T"), side, side).map(([letter, w, h]) => `:${letter}${w},${h}`),
      fc.constantFrom(":K6*,7", ":C5,4", ":S9", ":T7+2,6"),
    );
    await fc.assert(
      fc.asyncProperty(grids, size, size, fc.boolean(), fc.boolean(), async (grid, w, h, early, named) => {
        const rule = `B3/S23${grid}`;
        const header = `x = ${w}, y = ${h}${named ? `, rule = ${rule}` : ""}`;
        const text = `${early ? `#r ${rule}\n` : ""}${header}\no!`;
        // One cell in the corner: nothing is cut off by a grid's edge as long as the corner is on the grid.
        const bytes = bytesOf(text);
        await same(bytes, readPattern(bytes).pattern);
      }),
      { numRuns: 60 },
    );
  });
});
