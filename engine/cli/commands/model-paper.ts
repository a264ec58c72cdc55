/** `tessella model paper`: the published model, worked out from its constants. */

import { formatTable } from "../../bench/report.ts";
import { grouped, groupedSize } from "../../core/integers.ts";
import type { RankPart, TransferCost } from "../../model/halo.ts";
import { cellsWithHalo, haloSeconds, idealHalo } from "../../model/halo.ts";
import { generationSeconds } from "../../model/kernel-cost.ts";
import { formatModel } from "../../model/model-file.ts";
import { PAPER, PAPER_COST, PAPER_HARDWARE, PAPER_MODEL, processorCycles } from "../../model/paper.ts";
import { forecast } from "../../model/predict.ts";
import { timeText } from "../../model/words.ts";
import type { CommandCall, OptionSpec } from "../command.ts";
import { jsonText } from "../json.ts";
import { keepModel, MODEL_OUTPUT_OPTION } from "../model-options.ts";

export const PAPER_OPTIONS: readonly OptionSpec[] = [MODEL_OUTPUT_OPTION];

export const PAPER_NOTES: readonly string[] = [
  "paper: Life on a torus of 7560 x 7560 cells on one to ten GeForce GTX 285, as the fifth work behind Tessella modelled it: " +
    "T = g (N C_T / (N_GPU N_SM N_P D f) + T_launch + T_trans). With -o the constants become a model to predict from.",
];

/** Sides of the grids of its Figure 3, left. */
const SIDES = [256, 512, 1024, 1536, 2048, 3072, 4096, 5120, 6144, 7560];
const HALOS = [1, 2, 4, 8, 9, 12, 13, 16, 32, 64];
/** Blocks of a square of 2^20, with the halos of one and of many generations, and two small ones. */
const BLOCKS: readonly (readonly [width: number, height: number, k: number])[] = [
  [16384, 16384, 1],
  [16384, 16384, 64],
  [1000, 500, 8],
  [64, 64, 32],
];

const { side, generations, gpus, launchSeconds, latencySeconds, cyclesAThread } = PAPER;
const TRANSFER = PAPER_MODEL.transfer as TransferCost;
const seconds = (cells: number): number => generationSeconds(PAPER_COST, cells);

export async function paperModel({ args, terminal }: CommandCall): Promise<void> {
  const output = args.value("output");
  if (output !== undefined) await keepModel(output, formatModel(PAPER_MODEL));
  const facts = paperFacts();
  terminal.print(args.has("json") ? jsonText(facts) : textOf(facts));
}

function paperFacts() {
  const { secondsACell } = PAPER_COST;
  const division = { width: side, height: side, split: "slabs" } as const;
  const points = Array.from({ length: gpus }, (_, i) => {
    const on = forecast(
      { seconds, transfer: TRANSFER },
      { ...division, ranks: i + 1 },
      { form: "shrinking", halo: 1, weak: false },
    );
    const { speedUp, efficiency, amdahl, gustafson } = on;
    return { gpus: i + 1, seconds: generations * on.seconds, speedUp, efficiency, amdahl, gustafson };
  });
  const part: RankPart = { split: "slabs", width: side, height: side / gpus };
  const withHalo = (k: number, form: "shrinking" | "whole"): number =>
    generations * haloSeconds({ seconds, part, transfer: TRANSFER }, form, k);
  return {
    machine: PAPER.machine,
    ...PAPER_HARDWARE,
    cyclesAThread,
    launchSeconds,
    latencySeconds,
    generations,
    width: side,
    height: side,
    block: PAPER.block,
    serialOverGpu: PAPER.serialOverGpu,
    secondsACell,
    cellsASecond: 1 / secondsACell,
    secondsARow: secondsACell * side,
    processorCycles: processorCycles(side * side, cyclesAThread, PAPER_HARDWARE),
    grids: SIDES.map((each) => ({
      side: each,
      cells: each * each,
      seconds: generations * seconds(each * each),
    })),
    points,
    haloGpus: gpus,
    halo: HALOS.map((k) => ({ k, shrinking: withHalo(k, "shrinking"), whole: withHalo(k, "whole") })),
    bestShrinking: idealHalo(latencySeconds, secondsACell * side, "shrinking"),
    bestWhole: idealHalo(latencySeconds, secondsACell * side, "whole"),
    blocks: BLOCKS.map(([w, h, k]) => ({
      w,
      h,
      k,
      cellsAGeneration: cellsWithHalo({ split: "blocks", width: w, height: h }, "shrinking", k),
    })),
  };
}

function textOf(facts: ReturnType<typeof paperFacts>): string {
  const fixed = (value: number | null, digits: number): string => value?.toFixed(digits) ?? "";
  const one = facts.points[0].seconds;
  return [
    `Life on a torus of ${side} x ${side} cells, ${grouped(generations)} generations, on ${facts.machine}.`,
    `C_T = ${cyclesAThread} cycles, T_launch = ${timeText(launchSeconds)}, T_lat = ${timeText(latencySeconds)}; ` +
      `a = ${timeText(facts.secondsACell)} a cell, ${facts.cellsASecond.toPrecision(4)} cells/s on one GPU.`,
    "",
    formatTable(
      ["GPUs", "seconds", "speed-up", "efficiency", "Amdahl's share", "Gustafson's share"],
      facts.points.map((point) => [
        `${point.gpus}`,
        fixed(point.seconds, 3),
        fixed(point.speedUp, 3),
        fixed(point.efficiency, 3),
        fixed(point.amdahl, 4),
        fixed(point.gustafson, 4),
      ]),
    ),
    "",
    "One GPU, square grids:",
    formatTable(
      ["side", "cells", "seconds"],
      facts.grids.map((grid) => [`${grid.side}`, grouped(grid.cells), fixed(grid.seconds, 3)]),
    ),
    "",
    `${gpus} GPUs with a halo of k rows, exchanged every k generations. Best: k = ${facts.bestShrinking.toFixed(2)} shrinking, ` +
      `${facts.bestWhole.toFixed(2)} whole.`,
    formatTable(
      ["k", "shrinking, s", "speed-up", "whole, s", "speed-up"],
      facts.halo.map(({ k, shrinking, whole }) => [
        `${k}`,
        fixed(shrinking, 3),
        fixed(one / shrinking, 3),
        fixed(whole, 3),
        fixed(one / whole, 3),
      ]),
    ),
    "",
    "Cells that a block with a shrinking halo of k cells computes in a generation:",
    formatTable(
      ["block", "k", "cells", "over the block's own"],
      facts.blocks.map(({ w, h, k, cellsAGeneration }) => [
        groupedSize(w, h),
        `${k}`,
        grouped(Math.round(cellsAGeneration)),
        `${(100 * (cellsAGeneration / (w * h) - 1)).toFixed(1)} %`,
      ]),
    ),
  ].join("\n");
}
