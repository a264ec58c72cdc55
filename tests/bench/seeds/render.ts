/** From kept figures to pages: README.md with tables, and a plot for each case. Nothing here measures anything. */

import { bestCopy, oneStepLimit } from "../../../engine/bench/gpu-bench.ts";
import { formatRate, formatTable } from "../../../engine/bench/report.ts";
import { grouped } from "../../../engine/core/integers.ts";
import { linePlot } from "../pages/line-plot.ts";
import { timesText } from "../pages/words.ts";
import { HEX_SPEED_UPS } from "./papers.ts";
import { lifeSection } from "./render-life.ts";
import { axisLabel, footnotes, reportedRow, xOf } from "./render-parts.ts";
import { lookupFile, lookupPlot, ratioRows } from "./render-ratios.ts";
import type { CaseResult, Point, SeedsResult, Series } from "./result.ts";
import { rateOf, stopped } from "./result.ts";

export type Pages = ReadonlyMap<string, string>;

/** The files by name: "README.md", "hex-iterations.svg" ... */
export function renderSeeds(result: SeedsResult): Pages {
  const pages = new Map<string, string>();
  const sections: string[] = [head(result)];
  for (const of of result.cases) {
    const plot = plotOf(of);
    if (plot !== null) pages.set(`${of.id}.svg`, plot);
    const ratio = lookupPlot(of);
    if (ratio !== null) pages.set(lookupFile(of), ratio);
    sections.push(of.subject === "life" ? lifeSection(of) : section(of));
  }
  pages.set("README.md", `${sections.join("\n\n")}\n`);
  return pages;
}

function head({ date, machine, copy, absent, seconds }: SeedsResult): string {
  const gpu =
    copy === null
      ? "No GPU was there."
      : `GPU: ${copy.adapter}; it copies its memory at ${(bestCopy(copy) / 1e12).toFixed(3)} TB/s (read and written), which ends ` +
        `one generation a pass of packed cells at ${formatRate(oneStepLimit(copy))} cells/s.`;
  return [
    "# From the serial program to K generations a pass",
    "",
    "Made by `npm run bench -- seeds --json FILE` and `npm run bench -- seeds --render FILE docs/comparison`; do not edit.",
    "",
    `Measured on ${date}, in ${Math.round(seconds)} s. ${gpu} CPU: ${machine.cpu}, one thread (Node ${machine.node}, ${machine.system}).`,
    "",
    "A rate is cells of the grid times generations a second, from the start until the cells can be read; where that takes " +
      "less than half a second, the median of several rounds. In brackets stands how many times the rate of the serial " +
      "program that is (a byte a cell, the same grid). Nobody runs for longer than a cap: who was stopped there is marked with " +
      "the generations it had done, and where the serial program did not get as far, what it had reached is what the others " +
      "are compared with (marked *).",
    ...(absent.length > 0 ? ["", `Not part of the build that was measured: ${absent.join(", ")}.`] : []),
  ].join("\n");
}

function section(of: CaseResult): string {
  const side = of.series.flatMap(({ points }) => points)[0]?.side;
  const grid = of.axis === "iterations" && side !== undefined ? `, ${grouped(side)} x ${grouped(side)}` : "";
  const marks = [...new Set(of.series.flatMap(({ points }) => points.map(({ mark }) => mark)))];
  const after =
    of.axis === "size" && marks.length > 0 ? ` (${marks.map(grouped).join(", ")} generations)` : "";
  return [
    `## ${of.title}${grid}: against ${of.axis === "size" ? `the grid's side${after}` : "iterations"}`,
    "",
    ratesTable(of),
    "",
    ...footnotes(of),
    `![${of.title}](${of.id}.svg)`,
    ...(lookupPlot(of) === null ? [] : ["", `![Lookup over naive](${lookupFile(of)})`]),
  ].join("\n");
}

function ratesTable(of: CaseResult): string {
  const columns = [...new Set(of.series.flatMap(({ points }) => points.map((point) => xOf(of, point))))].sort(
    (a, b) => a - b,
  );
  const serial = of.series.find(({ contender }) => contender === "serial");
  const rows = of.series
    .filter(({ points }) => points.length > 0)
    .map((series) => [
      series.label,
      ...columns.map((x) => {
        const point = series.points.find((each) => xOf(of, each) === x);
        return point ? rateText(point, series === serial ? null : serialAt(of, serial, x)) : "";
      }),
    ]);
  return formatTable(
    [of.axis === "size" ? "side" : "iterations", ...columns.map(grouped)],
    [...rows, ...reportedRows(of, columns), ...ratioRows(of, columns)],
  );
}

/** What the hexagonal work said of its speed-ups, which were against iterations. */
function reportedRows(of: CaseResult, columns: readonly number[]): readonly (readonly string[])[] {
  if (of.subject !== "hex" || of.axis !== "iterations") return [];
  return HEX_SPEED_UPS.map(({ label, steps }) => reportedRow(label, steps, columns));
}

interface SerialRate {
  readonly rate: number;
  /** Whether it is of fewer generations than were asked for. */
  readonly partial: boolean;
}

/** The serial program's rate there, or as far as it came. */
function serialAt(of: CaseResult, serial: Series | undefined, x: number): SerialRate | null {
  const points = serial?.points ?? [];
  const there = points.find((point) => xOf(of, point) === x);
  const point = there ?? (of.axis === "iterations" ? points.at(-1) : undefined);
  const rate = point && rateOf(point);
  return rate ? { rate, partial: point !== there || stopped(point) } : null;
}

function rateText(point: Point, serial: SerialRate | null): string {
  const rate = rateOf(point);
  if (rate === null) return `none in ${point.seconds.toFixed(0)} s`;
  const times = serial ? ` (${timesText(rate / serial.rate)}${serial.partial ? "*" : ""})` : "";
  const cut = stopped(point) ? `, stopped after ${grouped(point.done)}` : "";
  return `${formatRate(rate)}${times}${cut}`;
}

function plotOf(of: CaseResult): string | null {
  const lines = of.series.map((series) => ({
    label: series.label,
    points: series.points.flatMap((point) => {
      const y = rateOf(point);
      // Where it was stopped it has come as far as it has.
      const x = of.axis === "size" ? point.side : point.done;
      return y === null ? [] : [{ x, y }];
    }),
  }));
  if (lines.every(({ points }) => points.length === 0)) return null;
  return linePlot({
    title: of.title,
    xLabel: axisLabel(of),
    yLabel: "cells a second",
    lines,
  });
}
