/** What the pages' sections share. */

import type { ReportedSpeedUp } from "./papers.ts";
import { HEX_SLOWER } from "./papers.ts";
import type { CaseResult, Point } from "./result.ts";

/** What is wrong or missing, a line each, with an empty line after them. */
export function footnotes({ series, cap, subject }: CaseResult): readonly string[] {
  const lines = series.flatMap(({ label, right, problems }) => [
    ...(right === false ? [`- **${label}: its cells were not those of the serial program.**`] : []),
    ...problems.map((problem) => `- ${label}: ${problem}`),
  ]);
  const checked = series.filter(({ right }) => right === true).map(({ label }) => label);
  return [
    ...lines,
    ...(checked.length > 0
      ? [`- Same cells as the serial program after 20 generations: ${checked.join(", ")}.`]
      : []),
    ...(subject === "hex" ? [`- Reported as slower than the naive kernel: ${HEX_SLOWER.join("; ")}.`] : []),
    `- Caps: ${cap.cpu} s a round on the CPU, ${cap.gpu} s on the GPU.`,
    "",
  ];
}

export function xOf({ axis }: CaseResult, { mark, side }: Point): number {
  return axis === "size" ? side : mark;
}

export function axisLabel({ axis }: CaseResult): string {
  return axis === "size" ? "side of the grid, cells" : "iterations";
}

/** What was reported from so many iterations on; undefined before the first. */
export function timesFrom(steps: ReportedSpeedUp["steps"], iterations: number): number | undefined {
  return steps.filter(({ from }) => from <= iterations).at(-1)?.times;
}

/** A row of a table against iterations. */
export function reportedRow(
  label: string,
  steps: ReportedSpeedUp["steps"],
  columns: readonly number[],
): readonly string[] {
  const times = columns.map((iterations) => timesFrom(steps, iterations));
  return [`*reported: ${label}*`, ...times.map((each) => (each === undefined ? "" : `*${each}x*`))];
}
