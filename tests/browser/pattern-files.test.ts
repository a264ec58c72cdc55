// The encoding worker in a real browser: what is copied, pasted and saved goes through it, and large jobs can be ended.

import { afterEach, describe, expect, it, vi } from "vitest";
import { withoutCells } from "../../engine/core/cell-sets.ts";
import { patternOf } from "../../engine/core/pattern.ts";
import { rect } from "../../engine/core/rect.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { blockToRuns, runsPopulation } from "../../engine/core/runs.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { PatternFiles } from "../../renderer/document/pattern-files.ts";
import { equalRuns } from "../support/runs.ts";

const soup = (side: number): Runs =>
  blockToRuns(soupBlock({ seed: 2, density: 0.5, width: side, height: side }));
const patternFrom = (cells: Runs) =>
  patternOf(cells, { rule: "B3/S23", positioned: true, generation: 7n, box: rect(-400, -400, 800, 800) });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the worker that reads and writes files", () => {
  it("writes a large pattern as text, cut out by a mask, and reads it back as runs", async () => {
    const patternFiles = new PatternFiles();
    const cells = soup(800);
    const mask = blockToRuns(soupBlock({ seed: 3, density: 0.5, width: 790, height: 770 }));
    const text = await patternFiles.text(patternFrom(cells), "rle", { mask });
    expect(text).toMatch(/^#CXRLE Pos=-400,-400 Gen=7\nx = 800, y = 800, rule = B3\/S23\n/);
    const { pattern } = await patternFiles.read(text, { asRuns: true });
    const back = pattern.cells as Runs;
    const outside = withoutCells(cells, mask);
    expect(equalRuns(back, withoutCells(cells, outside))).toBe(true);
    expect(equalRuns(await patternFiles.common(cells, mask), back)).toBe(true);
    // Nothing was handed over that was not given.
    expect(runsPopulation(cells)).toBeGreaterThan(300_000n);
  });

  it("takes the memory of what it is given", async () => {
    const cells = soup(800);
    const text = await new PatternFiles().text(patternFrom(cells), "rle", { give: true });
    expect(text.length).toBeGreaterThan(300_000);
    expect(cells.spans.length).toBe(0);
  });

  it("turns macrocells and many states into live cells that can be pasted", async () => {
    const patternFiles = new PatternFiles();
    const tree = await patternFiles.read("[M2] (test)\n#R B3/S23\n.*$..*$***$$$$$$\n4 0 0 0 1\n", {
      asRuns: true,
    });
    expect("kind" in tree.pattern.cells).toBe(false);
    expect(runsPopulation(tree.pattern.cells as Runs)).toBe(5n);
    const history = await patternFiles.read("x = 3, y = 1, rule = LifeHistory\nACE!", { asRuns: true });
    expect([...((history.pattern.cells as Runs).states ?? [])]).toEqual([1, 3, 5]);
    expect(runsPopulation(history.pattern.cells as Runs)).toBe(3n);
  });

  it("packs large data for autosave, and unpacks them, off the window's thread", async () => {
    const patternFiles = new PatternFiles();
    const words = soupBlock({ seed: 4, density: 0.5, width: 3000, height: 3000 }).words;
    const data = { few: [1n, "two"], words, again: words };
    vi.stubGlobal("CompressionStream", undefined);
    vi.stubGlobal("DecompressionStream", undefined);
    const bytes = await patternFiles.pack(data);
    const back = (await patternFiles.unpack(bytes)) as typeof data;
    const damaged = patternFiles.unpack(bytes.subarray(0, bytes.length - 9));
    await expect(damaged).rejects.toMatchObject({ code: "syntax" });
    expect(back.few).toEqual(data.few);
    expect(back.words).toEqual(words);
    expect(back.again).toEqual(words);
    // The array that is named twice is there once, and nothing was taken from who gave it.
    expect(bytes.length).toBeLessThan(1.1 * words.byteLength);
    expect(words.byteLength).toBe(1_128_000);
  });

  it("ends a large job at once when it is told to, and goes on with others", async () => {
    const patternFiles = new PatternFiles();
    const controller = new AbortController();
    const writing = patternFiles.text(patternFrom(soup(2000)), "rle", {
      signal: controller.signal,
      give: true,
    });
    controller.abort();
    await expect(writing).rejects.toMatchObject({ code: "aborted" });
    await expect(
      patternFiles.text(patternFrom(soup(20)), "rle", { signal: controller.signal }),
    ).rejects.toMatchObject({ code: "aborted" });
    expect(await patternFiles.text(patternOf(soup(20)), "rle")).toMatch(/^#CXRLE/);
  });
});
