/** What the pages' sections share. */

import { HEX_SLOWER } from "./papers.ts";
import type { CaseResult } from "./result.ts";

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
