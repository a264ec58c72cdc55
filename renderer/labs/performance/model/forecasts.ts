/** What the page of a model shows, worked out from the model and from what is set. Pure. */

import { TessellaError } from "../../../../engine/core/errors.ts";
import type { HaloForm } from "../../../../engine/model/halo.ts";
import { HALO_FORMS } from "../../../../engine/model/halo.ts";
import type { PerformanceModel } from "../../../../engine/model/model-file.ts";
import { modelSeconds } from "../../../../engine/model/model-file.ts";
import type { Division, Forecast } from "../../../../engine/model/predict.ts";
import { forecast, grownGrid } from "../../../../engine/model/predict.ts";
import type { PlotPicture } from "../../../ui/plot/plot-options.ts";
import type { PlotAxis, PlotSeries, PlotStroke } from "../../../ui/plot/series.ts";
import { seriesStroke } from "../../../ui/plot/series.ts";
import { fileWord } from "../shell-word.ts";

export interface ForecastWish {
  readonly ranks: number;
  /** Cells a side of the grid; with `weak`, of the part of a rank. */
  readonly side: number;
  readonly latencySeconds: number;
  /** Infinity where it does not count. */
  readonly bytesASecond: number;
  /** 0 for the best. */
  readonly halo: number;
  readonly form: HaloForm;
  readonly weak: boolean;
}

export const FORM_OPTIONS = HALO_FORMS.map((id) => ({ id, label: id }));

/** Places of the sliders. */
export const RANKS = [
  1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384,
];
export const SIDES = [
  256,
  512,
  1024,
  2048,
  4096,
  7560,
  8192,
  16384,
  32768,
  65536,
  131072,
  262144,
  524288,
  2 ** 20,
  2 ** 22,
  2 ** 24,
];
export const LATENCIES = [0, 1e-6, 3e-6, 1e-5, 3e-5, 5e-5, 1e-4, 2e-4, 3e-4, 5.3e-4, 1e-3, 2e-3, 5e-3, 1e-2];
export const BANDWIDTHS = [1e8, 3e8, 1e9, 3e9, 1e10, 3e10, 1e11, Number.POSITIVE_INFINITY];
export const HALOS = [0, 1, 2, 3, 4, 6, 8, 9, 12, 13, 16, 24, 32, 64, 128, 256, 512];

/** Up to so many ranks the plot and the table go. */
const SHOWN_RANKS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384];

/** A forecast, or why there is none, in a sentence. */
export function forecastOf(
  model: PerformanceModel,
  wish: ForecastWish,
  ranks = wish.ranks,
): Forecast | string {
  const { side, latencySeconds, bytesASecond, halo, form, weak } = wish;
  const part = { width: side, height: side, split: "slabs" } as const;
  const division: Division = weak ? grownGrid(part, ranks) : { ...part, ranks };
  const machine = {
    seconds: (cells: number) => modelSeconds(model, cells),
    transfer: { latencySeconds, bytesASecond },
  };
  try {
    return forecast(machine, division, { form, halo: halo === 0 ? "auto" : halo, weak });
  } catch (error) {
    if (error instanceof TessellaError) return error.message;
    throw error;
  }
}

/** Of more and more ranks, to a little beyond those that are set. */
export function forecastRows(model: PerformanceModel, wish: ForecastWish): readonly Forecast[] {
  const most = Math.max(16, 2 * wish.ranks);
  return SHOWN_RANKS.filter((ranks) => ranks <= most).flatMap((ranks) => {
    const found = forecastOf(model, wish, ranks);
    return typeof found === "string" ? [] : [found];
  });
}

const IDEAL: PlotStroke = { token: "--faint", dash: [1, 3] };
const RANKS_AXIS: PlotAxis = {
  label: "GPUs",
  log: 2,
  text: (value) => (Number.isInteger(Math.log2(value)) ? String(value) : ""),
  size: 34,
};

const SPEED_UP_AXIS: PlotAxis = { label: "speed-up", log: 2, text: (value) => String(value), size: 50 };

/** Speed-ups by ranks, beside the ideal and what is set, which has none where it cannot be. */
export function speedUpPicture(rows: readonly Forecast[], set: Forecast | null, height: number): PlotPicture {
  const xs = rows.map(({ ranks }) => ranks);
  const all = [...new Set([...xs, ...(set ? [set.ranks] : [])])].sort((a, b) => a - b);
  const series: readonly PlotSeries[] = [
    { label: "as many times as GPUs", look: "line", stroke: IDEAL, xs: all, ys: all },
    { label: "speed-up", look: "marked", stroke: seriesStroke(1), xs, ys: rows.map((row) => row.speedUp) },
    {
      ...{ label: "as set", look: "dots", stroke: seriesStroke(0) },
      ...(set ? { xs: [set.ranks], ys: [set.speedUp] } : { xs: [], ys: [] }),
    },
  ];
  return { x: RANKS_AXIS, y: SPEED_UP_AXIS, series, height };
}

/** The command that says the same. `file`: of the model. */
export function forecastCommand(wish: ForecastWish, file: string): string {
  const { ranks, side, latencySeconds, bytesASecond, halo, form, weak } = wish;
  return [
    `tessella model predict ${fileWord(file)} --grid ${side} --ranks ${ranks} --form ${form} --halo ${halo === 0 ? "auto" : halo}`,
    `--latency ${latencySeconds}`,
    ...(Number.isFinite(bytesASecond) ? [`--bandwidth ${bytesASecond}`] : []),
    ...(weak ? ["--weak"] : []),
  ].join(" ");
}

/** Comma-separated values with a line of names (RFC 4180). */
export function forecastCsv(rows: readonly Forecast[]): string {
  const lines = rows.map(({ ranks, part, halo, seconds, speedUp, efficiency }) =>
    [ranks, part.width, part.height, halo, seconds, speedUp, efficiency].join(","),
  );
  return ["ranks,part_width,part_height,halo,seconds_a_generation,speed_up,efficiency", ...lines]
    .map((line) => `${line}\r\n`)
    .join("");
}
