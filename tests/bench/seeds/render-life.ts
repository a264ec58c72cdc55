/** Life on the grid of the HashLife report: milliseconds a generation, and the ratios that it gave. */

import { formatRate, formatTable } from "../../../engine/bench/report.ts";
import { grouped } from "../../../engine/core/integers.ts";
import { timesText } from "../pages/words.ts";
import { LIFE_RATIOS, LIFE_SOURCE, LIFE_TIMES } from "./papers.ts";
import { footnotes } from "./render-parts.ts";
import type { CaseResult, Point, Series } from "./result.ts";
import { rateOf, stopped } from "./result.ts";

export function lifeSection(of: CaseResult): string {
  const side = of.series.flatMap(({ points }) => points)[0]?.side;
  const grid = side === undefined ? "" : `, ${grouped(side)} x ${grouped(side)}`;
  return [
    `## ${of.title}${grid}: milliseconds a generation`,
    "",
    timesTable(of),
    "",
    ratiosTable(of),
    "",
    `Reported: ${LIFE_SOURCE}; 100 generations on its CPU, 4,000 on its GPU.`,
    "",
    ...footnotes(of),
    `![${of.title}](${of.id}.svg)`,
  ].join("\n");
}

function lastPoint(of: CaseResult, contender: string): Point | null {
  const points = of.series.find((series) => series.contender === contender)?.points ?? [];
  return points.filter(({ done }) => done > 0).at(-1) ?? null;
}

function milliseconds({ seconds, done }: Point): number {
  return (seconds * 1000) / done;
}

function timesTable(of: CaseResult): string {
  const serial = lastPoint(of, "serial");
  const rows = of.series.flatMap((series: Series) => {
    const point = lastPoint(of, series.contender);
    if (!point) return [];
    const reported = LIFE_TIMES.find(({ contender }) => contender === series.contender);
    return [
      [
        series.label,
        stopped(point) ? `${grouped(point.done)} of ${grouped(point.mark)} (stopped)` : grouped(point.done),
        milliseconds(point).toPrecision(3),
        formatRate(rateOf(point) ?? 0),
        serial && series.contender !== "serial" ? timesText(milliseconds(serial) / milliseconds(point)) : "",
        reported ? `${reported.milliseconds} (${reported.label})` : "",
      ],
    ];
  });
  return formatTable(
    ["", "generations", "ms a generation", "cells/s", "against serial", "reported, ms"],
    rows,
  );
}

function ratiosTable(of: CaseResult): string {
  const rows = LIFE_RATIOS.map(({ label, over, under, times }) => {
    const [slow, fast] = [lastPoint(of, over), lastPoint(of, under)];
    const here = slow && fast ? timesText(milliseconds(slow) / milliseconds(fast)) : "not measured";
    return [label, here, `${times}x`];
  });
  return formatTable(["ratio", "here", "reported"], rows);
}
