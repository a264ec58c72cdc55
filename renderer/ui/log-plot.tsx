/** Lines on two logarithmic axes. The picture is for eyes only: whoever shows it also shows the figures as a table. */

import { useEffect, useRef } from "react";
import type UPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { loadUplot } from "./load-uplot.ts";
import "./log-plot.css";

export interface LogLine {
  readonly label: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** A bound, and nothing that was measured. */
  readonly bound?: boolean;
}

export interface LogPlotProps {
  readonly label: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly lines: readonly LogLine[];
  /** What is shown where there is a mark on the x axis. */
  readonly xText: (x: number) => string;
  readonly height: number;
  /** Changes when the colours do. */
  readonly theme: string;
}

interface Stroke {
  readonly token: string;
  readonly dash: readonly number[];
}

/** One accent, the rest in the colours of text; dashes tell apart what is left. */
const STROKES: readonly Stroke[] = [
  { token: "--accent", dash: [] },
  { token: "--ink", dash: [] },
  { token: "--faint", dash: [] },
  { token: "--accent", dash: [7, 4] },
  { token: "--ink", dash: [7, 4] },
  { token: "--faint", dash: [7, 4] },
  { token: "--accent", dash: [2, 3] },
  { token: "--ink", dash: [2, 3] },
  { token: "--faint", dash: [2, 3] },
];
const BOUND: Stroke = { token: "--faint", dash: [1, 3] };

export function LogPlot({ label, xLabel, yLabel, lines, xText, height, theme }: LogPlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const strokes = strokesOf(lines);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is what the colours depend on.
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let end = (): void => {};
    let wanted = true;
    void loadUplot().then((Plot) => {
      if (!wanted) return;
      const options = optionsFor({ xLabel, yLabel, lines, strokes, xText }, element, height);
      const plot = new Plot(options, dataOf(lines), element);
      const watch = new ResizeObserver(() => {
        // Told in the middle of laying out; a size that stays is no news.
        if (element.clientWidth !== plot.width) plot.setSize({ width: element.clientWidth, height });
      });
      watch.observe(element);
      end = () => {
        watch.disconnect();
        plot.destroy();
      };
    });
    return () => {
      wanted = false;
      end();
    };
  }, [lines, strokes.length, xLabel, yLabel, height, theme]);
  return (
    <figure className="plot">
      <div ref={place} role="img" aria-label={label} style={{ height }} />
      <figcaption>
        {lines.map((line, at) => (
          <span key={line.label}>
            <svg width="22" height="8" aria-hidden>
              <path
                d="M0 4h22"
                fill="none"
                strokeWidth={2}
                style={{ stroke: `var(${strokes[at]?.token})` }}
                strokeDasharray={strokes[at]?.dash.join(" ")}
              />
            </svg>
            {line.label}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function strokesOf(lines: readonly LogLine[]): readonly Stroke[] {
  let measured = 0;
  return lines.map(({ bound }) => (bound ? BOUND : (STROKES[measured++ % STROKES.length] as Stroke)));
}

function optionsFor(
  {
    xLabel,
    yLabel,
    lines,
    strokes,
    xText,
  }: Omit<LogPlotProps, "label" | "height" | "theme"> & {
    readonly strokes: readonly Stroke[];
  },
  element: HTMLElement,
  height: number,
): UPlot.Options {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const font = `${Math.round(parseFloat(style.fontSize) * 0.9)}px ${style.fontFamily}`;
  const axis = {
    stroke: token("--dim"),
    font,
    labelFont: font,
    grid: { stroke: token("--grid-10"), width: 1 },
  };
  const sides = [...new Set(lines.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, distr: 3, log: 2, range: (_, low, high) => padded(low, high, 1.3) },
      y: { distr: 3, range: (_, low, high) => padded(low, high, 2) },
    },
    axes: [
      {
        ...axis,
        label: xLabel,
        splits: () => sides,
        values: (_, all) => all.map(xText),
        size: 34,
        labelSize: 22,
      },
      {
        ...axis,
        label: yLabel,
        splits: (_, __, low, high) => powersOfTen(low, high),
        values: (_, all) => all.map((value) => `1e${Math.round(Math.log10(value))}`),
        size: 50,
        labelSize: 22,
      },
    ],
    series: [
      {},
      ...lines.map(({ label, points }, at): UPlot.Series => {
        const { token: name, dash } = strokes[at] as Stroke;
        const colour = token(name);
        return {
          label,
          stroke: colour,
          width: 2,
          dash: [...dash],
          spanGaps: true,
          // A bound at one place only is no line, and would not be seen.
          points: { show: strokes[at] !== BOUND || points.length < 2, size: 7, fill: colour, stroke: colour },
        };
      }),
    ],
  };
}

/** A column for each x, in ascending order; null where a line has no point. */
function dataOf(lines: readonly LogLine[]): UPlot.AlignedData {
  const xs = [...new Set(lines.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
  const columns = lines.map(({ points }) => xs.map((x) => points.find((point) => point.x === x)?.y ?? null));
  return [xs, ...columns];
}

function padded(low: number, high: number, factor: number): [number, number] {
  return [low / factor, high * factor];
}

function powersOfTen(low: number, high: number): number[] {
  const powers: number[] = [];
  for (let power = Math.ceil(Math.log10(low)); 10 ** power <= high; power++) powers.push(10 ** power);
  return powers;
}
