// Macrocell files with many frames.

import { describe, expect, it } from "vitest";
import { cellsToRuns } from "../../../engine/core/cells.ts";
import type { PatternFacts } from "../../../engine/core/pattern.ts";
import { EMPTY_TREE } from "../../../engine/core/quad-tree.ts";
import { runsToTree } from "../../../engine/core/tree-from-runs.ts";
import { MacrocellTimeline, MOST_FRAMES } from "../../../engine/formats/macrocell-timeline.ts";
import { readPattern } from "../../../engine/formats/pattern-file.ts";
import { cellsFromMacrocell, framesOf } from "../../support/macrocell-text.ts";
import { cellsOf as drawn, R_PENTOMINO, universeWith } from "../../support/universes.ts";
import { cellsOf } from "./support.ts";

const FACTS: PatternFacts = {
  rule: "B3/S23",
  generation: 0n,
  positioned: true,
  name: "Some",
  author: null,
  comments: ["One line"],
};

function textOf(timeline: MacrocellTimeline, start: bigint, exponent: number): string {
  return [...timeline.text(FACTS, start, exponent)].map((piece) => new TextDecoder().decode(piece)).join("");
}

describe("a timeline", () => {
  it("holds every frame where it was, and names start and step", async () => {
    const universe = await universeWith(drawn(R_PENTOMINO, -1000n, 77n), { generation: 5n });
    const timeline = new MacrocellTimeline();
    const frames: (readonly string[])[] = [];
    for (let i = 0; i < 9; i++) {
      if (i > 0) await universe.step(universe.generation + 16n);
      const runs = await universe.readRuns();
      frames.push(cellsOf(runs));
      timeline.add(runsToTree(runs));
    }
    const text = textOf(timeline, 5n, 4);
    expect(text.split("\n").slice(0, 6)).toEqual([
      "[M2] (tessella)",
      "#R B3/S23",
      "#G 133",
      "#N Some",
      "#C One line",
      "#FRAMES 9 5 2^4",
    ]);
    expect(framesOf(text).map((frame) => cellsFromMacrocell(frame).cells)).toEqual(frames);
    // Whoever knows of no frames takes the last line.
    expect(cellsFromMacrocell(text).cells).toEqual(frames.at(-1));
    const { pattern } = readPattern(new TextEncoder().encode(text));
    expect(cellsOf(cellsToRuns(pattern.cells))).toEqual(frames[0]);
    expect(pattern).toMatchObject({ generation: 5n, name: "Some", comments: ["One line"] });
  });

  it("shares what frames have in common, and ends with the last one all the same", () => {
    const timeline = new MacrocellTimeline();
    const [lying, standing] = [["OOO"], ["O", "O", "O"]].map((rows) => runsToTree(drawn(rows)));
    for (let i = 0; i < 99; i++) timeline.add((i % 2 ? standing : lying) as typeof EMPTY_TREE);
    const text = textOf(timeline, 0n, 0);
    expect(text.split("\n").filter((line) => /^[\d.*$]/.test(line)).length).toBeLessThan(8);
    expect(cellsFromMacrocell(text).cells).toEqual(["0,0", "1,0", "2,0"]);
    const frames = framesOf(text).map((frame) => cellsFromMacrocell(frame).cells);
    expect(frames[98]).toEqual(frames[0]);
    expect(frames[97]).toEqual(["0,0", "0,1", "0,2"]);
  });

  it("ends with nothing where nothing is left, and has no more frames than Golly plays", () => {
    const timeline = new MacrocellTimeline();
    timeline.add(runsToTree(drawn(["O"])));
    timeline.add(EMPTY_TREE);
    const text = textOf(timeline, 3n, 70);
    expect(text).toContain(`#G ${3n + 2n ** 70n}\n`);
    expect(cellsFromMacrocell(text).cells).toEqual([]);
    expect(text.trimEnd().split("\n").at(-1)).toBe("#FRAME 1 3");
    for (let frames = 2; frames < MOST_FRAMES; frames++) timeline.add(EMPTY_TREE);
    expect(() => timeline.add(EMPTY_TREE)).toThrow(/32,000 frames at most/);
  });
});
