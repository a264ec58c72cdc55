import { describe, expect, it } from "vitest";
import { bytesText, secondsText } from "../../../renderer/export/words.ts";

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
