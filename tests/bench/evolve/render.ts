/** From kept figures to a page: README.md with tables, and plots. Nothing here measures anything. */

import { formatFigure } from "../../../engine/bench/report.ts";
import { grouped } from "../../../engine/core/integers.ts";
import { claimsTable } from "./claims.ts";
import { serialMicroseconds } from "./figures.ts";
import { SERIAL_MICROSECONDS, SLIPS } from "./papers.ts";
import { blockPlots, blocksSection } from "./render-blocks.ts";
import { countersPlot, countersSection, longSection, sweepSection } from "./render-counters.ts";
import {
  methodsSection,
  pricesSection,
  scalingPlot,
  scalingSection,
  timesSection,
} from "./render-searches.ts";
import type { EvolveResult } from "./result.ts";

/** The files by name: "README.md", "scaling.svg" ... */
export function renderEvolve(result: EvolveResult): ReadonlyMap<string, string> {
  const pages = new Map<string, string>();
  const plots = [
    ["scaling.svg", scalingPlot(result)],
    ["counter-runs.svg", countersPlot(result)],
    ...blockPlots(result),
  ] as const;
  for (const [name, plot] of plots) if (plot !== null) pages.set(name, plot);
  const searched = result.searches.length > 0 || result.simulation.length > 0;
  const sections = [
    head(result),
    `## What the paper concludes, and what holds here\n\n${claimsTable(result)}`,
    searched ? timesSection(result) : null,
    result.searches.length > 0 ? scalingSection(result) : null,
    methodsSection(result),
    pricesSection(result),
    blocksSection(result),
    countersSection(result),
    longSection(result),
    sweepSection(result),
    `## Slips in the paper\n\n${SLIPS.map((slip) => `- ${slip}`).join("\n")}`,
    ...(result.problems.length > 0 ? [missing(result.problems)] : []),
  ].filter((section) => section !== null);
  pages.set("README.md", `${sections.map((section) => section.trimEnd()).join("\n\n")}\n`);
  return pages;
}

function head(result: EvolveResult): string {
  const { date, machine, gpu, seconds, cap } = result;
  const cores = machine.cores === undefined ? "" : `, ${machine.cores} cores`;
  const card = !gpu
    ? "No GPU was there."
    : gpu.software
      ? `**${gpu.adapter} imitates a GPU on the CPU**: what it takes says something about the order of the methods at best, and nothing about cards.`
      : `GPU: ${gpu.adapter}.`;
  const serial = serialMicroseconds(result);
  const beside =
    serial === null
      ? ""
      : ` The paper's serial program took ${grouped(Math.round(SERIAL_MICROSECONDS))} us an evaluation, and the one here (JavaScript, a ` +
        `number a cell) takes ${formatFigure(serial)} us: a ratio over either says little by itself, so microseconds stand beside it.`;
  return [
    "# Rules bred on graphics cards: 2010 and today",
    "",
    "Made by `npm run bench -- evolve --json FILE` and `npm run bench -- evolve --render FILE docs/evolve`; do not edit.",
    "",
    `Measured on ${date}, in ${grouped(Math.round(seconds))} s. ${card} CPU: ${machine.cpu}${cores} (Node ${machine.node}, ${machine.system}).`,
    "",
    "A paper of 2010 bred rules of one-dimensional automata by a genetic algorithm, in three ways on three cards: a thread a cell (A), a thread a " +
      "training vector (B), a thread an individual (C). Here are its tables again, with the ways that came later. An evaluation is one " +
      `rule on one vector to the last step.${beside}`,
    "",
    `A figure is the median of some rounds, and a single one where it takes long. Nobody runs for longer than ${formatFigure(cap)} s; who was stopped ` +
      "there says how far it came. Figures in italics are those of the paper.",
  ].join("\n");
}

/** What is missing, by why: "What, by whom: Why." Those with a reason of their own stand alone. */
function missing(problems: readonly string[]): string {
  const byReason = new Map<string, string[]>();
  for (const problem of problems) {
    const [, what = problem, reason = ""] = /^([^:]+): (.+)$/s.exec(problem) ?? [];
    byReason.set(reason, [...(byReason.get(reason) ?? []), what]);
  }
  const lines = [...byReason].map(([reason, all]) => {
    const whats = [...new Set(all)];
    if (reason === "") return whats.map((what) => `- ${what}`).join("\n");
    return whats.length === 1
      ? `- ${whats[0]}: ${reason}`
      : `- ${reason}\n${whats.map((what) => `  - ${what}`).join("\n")}`;
  });
  return `## Missing\n\n${lines.join("\n")}`;
}
