// How long an APNG's frame is shown, as the fraction of two sixteen-bit numbers that the format has.

import fc from "fast-check";
import { expect, it } from "vitest";
import { delayOf } from "../../../engine/export/apng.ts";

it.each([
  [1, 25, "1/25"],
  [51, 25, "51/25"],
  [1, 29.97, "100/2997"],
  [1, 120.5, "2/241"],
  [1, 1000 / 17, "17/1000"],
  [1, 0.001, "1000/1"],
  [70_000, 25, "2800/1"],
])("%d frames at %d a second", (shown, fps, fraction) => {
  const { numerator, denominator } = delayOf(shown, fps);
  expect(`${numerator}/${denominator}`).toBe(fraction);
});

it("is as long as it should be, for any number of frames at any pace", () => {
  const pace = fc.double({ min: 0.001, max: 1000, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), pace, (shown, fps) => {
      const { numerator, denominator } = delayOf(shown, fps);
      expect(Number.isInteger(numerator) && Number.isInteger(denominator)).toBe(true);
      expect(Math.min(numerator, denominator)).toBeGreaterThanOrEqual(1);
      expect(Math.max(numerator, denominator)).toBeLessThanOrEqual(65_535);
      const seconds = Math.min(65_535, shown / fps);
      expect(Math.abs(numerator / denominator - seconds)).toBeLessThanOrEqual(seconds * 1e-4 + 1 / 65_535);
    }),
  );
});
