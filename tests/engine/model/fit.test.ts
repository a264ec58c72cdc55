import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { haloSeconds } from "../../../engine/model/halo.ts";
import { generationSeconds } from "../../../engine/model/kernel-cost.ts";
import type { TimedRun, Weighting } from "../../../engine/model/kernel-fit.ts";
import { fitKernel } from "../../../engine/model/kernel-fit.ts";
import { fitLinear } from "../../../engine/model/least-squares.ts";
import { partsOf } from "../../../engine/model/predict.ts";
import { runsTest } from "../../../engine/model/runs-test.ts";
import type { ClusterRun } from "../../../engine/model/transfer-fit.ts";
import { fitClusterRuns, fitMessages } from "../../../engine/model/transfer-fit.ts";
import { evenly } from "../../support/evenly.ts";

const FACTS = JSON.parse(readFileSync(new URL("../../fixtures/model.json", import.meta.url), "utf8"));
const { lines, overheads, knee } = FACTS;

/** Within that share of the expected. */
function near(found: number | null | undefined, expected: number, share = 1e-6): void {
  const off = Math.abs((found ?? Number.NaN) - expected);
  expect(off, `${found} is not ${expected}`).toBeLessThanOrEqual(share * Math.abs(expected) + 1e-13);
}

const line = (seconds: readonly number[]): TimedRun[] =>
  seconds.map((each, i) => ({
    cells: lines.cells[i],
    generations: lines.generations,
    seconds: each,
    submits: null,
  }));

const made = (cells: readonly number[], y: (cells: number) => number): TimedRun[] =>
  cells.map((size) => ({ cells: size, generations: 10, seconds: 10 * y(size), submits: null }));

const SIZES = [2 ** 12, 2 ** 14, 2 ** 16, 2 ** 18, 2 ** 20, 2 ** 22, 2 ** 24, 2 ** 26];

