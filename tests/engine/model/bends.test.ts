import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { soupHash } from "../../../engine/core/soup.ts";
import type { BendForm } from "../../../engine/model/bends.ts";
import { bendOf } from "../../../engine/model/bends.ts";
import { chanceOfShare } from "../../../engine/model/f-test.ts";
import type { KernelCost } from "../../../engine/model/kernel-cost.ts";
import { countingCells, generationSeconds } from "../../../engine/model/kernel-cost.ts";
import type { TimedRun } from "../../../engine/model/kernel-fit.ts";
import { fitKernel } from "../../../engine/model/kernel-fit.ts";
import { formatModel, parseModel } from "../../../engine/model/model-file.ts";
import { fitText } from "../../../engine/model/words.ts";
import { evenly } from "../../support/evenly.ts";

/** Medians of stretches that a GPU's own clock timed, through Dawn: half-dense Life on square tori, microseconds a generation. */
const TIMES = JSON.parse(
  readFileSync(new URL("../../fixtures/kernel-times.json", import.meta.url), "utf8"),
) as readonly {
  readonly device: string;
  readonly kernel: string;
  readonly sides: readonly number[];
  readonly us: readonly number[];
}[];

const runsOf = (sizes: readonly number[], seconds: (cells: number, i: number) => number): TimedRun[] =>
  sizes.map((cells, i) => ({ cells, generations: 1, seconds: seconds(cells, i), submits: null }));

const geometric = (count: number): number[] =>
  Array.from({ length: count }, (_, i) => Math.round(2 ** 16 * 2 ** ((14 * i) / (count - 1))));

/** The form that such times speak for, each with an error of so large a share. */
function formOf(
  sizes: readonly number[],
  seconds: (cells: number) => number,
  share: number,
  seed: number,
): BendForm {
  const error = errors(seed);
  const y = sizes.map((cells) => seconds(cells) * (1 + share * error()));
  const bend = bendOf({ cells: sizes, y, submits: null, weights: y.map((each) => 1 / each ** 2) });
  return bend?.form ?? "line";
}

/** Errors that are as good as normal: sums of twelve even ones. */
function errors(seed: number): () => number {
  let drawn = 0;
  const even = (): number => soupHash(seed, drawn++, 0) / 2 ** 32 - 0.5;
  return () => Array.from({ length: 12 }, even).reduce((sum, value) => sum + value, 0);
}

describe("the F test", () => {
  // Critical values of F from tables, turned into shares: q = 1 / (1 + c F / m).
  it.each([
    [1, 10, 10.044, 0.01],
    [1, 5, 6.608, 0.05],
    [1, 1, 161.45, 0.05],
    [2, 7, 9.547, 0.01],
    [2, 12, 3.885, 0.05],
    [3, 8, 7.591, 0.01],
    [3, 12, 3.49, 0.05],
    [3, 9, 3.863, 0.05],
    [3, 1, 215.71, 0.05],
  ] as const)("has the tables' chances: %d more, %d free", (further, free, f, chance) => {
    expect(chanceOfShare(1 / (1 + (further * f) / free), further, free)).toBeCloseTo(chance, 4);
  });

  it("is sure of nothing where nothing became better, and of all where nothing is left", () => {
    for (const further of [1, 2, 3] as const)
      for (const free of [1, 2, 7, 20]) {
        expect(chanceOfShare(1, further, free)).toBe(1);
        expect(chanceOfShare(1.5, further, free)).toBe(1);
        expect(chanceOfShare(0, further, free)).toBeCloseTo(0, 12);
        expect(chanceOfShare(1 - 1e-12, further, free)).toBeCloseTo(1, 4);
      }
  });
});

describe("a bend", () => {
  const sizes = geometric(16);

  it.each<BendForm>(["line", "knee", "step", "jump"])(
    "has the form and the figures that were put in: %s",
    (form) => {
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: sizes.length - 3 }),
          evenly(0.15, 0.85),
          evenly(1.3, 4),
          evenly(0.3, 3),
          (place, between, steeper, height) => {
            const cells = sizes[place] * (sizes[place + 1] / sizes[place]) ** between;
            const below = 1e-12;
            const jumpSeconds = {
              line: 0,
              knee: 0,
              step: (steeper - 1) * below * cells,
              jump: height * (2e-6 + below * cells) + (steeper - 1) * below * cells,
            }[form];
            const cost: KernelCost = {
              launchSeconds: 2e-6,
              secondsACell: steeper * below,
              knee: form === "line" ? null : { cells, secondsACell: below, jumpSeconds },
            };
            const fit = fitKernel(runsOf(sizes, (size) => generationSeconds(cost, size)));
            expect(fit.form).toBe(form);
            expect(fit.cost.launchSeconds / 2e-6).toBeCloseTo(1, 5);
            expect(fit.cost.secondsACell / cost.secondsACell).toBeCloseTo(1, 5);
            expect(fit.largestRelativeResidual).toBeLessThan(1e-6);
            if (form === "line") return;
            expect(fit.cost.knee?.secondsACell).toBeCloseTo(below, 17);
            // Where lines do not meet nothing tells where between two sizes the one ends.
            if (form === "knee") expect((fit.cost.knee?.cells ?? 0) / cells).toBeCloseTo(1, 4);
            else expect(fit.cost.knee?.cells).toBeCloseTo(Math.sqrt(sizes[place] * sizes[place + 1]), 3);
            if (form === "knee") expect(fit.cost.knee?.jumpSeconds).toBe(0);
            else expect(fit.cost.knee?.jumpSeconds).toBeGreaterThan(0);
          },
        ),
        { numRuns: 6 },
      );
    },
  );

  it("is found under errors, too, and left alone where a simpler form does", () => {
    const step: KernelCost = {
      launchSeconds: 2e-6,
      secondsACell: 4e-12,
      knee: { cells: 5e6, secondsACell: 2.5e-12, jumpSeconds: 7.5e-6 },
    };
    const bent: KernelCost = { ...step, knee: { cells: 5e6, secondsACell: 2.5e-12, jumpSeconds: 0 } };
    const formsOf = (cost: KernelCost): readonly BendForm[] =>
      Array.from({ length: 20 }, (_, seed) =>
        formOf(sizes, (size) => generationSeconds(cost, size), 0.01, seed + 1),
      );
    expect(formsOf(step).filter((form) => form === "step").length).toBeGreaterThanOrEqual(18);
    expect(formsOf(bent).filter((form) => form === "knee").length).toBeGreaterThanOrEqual(18);
  });

  it("comes out of the noise of a plain line once in fifty times at most", () => {
    const bends = [8, 11, 14, 20].flatMap((count) =>
      Array.from({ length: 50 }, (_, seed) => {
        const slope = 1e-13 * 10 ** ((seed % 10) / 4 - 1);
        return formOf(geometric(count), (cells) => 2.5e-6 + slope * cells, 0.03, 1000 * count + seed);
      }),
    );
    expect(bends.filter((form) => form !== "line").length).toBeLessThanOrEqual(4);
  });
});

