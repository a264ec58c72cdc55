/** Tables I to III: searches for the majority of 64 cells by every way, at growing sizes; and what an evaluation takes today. */

import { formatFigure, formatTable } from "../../../engine/bench/report.ts";
import { grouped } from "../../../engine/core/integers.ts";
import { linePlot } from "../pages/line-plot.ts";
import { timesText } from "../pages/words.ts";
import { pointAt, serialMicroseconds, simulationTimes, sizesOf, timesOf } from "./figures.ts";
import { CARDS, REPORTED_SCALING, REPORTED_TIMES, SERIAL_MICROSECONDS } from "./papers.ts";
import type { EvolveResult, MethodFigure, Reading, Series } from "./result.ts";
import { microseconds, stopped } from "./result.ts";

const LETTERS = { cells: "A", vectors: "B", individuals: "C" } as const;

/** Beside those of a time: how far it came where it was stopped. */
function secondsText(reading: Reading): string {
  const cut = stopped(reading) ? ` for ${grouped(reading.done)} (stopped)` : "";
  return `${formatFigure(reading.seconds)}${cut}`;
}

export function timesSection(result: EvolveResult): string {
  const size = sizesOf(result)[0];
  const reported = REPORTED_TIMES.flatMap(({ table, card, rows }) =>
    rows.map(({ method, simulation, evaluations, serialSeconds, seconds, times }) => [
      `*${LETTERS[method]}${simulation ? ", a rule is only run" : ""} (Table ${table}, ${card})*`,
      ...[grouped(evaluations), formatFigure(serialSeconds), formatFigure(seconds)],
      ...[formatFigure((seconds * 1e6) / evaluations), timesText(times)],
    ]),
  );
  return [
    "## Tables I and II: a rule that is only run, and a search",
    "",
    `64 cells of radius 3 whose ends meet, 128 steps. ${grouped(result.searchGenerations)} generations; crossover 70 %, ` +
      "mutation 1 % a bit, tournament of two, one elite. Serial seconds are those of the serial program for as many evaluations.",
    "",
    formatTable(
      ["", "evaluations", "serial, s", "s", "us an evaluation", "times"],
      [
        ...result.simulation.flatMap((series) => simulationRow(result, series)),
        ...(size === undefined ? [] : result.searches.flatMap((series) => searchRow(result, series, size))),
        ...reported,
      ],
    ),
    "",
    ...notes([...result.simulation, ...result.searches]),
  ].join("\n");
}

function simulationRow(
  result: EvolveResult,
  { contender, label, where, points }: Series,
): readonly string[][] {
  const [point] = points;
  if (!point) return [];
  const times = simulationTimes(result, contender);
  const serial = result.simulation.find((one) => one.where === "serial")?.points[0];
  const each = serial ? microseconds(serial) : null;
  return [row(`${label}; a rule is only run`, point, each, where === "serial" ? null : times)];
}

function searchRow(
  result: EvolveResult,
  { contender, label, where }: Series,
  size: number,
): readonly string[][] {
  const point = pointAt(result.searches, contender, size);
  if (!point) return [[label, grouped(size), "", "not run", "", ""]];
  const times = where === "serial" ? null : timesOf(result, contender, size);
  return [row(label, point, serialMicroseconds(result), times)];
}

function row(label: string, point: Reading, serial: number | null, times: number | null): string[] {
  return [
    ...[label, grouped(point.evaluations)],
    serial === null ? "" : formatFigure((serial * point.evaluations) / 1e6),
    secondsText(point),
    formatFigure(microseconds(point) ?? 0),
    times === null ? "" : timesText(times),
  ];
}

/** What is missing, a line each, with an empty line after them. */
function notes(list: readonly Series[]): readonly string[] {
  const lines = list.flatMap(({ label, problems }) => problems.map((problem) => `- ${label}, ${problem}`));
  return lines.length === 0 ? [] : [...new Set(lines), ""];
}

export function scalingSection(result: EvolveResult): string {
  const reported = Object.values(REPORTED_SCALING).flatMap((rows) => rows.map(([size]) => size));
  const sizes = [...new Set([...sizesOf(result), ...reported])].sort((a, b) => a - b);
  const own = result.searches.map((series) => [
    series.label,
    ...sizes.map((size) => {
      const point = pointAt(result.searches, series.contender, size);
      const each = point && microseconds(point);
      if (!point || !each) return sizesOf(result).includes(size) ? "not run" : "";
      const times = series.where === "serial" ? null : timesOf(result, series.contender, size);
      return `${formatFigure(each)} us${times === null ? "" : ` (${timesText(times)})`}${stopped(point) ? ", stopped" : ""}`;
    }),
  ]);
  const paper = (Object.keys(LETTERS) as (keyof typeof LETTERS)[]).map((method) => [
    `*${LETTERS[method]}, reported*`,
    ...sizes.map((size) => {
      const found = REPORTED_SCALING[method].find(([evaluations]) => evaluations === size);
      if (!found) return "";
      return found[1] === null
        ? "*not done in 10 h*"
        : `*${formatFigure(SERIAL_MICROSECONDS / found[1])} us (${timesText(found[1])})*`;
    }),
  ]);
  return [
    "## Table III: the size of the search",
    "",
    "Microseconds an evaluation, breeding included, and in brackets how many times as fast as the serial program that is. A, B, A x C " +
      "and ours grow by vectors, C by individuals. The reported figures are ratios over the paper's serial program, which took " +
      `${grouped(Math.round(SERIAL_MICROSECONDS))} us an evaluation.`,
    "",
    formatTable(["evaluations", ...sizes.map(grouped)], [...own, ...paper]),
    "",
    ...sameness(result),
    ...(plotted(result) ? ["![Microseconds an evaluation](scaling.svg)"] : []),
  ].join("\n");
}

