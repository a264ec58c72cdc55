import type { Measurement } from "./measure.ts";

/** "1.38e10": three digits, as speeds are compared over ten orders of magnitude. */
export function formatRate(cellsPerSecond: number): string {
  return cellsPerSecond.toExponential(2).replace("e+", "e");
}

/** A Markdown table of one workload, each algorithm also as a multiple of `base`. */
export function formatMeasurements(measurements: readonly Measurement[], base: string): string {
  const reference = measurements.find((m) => m.algorithm === base);
  const rows = measurements.map((m) => [
    m.adapter ? `${m.algorithm} (${m.adapter})` : m.algorithm,
    formatRate(m.cellsPerSecond),
    `${formatRate(m.slowest)} .. ${formatRate(m.fastest)}`,
    reference ? `${(m.cellsPerSecond / reference.cellsPerSecond).toPrecision(3)}x` : "",
  ]);
  return formatTable(["algorithm", "cells/s (median)", "range", `against ${base}`], rows);
}

export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i].length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i])).join(" | ")} |`;
  return [line(head), `|${widths.map((w) => "-".repeat(w + 2)).join("|")}|`, ...rows.map(line)].join("\n");
}
