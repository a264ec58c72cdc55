/** What a record comes to, in numbers: rank by rank, beside what was predicted, and beside other records. Pure. */

import type { ClusterRecord, RankTrack } from "../../../../engine/cluster/record.ts";
import { measuredSeconds, SPAN_KINDS } from "../../../../engine/cluster/record.ts";
import { grouped } from "../../../../engine/core/integers.ts";
import { gridHeight, gridWidth, parseTopology } from "../../../../engine/core/topology.ts";
import type { SpeedUp } from "../../../../engine/model/laws.ts";
import { amdahlSpeedUp, fittedShare, gustafsonSpeedUp } from "../../../../engine/model/laws.ts";
import { percentText, timeText } from "../../../../engine/model/words.ts";
import type { PlotPicture } from "../../../ui/plot/plot-options.ts";
import type { PlotAxis, PlotSeries } from "../../../ui/plot/series.ts";
import { seriesStroke } from "../../../ui/plot/series.ts";
import type { OpenRecord } from "./records.ts";
import { stretchOf } from "./timeline.ts";

const COMPUTING = SPAN_KINDS.indexOf("computing");

export interface RankRow {
  readonly rank: number;
  readonly rows: number;
  /** "node1 (process 12), NVIDIA H200" */
  readonly where: string;
  /** Of a generation; null before the first block. */
  readonly seconds: number | null;
  /** Of its time, for each of SPAN_KINDS. Together more than 1 where kinds overlap. */
  readonly shares: readonly (number | null)[];
  /** How much of the time of all kinds but computing lies beside computing; null where there is none. */
  readonly hidden: number | null;
}

export function rankRows({ head, tracks }: ClusterRecord): readonly RankRow[] {
  return tracks.map((track, rank) => {
    const { allSeconds, allGenerations, kindSeconds } = track;
    const { rows = 0, host = "", process = 0, device = "" } = head.ranks[rank] ?? {};
    return {
      ...{ rank, rows, where: `${host} (process ${process}), ${device}` },
      seconds: allGenerations > 0 ? allSeconds / allGenerations : null,
      shares: Array.from(kindSeconds, (seconds) => (allSeconds > 0 ? seconds / allSeconds : null)),
      hidden: hiddenShare(track),
    };
  });
}

/** Of blocks that are told one by one: those that were added up do not know when their spans were. */
function hiddenShare({ merged, firstSpan, kind, spanStart, spanSeconds }: RankTrack): number | null {
  let [hidden, all] = [0, 0];
  for (let block = 0; block < firstSpan.length; block++) {
    if (merged[block] !== 1) continue;
    const first = firstSpan[block] as number;
    const end = block + 1 < firstSpan.length ? (firstSpan[block + 1] as number) : kind.length;
    for (let span = first; span < end; span++) {
      if (kind[span] === COMPUTING) continue;
      const [from, seconds] = [spanStart[span] as number, spanSeconds[span] as number];
      all += seconds;
      for (let other = first; other < end; other++) {
        if (kind[other] !== COMPUTING) continue;
        const begun = spanStart[other] as number;
        const common =
          Math.min(from + seconds, begun + (spanSeconds[other] as number)) - Math.max(from, begun);
        hidden += Math.max(0, common);
      }
    }
  }
  return all > 0 ? Math.min(1, hidden / all) : null;
}

/** Seconds of a generation. */
export interface PredictedRow {
  readonly what: string;
  readonly predicted: number | null;
  readonly measured: number | null;
}

/** Predicted beside measured, of the slowest rank in each: all others wait for it. */
export function predictedRows(record: ClusterRecord): readonly PredictedRow[] {
  const { prediction } = record.head;
  const most = (of: (track: RankTrack) => number): number | null => {
    const each = record.tracks.map((track) => of(track) / track.allGenerations);
    return each.every(Number.isFinite) ? Math.max(...each) : null;
  };
  const exchanging = ({ kindSeconds }: RankTrack): number =>
    kindSeconds.reduce((sum, seconds, kind) => (kind === COMPUTING ? sum : sum + seconds), 0);
  return [
    {
      what: "a generation",
      predicted: prediction?.secondsAGeneration ?? null,
      measured: measuredSeconds(record.tracks),
    },
    {
      what: "of it, computing",
      predicted: prediction?.computing ?? null,
      measured: most(({ kindSeconds }) => kindSeconds[COMPUTING] as number),
    },
    {
      what: "an exchange's share, hidden or not",
      predicted: prediction?.exchange ?? null,
      measured: most(exchanging),
    },
  ];
}

