/** The results of the GPU bench: for people, as CSV and as JSON. */

import { groupedSize } from "../core/integers.ts";
import type { GpuBench, GpuBenchRow } from "./gpu-bench.ts";
import { wrongRows } from "./gpu-bench.ts";
import { formatRate, formatTable } from "./report.ts";

export const GPU_BENCH_COLUMNS = [
  "rule",
  "grid",
  "algorithm",
  "cells/s (median)",
  "range",
  "of one-step limit",
  "against bitwise",
  "cells",
] as const;

/** A row's texts, in the order of the columns. */
export function gpuBenchCells(row: GpuBenchRow): readonly string[] {
  const { rule, width, height, algorithm, median, slowest, fastest, ofLimit, ofYardstick } = row;
  return [
    rule,
    groupedSize(width, height),
    algorithm,
    median === null ? "-" : formatRate(median),
    slowest === null || fastest === null ? "" : `${formatRate(slowest)} .. ${formatRate(fastest)}`,
    ofLimit === null ? "" : `${ofLimit.toPrecision(3)}x`,
    ofYardstick === null ? "" : `${ofYardstick.toPrecision(3)}x`,
    verdict(row),
  ];
}

function verdict({ right, problem }: GpuBenchRow): string {
  if (problem !== null) return problem;
  if (right === null) return "";
  return right ? "right" : "WRONG";
}

/** A Markdown table below the figures that it is compared with. */
export function formatGpuBench(bench: GpuBench): string {
  return [...headOf(bench), "", formatTable(GPU_BENCH_COLUMNS, bench.rows.map(gpuBenchCells))].join("\n");
}

/** The GPU, its memory and the limit that follows, a sentence each. */
export function headOf({ copy, oneStepLimit, repeats }: GpuBench): readonly string[] {
  const rounds = `Dense soups on tori, medians of ${repeats} ${repeats === 1 ? "stretch" : "stretches"}.`;
  if (copy === null || oneStepLimit === null) return [rounds];
  return [
    `GPU: ${copy.adapter}.`,
    `Memory copy, read and written: ${terabytes(copy.command)} by command, ${terabytes(copy.kernel)} by kernel ` +
      `(${copy.bytes / 2 ** 20} MB).`,
    `One generation a pass can at best reach ${formatRate(oneStepLimit)} cells/s (0.25 byte a cell, and as much for each further plane of more states than two).`,
    rounds,
  ];
}

function terabytes(bytesPerSecond: number): string {
  if (bytesPerSecond >= 1e12) return `${(bytesPerSecond / 1e12).toFixed(2)} TB/s`;
  return `${(bytesPerSecond / 1e9).toFixed(bytesPerSecond < 1e11 ? 1 : 0)} GB/s`;
}

const CSV_COLUMNS = [
  "rule",
  "width",
  "height",
  "algorithm",
  "adapter",
  "generations",
  "cells_per_second",
  "slowest",
  "fastest",
  "of_one_step_limit",
  "against_bitwise",
  "right",
  "problem",
] as const;

/** Comma-separated values with a line of names, as spreadsheets read them (RFC 4180). */
export function gpuBenchCsv({ rows }: GpuBench): string {
  const lines = rows.map((row) =>
    [
      row.rule,
      row.width,
      row.height,
      row.algorithm,
      row.adapter,
      row.generations,
      row.median,
      row.slowest,
      row.fastest,
      row.ofLimit,
      row.ofYardstick,
      row.right,
      row.problem,
    ].map(csvField),
  );
  return [[...CSV_COLUMNS], ...lines].map((line) => `${line.join(",")}\r\n`).join("");
}

function csvField(value: string | number | boolean | null): string {
  const text = value === null ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rates are cells a second. */
export function gpuBenchJson(bench: GpuBench): object {
  return { ...bench, wrong: wrongRows(bench) };
}
