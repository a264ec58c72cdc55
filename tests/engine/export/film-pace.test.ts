import fc from "fast-check";
import { expect, it } from "vitest";
import { paceForSpeed } from "../../../engine/export/film-pace.ts";

it.each([
  [60, 30, 240, 2n, 30],
  [100, 25, 50, 4n, 25],
  [10, 25, 50, 1n, 10],
  [90, 25, 50, 4n, 22.5],
  [0.5, 25, 50, 1n, 0.5],
  [1e12, 25, 50, 40_000_000_000n, 25],
])("%d generations a second at about %d frames a second, at most %d", (speed, fps, most, every, exact) => {
  expect(paceForSpeed(speed, fps, most)).toEqual({ every, fps: exact });
});

it("always has exactly the speed, whole generations a frame, and frames that players show", () => {
  const speeds = fc.double({ min: 0.001, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(
      speeds,
      fc.integer({ min: 1, max: 120 }),
      fc.integer({ min: 20, max: 240 }),
      (speed, fps, most) => {
        const pace = paceForSpeed(speed, fps, most);
        expect(Number(pace.every) * pace.fps).toBeCloseTo(speed, speed > 1 ? 5 : 9);
        expect(pace.fps).toBeLessThanOrEqual(most);
        expect(pace.every >= 1n).toBe(true);
      },
    ),
  );
});
