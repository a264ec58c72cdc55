/**
 * Macrocell files to and from bgolly: what is written here it takes for the same cells at the same place, what it writes is read
 * as the cells that it holds, and its own pattern files come back from it as they were read here.
 */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { cellsBounds, cellsPopulation, cellsToRuns, isTree } from "../../engine/core/cells.ts";
import { TessellaError } from "../../engine/core/errors.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import { patternOf } from "../../engine/core/pattern.ts";
import type { QuadTree } from "../../engine/core/quad-tree.ts";
import { QuadTreeBuilder } from "../../engine/core/quad-tree.ts";
import { blockToRuns, RunsBuilder, translateRuns } from "../../engine/core/runs.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { runsToTree } from "../../engine/core/tree-from-runs.ts";
import { recentreTree } from "../../engine/core/tree-recentre.ts";
import { treeToRuns } from "../../engine/core/tree-to-runs.ts";
import { MacrocellTimeline } from "../../engine/formats/macrocell-timeline.ts";
import { readPattern, writePattern } from "../../engine/formats/pattern-file.ts";
import { statedRule } from "../../engine/rules/universe-rule.ts";
import { cellsOf } from "../engine/formats/support.ts";
import { cellsFromMacrocell, framesOf } from "../support/macrocell-text.ts";
import { runOutside } from "../support/outside.ts";
import { toolOrSkip } from "../support/require-tool.ts";
import { equalRuns } from "../support/runs.ts";
import { runsOf } from "../support/runs-of.ts";
import { universeWith } from "../support/universes.ts";

