import { describe, expect, it } from "vitest";
import { curveOf, generationAt, populationAt, shareOf } from "../../../../renderer/window/dock/time-scale.ts";

describe.each([false, true])("the timeline's scale (logarithmic: %s)", (log) => {
  it.each([1n, 7n, 1000n, 2n ** 60n, 10n ** 900n])("leads from 0 to %s and back", (to) => {
    const scale = { from: 20n, to: 20n + to, log };
    expect(shareOf(scale, 20n)).toBe(0);
    expect(shareOf(scale, scale.to)).toBe(1);
    expect(generationAt(scale, 0)).toBe(20n);
    expect(generationAt(scale, 1)).toBe(scale.to);
    expect(generationAt(scale, -3)).toBe(20n);
    let last = -1n;
    for (let share = 0; share <= 1; share += 1 / 64) {
      const generation = generationAt(scale, share);
      expect(generation).toBeGreaterThanOrEqual(last);
      last = generation;
      // On a short timeline a generation is wider than that.
      if (to > 10n ** 6n && (!log || share > 0.5)) expect(shareOf(scale, generation)).toBeCloseTo(share, 4);
    }
  });

  it("reaches each of a few generations", () => {
    const scale = { from: 0n, to: 9n, log };
    const found = new Set(Array.from({ length: 400 }, (_, i) => generationAt(scale, i / 399)));
    expect(found.size).toBe(10);
  });
});

it("gives the early generations of a methuselah room where it is logarithmic", () => {
  expect(shareOf({ from: 0n, to: 5206n, log: false }, 100n)).toBeLessThan(0.02);
  expect(shareOf({ from: 0n, to: 5206n, log: true }, 100n)).toBeGreaterThan(0.5);
});

const TRACE = [
  { generation: 0n, population: 5 },
  { generation: 10n, population: 25 },
  { generation: 20n, population: 15 },
];

it("knows the population where it was read, about what it is in between, and nothing beyond", () => {
  expect(populationAt(TRACE, 10n)).toEqual({ population: 25, exact: true });
  expect(populationAt(TRACE, 5n)).toEqual({ population: 15, exact: false });
  expect(populationAt(TRACE, 21n)).toBeNull();
  expect(populationAt([], 0n)).toBeNull();
});

it("draws a curve between the least and the most", () => {
  const scale = { from: 0n, to: 20n, log: false };
  expect(curveOf(TRACE, scale)).toEqual({
    least: 5,
    most: 25,
    points: "0.00,100.00 50.00,0.00 100.00,50.00",
  });
  expect(curveOf([TRACE[0]!, { ...TRACE[0]!, generation: 20n }], scale)?.points).toBe(
    "0.00,50.00 100.00,50.00",
  );
  expect(curveOf(TRACE.slice(1, 2), scale)).toBeNull();
});
