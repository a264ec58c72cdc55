/** One grid on more and more cards: what was said of each point beside what it took, and what more cards would do. */

import { unlikeRuns } from "../../../engine/bench/cluster-bench.ts";
import { median } from "../../../engine/bench/statistics.ts";
import { grouped } from "../../../engine/core/integers.ts";
import { amdahlShare, gustafsonShare } from "../../../engine/model/laws.ts";
import { percentText, timeText } from "../../../engine/model/words.ts";
import { linePlot } from "../pages/line-plot.ts";
import type { CardPoint } from "./cards.ts";
import { pointText } from "./cards.ts";
import type { CardTimes } from "./result.ts";
import { haloTable, scalingTable } from "./tables.ts";

/** The section; its plots go to the pages. */
export function cardSection(
  { algorithm, cards, points, messages }: CardTimes,
  pages: Map<string, string>,
): string {
  const bandwidth = 1 / messages.message.byte / 1e9;
  const lines = [
    `## \`${algorithm}\` on cards of their own`,
    "",
    `A card a rank, ${cards === 1 ? "one card" : `${cards} cards`}. Each time was said before a second card was used: one card tried out the slab of each point, exchanging rows with itself, and ` +
      `two processes without a card sent each other halos (${timeText(messages.message.latency)} and ${bandwidth.toPrecision(3)} GB/s to a side; ` +
      `a Sendrecv of ${messages.sendrecv.map(({ bytes, seconds }) => `${grouped(bytes)} bytes ${timeText(seconds)}`).join(", ")}). ` +
      "A generation's time is that of the slowest rank after the first quarter of a run, one run a point where nothing else is said. Rows without a measured time are of more cards than there were, or there was no time for them.",
    "",
  ];
  const narrowFirst = points.toSorted((a, b) => a.width - b.width);
  for (const [name, of] of groupedBy(narrowFirst, ({ width }) => `${width}`)) {
    const strong = of.filter(({ part }) => part === "strong");
    const [first] = of;
    lines.push(`### ${grouped(first.width)} columns`, "");
    if (strong.length > 0) {
      lines.push(scaling(strong, strong[0], amdahlShare, "Amdahl's"), "");
      plot(
        `cards-${name}-strong.svg`,
        `${grouped(first.width)} x ${grouped(strong[0].height)} on more cards`,
        strong,
        pages,
        lines,
      );
    }
    const weak = of.filter(({ part }) => part === "weak");
    if (weak.length > 0 && strong.length > 0)
      lines.push(
        "A grid that grows with the cards:",
        "",
        scaling(weak, strong[0], gustafsonShare, "Gustafson's"),
        "",
      );
    const halos = of.filter(({ part, ranks }) => part === "halo" && ranks > 1);
    if (halos.length > 0) lines.push("Given halos:", "", haloTable(halos, timesOf), "");
  }
  const allRuns = points.flatMap((point) => point.runs.map((run) => ({ ...point, ...run })));
  const unlike = new Set(unlikeRuns(allRuns).map(pointText));
  for (const point of unlike)
    lines.push(`- **${point} ended with other cells than the first run of that grid.**`);
  if (unlike.size === 0)
    lines.push("All runs of a grid to one generation ended with the same cells, those on one card included.");
  return lines.join("\n").trimEnd();
}

function groupedBy<T>(all: readonly T[], nameOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(nameOf(one), [...(groups.get(nameOf(one)) ?? []), one]);
  return groups;
}

/** The median of its runs; null where there are none. */
function measured({ runs }: CardPoint): number | null {
  return runs.length === 0 ? null : median(runs.map(({ seconds }) => seconds));
}

function timesOf(point: CardPoint): readonly string[] {
  const seconds = measured(point);
  const { predicted, runs } = point;
  if (seconds === null) return [timeText(predicted), "", ""];
  const all = runs.map((run) => run.seconds);
  const spread = all.length < 2 ? "" : ` (${timeText(Math.min(...all))} to ${timeText(Math.max(...all))})`;
  return [timeText(predicted), `${timeText(seconds)}${spread}`, percentText((seconds - predicted) / seconds)];
}

function scaling(
  points: readonly CardPoint[],
  one: CardPoint,
  share: (ranks: number, gain: number) => number | null,
  law: string,
): string {
  const gainOf = (point: CardPoint): number => {
    const [base, own] = [measured(one), measured(point)];
    // Measured over measured, and said over said where there is nothing measured.
    const ratio = base !== null && own !== null ? base / own : one.predicted / point.predicted;
    return point.part === "weak" ? point.ranks * ratio : ratio;
  };
  return scalingTable(points, { unit: "cards", timesOf, gainOf, share, law });
}

function plot(
  name: string,
  title: string,
  points: readonly CardPoint[],
  pages: Map<string, string>,
  lines: string[],
): void {
  const known = points.filter((point) => measured(point) !== null);
  pages.set(
    name,
    linePlot({
      title,
      xLabel: "cards",
      yLabel: "seconds a generation",
      lines: [
        {
          label: "measured",
          points: known.map((point) => ({ x: point.ranks, y: measured(point) as number })),
        },
        {
          label: "predicted",
          points: points.map(({ ranks, predicted }) => ({ x: ranks, y: predicted })),
          dashed: true,
        },
      ],
    }),
  );
  lines.push(`![${title}](${name})`, "");
}
