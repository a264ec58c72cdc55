import { grouped } from "../core/integers.ts";

/** "1.38e10": three digits, as speeds are compared over ten orders of magnitude. */
export function formatRate(cellsPerSecond: number): string {
  return cellsPerSecond.toExponential(2).replace("e+", "e");
}

/** "9.79", "4,085", "0.00210": three digits that count, and thousands in full. */
export function formatFigure(value: number): string {
  if (value >= 999.5) return grouped(Math.round(value));
  const text = value.toPrecision(3);
  return text.includes("e") ? value.toExponential(2) : text;
}

export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i].length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i])).join(" | ")} |`;
  return [line(head), `|${widths.map((w) => "-".repeat(w + 2)).join("|")}|`, ...rows.map(line)].join("\n");
}
