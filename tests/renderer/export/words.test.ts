import { describe, expect, it } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import {
  bytesText,
  outcomeText,
  progressText,
  secondsText,
  stopText,
} from "../../../renderer/export/words.ts";

describe("words of an export", () => {
  it.each([
    [0, "0 bytes"],
    [999, "999 bytes"],
    [1234, "1.2 kB"],
    [152_400, "152 kB"],
    [9_960_000, "10 MB"],
    [3e12, "3 TB"],
  ])("%d bytes are %s", (bytes, text) => expect(bytesText(bytes)).toBe(text));

  it.each([
    [0.01, "0.1 s"],
    [0.86, "0.9 s"],
    [6.31, "6.3 s"],
    [75, "75 s"],
    [600, "10 min"],
    [9000, "2.5 h"],
  ])("%d seconds are %s", (seconds, text) => expect(secondsText(seconds)).toBe(text));
});

describe("the end of an export", () => {
  it("says what was written, and that the pictures do not have all cells", () => {
    const outcome = { frames: 1200, bytes: 3_400_000, cellsLeft: false };
    expect(outcomeText(outcome, { sequence: false }, "gun.gif")).toBe(
      "Exported gun.gif: 1,200 frames, 3.4 MB.",
    );
    expect(outcomeText({ ...outcome, frames: 1, cellsLeft: true }, { sequence: true }, "frames")).toBe(
      "Exported 1 frame to frames. Live cells left the region and are not in the pictures.",
    );
  });

  it("that came early says why, and what exists", () => {
    const stopped = new TessellaError("aborted", "Somebody pressed Stop.");
    expect(stopText(stopped, 12, null)).toBe("Stopped. Nothing was written.");
    expect(stopText(stopped, 1200, "frames")).toBe('Stopped. The 1,200 finished frames are in "frames".');
    const full = new TessellaError("io", "The disk is full.");
    expect(stopText(full, 12, null)).toBe("The disk is full.");
    expect(stopText(full, 12, "frames")).toBe('The disk is full. The 12 finished frames are in "frames".');
  });
});

it.each([
  [0, 0, 500, "0 of 1,000"],
  [0, 0, 501, "At generation 4,567 …"],
  [100, 100, 501, "At generation 4,567 …"],
  [110, 100, 500, "110 of 1,000"],
  [110, 100, 2000, "110 of 1,000 · 5.0 frames/s · 3 min left"],
  [300, 100, 2000, "300 of 1,000 · 100 frames/s · 7 s left"],
  [120, 100, 2000, "120 of 1,000 · 10 frames/s · 88 s left"],
])("an export with %i frames done, from %i on, says after %i ms: %s", (done, before, ms, text) => {
  const going = { progress: { done, frames: 1000, generation: 4567n }, since: 300, before };
  expect(progressText(going, 300 + ms)).toBe(text);
});