const bgolly = toolOrSkip("bgolly");
const folder = mkdtempSync(join(tmpdir(), "tessella-macrocell-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The file as bgolly writes it again, some generations later. */
async function golly(bytes: Uint8Array, name: string, ending: "mc" | "rle", until = 0n): Promise<Uint8Array> {
  const [input, output] = [join(folder, name), join(folder, `out.${ending}`)];
  writeFileSync(input, bytes);
  rmSync(output, { force: true });
  await runOutside(bgolly as string, ["-q", "-q", "-h", "-m", `${until}`, "-o", output, input]);
  return readFileSync(output);
}

/** The nodes that the root stands on, numbered anew: the same for the same cells, however they are kept. */
function shapeOf(pattern: Pattern): QuadTree {
  if (!isTree(pattern.cells)) throw new Error("The reader gave runs.");
  // Divided elsewhere and back, whatever is not needed is left behind.
  return recentreTree(recentreTree(pattern.cells, 8n, 9n));
}

const offset = fc.oneof(
  fc.bigInt({ min: -(2n ** 40n), max: 2n ** 40n }),
  fc.bigInt({ min: -(2n ** 30n), max: 2n ** 30n }),
  fc.bigInt({ min: -100n, max: 100n }),
);
const size = fc.integer({ min: 1, max: 90 });

describe.skipIf(!bgolly)("bgolly", () => {
  it("takes soups far away for the same cells, and gives them back", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(offset, offset, size, size, fc.nat(1000), async (x, y, width, height, seed) => {
        const soup = blockToRuns(soupBlock({ width, height, seed, density: 0.4 }));
        const runs = translateRuns(soup, x - soup.x, y - soup.y);
        const pattern = patternOf(runs, { rule: "B36/S23", generation: 7n, positioned: true });
        for (const gzip of [false, true]) {
          const bytes = writePattern(pattern, "macrocell", { gzip });
          const theirs = await golly(bytes, gzip ? "in.mc.gz" : "in.mc", "mc");
          const back = readPattern(theirs).pattern;
          expect(equalRuns(runsOf(back), runs)).toBe(true);
          expect(back).toMatchObject({ rule: "B36/S23", generation: 7n });
          // By a reader of another make, too.
          if (runs.spans.length > 0) {
            expect(cellsOf(runs)).toEqual([...cellsFromMacrocell(new TextDecoder().decode(theirs)).cells]);
          }
        }
        // The same from RLE that says the place; bgolly counts that one in 32 bits.
        if ([x, y].some((v) => v > 2n ** 30n || v < -(2n ** 30n))) return;
        const fromRle = readPattern(await golly(writePattern(pattern, "rle"), "in.rle", "mc")).pattern;
        expect(equalRuns(runsOf(fromRle), runs)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it("writes RLE of what is written as Macrocell here", async () => {
    const soup = blockToRuns(soupBlock({ width: 60, height: 50, seed: 5, density: 0.3 }));
    const theirs = readPattern(
      await golly(writePattern(patternOf(soup), "macrocell"), "in.mc", "rle"),
    ).pattern;
    const [a, b] = [cellsBounds(theirs.cells), cellsBounds(soup)];
    if (!a || !b) throw new Error("The soup is empty.");
    expect(equalRuns(translateRuns(runsOf(theirs), b.x - a.x, b.y - a.y), soup)).toBe(true);
  });

  it("knows a bounded grid by its rule", async () => {
    const pattern = patternOf(
      translateRuns(blockToRuns(soupBlock({ width: 9, height: 9, seed: 1, density: 0.5 })), 3n, 4n),
      {
        rule: "B3/S23:T40,30",
      },
    );
    const back = readPattern(await golly(writePattern(pattern, "macrocell"), "in.mc", "mc")).pattern;
    expect(back.rule).toBe("B3/S23:T40,30");
    expect(equalRuns(runsOf(back), pattern.cells)).toBe(true);
  });

  it("runs gliders 2^40 apart to where they belong", async () => {
    const builder = new QuadTreeBuilder();
    const glider = builder.leaf(0x00070402, 0);
    let [nw, se] = [glider, glider];
    for (let k = 4; k < 41; k++) {
      nw = builder.node(k, nw, 0, 0, 0);
      se = builder.node(k, 0, 0, 0, se);
    }
    const tree = builder.build(builder.node(41, nw, 0, 0, se), 41, -(2n ** 40n) - 5n, -(2n ** 40n) + 11n);
    const bytes = writePattern(patternOf(tree, { rule: "B3/S23" }), "macrocell");
    const before = cellsBounds(tree);
    const still = readPattern(await golly(bytes, "in.mc", "mc")).pattern;
    expect(cellsBounds(still.cells)).toEqual(before);
    const later = readPattern(await golly(bytes, "in.mc", "mc", 4n)).pattern;
    expect(later.generation).toBe(4n);
    expect(cellsPopulation(later.cells)).toBe(10n);
    expect(cellsBounds(later.cells)).toEqual(before && { ...before, x: before.x + 1n, y: before.y + 1n });
    // And the same through runs.
    const out = new RunsBuilder();
    out.add(0, 0, 3);
    out.add(2 ** 40, 2 ** 41, 5);
    const runs = out.build(-(10n ** 12n), 7n);
    const back = readPattern(await golly(writePattern(patternOf(runs), "macrocell"), "in.mc", "mc")).pattern;
    expect(equalRuns(runsOf(back), runs)).toBe(true);
  });

  const patterns = "/usr/share/golly/Patterns";
  const files = existsSync(patterns)
    ? (readdirSync(patterns, { recursive: true }) as string[])
        .filter((name) => /\.mc(\.gz)?$/.test(name))
        .sort()
    : [];

  it.skipIf(files.length === 0)("agrees on its own files", { timeout: 240_000 }, async () => {
    let read = 0;
    for (const name of files) {
      const bytes = readFileSync(join(patterns, name));
      let pattern: Pattern;
      try {
        ({ pattern } = readPattern(bytes));
      } catch (error) {
        expect(error).toBeInstanceOf(TessellaError);
        // Whatever is refused is refused for its rule.
        expect((error as TessellaError).code, name).toBe("unsupported-rule");
        continue;
      }
      // Golly's HashLife takes two states; golly-folder.test.ts compares those of more.
      if ((statedRule(pattern)?.rule.states ?? 2) > 2) continue;
      const ours = shapeOf(pattern);
      const theirs = await golly(bytes, `in${/\.mc(\.gz)?$/.exec(name)?.[0]}`, "mc");
      const theirsOfOurs = await golly(writePattern(pattern, "macrocell"), "in.mc", "mc");
      for (const file of [theirs, theirsOfOurs]) {
        const shape = shapeOf(readPattern(file).pattern);
        expect(shape.nodes.length, name).toBe(ours.nodes.length);
        expect(cellsBounds(shape), name).toEqual(cellsBounds(ours));
        expect(cellsPopulation(shape), name).toBe(cellsPopulation(ours));
        if (cellsPopulation(ours) < 200_000n) {
          expect(equalRuns(treeToRuns(shape), treeToRuns(ours)), name).toBe(true);
        }
      }
      read++;
    }
    expect(read).toBeGreaterThan(20);
  });

  it("records timelines of the same frames as are written here, and takes those for its own", async () => {
    const soup = blockToRuns(soupBlock({ seed: 4, density: 0.4, width: 50, height: 40 }));
    const rle = join(folder, "soup.rle");
    // With its place: -25, -20.
    const start = patternOf(soup, { rule: "B3/S23", generation: 0n });
    writeFileSync(rle, writePattern(start, "rle"));
    const output = join(folder, "line.mc");
    await runOutside(bgolly as string, ["-q", "-q", "-h", "-t", "-m", "96", "-i", "16", "-o", output, rle]);
    const theirs = readFileSync(output, "utf8");
    const universe = await universeWith(soup);
    const timeline = new MacrocellTimeline();
    for (let generation = 0n; generation <= 96n; generation += 16n) {
      await universe.step(generation);
      timeline.add(runsToTree(await universe.readRuns()));
    }
    const pieces = [...timeline.text({ ...start, generation: 96n }, 0n, 4)];
    const ours = Buffer.concat(pieces);
    const frames = (text: string) => framesOf(text).map((frame) => cellsFromMacrocell(frame).cells);
    expect(frames(theirs)).toEqual(frames(ours.toString()));
    expect(theirs).toContain("#FRAMES 7 0 2^4");
    // Read here, and read there and written again with all frames.
    const { pattern } = readPattern(readFileSync(output));
    expect(cellsOf(cellsToRuns(pattern.cells))).toEqual(cellsOf(soup));
    const again = (await golly(ours, "ours.mc", "mc", 96n)).toString();
    expect(again).toContain("#FRAMES 7 0 2^4");
    expect(frames(again)).toEqual(frames(theirs));
    expect(cellsFromMacrocell((await golly(ours, "ours.mc", "mc", 96n)).toString())).toMatchObject({
      generation: 96n,
    });
  });
});