describe("a kernel's fit", () => {
  it.each<[string, string, Weighting]>([
    ["exact", "exact", "relative"],
    ["relative", "noisy", "relative"],
    ["none", "noisy", "none"],
  ])("finds what was put in: %s", (name, data, weighting) => {
    const fit = fitKernel(line(lines[data]), weighting);
    const expected = lines.expect[name];
    near(fit.cost.launchSeconds, expected.launchSeconds);
    near(fit.cost.secondsACell, expected.secondsACell);
    near(fit.r2, expected.r2);
    near(fit.largestRelativeResidual, expected.largestRelativeResidual);
    expect(fit.cost.knee).toBeNull();
    expect(fit.submitSeconds).toBeNull();
  });

  it("tells the two overheads apart", () => {
    const points = overheads.points as [number, number, number, number][];
    const fit = fitKernel(
      points.map(([cells, generations, submits, seconds]) => ({ cells, generations, submits, seconds })),
    );
    near(fit.cost.launchSeconds, overheads.expect.dispatchSeconds);
    near(fit.submitSeconds, overheads.expect.submitSeconds);
    near(fit.cost.secondsACell, overheads.expect.secondsACell);
    expect(fit.cost.knee).toBeNull();
  });

  it("finds the knee", () => {
    const points = knee.points as [number, number, number][];
    const fit = fitKernel(
      points.map(([cells, generations, seconds]) => ({ cells, generations, seconds, submits: null })),
    );
    near(fit.cost.launchSeconds, knee.expect.launchSeconds);
    near(fit.cost.secondsACell, knee.expect.secondsACellAbove);
    near(fit.cost.knee?.secondsACell, knee.expect.secondsACellBelow);
    near(fit.cost.knee?.cells, knee.expect.kneeCells);
  });

  it("finds any knee that has two sizes on both sides, also beside two overheads", () => {
    const share = evenly(0.1, 0.9);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: SIZES.length - 3 }),
        share,
        share,
        fc.double({ min: 1e-6, max: 1e-4, noNaN: true }),
        fc.boolean(),
        (place, between, flatter, launchSeconds, submitting) => {
          const cells = SIZES[place] + between * (SIZES[place + 1] - SIZES[place]);
          const cost = {
            launchSeconds,
            secondsACell: 1e-10,
            knee: { cells, secondsACell: flatter * 1e-10, jumpSeconds: 0 },
          };
          const submitSeconds = submitting ? 2e-5 : 0;
          const fit = fitKernel(
            SIZES.flatMap((size) =>
              [1, 50].map((submits) => ({
                cells: size,
                generations: 100,
                submits: submitting ? submits : null,
                seconds: 100 * generationSeconds(cost, size) + submits * submitSeconds,
              })),
            ),
          );
          near(fit.cost.launchSeconds, launchSeconds, 1e-5);
          near(fit.cost.secondsACell, 1e-10, 1e-5);
          near(fit.cost.knee?.secondsACell, flatter * 1e-10, 1e-4);
          near(fit.cost.knee?.cells, cells, 1e-4);
          if (submitting) near(fit.submitSeconds, submitSeconds, 1e-5);
        },
      ),
      { numRuns: 8 },
    );
  });

  it("finds a knee below which a cell costs more, since the card is not yet busy", () => {
    // The medians of bit-row on an H200, by the GPU's clock.
    const sides = [256, 512, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768];
    const us = [2.415, 2.425, 2.543, 2.864, 3.201, 4.604, 5.564, 8.88, 13.12, 25.35, 43.24, 90.89, 157.5];
    const fit = fitKernel(
      sides.map((side, i) => ({ cells: side ** 2, generations: 1, seconds: us[i] / 1e6, submits: null })),
    );
    const { knee, secondsACell } = fit.cost;
    expect(knee?.secondsACell).toBeGreaterThan(1.3 * secondsACell);
    expect(fit.largestCountingResidual).toBeLessThan(0.05);
    // It counts from half of the best rate.
    const half = fit.countsFrom / generationSeconds(fit.cost, fit.countsFrom);
    near(half * secondsACell, 0.5, 1e-9);
    expect(fit.leftOut.every((off) => Math.abs(off ?? 1) < 0.1)).toBe(true);
  });

  it("sees no knee in noise", () => {
    let seen = 0;
    for (let seed = 1; seed <= 100; seed++) {
      let state = seed;
      const noise = (): number => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 31 - 1;
      };
      const runs = made(SIZES, (cells) => (2e-5 + 1e-10 * cells) * (1 + 0.03 * noise()));
      if (fitKernel(runs).cost.knee) seen++;
    }
    expect(seen).toBeLessThanOrEqual(3);
  });

  it("keeps the launch from falling below 0", () => {
    const fit = fitKernel(made(SIZES, (cells) => 1e-10 * cells - 1e-10 * 100));
    expect(fit.cost.launchSeconds).toBe(0);
    expect(fit.launchError).toBeNull();
    expect(fit.countsFrom).toBe(0);
  });

  it("has the errors of textbooks", () => {
    // y = 1, 2, 2 at 1, 2, 3 without weights: a = 1/2, b = 2/3, s^2 = 1/6.
    const fit = fitKernel(
      [1, 2, 2].map((seconds, i) => ({ cells: i + 1, generations: 1, seconds, submits: null })),
      "none",
    );
    near(fit.cost.secondsACell, 0.5);
    near(fit.cost.launchSeconds, 2 / 3);
    near(fit.cellError, Math.sqrt(1 / 12));
    near(fit.launchError, Math.sqrt((1 / 6) * (1 / 3 + 2)));
    near(fit.r2, 0.75);
    near(fit.largestRelativeResidual, 1 / 6);
  });

  it("predicts each point by the others", () => {
    const runs = line(lines.noisy);
    const fit = fitKernel(runs);
    const third = fitKernel(runs.filter((_, i) => i !== 2));
    const y = runs[2].seconds / runs[2].generations;
    near(fit.leftOut[2], (y - generationSeconds(third.cost, runs[2].cells)) / y);
    expect(fit.leftOut.filter((off) => Math.abs(off ?? 1) < 0.05).length).toBeGreaterThanOrEqual(9);
    expect(fitKernel(runs.slice(0, 2)).leftOut).toEqual([null, null]);
    expect(fitKernel(runs.slice(0, 2)).cellError).toBeNull();
  });

  it("says from where a size counts, and whether residuals bend", () => {
    expect(fitKernel(line(lines.exact)).countsFrom).toBeCloseTo(2.66e-5 / 4.258164414414414e-10, 3);
    expect(fitKernel(line(lines.exact)).runsTest).toBeNull();
    const bent = fitKernel(
      made(SIZES.slice(0, 6), (cells) => 1e-5 + 1e-10 * cells ** 0.95),
      "relative",
    );
    expect(bent.runsTest?.runs).toBeLessThan(bent.runsTest?.expected ?? 0);
  });

  it.each<[string, TimedRun[], RegExp]>([
    ["nothing", [], /no points/],
    [
      "one size",
      [...made([4096], () => 1), ...made([4096], () => 2)],
      /All points have 4,096 cells.*two sizes/,
    ],
    ["a negative time", made([1, 2, 3], (cells) => 2 - cells), /^Point 2 has a time of 0 s/],
    ["times that fall", made([1000, 2000, 3000], (cells) => 1 / cells), /do not grow with the cells/],
    [
      "sizes that are all launch",
      made([100, 200, 300], (cells) => 1e-5 + 1e-11 * cells),
      /largest has 300 cells, and 1,000,000 are needed/,
    ],
    ["no cells", made([0, 100], () => 1), /^Point 1 has 0 cells\./],
    ["endless cells", made([100, Infinity], () => 1), /^Point 2 has Infinity cells\./],
    ["half a generation", [{ cells: 1, generations: 0.5, seconds: 1, submits: null }], /0.5 generations/],
  ])("refuses %s", (_, runs, message) => {
    expect(() => fitKernel(runs)).toThrow(message);
  });
});

