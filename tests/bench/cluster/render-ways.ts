/** One grid over ranks of one kind: what an exchange costs, and each run beside what was predicted. */

import type { SharedPoint } from "../../../engine/bench/cluster-bench.ts";
import { runText, unlikeRuns } from "../../../engine/bench/cluster-bench.ts";
import { speedUpOf } from "../../../engine/cli/commands/bench-cluster.ts";
import { grouped } from "../../../engine/core/integers.ts";
import { amdahlShare, gustafsonShare } from "../../../engine/model/laws.ts";
import { percentText, timeText } from "../../../engine/model/words.ts";
import { linePlot } from "../pages/line-plot.ts";
import type { WayTimes } from "./result.ts";
import { haloTable, scalingTable } from "./tables.ts";

/** The section; its plots go to the pages. */
export function waySections(way: WayTimes, pages: Map<string, string>): string {
  const { id, label, figures, algorithm } = way;
  const { points, problems } = figures;
  const of = (part: SharedPoint["part"]): readonly SharedPoint[] =>
    points.filter((each) => each.part === part);
  const lines = [`## ${label}`, ""];
  lines.push(modelText(way), "");
  if (of("strong").length > 0) {
    lines.push(
      `The same grid on more ranks (\`${algorithm}\`):`,
      "",
      scaling(of("strong"), points, amdahlShare, "Amdahl's"),
      "",
    );
    scalingPlot(id, label, "strong", of("strong"), pages, lines);
  }
  if (of("weak").length > 0) {
    lines.push(
      "A grid that grows with the ranks:",
      "",
      scaling(of("weak"), points, gustafsonShare, "Gustafson's"),
      "",
    );
    scalingPlot(id, label, "weak", of("weak"), pages, lines);
  }
  if (of("halo").length > 0) {
    const byHalo = of("halo").toSorted((a, b) => a.halo - b.halo);
    lines.push("Halos of more and more rows, with overlap and without:", "", haloTable(byHalo, timesOf), "");
    haloPlot(id, label, byHalo, pages, lines);
  }
  const unlike = unlikeRuns(points);
  for (const run of unlike)
    lines.push(`- **A run of ${runText(run)} ended with other cells than the first one of that grid.**`);
  if (points.length > 0 && unlike.length === 0) lines.push("- All runs of a grid ended with the same cells.");
  lines.push(...problems.map((problem) => `- ${problem}`));
  return lines.join("\n").trimEnd();
}

function modelText({ figures: { points, fit }, processors }: WayTimes): string {
  if (points.length === 0) return "Nothing was run.";
  const shared = processors === null ? "" : ` Ranks beyond ${processors} take turns.`;
  const generations = `${grouped(points[0].generations)} generations.`;
  if (!fit) return `The runs told no model; ${generations}${shared}`;
  const { cost, transfer, largestRelativeResidual } = fit;
  const bandwidth = Number.isFinite(transfer.bytesASecond)
    ? `bw = ${(transfer.bytesASecond / 1e6).toPrecision(3)} MB/s`
    : "no bandwidth that counts";
  return (
    `T = ${timeText(cost.launchSeconds)} + ${timeText(cost.secondsACell)} x cells, T_lat = ${timeText(transfer.latencySeconds)}, ${bandwidth}, ` +
    `largest residual ${percentText(largestRelativeResidual)}, from ${points.filter(({ part }) => part === "fit").length} runs; ${generations}${shared}`
  );
}

const offBy = ({ seconds, predicted }: SharedPoint): string =>
  predicted === null ? "" : percentText((seconds - predicted) / seconds);
const aGeneration = ({ generations }: SharedPoint, seconds: number | null): string =>
  seconds === null ? "" : timeText(seconds / generations);

const timesOf = (point: SharedPoint): readonly string[] => [
  aGeneration(point, point.predicted),
  aGeneration(point, point.seconds),
  offBy(point),
];

function scaling(
  points: readonly SharedPoint[],
  all: readonly SharedPoint[],
  share: (ranks: number, gain: number) => number | null,
  law: string,
): string {
  return scalingTable(points, {
    unit: "ranks",
    timesOf,
    gainOf: (point) => speedUpOf(point, all),
    share,
    law,
  });
}

function scalingPlot(
  id: string,
  label: string,
  part: string,
  points: readonly SharedPoint[],
  pages: Map<string, string>,
  lines: string[],
): void {
  if (points.length < 2) return;
  const name = `${id}-${part}.svg`;
  const per = ({ seconds, generations }: SharedPoint): number => seconds / generations;
  const title = `${label}: ${part} scaling`;
  pages.set(
    name,
    linePlot({
      title,
      xLabel: "ranks",
      yLabel: "seconds a generation",
      lines: [
        { label: "measured", points: points.map((point) => ({ x: point.ranks, y: per(point) })) },
        predictedLine(points, ({ ranks }) => ranks, "predicted"),
      ],
    }),
  );
  lines.push(`![${title}](${name})`, "");
}

function predictedLine(points: readonly SharedPoint[], x: (point: SharedPoint) => number, label: string) {
  const known = points.filter(({ predicted }) => predicted !== null);
  return {
    label,
    points: known.map((point) => ({ x: x(point), y: (point.predicted as number) / point.generations })),
    dashed: true,
  };
}

function haloPlot(
  id: string,
  label: string,
  points: readonly SharedPoint[],
  pages: Map<string, string>,
  lines: string[],
): void {
  const name = `${id}-halo.svg`;
  const x = ({ halo }: SharedPoint): number => halo;
  const ways = [false, true].flatMap((overlap) => {
    const so = points.filter((point) => point.overlap === overlap);
    const how = overlap ? "overlap" : "no overlap";
    return [
      {
        label: `${how}, measured`,
        points: so.map((point) => ({ x: point.halo, y: point.seconds / point.generations })),
      },
      predictedLine(so, x, `${how}, predicted`),
    ];
  });
  const title = `${label}: halos on ${points[0].ranks} ranks`;
  pages.set(name, linePlot({ title, xLabel: "rows of a halo", yLabel: "seconds a generation", lines: ways }));
  lines.push(`![${title}](${name})`, "");
}
