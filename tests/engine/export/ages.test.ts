import { describe, expect, it } from "vitest";
import type { Block } from "../../../engine/core/block.ts";
import { createBlock } from "../../../engine/core/block.ts";
import { AgeTracker } from "../../../engine/export/ages.ts";

/** Rows of `#` and `.` with their corner at (x, y). */
function block(x: number, y: number, ...rows: readonly string[]): Block {
  const made = createBlock(BigInt(x), BigInt(y), rows[0]?.length ?? 0, rows.length);
  const stride = made.words.length / rows.length;
  for (const [j, row] of rows.entries()) {
    for (const [i, letter] of [...row].entries())
      if (letter === "#") made.words[j * stride + (i >>> 5)] |= 1 << (i & 31);
  }
  return made;
}

/** The steps of a frame, a digit a cell, in rows. */
function steps({ w }: Block, ages: Uint8Array | null): string[] {
  const text = [...(ages ?? [])].join("");
  return text.match(new RegExp(`.{${w}}`, "g")) ?? [];
}

describe("ages", () => {
  it("are counted from a cell's birth, and anew when it was dead in between", () => {
    const tracker = new AgeTracker();
    const seen = [
      ["##.", "0", "0"],
      ["##.", "1", "1"],
      ["#..", "2", "0"],
      ["##.", "2", "0"],
      ["##.", "3", "1"],
    ] as const;
    for (const [row, first, second] of seen) {
      const [line] = steps(block(0, 0, row), tracker.next(block(0, 0, row)).ages);
      expect(line?.[0]).toBe(first);
      if (row[1] === "#") expect(line?.[1]).toBe(second);
    }
  });

  it("grow in ever longer steps: 0, 1, 2-3, 4-7, 8-15 ... frames", () => {
    const tracker = new AgeTracker();
    const cell = block(0, 0, "#");
    const found = Array.from({ length: 140 }, () => tracker.next(cell).ages?.[0] ?? -1);
    expect(found.slice(0, 17)).toEqual([0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5]);
    expect([5, 6, 7].map((step) => found.indexOf(step))).toEqual([16, 32, 64]);
    expect(Math.max(...found)).toBe(7);
  });

  it("stay with their cells when the window moves; what comes into view is old", () => {
    const tracker = new AgeTracker();
    tracker.next(block(0, 0, "....", ".##.", "...."));
    const window = block(1, 1, "##.", "..#");
    expect(steps(window, tracker.next(window).ages)).toEqual(["110", "000"]);
    const wider = block(-1, 0, "#....", "..##.");
    // (-1, 0) was out of sight; (1, 1) and (2, 1) have lived two frames.
    expect(steps(wider, tracker.next(wider).ages)).toEqual(["70000", "00220"]);
  });

  it("are forgotten when cells could not be told apart", () => {
    const tracker = new AgeTracker();
    for (let i = 0; i < 9; i++) tracker.next(block(0, 0, "#"));
    tracker.forget();
    expect(steps(block(0, 0, "#"), tracker.next(block(0, 0, "#")).ages)).toEqual(["0"]);
  });

  it("reach across words", () => {
    const tracker = new AgeTracker();
    const row = `${".".repeat(31)}##${".".repeat(30)}#`;
    tracker.next(block(-7, 0, row));
    const ages = tracker.next(block(-7, 0, row)).ages;
    expect([31, 32, 63].map((i) => ages?.[i])).toEqual([1, 1, 1]);
  });
});