/** Whether everybody bred the same populations. */
function sameness({ searches }: EvolveResult): readonly string[] {
  const lines: string[] = [];
  const [right, wrong] = [new Set<string>(), new Set<string>()];
  const expected = new Map<string, { readonly hash: string; readonly by: string }>();
  for (const { label, points } of searches)
    for (const { hash, population, vectors } of points) {
      if (hash === null) continue;
      const key = `${population} x ${vectors}`;
      const known = expected.get(key);
      if (!known) expected.set(key, { hash, by: label });
      else if (known.hash === hash) right.add(known.by).add(label);
      else wrong.add(label);
    }
  if (wrong.size > 0) lines.push(`- **Not the same populations as the others: ${[...wrong].join(", ")}.**`);
  if (right.size > 0) lines.push(`- The same last populations, bit for bit: ${[...right].join(", ")}.`);
  return lines.length === 0 ? [] : [...lines, ""];
}

function plotted({ searches }: EvolveResult): boolean {
  return searches.some(({ points }) => points.some(({ done }) => done > 0));
}

/** Null without searches. */
export function scalingPlot(result: EvolveResult): string | null {
  if (!plotted(result)) return null;
  const own = result.searches.map(({ label, points }) => ({
    label,
    points: points.flatMap((point) => {
      const y = microseconds(point);
      return y === null ? [] : [{ x: point.evaluations, y }];
    }),
  }));
  const paper = (Object.keys(LETTERS) as (keyof typeof LETTERS)[]).map((method) => ({
    label: `${LETTERS[method]}, reported`,
    dashed: true,
    points: REPORTED_SCALING[method].flatMap(([x, times]) =>
      times === null ? [] : [{ x, y: SERIAL_MICROSECONDS / times }],
    ),
  }));
  return linePlot({
    title: "Searches for the majority of 64 cells",
    xLabel: "evaluations of the search",
    yLabel: "microseconds an evaluation",
    lines: [...own, ...paper],
  });
}

export function methodsSection({ methods }: EvolveResult): string | null {
  if (methods.length === 0) return null;
  const rings = [...new Set(methods.map(({ ring }) => ring))];
  return [
    "## An evaluation today",
    "",
    "The rules are those of a first population, which is chance. In brackets: the fastest and the slowest of the rounds.",
    ...rings.flatMap((ring) => [
      "",
      `### ${ring}`,
      "",
      methodsTable(methods.filter((one) => one.ring === ring)),
    ]),
  ].join("\n");
}

function methodsTable(rows: readonly MethodFigure[]): string {
  const of = (find: (row: MethodFigure) => boolean): number | null => {
    const found = rows.find(find);
    return found ? microseconds(found) : null;
  };
  const serial = of(({ where }) => where === "serial");
  const b = of(({ method }) => method === "vectors");
  const table = rows.flatMap((figure) => {
    const each = microseconds(figure);
    if (each === null) return [];
    const range = [figure.fastest, figure.slowest]
      .map((one) => formatFigure((one * 1e6) / figure.done))
      .join(" .. ");
    return [
      [
        ...[
          figure.label,
          figure.earlyStop ? "yes" : "no",
          grouped(figure.done),
          `${formatFigure(each)} (${range})`,
        ],
        serial === null || figure.where === "serial" ? "" : timesText(serial / each),
        b === null || figure.method === "vectors" ? "" : timesText(b / each),
      ],
    ];
  });
  return formatTable(
    [
      "",
      "runs that repeat themselves end",
      "evaluations",
      "us an evaluation",
      "of the serial program",
      "of B",
    ],
    table,
  );
}

/** Evaluations a second for a euro and a watt, where these are known; null where none is. */
export function pricesSection(result: EvolveResult): string | null {
  const size = sizesOf(result).at(-1);
  const { gpu } = result;
  if (size === undefined || !gpu || (gpu.euros === null && gpu.watts === null)) return null;
  const best = { "9600 GT": 126.34, "GTX 285": 417.36 } as const;
  const reported = (Object.keys(best) as (keyof typeof best)[]).map((card) => {
    const rate = (best[card] * 1e6) / SERIAL_MICROSECONDS;
    return [`*B, ${card}, reported*`, grouped(Math.round(rate)), formatFigure(rate / CARDS[card].euros), ""];
  });
  const own = result.searches
    .filter(({ where }) => where === "gpu")
    .flatMap(({ label, points }) => {
      const each = points.map(microseconds).filter((one) => one !== null);
      if (each.length === 0) return [];
      const rate = 1e6 / Math.min(...each);
      const per = (amount: number | null): string => (amount === null ? "" : formatFigure(rate / amount));
      return [[label, grouped(Math.round(rate)), per(gpu.euros), per(gpu.watts)]];
    });
  const facts = [
    ...(gpu.euros === null ? [] : [`${grouped(gpu.euros)} euro`]),
    ...(gpu.watts === null ? [] : [`${grouped(gpu.watts)} watt`]),
  ];
  return [
    "## For a euro and a watt",
    "",
    `${gpu.adapter} counts as ${facts.join(" and ")}, as somebody said who measured; the paper gives prices only. Each at its best size.`,
    "",
    formatTable(
      ["", "evaluations a second", "a second and euro", "a second and watt"],
      [...own, ...reported],
    ),
  ].join("\n");
}
