/** "1.38e10": three digits, as speeds are compared over ten orders of magnitude. */
export function formatRate(cellsPerSecond: number): string {
  return cellsPerSecond.toExponential(2).replace("e+", "e");
}

export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i].length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i])).join(" | ")} |`;
  return [line(head), `|${widths.map((w) => "-".repeat(w + 2)).join("|")}|`, ...rows.map(line)].join("\n");
}
