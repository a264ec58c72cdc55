import { expect, it } from "vitest";
import { readGeneration } from "../../../renderer/window/generation.ts";

it.each([
  ["500", 500n],
  ["+100", 1100n],
  ["-100", 900n],
  ["\u2212100", 900n],
  [" +1e6 ", 1_001_000n],
  ["+2^40", 1000n + 2n ** 40n],
  ["-1000", 0n],
])("%j, from generation 1000, is a generation", (text, value) => {
  expect(readGeneration(text, 1000n)).toEqual({ value, problem: null });
});

it.each([
  ["-1001", "There is no generation before 0."],
  ["+", "That is no number. 1260, 10^12, 1e12 and 2^40 are."],
  ["+1.5", "A whole number is needed."],
])("%j is refused with a sentence", (text, problem) => {
  expect(readGeneration(text, 1000n)).toEqual({ value: null, problem });
});

it("a sign means nothing where there is nothing to count from", () => {
  expect(readGeneration("+100", null).value).toBe(100n);
  expect(readGeneration("-100", null).problem).toBe("There is no generation before 0.");
});
