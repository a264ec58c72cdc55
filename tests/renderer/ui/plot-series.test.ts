import { describe, expect, it } from "vitest";
import { PlotLegend } from "../../../renderer/ui/plot/plot-legend.tsx";
import type { PlotAxis, PlotKey, PlotSeries } from "../../../renderer/ui/plot/series.ts";
import { columnsOf, curvesOf, fittedLine, seriesStroke } from "../../../renderer/ui/plot/series.ts";
import { markupOf } from "../markup.ts";

const linear: PlotAxis = { size: 10 };
const log: PlotAxis = { size: 10, log: 10 };
const base = { label: "a", stroke: { token: "--ink", dash: [] } };

describe("a plot's series", () => {
  it("share the places of the x axis, with gaps where one has none", () => {
    const xs = [1, 2];
    const same = [
      { xs, ys: [3, null] },
      { xs, ys: [5, 6] },
    ];
    expect(columnsOf(same)).toEqual([
      [1, 2],
      [3, null],
      [5, 6],
    ]);
    const apart = [
      { xs: [4, 16], ys: [1, 2] },
      { xs: [2, 16], ys: [7, 8] },
    ];
    expect(columnsOf(apart)).toEqual([
      [2, 4, 16],
      [null, 1, 2],
      [7, null, 8],
    ]);
    expect(columnsOf([])).toEqual([[]]);
  });

  it("are one curve, or two for a band and for fitted points, or three for dots with error bars", () => {
    const xs = [1, 2];
    const drawn = (series: PlotSeries) => curvesOf(series, linear, linear).map(({ draw }) => draw);
    expect(drawn({ ...base, xs, look: "line", ys: [1, 2] })).toEqual(["line"]);
    expect(drawn({ ...base, xs, look: "marked", ys: [1, 2] })).toEqual(["both"]);
    expect(drawn({ ...base, xs, look: "fitted", ys: [1, 2] })).toEqual(["dots", "line"]);
    expect(drawn({ ...base, xs, look: "dots", ys: [1, 2] })).toEqual(["dots"]);
    const barred = { ...base, xs, look: "dots", ys: [1, 2], lows: [0, null], highs: [3, null] } as const;
    expect(curvesOf(barred, linear, linear).map(({ ys, draw }) => [draw, ...ys])).toEqual([
      ["dots", 1, 2],
      ["bar", 0, null],
      ["bar", 3, null],
    ]);
    const band: PlotSeries = { ...base, xs, look: "band", lows: [0, 1], highs: [2, 3] };
    expect(curvesOf(band, linear, linear)).toEqual([
      { xs, ys: [0, 1], draw: "edge" },
      { xs, ys: [2, 3], draw: "edge" },
    ]);
  });

  it("are in the legend as they are drawn", () => {
    const key = { label: "measured", stroke: seriesStroke(0) };
    const drawn = (series: PlotKey) => {
      const markup = markupOf(PlotLegend, { series: [series] });
      return ["<path", "<circle", "measured"].filter((part) => markup.includes(part));
    };
    expect(drawn(key)).toEqual(["<path", "measured"]);
    expect(drawn({ ...key, look: "line" })).toEqual(["<path", "measured"]);
    expect(drawn({ ...key, look: "dots" })).toEqual(["<circle", "measured"]);
    for (const look of ["marked", "fitted"] as const)
      expect(drawn({ ...key, look })).toEqual(["<path", "<circle", "measured"]);
  });

  it("are fitted by a straight line, and by a power law on logarithmic axes", () => {
    const straight = fittedLine([0, 1, 2, 3], [1, 3, null, 7], false, false);
    expect(straight.xs).toEqual([0, 3]);
    expect(straight.ys[0]).toBeCloseTo(1);
    expect(straight.ys[1]).toBeCloseTo(7);
    // By least squares: the mean of the heights, where they lean to neither side.
    expect(fittedLine([0, 1, 2], [0, 3, 0], false, false).ys).toEqual([1, 1]);
    const xs = [1, 10, 100];
    const series: PlotSeries = { ...base, xs, look: "fitted", ys: xs.map((x) => 5 * x ** 1.5) };
    const line = curvesOf(series, log, log)[1];
    expect(line?.xs).toEqual([1, 100]);
    expect(line?.ys[0]).toBeCloseTo(5);
    expect(line?.ys[1]).toBeCloseTo(5000);
    expect(fittedLine([2, 2], [1, 5], false, false).xs).toEqual([]);
    expect(fittedLine([-1, 0], [1, 5], true, false).xs).toEqual([]);
  });
});
