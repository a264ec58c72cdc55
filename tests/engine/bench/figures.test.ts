// Means, medians and how figures are written: what every table of times is made of.

import { describe, expect, it, test, vi } from "vitest";
import { formatFigure, formatRate, formatTable } from "../../../engine/bench/report.ts";
import { soupFigures } from "../../../engine/bench/soup-figures.ts";
import { SoupClock } from "../../../engine/bench/soup-run.ts";
import { geometricMean, meanOf, median } from "../../../engine/bench/statistics.ts";
import { torus } from "../../../engine/core/topology.ts";
import { LIFE } from "../../../engine/rules/universe-rule.ts";

test("medians and means", () => {
  expect([median([10, 9, 1]), median([4, 1, 3, 2]), median([7]), median([])]).toEqual([9, 3, 7, Number.NaN]);
  expect([geometricMean([2, 0.5]), geometricMean([2, 8])].map((mean) => mean.toFixed(9))).toEqual([
    ...["1.000000000", "4.000000000"],
  ]);
  expect(geometricMean([])).toBeNaN();
  expect([meanOf([]), meanOf([5])]).toEqual([{}, { mean: 5 }]);
  // Deviations of 2, 0, 0 and 2: a variance of 8/3, and that of the mean is a quarter of it.
  const { mean, standardError } = meanOf([1, 3, 3, 5]);
  expect([mean, standardError]).toEqual([3, expect.closeTo(Math.sqrt(2 / 3), 12)]);
});

test("figures have three digits that count", () => {
  expect([13_800_000_000, 1, 0.00123].map(formatRate)).toEqual(["1.38e10", "1.00e0", "1.23e-3"]);
  expect([9.789, 4085.4, 999.5, 999.4, 0.0021, 0.000000214, 0].map(formatFigure)).toEqual([
    ...["9.79", "4,085", "1,000", "999", "0.00210", "2.14e-7", "0.00"],
  ]);
});

test("tables have columns as wide as what stands in them", () => {
  expect(
    formatTable(
      ["a", "wide title"],
      [
        ["long word", "x"],
        ["", "y"],
      ],
    ),
  ).toBe(
    [
      "| a         | wide title |",
      "|-----------|------------|",
      "| long word | x          |",
      "|           | y          |",
    ].join("\n"),
  );
});

describe("a soup that is timed", () => {
  const job = { algorithm: "bitwise", rule: LIFE, topology: torus(64, 32), milliseconds: 1 };

  /** Times it by a clock on which a generation takes so many seconds, and counts stretches. */
  async function timed(secondsAGeneration: number, more: object, gpuSeconds: number | null = null) {
    const asked: number[] = [];
    const time = vi.spyOn(SoupClock.prototype, "time").mockImplementation(async (generations) => {
      asked.push(generations);
      const seconds = generations * secondsAGeneration;
      return { seconds, generations, submits: 2, gpuSeconds };
    });
    const gone = vi.spyOn(SoupClock.prototype, "dispose");
    try {
      const figures = await soupFigures({ ...job, repeats: 2, checkGenerations: null, ...more }, {});
      expect(gone).toHaveBeenCalledTimes(1);
      return { asked, figures };
    } finally {
      time.mockRestore();
      gone.mockRestore();
    }
  }

  it("is checked by its cells after as many generations as are wanted, and need not be timed", async () => {
    const { asked, figures } = await timed(1, { repeats: 0, checkGenerations: 9 });
    expect(asked).toEqual([]);
    expect(figures).toEqual({ adapter: null, stretches: [], generations: 0, hash: expect.any(BigInt) });
    const other = await timed(1, { repeats: 0, checkGenerations: 9, algorithm: "reference" });
    expect(other.figures.hash).toBe(figures.hash);
    const later = await timed(1, { repeats: 0, checkGenerations: 10 });
    expect(later.figures.hash).not.toBe(figures.hash);
  });

  it("has stretches of the length that is known from before, after one that does not count", async () => {
    const length = { generations: 7, turns: 3 };
    const { asked, figures } = await timed(0.25, { length }, 0.5);
    expect(asked).toEqual(Array(9).fill(7));
    const stretch = { seconds: 5.25, generations: 21, submits: 6, gpuSeconds: 1.5 };
    expect(figures).toEqual({ adapter: null, stretches: [stretch, stretch], generations: 7, hash: null });
    expect((await timed(0.25, { length })).figures.stretches[0].gpuSeconds).toBeNull();
  });

  it("has stretches that are long enough twice, and goes no further from its soup than 100 generations", async () => {
    // One generation is enough.
    expect((await timed(0.01, {})).asked).toEqual([1, 1, 1, 1]);
    // Sixteen times as long and one more, then what is missing, a fifth and one more.
    expect((await timed(0.001, { milliseconds: 20 })).asked).toEqual([1, 17, 25, 25, 25, 25]);
    // Turns of 100 generations, where one is too short.
    const { asked, figures } = await timed(0.001, { milliseconds: 300 });
    expect(asked.slice(0, 3)).toEqual([1, 17, 100]);
    expect(Math.max(...asked)).toBe(100);
    for (const { seconds, generations } of figures.stretches) {
      expect(seconds).toBeGreaterThanOrEqual(0.3);
      expect(generations).toBe(300);
    }
  });

  it("is timed once where a generation takes long", async () => {
    const { asked, figures } = await timed(8.5, {});
    expect([asked, figures.stretches.length]).toEqual([[1], 1]);
    expect((await timed(7.5, {})).asked).toEqual([1, 1, 1, 1]);
  });
});
