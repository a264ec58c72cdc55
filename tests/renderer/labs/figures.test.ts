// The axes and words of the labs' plots, as a person reads them.

import { expect, it, test } from "vitest";
import { PRESETS } from "../../../engine/evolve/presets.ts";
import { fitnessText, LITERATURE } from "../../../renderer/labs/evolve/run-figures.ts";
import { literatureOf, SUCCESS_AXES, trialsOf } from "../../../renderer/labs/evolve/success-figures.ts";
import type { ScalingRow } from "../../../renderer/labs/performance/run/run-figures.ts";
import { scalingPicture } from "../../../renderer/labs/performance/run/run-figures.ts";
import type { PlotAxis } from "../../../renderer/ui/plot/series.ts";

const MAJORITY = PRESETS.get("majority").plan;
const BIG = PRESETS.get("majority-149").plan;
const range = ({ range: of }: PlotAxis, low: number, high: number) =>
  typeof of === "function" ? of(low, high) : of;
const text = ({ text: of }: PlotAxis, value: number): string | undefined => of?.(value);

test.each([
  [0.8125, true, "81.3 %"],
  [1, true, "100.0 %"],
  [10, false, "10"],
  [9.86, false, "9.9"],
  [9.84, false, "9.8"],
])("a fitness of %s (a share: %s) is read as %s", (value, shared, words) => {
  expect(fitnessText(value, shared)).toBe(words);
});

it("is what rules of the literature reached, in the order of their years", () => {
  expect(LITERATURE.map(({ label, share }) => `${label}: ${share}`)).toEqual([
    ...["1994: 0.769", "1996: 0.8233", "1998: 0.86", "2008: 0.889"],
  ]);
});

it("success by density is read in per cent, by width in cells", () => {
  const { density, width } = SUCCESS_AXES;
  expect([density.name, density.axis.label, text(density.axis, 0.4961), density.text(0.4961)]).toEqual([
    ...["Density", "share of ones", "50 %", "49.6 %"],
  ]);
  expect([width.name, width.axis.label, text(width.axis, 999), width.text(149), width.axis.log]).toEqual([
    ...["Cells", "cells", "999", "149", 10],
  ]);
  expect(width.axis.ticks?.(15, 149)).toEqual([15, 30, 64, 149]);
  expect(width.axis.ticks?.(16, 999)).toEqual([30, 64, 149, 300, 599, 999]);
});

it("success is tried where the majority is hard, and on rings that are narrower and wider", () => {
  const densities = trialsOf(MAJORITY, "density").map(({ density }) => density as number);
  expect(densities).toEqual([...densities].sort((a, b) => a - b));
  // As many below a half as above, in the same places.
  expect(densities.map((density) => 256 - density).reverse()).toEqual([
    ...[64, 80, 96, 104, 110, 115, 119, 122, 125, 128, 131, 134, 137, 141, 146, 152, 160, 176, 192],
  ]);
  const widths = trialsOf(
    {
      ...MAJORITY,
      setting: { ...MAJORITY.setting, shape: { ...MAJORITY.setting.shape, cells: 50 }, steps: 100 },
    },
    "width",
  );
  expect(widths.map(({ at }) => at)).toEqual([
    ...[15, 21, 33, 49, 50, 63, 64, 65, 81, 99, 125, 149, 199, 299, 399, 599, 999],
  ]);
  for (const { at, plan, density } of widths)
    expect([plan.setting.shape.cells, plan.setting.steps, density]).toEqual([at, 2 * at, "fair"]);
  expect(
    trialsOf(
      {
        ...MAJORITY,
        setting: { ...MAJORITY.setting, shape: { ...MAJORITY.setting.shape, ruleACell: true } },
      },
      "width",
    ),
  ).toEqual([]);
});

it("success is held against the literature where that can be", () => {
  expect([literatureOf(BIG, "density"), literatureOf(BIG, "width"), literatureOf(MAJORITY, "width")]).toEqual(
    [...[LITERATURE, LITERATURE, LITERATURE]],
  );
  expect(literatureOf(MAJORITY, "density")).toEqual([]);
  expect(literatureOf({ ...BIG, search: "cellular" }, "width")).toEqual([]);
  expect(literatureOf(PRESETS.get("counter").plan, "width")).toEqual([]);
});

it("a run's scaling has whole ranks below, and begins at 1 and at 0", () => {
  const row = (ranks: number, speedUp: number, sameGrid = true): ScalingRow => ({
    ...{ id: `${ranks}`, name: `${ranks}`, ranks, width: 8, height: 8, halo: 1, overlap: true },
    ...{ seconds: 1, predicted: null, speedUp, sameGrid },
  });
  const picture = scalingPicture([row(1, 1), row(2, 1.9), row(2, 1.5), row(4, 3.5)], 120);
  const { x, y, series, height } = picture as NonNullable<typeof picture>;
  expect([x.label, text(x, 2), text(x, 2.5), range(x, 1, 4), range(x, 3, 1)]).toEqual([
    "ranks",
    "2",
    "",
    [1, 4],
    [1, 2],
  ]);
  expect([y.label, text(y, 2.5), range(y, 1, 10), range(y, -1, 10), height]).toEqual([
    "speed-up",
    "2.5",
    [0, 10.5],
    [-1, 10.5],
    120,
  ]);
  // The better of two runs on as many ranks.
  expect(series.at(-1)).toMatchObject({
    label: "the same grid (strong scaling)",
    xs: [1, 2, 4],
    ys: [1, 1.9, 3.5],
  });
  const [ideal] = series;
  expect(ideal?.xs).toBe((ideal as { ys?: unknown }).ys);
  expect([ideal?.xs[0], ideal?.xs.at(-1), ideal?.xs.includes(2)]).toEqual([1, 4, true]);
  expect([...(ideal?.xs ?? [])].sort((a, b) => a - b)).toEqual(ideal?.xs);
  expect(scalingPicture([row(2, 1), row(2, 1.5)], 120)).toBeNull();
});