/** "Rank 1, block 12 of 40, generations 96 to 104: 1.2 ms, of which computing 1.1 ms, waiting 0.1 ms" */
export function blockText({ head, tracks }: ClusterRecord, rank: number, block: number): string {
  const track = tracks[rank];
  if (!track || block < 0 || block >= track.blocks) return "";
  const before = track.generations.subarray(0, block).reduce((sum, count) => sum + count, 0);
  const first = head.generation + BigInt(before);
  const last = first + BigInt(track.generations[block] as number);
  const sums = new Float64Array(SPAN_KINDS.length);
  const end = block + 1 < track.blocks ? (track.firstSpan[block + 1] as number) : track.kind.length;
  for (let span = track.firstSpan[block] as number; span < end; span++)
    sums[track.kind[span] as number]! += track.spanSeconds[span] as number;
  const parts = SPAN_KINDS.flatMap((kind, at) =>
    (sums[at] as number) > 0 ? [`${kind} ${timeText(sums[at] as number)}`] : [],
  );
  const merged = track.merged[block] as number;
  const { start, end: done } = stretchOf(track, block);
  const added = merged > 1 ? `, ${grouped(merged)} blocks added up` : "";
  return (
    `Rank ${rank}, block ${grouped(block + 1)} of ${grouped(track.blocks)}${added}, generations ${grouped(first)} to ` +
    `${grouped(last)}: ${timeText(done - start)}${parts.length > 0 ? `, of which ${parts.join(", ")}` : ""}`
  );
}

/** How fast a record's run was, beside that of the run with the fewest ranks. */
export interface ScalingRow {
  readonly id: string;
  readonly name: string;
  readonly ranks: number;
  readonly width: number;
  readonly height: number;
  readonly halo: number;
  readonly overlap: boolean;
  /** Of a generation. */
  readonly seconds: number;
  readonly predicted: number | null;
  /** In cells a second; that of the run with the fewest ranks counts as its ranks. */
  readonly speedUp: number;
  /** Whether the grid is that of the run with the fewest ranks; otherwise it has grown with the ranks. */
  readonly sameGrid: boolean;
}

/** Of the open records that run the same rule by the same algorithm as the given one, by ranks. */
export function scalingRows(records: readonly OpenRecord[], like: ClusterRecord): readonly ScalingRow[] {
  const { algorithm, rule } = like.head;
  const measured = records
    .filter(({ record: { head } }) => head.algorithm === algorithm && head.rule === rule)
    .flatMap(({ id, name, record }) => {
      const seconds = measuredSeconds(record.tracks);
      if (seconds === null || seconds === 0) return [];
      const topology = parseTopology(record.head.topology);
      const [width, height] = [gridWidth(topology), gridHeight(topology)];
      const { halo, overlap, prediction, ranks } = record.head;
      const predicted = prediction?.secondsAGeneration ?? null;
      return [{ id, name, ranks: ranks.length, width, height, halo, overlap, seconds, predicted }];
    })
    .sort((a, b) => a.ranks - b.ranks || a.seconds - b.seconds);
  const [base] = measured;
  if (!base) return [];
  const rate = (row: (typeof measured)[number]): number => (row.width * row.height) / row.seconds;
  return measured.map((row) => ({
    ...row,
    speedUp: (base.ranks * rate(row)) / rate(base),
    sameGrid: row.width === base.width && row.height === base.height,
  }));
}

export interface ScalingLaws {
  /** Amdahl's share, of the runs on one grid; null without two. */
  readonly amdahl: number | null;
  /** Gustafson's, of those whose grid grows with the ranks, or of all where none does. */
  readonly gustafson: number | null;
}

export function scalingLaws(rows: readonly ScalingRow[]): ScalingLaws {
  const points = (those: readonly ScalingRow[]): readonly SpeedUp[] =>
    those.map(({ ranks, speedUp }) => ({ processors: ranks, speedUp }));
  const grown = rows.filter(({ sameGrid }) => !sameGrid);
  return {
    amdahl: fittedShare("amdahl", points(rows.filter(({ sameGrid }) => sameGrid))),
    gustafson: fittedShare("gustafson", points(grown.length > 0 ? grown : rows)),
  };
}

