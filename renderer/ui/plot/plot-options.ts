/** uPlot's options for a plot: its axes, curves and bands in the theme's colours. */

import type UPlot from "uplot";
import type { PlotAxis, PlotSeries } from "./series.ts";
import { columnsOf, curvesOf, DOT_SIZE, strokeColour } from "./series.ts";

export interface PlotPicture {
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  readonly series: readonly PlotSeries[];
  /** Pixels. */
  readonly height: number;
  /** Of lines, in pixels. */
  readonly lineWidth?: number;
}

/** Pixels: the text for which the axes' sizes are given. */
const TEXT = 13;
/** Pixels to each side, of the ends of error bars. */
const BAR_END = 3;

/** `place`: the plot's container, which gives its font and colours. */
export function optionsFor(picture: PlotPicture, place: HTMLElement): UPlot.Options {
  const { x, y, series, height, lineWidth = 2 } = picture;
  const style = getComputedStyle(place);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const text = parseFloat(style.fontSize);
  const font = `${Math.round(text * 0.9)}px ${style.fontFamily}`;
  const larger = text / TEXT;
  const axis = ({ label, ticks, text: textOf, size }: PlotAxis): UPlot.Axis => ({
    stroke: token("--dim"),
    font,
    labelFont: font,
    grid: { stroke: token("--grid-10"), width: 1 },
    size: size * larger,
    ...(label === undefined ? {} : { label, labelSize: 22 * larger }),
    ...(ticks ? { splits: (_: UPlot, __: number, low: number, high: number) => ticks(low, high) } : {}),
    ...(textOf
      ? { values: (_: UPlot, all: (number | null)[]) => all.map((n) => (n === null ? "" : textOf(n))) }
      : {}),
  });
  const curves = series.flatMap((one) => curvesOf(one, x, y).map((curve) => ({ ...curve, of: one })));
  const bands = curves.flatMap(({ draw, of }, at): UPlot.Band[] =>
    // The upper edge comes second; a curve's number counts the x axis too.
    draw === "edge" && curves[at - 1]?.of === of
      ? [{ series: [at + 1, at], fill: translucent(strokeColour(of.stroke, token)) }]
      : [],
  );
  /** Numbers of the curves with the low ends; those with the high ones follow. */
  const bars = curves.flatMap(({ draw, of }, at) =>
    draw === "bar" && curves[at - 1]?.draw === "dots"
      ? [{ low: at + 1, colour: strokeColour(of.stroke, token) }]
      : [],
  );
  return {
    width: place.clientWidth,
    height,
    hooks: {
      draw: [
        (plot) => {
          for (const { low, colour } of bars) drawBars(plot, low, colour);
        },
      ],
    },
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, ...scaleOf(x) }, y: scaleOf(y) },
    axes: [axis(x), axis(y)],
    bands,
    series: [
      {},
      ...curves.map(({ draw, of }): UPlot.Series => {
        const colour = strokeColour(of.stroke, token);
        const dots = draw === "dots" || draw === "both";
        const line = draw === "line" || draw === "both";
        return {
          label: of.label,
          stroke: colour,
          width: line ? lineWidth : 0,
          dash: [...of.stroke.dash],
          spanGaps: of.look !== "line",
          points: dots ? { show: true, size: DOT_SIZE, fill: colour, stroke: colour } : { show: false },
        };
      }),
    ],
  };
}

export function dataOf({ series, x, y }: PlotPicture): UPlot.AlignedData {
  return columnsOf(series.flatMap((one) => curvesOf(one, x, y)));
}

function drawBars({ ctx, data, valToPos }: UPlot, low: number, colour: string): void {
  const end = BAR_END * devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  for (const [at, x] of data[0].entries()) {
    const [from, to] = [data[low]?.[at], data[low + 1]?.[at]];
    if (from == null || to == null) continue;
    const place = valToPos(x, "x", true);
    const [bottom, top] = [valToPos(from, "y", true), valToPos(to, "y", true)];
    ctx.moveTo(place, bottom);
    ctx.lineTo(place, top);
    for (const y of [bottom, top]) {
      ctx.moveTo(place - end, y);
      ctx.lineTo(place + end, y);
    }
  }
  ctx.stroke();
  ctx.restore();
}

function scaleOf({ log, range }: PlotAxis): UPlot.Scale {
  const ends =
    typeof range === "function" ? (_: UPlot, low: number, high: number) => range(low, high) : range;
  return {
    ...(log ? { distr: 3, log } : {}),
    ...(ends ? { range: ends as UPlot.Scale.Range } : {}),
  };
}

function translucent(colour: string): string {
  return `color-mix(in srgb, ${colour} 22%, transparent)`;
}
