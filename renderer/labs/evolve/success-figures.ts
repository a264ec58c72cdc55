/** How often a rule succeeds on vectors of other densities and on rings of other widths: what is asked, plotted and saved. Pure. */

import { grouped } from "../../../engine/core/integers.ts";
import type { SearchPlan } from "../../../engine/evolve/search.ts";
import type { Share } from "../../../engine/evolve/task.ts";
import type { Density } from "../../../engine/evolve/vectors.ts";
import type { PlotAxis, PlotSeries } from "../../ui/plot/series.ts";
import { seriesStroke } from "../../ui/plot/series.ts";
import type { PlotGoal } from "./run-figures.ts";
import { goalLines, LITERATURE } from "./run-figures.ts";

/** What varies. */
export type SuccessAxis = "density" | "width";

export interface SuccessPoint extends Share {
  /** The share of ones that is expected of a vector, or the cells of the ring. */
  readonly at: number;
}

/** Vectors that a rule is scored on, and what else that takes. */
export interface SuccessTrial {
  readonly at: number;
  readonly density: Density;
  readonly plan: Pick<SearchPlan, "setting" | "seed">;
}

/** 256ths. The closer to a half, the harder the majority: there the points are dense. */
const DENSITIES = [
  64, 80, 96, 104, 110, 115, 119, 122, 125, 128, 131, 134, 137, 141, 146, 152, 160, 176, 192,
];
/** Odd and even, small and as large as the literature has them: rules depend on it more than one would think. */
const WIDTHS = [15, 21, 33, 49, 63, 64, 65, 81, 99, 125, 149, 199, 299, 399, 599, 999];

/** Ascending. Nothing where that cannot vary: a ring with a rule a cell has no other width. */
export function trialsOf({ setting, seed }: SearchPlan, axis: SuccessAxis): readonly SuccessTrial[] {
  if (axis === "density")
    return DENSITIES.map((density) => ({ at: density / 256, density, plan: { setting, seed } }));
  const { shape, steps } = setting;
  if (shape.ruleACell) return [];
  const widths = [...new Set([...WIDTHS, shape.cells])].sort((a, b) => a - b);
  return widths.map((cells) => ({
    at: cells,
    density: "fair",
    plan: {
      setting: { ...setting, shape: { ...shape, cells }, steps: Math.round((steps * cells) / shape.cells) },
      seed,
    },
  }));
}

/** What rules of the literature reach where the plot can be held against it: on fair vectors, and on 149 cells. */
export function literatureOf({ setting, search }: SearchPlan, axis: SuccessAxis): readonly PlotGoal[] {
  if (setting.task !== "majority" || setting.shape.ruleACell || search === "cellular") return [];
  return axis === "width" || setting.shape.cells === 149 ? LITERATURE : [];
}

/** Points with a band of their standard errors, and the goals as level lines. All have the same xs. */
export function successSeries(
  points: readonly SuccessPoint[],
  goals: readonly PlotGoal[],
): readonly PlotSeries[] {
  const xs = points.map(({ at }) => at);
  const stroke = seriesStroke(0);
  return [
    {
      ...{ label: "± standard error", stroke, xs, look: "band" },
      lows: points.map(({ rate, standardError }) => rate - standardError),
      highs: points.map(({ rate, standardError }) => rate + standardError),
    },
    { ...{ label: "Success", stroke, xs, look: "marked" }, ys: points.map(({ rate }) => rate) },
    ...goalLines(goals, xs),
  ];
}

export const SUCCESS_AXES: Readonly<
  Record<
    SuccessAxis,
    { readonly name: string; readonly axis: PlotAxis; readonly text: (at: number) => string }
  >
> = {
  density: {
    name: "Density",
    axis: { label: "share of ones", text: (at) => `${Math.round(100 * at)} %`, size: 34 },
    text: (at) => `${(100 * at).toFixed(1)} %`,
  },
  width: {
    name: "Cells",
    axis: { label: "cells", log: 10, ticks: widthTicks, text: (at) => grouped(at), size: 34 },
    text: (at) => grouped(at),
  },
};

const WIDTH_TICKS = [15, 30, 64, 149, 300, 599, 999];

function widthTicks(low: number, high: number): number[] {
  return WIDTH_TICKS.filter((cells) => cells >= low && cells <= high);
}

export function successCsv(axis: SuccessAxis, vectors: number, points: readonly SuccessPoint[]): string {
  const lines = points.map(({ at, rate, standardError }) => [at, rate, standardError, vectors].join());
  return [`${axis},rate,standardError,vectors`, ...lines].map((line) => `${line}\n`).join("");
}
