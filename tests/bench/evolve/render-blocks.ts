/** Table IV and Figure 7: the threads of a workgroup and the number of vectors. */

import { formatTable } from "../../../engine/bench/report.ts";
import { grouped } from "../../../engine/core/integers.ts";
import { heatMap } from "../pages/heat-map.ts";
import { linePlot } from "../pages/line-plot.ts";
import { timesText } from "../pages/words.ts";
import { speedsOf } from "./claims.ts";
import { serialMicroseconds } from "./figures.ts";
import { REPORTED_BLOCKS, SERIAL_MICROSECONDS } from "./papers.ts";
import type { BlockStudy, EvolveResult } from "./result.ts";

type Grid = readonly (readonly (number | null)[])[];

const CARDS = ["9600 GT", "GTX 285"] as const;
const TITLES = { vectors: "B, a thread a vector", packed: "ours, eight cells a look-up" } as const;

function titleOf({ contender, label }: BlockStudy): string {
  return TITLES[contender as keyof typeof TITLES] ?? label;
}

/** How many times as fast as the serial program; evaluations a microsecond where that was not run. */
function gridOf(result: EvolveResult, study: BlockStudy): Grid {
  const serial = serialMicroseconds(result) ?? 1;
  return speedsOf(study).map((row) => row.map((one) => (one === null ? null : (one * serial) / 1e6)));
}

function table(threads: readonly number[], vectors: readonly number[], values: Grid): string {
  const rows = threads.map((count, k) => [
    grouped(count),
    ...values[k].map((value) => (value === null ? "" : timesText(value))),
  ]);
  return formatTable(["threads", ...vectors.map(grouped)], rows);
}

/** Null where nothing was measured. */
export function blocksSection(result: EvolveResult): string | null {
  const studies = result.blocks.filter(measured);
  if (studies.length === 0) return null;
  const unit =
    serialMicroseconds(result) === null
      ? "Evaluations a microsecond; the serial program was not run."
      : "How many times as fast as the serial program whole searches are, by threads of a workgroup (down) and vectors (across).";
  return [
    "## Table IV: threads and vectors",
    "",
    `${unit} An empty square was not run.`,
    ...studies.flatMap((study) => [
      "",
      `### Here: ${titleOf(study)}`,
      "",
      table(study.threads, study.vectors, gridOf(result, study)),
      "",
      ...study.problems.map((problem) => `- ${problem}`),
      ...(study.problems.length > 0 ? [""] : []),
      `![Threads and vectors, ${titleOf(study)}](${fileOf(study)})`,
    ]),
    ...CARDS.flatMap((card) => [
      "",
      `### Reported: ${card}`,
      "",
      table(REPORTED_BLOCKS.threads, REPORTED_BLOCKS.vectors, REPORTED_BLOCKS[card]),
      "",
      `![Threads and vectors, ${card}](${cardFile(card)})`,
    ]),
    "",
    "## Figure 7: time and size",
    "",
    "Seconds of a whole search with the best number of threads. The paper's are reckoned from its Table IV and the time of its serial program.",
    "",
    "![Seconds of a search](sizes.svg)",
  ].join("\n");
}

function measured({ seconds }: BlockStudy): boolean {
  return seconds.some((row) => row.some((one) => one !== null));
}

const fileOf = ({ contender }: BlockStudy): string => `blocks-${contender}.svg`;
const cardFile = (card: string): string => `blocks-${card.toLowerCase().replaceAll(" ", "-")}.svg`;

/** By name. */
export function blockPlots(result: EvolveResult): ReadonlyMap<string, string> {
  const studies = result.blocks.filter(measured);
  const plots = new Map<string, string>();
  if (studies.length === 0) return plots;
  const labels = { xLabel: "vectors", yLabel: "threads of a workgroup" };
  for (const study of studies) {
    const { threads: rows, vectors: columns } = study;
    const title = `Threads and vectors here: ${titleOf(study)}`;
    plots.set(fileOf(study), heatMap({ title, ...labels, columns, rows, values: gridOf(result, study) }));
  }
  for (const card of CARDS) {
    const { threads: rows, vectors: columns } = REPORTED_BLOCKS;
    const title = `Threads and vectors as reported: ${card}`;
    plots.set(cardFile(card), heatMap({ title, ...labels, columns, rows, values: REPORTED_BLOCKS[card] }));
  }
  plots.set("sizes.svg", sizesPlot(studies));
  return plots;
}

function sizesPlot(studies: readonly BlockStudy[]): string {
  const own = studies.map((study) => ({
    label: titleOf(study),
    points: bestSeconds(study.vectors, study.seconds),
  }));
  const paper = CARDS.map((card) => ({
    label: `B, ${card}, reported`,
    dashed: true,
    points: bestSeconds(
      REPORTED_BLOCKS.vectors,
      REPORTED_BLOCKS[card].map((row) =>
        row.map((times, k) =>
          // 100 individuals and 10 generations.
          times === null ? null : (1000 * REPORTED_BLOCKS.vectors[k] * SERIAL_MICROSECONDS) / times / 1e6,
        ),
      ),
    ),
  }));
  return linePlot({
    title: "A whole search with the best number of threads",
    xLabel: "vectors",
    yLabel: "seconds",
    lines: [...own, ...paper],
  });
}

function bestSeconds(vectors: readonly number[], seconds: Grid): readonly { x: number; y: number }[] {
  return vectors.flatMap((x, k) => {
    const known = seconds.flatMap((row) => (row[k] === null ? [] : [row[k]]));
    return known.length === 0 ? [] : [{ x, y: Math.min(...known) }];
  });
}
