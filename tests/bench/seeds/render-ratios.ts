/** Ratios of two contenders: how far the lookup leads the naive kernel, and what a scan takes. */

import { linePlot } from "../pages/line-plot.ts";
import { HEX_LOOKUP_OVER_NAIVE, HEX_SCAN_SHARE } from "./papers.ts";
import { axisLabel, reportedRow, timesFrom, xOf } from "./render-parts.ts";
import type { CaseResult, Point } from "./result.ts";
import { rateOf, stopped } from "./result.ts";

const LOOKUP_TITLE = "lookup over naive";
const SCAN_TITLE = "the scan's share of its list's time";
export const lookupFile = (of: CaseResult): string => `${of.id}-lookup.svg`;
const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

interface At {
  readonly x: number;
  readonly y: number;
}

/** How far the lookup leads, and what the scan takes of its list's time, with what was reported of both. */
export function ratioRows(of: CaseResult, columns: readonly number[]): readonly (readonly string[])[] {
  const reports = of.subject === "hex" && of.axis === "iterations";
  const row = (
    label: string,
    points: readonly At[],
    textOf: (value: number) => string,
  ): readonly string[] => [
    `**${label}**`,
    ...columns.map((column) => points.filter(({ x }) => x === column).map(({ y }) => textOf(y))[0] ?? ""),
  ];
  const [leads, shares] = [lookupOverNaive(of), scanShares(of)];
  return [
    ...(leads.length > 0 ? [row(LOOKUP_TITLE, leads, (times) => `${times.toPrecision(3)}x`)] : []),
    ...(leads.length > 0 && reports ? [reportedRow(LOOKUP_TITLE, HEX_LOOKUP_OVER_NAIVE, columns)] : []),
    ...(shares.length > 0 ? [row(SCAN_TITLE, shares, percent)] : []),
    ...(shares.length > 0 && reports
      ? [[`*reported: ${SCAN_TITLE}*`, ...columns.map(() => `*over ${percent(HEX_SCAN_SHARE)}*`)]]
      : []),
  ];
}

/** A figure of the rates of two contenders wherever both have come to the mark. */
function ofBoth(
  of: CaseResult,
  [one, other]: readonly [string, string],
  figure: (one: number, other: number) => number,
): readonly At[] {
  const pointsOf = (id: string): readonly Point[] =>
    of.series.find(({ contender }) => contender === id)?.points.filter((point) => !stopped(point)) ?? [];
  const others = pointsOf(other);
  return pointsOf(one).flatMap((point) => {
    const x = xOf(of, point);
    const its = others.find((each) => xOf(of, each) === x);
    const [rate, itsRate] = [rateOf(point), its ? rateOf(its) : null];
    return rate && itsRate ? [{ x, y: figure(rate, itsRate) }] : [];
  });
}

function lookupOverNaive(of: CaseResult): readonly At[] {
  return ofBoth(of, ["gpu-row", "gpu-naive"], (lookup, naive) => lookup / naive);
}

/** What doing the scan once more adds to the time, as a share of it. */
function scanShares(of: CaseResult): readonly At[] {
  return ofBoth(of, ["list-scan", "list-scan-2"], (once, twice) => once / twice - 1);
}

/** The lookup's lead as a curve; null where it or the naive kernel has not run. */
export function lookupPlot(of: CaseResult): string | null {
  const points = lookupOverNaive(of);
  if (of.subject === "life" || points.length === 0) return null;
  const reported = points.flatMap(({ x }) => {
    const y =
      of.subject === "hex" && of.axis === "iterations" ? timesFrom(HEX_LOOKUP_OVER_NAIVE, x) : undefined;
    return y === undefined ? [] : [{ x, y }];
  });
  return linePlot({
    title: `${of.title}: ${LOOKUP_TITLE}`,
    xLabel: axisLabel(of),
    yLabel: "times as fast as the naive kernel",
    lines: [
      { label: "here", points },
      { label: "reported", points: reported, dashed: true },
    ],
  });
}
