/** A ring in words: what became of its start, and how the command line would show it. */

import { grouped } from "../../../engine/core/integers.ts";
import type { RingOutcome } from "../../../engine/rings/outcome.ts";
import { keepsMajority } from "../../../engine/rings/outcome.ts";
import type { Boundary } from "../../../engine/rings/ring.ts";
import { formatRingRule, ringTable, wolframNumber } from "../../../engine/rings/ring-rule.ts";
import { formatStart } from "../../../engine/rings/start.ts";
import type { ShownRing } from "./ring-wish.ts";

/** Of a ring's ends. */
export const BOUNDARY_NAMES: Readonly<Record<Boundary, string>> = {
  cyclic: "Joined",
  replicate: "Repeat the end cell",
  fixed00: "0 and 0",
  fixed01: "0 and 1",
  fixed10: "1 and 0",
  fixed11: "1 and 1",
};

/** "78 of 149 cells begin as 1; all are 1 from step 103 on: right." `steps`: those that the run was followed for. */
export function verdict(cells: number, outcome: RingOutcome, steps: number): string {
  const { ones, end, settled } = outcome;
  const begins = `${grouped(ones)} of ${grouped(cells)} cells begin as 1`;
  const kept = keepsMajority(cells, outcome);
  const judged = kept === undefined ? "a tie" : kept ? "right" : "wrong";
  if (settled === null) return `${begins}; not settled after ${grouped(steps)} steps: ${judged}.`;
  if (end === null)
    return `${begins}; settled from step ${grouped(settled)} on, but not as one state: ${judged}.`;
  return `${begins}; all are ${end} from step ${grouped(settled)} on: ${judged}.`;
}

/** The rule's texts that can be copied. A ring with a rule a cell has no single table. */
export const RULE_TEXTS = {
  table: {
    title: "Copy as table",
    text: ({ ring }: ShownRing) => ring.rules.map((rule) => `x${ringTable(rule)}`).join(),
  },
  number: {
    title: "Copy as number",
    text: ({ ring }: ShownRing) => ring.rules.map((rule) => String(wolframNumber(rule))).join(),
  },
  command: { title: "Copy as tessella ring command", text: commandLine },
} as const;

export type RuleText = keyof typeof RULE_TEXTS;

/** The line that writes the same diagram, from its start on, as far as the literature follows such runs. */
function commandLine({ ring, start }: ShownRing): string {
  const { cells, rules, boundary } = ring;
  const names = rules.map(formatRingRule).join();
  return [
    "tessella ring",
    rules.length > 1 ? `--rules ${names}` : names,
    `--cells ${cells} --steps ${2 * cells} --start ${formatStart(start, cells)}`,
    ...(boundary === "cyclic" ? [] : [`--boundary ${boundary}`]),
  ].join(" ");
}

/** What a file of the diagram says about it. */
export function aboutDiagram({ ring }: ShownRing, particles: boolean): string {
  const names = ring.rules.slice(0, 8).map(formatRingRule).join(", ");
  const what = particles ? ", cells outside of regular domains" : "";
  return `${names}${ring.rules.length > 8 ? ", ..." : ""}, ${ring.cells} cells, ${ring.boundary}, a row a step${what}`;
}
