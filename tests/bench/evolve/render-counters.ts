/** Tables V and VI: counters of four cells, and the sweep over what the paper leaves open. */

import { formatFigure, formatTable } from "../../../engine/bench/report.ts";
import { meanOf } from "../../../engine/bench/statistics.ts";
import { grouped } from "../../../engine/core/integers.ts";
import { histogram } from "../pages/histogram.ts";
import { timesText } from "../pages/words.ts";
import { paceOf } from "./claims.ts";
import type { ReportedCounter } from "./papers.ts";
import { REPORTED_COUNTERS, REPORTED_COUNTERS_320 } from "./papers.ts";
import type { CounterRuns, EvolveResult, SweepPoint } from "./result.ts";
import { SWEPT } from "./result.ts";

/** "14,204 +- 594". */
function meanText(generations: readonly number[]): string {
  const { mean, standardError } = meanOf(generations);
  if (mean === undefined) return "";
  const error = standardError === undefined ? "" : ` +- ${grouped(Math.round(standardError))}`;
  return `${grouped(Math.round(mean))}${error}`;
}

const reportedRows = (list: readonly ReportedCounter[]): readonly (readonly string[])[] =>
  list.map(({ machine, generations, seconds, times }) => [
    `*reported: ${machine}*`,
    "",
    grouped(generations),
    formatFigure(seconds),
    times === null ? "" : timesText(times),
  ]);

/** Null where nothing was measured. */
export function countersSection(result: EvolveResult): string | null {
  const { counters } = result;
  if (counters.length === 0) return null;
  const serial = counters.find(({ where }) => where === "serial");
  const pace = serial ? paceOf(serial) : null;
  const rows = counters.map((runs) => {
    const own = paceOf(runs);
    return [
      `${runs.label}${runs.together ? ", together" : ""}`,
      `${grouped(runs.generations.length)} of ${grouped(runs.runs)}`,
      meanText(runs.generations),
      formatFigure(runs.seconds / runs.runs),
      runs === serial || pace === null || own === null ? "" : timesText(own / pace),
    ];
  });
  const largest = largestOf(counters);
  return [
    "## Table V: counters until they count",
    "",
    "Four cells with a rule each, fixed ends, from 5 until ten values are right; 32 individuals, mutation 18 % a bit, two elites. " +
      "Run i has the same seed everywhere and takes the same generations, so means differ by the number of runs only. Times compares " +
      "generations a second.",
    "",
    formatTable(
      ["", "solved", "generations", "s a run", "times"],
      [...rows, ...reportedRows(REPORTED_COUNTERS)],
    ),
    "",
    ...(largest ? ["![How many generations runs take](counter-runs.svg)"] : []),
  ].join("\n");
}

/** The most runs, at least two. */
function largestOf(counters: readonly CounterRuns[]): CounterRuns | undefined {
  return counters
    .filter(({ generations }) => generations.length > 1)
    .toSorted((a, b) => b.generations.length - a.generations.length)[0];
}

/** Null where there are too few runs. */
export function countersPlot({ counters }: EvolveResult): string | null {
  const runs = largestOf(counters);
  if (!runs) return null;
  const { generations } = runs;
  const { mean = 1 } = meanOf(generations);
  return histogram({
    title: `Generations of ${grouped(generations.length)} runs of the counter, mean ${meanText(generations)}`,
    xLabel: "generations until ten values are right",
    yLabel: "runs",
    values: generations,
    expected: {
      label: "exponential with the same mean",
      below: (x) => 1 - Math.exp(-x / mean),
    },
  });
}

/** Null where nothing was measured. */
export function longSection({ longCounters }: EvolveResult): string | null {
  if (longCounters.length === 0) return null;
  const serial = longCounters.find(({ where }) => where === "serial")?.seconds;
  const rows = longCounters.map(({ label, generations, seconds, where }) => [
    label,
    "",
    grouped(generations),
    seconds === null ? "not run" : formatFigure(seconds),
    seconds === null || !serial || where === "serial" ? "" : timesText(serial / seconds),
  ]);
  const notes = longCounters.flatMap(({ label, problem }) =>
    problem === null ? [] : [`- ${label}: ${problem}`],
  );
  return [
    "## Table VI: counters of 320 individuals",
    "",
    "For so many generations, whatever they reach.",
    "",
    formatTable(["", "", "generations", "s", "times"], [...rows, ...reportedRows(REPORTED_COUNTERS_320)]),
    ...(notes.length > 0 ? ["", ...notes] : []),
  ].join("\n");
}

/** Null where nothing was measured. */
export function sweepSection({ sweep }: EvolveResult): string | null {
  const [first] = sweep;
  if (!first) return null;
  return [
    "## What the counter takes, by mutation, crossover and elites",
    "",
    `Each setting by itself, the others as above; ${grouped(first.runs)} runs each, given up after ${grouped(first.limit)} generations. ` +
      "A mean is of the runs that were solved, and too low where others were given up.",
    ...SWEPT.flatMap((swept) => {
      const points = sweep.filter((point) => point.swept === swept);
      return points.length === 0
        ? []
        : ["", formatTable([swept, "solved", "generations"], points.map(sweepRow))];
    }),
  ].join("\n");
}

function sweepRow({ value, usual, runs, generations }: SweepPoint): readonly string[] {
  const solved = generations.length === runs ? "all" : `${grouped(generations.length)} of ${grouped(runs)}`;
  return [usual ? `**${value}**` : String(value), solved, meanText(generations)];
}
