/** From kept figures to pages: README.md with tables, and plots. Nothing here measures anything. */

import { formatTable } from "../../../engine/bench/report.ts";
import { grouped } from "../../../engine/core/integers.ts";
import type { TransferCost } from "../../../engine/model/halo.ts";
import { generationSeconds } from "../../../engine/model/kernel-cost.ts";
import type { KernelFit } from "../../../engine/model/kernel-fit.ts";
import { fitKernel } from "../../../engine/model/kernel-fit.ts";
import { PAPER, PAPER_COST, PAPER_MODEL } from "../../../engine/model/paper.ts";
import { forecast } from "../../../engine/model/predict.ts";
import { percentText, timeText } from "../../../engine/model/words.ts";
import type { PlotLine } from "../pages/line-plot.ts";
import { linePlot } from "../pages/line-plot.ts";
import { timesText } from "../pages/words.ts";
import { problemOf } from "../seeds/timing.ts";
import { cardSection } from "./render-cards.ts";
import { waySections } from "./render-ways.ts";
import type { BenchCall, ClusterResult, KernelTimes, ProgramTime } from "./result.ts";

/** The files by name: "README.md", "figure-3-left.svg" ... */
export function renderCluster(result: ClusterResult): ReadonlyMap<string, string> {
  const pages = new Map<string, string>();
  const ways = result.ways.map((way) => waySections(way, pages));
  const cards = result.cards ? [cardSection(result.cards, pages)] : [];
  // A call for cards alone has nothing to set beside the paper's figure.
  const figure = isCardsAlone(result) ? [] : figure3(result, pages);
  const sections = [head(result), ...figure, ...kernelFits(result), ...ways, ...cards];
  pages.set("README.md", `${sections.join("\n\n")}\n`);
  return pages;
}

function isCardsAlone({ programs, kernels, ways, cards }: ClusterResult): boolean {
  return cards !== null && programs.length + kernels.length + ways.length === 0;
}

function head(result: ClusterResult): string {
  const { calls, machine, adapter } = result;
  const others = isCardsAlone(result)
    ? "[The page above](../README.md) has kernels one by one and ranks that share a card, [thousands.md](../thousands.md) what more machines would do that nobody has."
    : "What several cards do: [cards](cards/README.md). What more machines would do that nobody has: [thousands.md](thousands.md).";
  const cores = machine.cores === undefined ? "" : `, ${machine.cores} cores`;
  return [
    "# One grid over threads, processes and GPUs, predicted and measured",
    "",
    isCardsAlone(result)
      ? "Made by `npm run bench -- cluster --only cards --ranks 1,2,4,8 --json FILE` and `npm run bench -- cluster --render FILE docs/cluster/cards`; do not edit."
      : "Made by `npm run bench -- cluster --json FILE` and `npm run bench -- cluster --render FILE docs/cluster`; do not edit.",
    "",
    `${calls.map((call) => callText(call, calls.length > 1)).join(" ")} ${adapter === null ? "No GPU was there." : `GPU: ${adapter}.`} CPU: ${machine.cpu}${cores} ` +
      `(Node ${machine.node}, ${machine.system}).`,
    "",
    "Times are of half-dense soups under Life on tori. The paper is the fifth work behind Tessella: a performance model of cellular automata on a GPU " +
      `cluster, checked on ten GeForce GTX 285. ${others}`,
  ].join("\n");
}

