/** Life on the grid of the HashLife report: milliseconds a generation, and the ratios that it gave. */

import { formatRate, formatTable } from "../../../engine/bench/report.ts";
import { grouped } from "../../../engine/core/integers.ts";
import { timesText } from "../pages/words.ts";
import { LIFE_FEWER_THREADS, LIFE_SOURCE, LIFE_TIMES } from "./papers.ts";
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
    ...matrix(of),
    ...threads(of),
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

/** Each of the report's four programs against each other one; nothing where none of them ran. */
function matrix(of: CaseResult): readonly string[] {
  const ran = LIFE_TIMES.map((program) => ({ ...program, point: lastPoint(of, program.contender) }));
  if (ran.every(({ point }) => point === null)) return [];
  const rows = ran.map((fast) => [
    fast.label,
    ...ran.map((slow) => {
      if (slow === fast) return "";
      const here =
        slow.point && fast.point
          ? ratioText(milliseconds(slow.point) / milliseconds(fast.point))
          : "not measured";
      return `${here} (${ratioText(slow.milliseconds / fast.milliseconds)})`;
    }),
  ]);
  return [
    "How many times as fast as each other, and in brackets what the report's times come to:",
    "",
    formatTable(["over", ...ran.map(({ label }) => label)], rows),
    "",
  ];
}

function threads(of: CaseResult): readonly string[] {
  const [fewer, all] = [lastPoint(of, LIFE_FEWER_THREADS.fewer), lastPoint(of, LIFE_FEWER_THREADS.all)];
  if (!fewer || !all) return [];
  const times = ratioText(milliseconds(all) / milliseconds(fewer));
  return [
    `With three quarters fewer threads the 4x4 table on the GPU is ${times} as fast; reported: no difference, since memory was the limit.`,
    "",
  ];
}

/** "0.985x", "38.4x", "1,229x". */
function ratioText(times: number): string {
  return times >= 100 ? timesText(times) : `${times.toPrecision(3)}x`;
}
