/** How well a model fits its points, as pictures and figures. Pure. */

import { generationSeconds } from "../../../../engine/model/kernel-cost.ts";
import type { TimedRun } from "../../../../engine/model/kernel-fit.ts";
import type { ModelledKernel, PerformanceModel } from "../../../../engine/model/model-file.ts";
import { modelSeconds } from "../../../../engine/model/model-file.ts";
import type { PlotPicture } from "../../../ui/plot/plot-options.ts";
import { powersOfTen } from "../../../ui/plot/powers.ts";
import type { PlotAxis, PlotSeries } from "../../../ui/plot/series.ts";
import { seriesStroke } from "../../../ui/plot/series.ts";

/** A measured point beside the model's. Times are of a generation. */
export interface FitPoint {
  readonly kernel: string;
  readonly cells: number;
  readonly measured: number;
  /** Of the fastest and the slowest stretch; null where one alone was timed. */
  readonly fastest: number | null;
  readonly slowest: number | null;
  readonly modelled: number;
  /** (measured - modelled) / measured. */
  readonly residual: number;
}

/** By size. A kernel's points are held against its own cost, which may not be the least for their size. */
export function fitPoints({ kernels }: PerformanceModel): readonly FitPoint[] {
  return kernels
    .flatMap((kernel) => kernel.points.map((run) => fitPoint(kernel, run)))
    .sort((a, b) => a.cells - b.cells);
}

function fitPoint(
  { kernel, cost, submitSeconds }: ModelledKernel,
  { cells, generations, seconds, submits, ...range }: TimedRun,
): FitPoint {
  const measured = seconds / generations;
  const handing = ((submitSeconds ?? 0) * (submits ?? 0)) / generations;
  const modelled = generationSeconds(cost, cells) + handing;
  const { fastest = null, slowest = null } = range;
  return { kernel, cells, measured, fastest, slowest, modelled, residual: (measured - modelled) / measured };
}

const power = (value: number): string => `1e${Math.round(Math.log10(value))}`;
const X: PlotAxis = { label: "cells", log: 10, ticks: powersOfTen, text: power, size: 34 };
const SECONDS: PlotAxis = {
  label: "seconds a generation",
  log: 10,
  ticks: powersOfTen,
  text: power,
  size: 54,
};
const RESIDUAL: PlotAxis = {
  label: "residual, %",
  range: (low, high) => {
    const most = 1.1 * Math.max(1, Math.abs(low), Math.abs(high));
    return [-most, most];
  },
  ticks: (low, high) => {
    const step = [1, 2, 5, 10, 20, 50, 100].find((each) => high < 2.5 * each) ?? 2 * high;
    return [-2, -1, 0, 1, 2].map((each) => each * step).filter((tick) => tick >= low && tick <= high);
  },
  text: (value) => String(value),
  size: 54,
};
/** Places of the model's line, so that its bends are seen. */
const LINE_POINTS = 40;

/** Measured times of a generation with their error bars, and the model's line with its knees. Null where nothing was measured. */
export function fitPicture(model: PerformanceModel, height: number): PlotPicture | null {
  const points = fitPoints(model);
  const [least, most] = [points[0]?.cells, points.at(-1)?.cells];
  if (least === undefined || most === undefined) return null;
  const knees = model.kernels.flatMap(({ cost }) => (cost.knee ? [cost.knee.cells] : []));
  const seen = knees.filter((cells) => cells >= least && cells <= most).sort((a, b) => a - b);
  const between = Array.from(
    { length: LINE_POINTS },
    (_, at) => least * (most / least) ** (at / (LINE_POINTS - 1)),
  );
  const measured = measuredSeries(points, (_, seconds) => seconds);
  const at = (cells: number): number => modelSeconds(model, cells);
  // Just above a knee, too, so that a jump is upright.
  const bends = seen.flatMap((cells) => [cells, cells * (1 + ASIDE)]);
  const xs = ascending([...measured.flatMap((one) => one.xs), ...bends, ...between]);
  const series: readonly PlotSeries[] = [
    { label: "model", look: "line", stroke: MODEL, xs, ys: xs.map(at) },
    ...(seen.length > 0
      ? [{ label: "knee", look: "dots", stroke: MODEL, xs: seen, ys: seen.map(at) } as const]
      : []),
    ...measured,
  ];
  return { x: X, y: SECONDS, series, height };
}

/** By what share of itself each measured time misses the model's, with the same error bars. Null where nothing was measured. */
export function residualPicture(model: PerformanceModel, height: number): PlotPicture | null {
  const points = fitPoints(model);
  if (points.length === 0) return null;
  const measured = measuredSeries(
    points,
    ({ measured: whole, modelled }, seconds) => (100 * (seconds - modelled)) / whole,
  );
  const xs = ascending(measured.flatMap((one) => one.xs));
  const line: PlotSeries = { label: "model", look: "line", stroke: MODEL, xs, ys: xs.map(() => 0) };
  return { x: X, y: RESIDUAL, series: [line, ...measured], height };
}

const MODEL = seriesStroke(1);
/** Points of one size stand side by side: a plot has one value for each place. */
const ASIDE = 1e-9;

/** A series for each kernel, of what `value` makes of a point and a time. */
function measuredSeries(
  points: readonly FitPoint[],
  value: (point: FitPoint, seconds: number) => number,
): readonly (PlotSeries & { readonly look: "dots" })[] {
  const kernels = [...new Set(points.map(({ kernel }) => kernel))];
  return kernels.map((kernel, at) => {
    const own = points.filter((point) => point.kernel === kernel);
    const ends = (of: "fastest" | "slowest") =>
      own.map((point) => (point[of] === null ? null : value(point, point[of])));
    return {
      label: kernels.length === 1 ? "measured" : kernel,
      look: "dots",
      stroke: seriesStroke(2 * at),
      xs: own.map(({ cells }, i) => cells * (1 + ASIDE * i)),
      ys: own.map((point) => value(point, point.measured)),
      lows: ends("fastest"),
      highs: ends("slowest"),
    };
  });
}

function ascending(places: readonly number[]): readonly number[] {
  return [...new Set(places)].sort((a, b) => a - b);
}