describe("kernels on real cards", () => {
  /** The form, and the largest residual of sizes that count, in hundredths. */
  const EXPECTED: readonly [device: string, kernel: string, form: BendForm, most: number][] = [
    ["H200", "gpu-naive", "step", 2],
    ["H200", "tile-16", "knee", 3.4],
    ["H200", "bit-row", "knee", 3.6],
    ["H200", "vector-row", "knee", 7.4],
    ["H100", "gpu-naive", "jump", 5.1],
    ["H100", "tile-16", "knee", 3.2],
    ["H100", "bit-row", "jump", 1.2],
    ["another H200", "gpu-naive", "step", 2],
    ["another H200", "tile-16", "step", 8],
    ["another H200", "bit-row", "knee", 5],
    ["another H200", "vector-row", "knee", 7],
    // 14 sizes, of which two lie beyond the cache: the points do not speak for its jump.
    ["H100", "vector-row", "line", 13.9],
  ];

  it.each(EXPECTED)("%s, %s", (device, kernel, form, most) => {
    const times = TIMES.find((each) => each.device === device && each.kernel === kernel);
    if (!times) throw new Error("These times are missing.");
    const fit = fitKernel(
      runsOf(
        times.sides.map((side) => side ** 2),
        (_, i) => times.us[i] / 1e6,
      ),
    );
    expect(fit.form).toBe(form);
    expect(100 * fit.largestCountingResidual).toBeLessThan(most);
    const near = fit.leftOut.filter((off) => off !== null && Math.abs(off) < 0.1).length;
    expect(near / fit.leftOut.length).toBeGreaterThanOrEqual(0.8);
  });
});

describe("a jump", () => {
  const cost: KernelCost = {
    launchSeconds: 2e-6,
    secondsACell: 4e-12,
    knee: { cells: 5_000_000, secondsACell: 3e-12, jumpSeconds: 5e-6 },
  };

  it("belongs to the sizes above it", () => {
    expect(generationSeconds(cost, 5_000_000)).toBeCloseTo(17e-6, 12);
    expect(generationSeconds(cost, 5_000_001)).toBeCloseTo(22e-6, 10);
    expect(generationSeconds(cost, 6_000_000)).toBeCloseTo(26e-6, 12);
    // Half of the rate that the cache gives: cells / 17 us at its end.
    expect(countingCells(cost)).toBeCloseTo(
      (2e-6 * 5e6) / (2 * 17e-6) / (1 - (3e-12 * 5e6) / (2 * 17e-6)),
      3,
    );
  });

  it("is kept in a model, which older files lack", () => {
    const points = runsOf([10, 20], () => 1).map((run) => ({ ...run, wallSeconds: 2 }));
    const model = {
      machine: "m",
      kernels: [{ kernel: "a", cost, submitSeconds: null, points }],
      transfer: null,
    };
    const text = formatModel(model);
    expect(parseModel(text)).toEqual(model);
    const older = parseModel(text.replace(/\n.*"jumpSeconds".*/, ""));
    expect(older.kernels[0].cost.knee).toEqual({ ...cost.knee, jumpSeconds: 0 });
    expect(() => parseModel(text.replace(/"(kneeCells|secondsACellBelow)": [^,]*/g, '"$1": null'))).toThrow(
      'has "jumpSeconds" and no "kneeCells"',
    );
  });

  it("is said in the line", () => {
    const fit = fitKernel(runsOf(geometric(16), (cells) => generationSeconds(cost, cells)));
    expect(fitText(fit)).toMatch(
      /^T\/gen = 2 us \+ 3 ps x cells, \d\.\d+ us more and 4 ps for each beyond [\d,]+, R2 1, /,
    );
  });
});
