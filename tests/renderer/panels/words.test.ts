import { describe, expect, test } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { nextHint } from "../../../renderer/panels/hints.ts";
import { describeProblem } from "../../../renderer/panels/words.ts";

const STANDING = { running: false, selection: false, pending: false, population: 36n, untouched: true };

describe("the next hint", () => {
  test("is about what is most pressing", () => {
    expect(nextHint({ ...STANDING, running: true })).toContain("alive");
    expect(nextHint({ ...STANDING, running: true, untouched: false })).toContain("Enter stops");
    expect(nextHint({ ...STANDING, selection: true, pending: true })).toContain("paste");
    expect(nextHint({ ...STANDING, selection: true })).toContain("Ctrl+C");
    expect(nextHint({ ...STANDING, population: 0n })).toContain("library");
    expect(nextHint({ ...STANDING, population: null })).toContain("Enter runs");
  });

  test("fits into the status line of a small window", () => {
    const flags = [true, false];
    for (const running of flags)
      for (const selection of flags)
        for (const pending of flags)
          for (const untouched of flags)
            for (const population of [0n, 9n, null])
              expect(nextHint({ running, selection, pending, untouched, population }).length).toBeLessThan(
                62,
              );
  });
});

test("what is wrong with a field is told without line and column, and with what to try", () => {
  const problem = (text: string): string => {
    try {
      parseRule(text);
      return "";
    } catch (error) {
      return describeProblem(error);
    }
  };
  expect(problem("B3/S9")).toMatch(/^The rule "B3\/S9" counts 9/);
  expect(describeProblem(new TessellaError("bad-argument", "No.", { hint: "Yes." }))).toBe("No. Yes.");
});
