/** What an export says of itself. Sizes and times are as people say them: estimates are no promises, so uncertain digits are left out. */

import { describeError, TessellaError } from "../../engine/core/errors.ts";
import { grouped } from "../../engine/core/integers.ts";
import type { ExportProgress } from "../../engine/export/frame-source.ts";
import type { ExportOutcome, OfferedFormat } from "../../engine/worker/protocol/export.ts";

const UNITS = ["bytes", "kB", "MB", "GB", "TB"] as const;

export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${rounded(value)} ${UNITS[unit]}`;
}

export function secondsText(seconds: number): string {
  if (seconds < 1) return seconds < 0.1 ? "0.1 s" : `${seconds.toFixed(1)} s`;
  if (seconds < 90) return `${rounded(seconds)} s`;
  if (seconds < 5400) return `${rounded(seconds / 60)} min`;
  return `${rounded(seconds / 3600)} h`;
}

/** Two digits, or all those before the point. */
function rounded(value: number): string {
  return value >= 10 ? String(Math.round(value)) : String(Number(value.toPrecision(2)));
}

export function outcomeText(
  { frames, bytes, cellsLeft }: Pick<ExportOutcome, "frames" | "bytes" | "cellsLeft">,
  { sequence }: Pick<OfferedFormat, "sequence">,
  place: string,
): string {
  const many = frames === 1 ? "1 frame" : `${grouped(frames)} frames`;
  const said = sequence
    ? `Exported ${many} to ${place}.`
    : `Exported ${place}: ${many}, ${bytesText(bytes)}.`;
  return cellsLeft ? `${said} Live cells left the region and are not in the pictures.` : said;
}

/** Why an export ended early, and which files exist. */
export function stopText(error: unknown, done: number, folder: string | null): string {
  const kept = folder === null ? "" : ` The ${grouped(done)} finished frames are in "${folder}".`;
  if (error instanceof TessellaError && error.code === "aborted")
    return `Stopped.${kept || " Nothing was written."}`;
  return `${describeError(error)}${kept}`;
}

/** An export under way. */
export interface Going {
  readonly progress: ExportProgress;
  /** Its start, in milliseconds, and the number of frames done by then. */
  readonly since: number;
  readonly before: number;
}

export function progressText(
  { progress: { done, frames, generation }, since, before }: Going,
  now: number,
): string {
  const seconds = (now - since) / 1000;
  // On the way to the first frame, or tracking the pattern.
  if (done === before && seconds > 0.5) return `At generation ${grouped(generation)} …`;
  const parts = [`${grouped(done)} of ${grouped(frames)}`];
  if (done > before && seconds > 0.5) {
    const rate = (done - before) / seconds;
    parts.push(`${rate < 10 ? rate.toFixed(1) : grouped(Math.round(rate))} frames/s`);
    parts.push(`${secondsText((frames - done) / rate)} left`);
  }
  return parts.join(" · ");
}