function callText({ date, seconds, parts }: BenchCall, isOneOfMany: boolean): string {
  const what = isOneOfMany ? `${parts.join(", ")} measured` : "Measured";
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} on ${date}, in ${isOneOfMany ? "a call of " : ""}${Math.round(seconds)} s.`;
}

/** Its Figure 3: one GPU against the size of the grid, and one grid against the number of GPUs. */
function figure3(result: ClusterResult, pages: Map<string, string>): readonly string[] {
  const { kernels, programs, side, generations } = result;
  const measured: readonly PlotLine[] = kernels
    .filter(({ runs }) => runs.length > 0)
    .map(({ kernel, runs }) => ({
      label: kernel,
      points: runs.map((run) => ({ x: run.cells, y: (PAPER.generations * run.seconds) / run.generations })),
    }));
  const sizes = [...new Set(kernels.flatMap(({ runs }) => runs.map(({ cells }) => cells)))];
  const paper = (sizes.length > 0 ? sizes : [2 ** 16, PAPER.side ** 2]).sort((a, b) => a - b);
  pages.set(
    "figure-3-left.svg",
    linePlot({
      title: "1,000 generations on one device",
      xLabel: "cells of the grid",
      yLabel: "seconds",
      lines: [
        {
          label: "the paper's GTX 285, by its model",
          points: paper.map((x) => ({ x, y: PAPER.generations * generationSeconds(PAPER_COST, x) })),
          dashed: true,
        },
        ...measured,
      ],
    }),
  );
  const ours = result.ways
    .find(({ id }) => id === "gpu-paper")
    ?.figures.points.filter(({ part }) => part === "strong");
  const counts = Array.from({ length: PAPER.gpus }, (_, i) => i + 1);
  const paperSeconds = counts.map((gpus) => PAPER.generations * paperGeneration(gpus));
  pages.set(
    "figure-3-right.svg",
    linePlot({
      title: `${grouped(PAPER.side)} x ${grouped(PAPER.side)} cells, 1,000 generations`,
      xLabel: "GPUs",
      yLabel: "seconds",
      lines: [
        {
          label: "the paper's GTX 285, by its model",
          points: counts.map((x, i) => ({ x, y: paperSeconds[i] })),
          dashed: true,
        },
        {
          label: "here, measured",
          points: (ours ?? []).map(({ ranks, seconds }) => ({ x: ranks, y: seconds })),
        },
        {
          label: "here, predicted",
          points: (ours ?? []).map(({ ranks, predicted }) => ({ x: ranks, y: predicted ?? 0 })),
          dashed: true,
        },
      ],
    }),
  );
  const same = side === PAPER.side && generations === PAPER.generations;
  return [
    [
      "## The paper's Figure 3",
      "",
      "![1,000 generations on one device](figure-3-left.svg)",
      "",
      "![The paper's grid on more GPUs](figure-3-right.svg)",
      "",
      formatTable(
        ["GPUs", "the paper, s", "speed-up", "here, s", "speed-up"],
        counts.map((gpus, i) => {
          const here = same ? ours?.find(({ ranks }) => ranks === gpus) : undefined;
          const one = same ? ours?.find(({ ranks }) => ranks === 1) : undefined;
          return [
            `${gpus}`,
            paperSeconds[i].toFixed(3),
            (paperSeconds[0] / paperSeconds[i]).toFixed(3),
            here ? here.seconds.toPrecision(4) : "",
            here && one ? (one.seconds / here.seconds).toFixed(3) : "",
          ];
        }),
      ),
      "",
      "The paper exchanges one row a generation by blocking calls; here the halo is the one that the model takes for the best.",
    ].join("\n"),
    ...(programs.length > 0 ? [programTable(programs, side, generations)] : []),
  ];
}

/** Equation 3. */
function paperGeneration(gpus: number): number {
  const machine = {
    seconds: (cells: number): number => generationSeconds(PAPER_COST, cells),
    transfer: PAPER_MODEL.transfer as TransferCost,
  };
  const division = { width: PAPER.side, height: PAPER.side, ranks: gpus, split: "slabs" } as const;
  return forecast(machine, division, { form: "shrinking", halo: 1, weak: false }).seconds;
}

function programTable(programs: readonly ProgramTime[], side: number, generations: number): string {
  const rate = ({ reading }: ProgramTime): number | null =>
    reading && reading.done > 0 ? reading.seconds / reading.done : null;
  const serial = programs.find(({ id }) => id === "serial");
  const base = serial ? rate(serial) : null;
  const rows = programs.map((program) => {
    const each = rate(program);
    const { label, reading, problem } = program;
    if (each === null || reading === null) return [label, problem ?? "nothing in time", "", ""];
    const done = reading.done < reading.mark ? `${grouped(reading.done)} (stopped)` : grouped(reading.done);
    return [
      label,
      done,
      `${(each * generations).toPrecision(4)} s`,
      base === null || program === serial ? "" : timesText(base / each),
    ];
  });
  return [
    `## ${grouped(side)} x ${grouped(side)}, ${grouped(generations)} generations, one device`,
    "",
    formatTable(["", "generations run", "all of them", "against serial"], rows),
    "",
    `Reported: about ${PAPER.serialOverGpu}x the serial program for the paper's kernel, "only indicative".`,
  ].join("\n");
}

function kernelFits({ kernels }: ClusterResult): readonly string[] {
  if (kernels.length === 0) return [];
  const notes: string[] = [];
  const rows = kernels.flatMap((times) => {
    if (times.problem !== null) notes.push(`- ${times.kernel}: ${times.problem}`);
    const fit = fitOf(times, notes);
    return fit ? [fitRow(times.kernel, fit)] : [];
  });
  return [
    [
      "## One device, kernel by kernel: T = b + a N",
      "",
      formatTable(
        [
          "kernel",
          "launch b",
          "a cell a",
          "cells/s",
          "knee, cells",
          "jump there",
          "R2",
          "largest residual",
          "worst left out",
        ],
        rows,
      ),
      "",
      "Weights are 1/y^2. A size left out is predicted from all others. `gpu` picks among kernels, so one line describes it badly.",
      ...(notes.length > 0 ? ["", ...notes] : []),
    ].join("\n"),
  ];
}

/** null where the points do not tell it, with the reason in the notes. */
function fitOf({ kernel, runs }: KernelTimes, notes: string[]): KernelFit | null {
  if (runs.length === 0) return null;
  try {
    return fitKernel(runs);
  } catch (error) {
    notes.push(`- ${kernel}: ${problemOf(error)}`);
    return null;
  }
}

function fitRow(
  kernel: string,
  { cost, r2, largestRelativeResidual, leftOut }: KernelFit,
): readonly string[] {
  const worst = Math.max(...leftOut.map((error) => Math.abs(error ?? 0)));
  return [
    kernel,
    timeText(cost.launchSeconds),
    timeText(cost.secondsACell),
    (1 / cost.secondsACell).toExponential(2).replace("e+", "e"),
    cost.knee ? grouped(Math.round(cost.knee.cells)) : "",
    cost.knee && cost.knee.jumpSeconds > 0 ? timeText(cost.knee.jumpSeconds) : "",
    r2.toFixed(5),
    percentText(largestRelativeResidual),
    percentText(worst),
  ];
}