describe("the runs test", () => {
  it("counts like Wald and Wolfowitz", () => {
    // Of 20 rows of three + and three -, 2 have two runs and 4 have three.
    expect(runsTest([1, 2, 3, -1, -1, -1], 0)).toEqual({ runs: 2, expected: 4, chance: 2 / 20 });
    expect(runsTest([1, 2, -3, -1, -1, 1], 0)?.chance).toBeCloseTo(6 / 20);
    expect(runsTest([1, -2, 3, -1, 1, -1], 0)?.chance).toBeCloseTo(1);
    expect(runsTest([1, 2, -1e-12], 1e-9)).toBeNull();
  });
});

describe("least squares", () => {
  it("say null where points do not tell, and find the best where a bound holds", () => {
    const ones = [1, 1, 1];
    expect(fitLinear([ones, [2, 2, 2]], [1, 2, 3], ones, [true, true])).toBeNull();
    // Best without bounds: 4 - x. With b at least 0 and a at least 0: the mean.
    const fit = fitLinear([ones, [1, 2, 3]], [3, 2, 1], ones, [true, true]);
    expect(fit?.coefficients[0]).toBeCloseTo(2);
    expect(fit?.coefficients[1]).toBe(0);
    expect(fit?.errors[1]).toBeNull();
  });
});

describe("transfers", () => {
  it("have latency and bandwidth", () => {
    const fit = fitMessages([8, 945, 8192, 65536].map((bytes) => ({ bytes, seconds: 6e-7 + bytes / 8e9 })));
    near(fit.transfer.latencySeconds, 6e-7);
    near(fit.transfer.bytesASecond, 8e9);
    expect(() => fitMessages([{ bytes: 8, seconds: 1 }])).toThrow(/All messages have one size/);
  });

  const cost = { launchSeconds: 2.66e-5, secondsACell: 4e-10, knee: null };
  const run = (
    ranks: number,
    width: number,
    halo: number,
    form: "whole" | "shrinking",
    bytesASecond: number,
  ): ClusterRun => {
    const part = partsOf({ ranks, width, height: 7560, split: "slabs" }).largest;
    const seconds = (cells: number): number => generationSeconds(cost, cells);
    const transfer = { latencySeconds: 5.3e-4, bytesASecond };
    const each = ranks === 1 ? seconds(width * 7560) : haloSeconds({ seconds, part, transfer }, form, halo);
    return { ranks, width, height: 7560, halo, generations: 1000, seconds: 1000 * each };
  };

  it.each(["whole", "shrinking"] as const)("come out of runs over ranks too: %s", (form) => {
    const runs = [1, 2, 3, 7].flatMap((ranks) =>
      [1000, 7560].flatMap((width) => [1, 8].map((halo) => run(ranks, width, halo, form, 1e8))),
    );
    const fit = fitClusterRuns(runs, form);
    near(fit.cost.launchSeconds, cost.launchSeconds);
    near(fit.cost.secondsACell, cost.secondsACell);
    near(fit.transfer.latencySeconds, 5.3e-4);
    near(fit.transfer.bytesASecond, 1e8);
  });

  it("have the paper's latency, with no bandwidth that counts", () => {
    const ten = Array.from({ length: 10 }, (_, i) =>
      run(i + 1, 7560, 1, "shrinking", Number.POSITIVE_INFINITY),
    );
    const fit = fitClusterRuns(ten, "shrinking");
    near(fit.transfer.latencySeconds, 5.3e-4);
    expect(fit.transfer.bytesASecond).toBe(Number.POSITIVE_INFINITY);
    expect(() => fitClusterRuns(ten.slice(0, 1), "whole")).toThrow(/two ranks/);
    expect(() => fitClusterRuns(ten.slice(1, 3), "whole")).toThrow(/do not tell/);
    expect(() => fitClusterRuns(ten, "overlap")).toThrow(/hide what it costs/);
  });
});