const RANKS: PlotAxis = {
  label: "ranks",
  range: (low, high) => [Math.min(1, low), Math.max(2, high)],
  text: (value) => (Number.isInteger(value) ? grouped(value) : ""),
  size: 34,
};
const SPEED_UP: PlotAxis = {
  label: "speed-up",
  range: (low, high) => [Math.min(0, low), 1.05 * high],
  text: (value) => String(value),
  size: 50,
};
const CURVE_POINTS = 32;

/** Speed-ups by ranks with the curves of both laws. Null where all records have the same number of ranks. */
export function scalingPicture(rows: readonly ScalingRow[], height: number): PlotPicture | null {
  const most = rows.at(-1)?.ranks ?? 1;
  if (rows.length < 2 || rows[0]?.ranks === most) return null;
  const { amdahl, gustafson } = scalingLaws(rows);
  const between = Array.from({ length: CURVE_POINTS }, (_, at) => 1 + ((most - 1) * at) / (CURVE_POINTS - 1));
  const xs = [...new Set([...between, ...rows.map(({ ranks }) => ranks)])].sort((a, b) => a - b);
  const measured = (same: boolean): readonly PlotSeries[] => {
    // The best run of each number of ranks: they are sorted.
    const those = rows.filter(({ sameGrid }, at) => sameGrid === same && isFirst(rows, at));
    if (those.length === 0) return [];
    const label = same ? "the same grid (strong scaling)" : "a growing grid (weak scaling)";
    return [
      {
        ...{ label, look: "dots", stroke: seriesStroke(same ? 0 : 1) },
        xs: those.map(({ ranks }) => ranks),
        ys: those.map(({ speedUp }) => speedUp),
      },
    ];
  };
  const law = (
    label: string,
    at: number,
    speedUp: ((ranks: number) => number) | null,
  ): readonly PlotSeries[] =>
    speedUp ? [{ label, look: "line", stroke: seriesStroke(at), xs, ys: xs.map(speedUp) }] : [];
  return {
    x: RANKS,
    y: SPEED_UP,
    series: [
      {
        label: "as many times as ranks",
        look: "line",
        stroke: { token: "--faint", dash: [1, 3] },
        xs,
        ys: xs,
      },
      ...law(
        `Amdahl, ${percentText(amdahl ?? 0)} serial`,
        2,
        amdahl === null ? null : (ranks) => amdahlSpeedUp(ranks, amdahl),
      ),
      ...law(
        `Gustafson, ${percentText(gustafson ?? 0)} serial`,
        3,
        gustafson === null ? null : (ranks) => gustafsonSpeedUp(ranks, gustafson),
      ),
      ...measured(true),
      ...measured(false),
    ],
    height,
  };
}

function isFirst(rows: readonly ScalingRow[], at: number): boolean {
  const row = rows[at] as ScalingRow;
  return rows.findIndex(({ ranks, sameGrid }) => ranks === row.ranks && sameGrid === row.sameGrid) === at;
}

const SCALING_COLUMNS =
  "record,ranks,width,height,halo,overlap,seconds_a_generation,predicted,speed_up,efficiency";

/** Comma-separated values with a line of names (RFC 4180). */
export function scalingCsv(rows: readonly ScalingRow[]): string {
  const lines = rows.map(({ name, ranks, width, height, halo, overlap, seconds, predicted, speedUp }) =>
    [
      ...[`"${name.replaceAll('"', '""')}"`, ranks, width, height, halo, overlap, seconds],
      ...[predicted ?? "", speedUp, speedUp / ranks],
    ].join(","),
  );
  return [SCALING_COLUMNS, ...lines].map((line) => `${line}\r\n`).join("");
}

/** The same of one record's ranks. */
export function ranksCsv(record: ClusterRecord): string {
  const lines = rankRows(record).map(({ rank, rows, where, seconds, shares, hidden }) =>
    [
      rank,
      rows,
      `"${where.replaceAll('"', '""')}"`,
      seconds ?? "",
      ...[...shares, hidden].map((share) => share ?? ""),
    ].join(","),
  );
  const names = [
    "rank",
    "rows",
    "where",
    "seconds_a_generation",
    ...SPAN_KINDS.map((kind) => `${kind}_share`),
    "hidden_share",
  ];
  return [names.join(","), ...lines].map((line) => `${line}\r\n`).join("");
}
