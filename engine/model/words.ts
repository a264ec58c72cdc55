/** A model in a line of text. */

import { duration } from "../core/duration.ts";
import { grouped } from "../core/integers.ts";
import type { KernelFit } from "./kernel-fit.ts";

const UNITS = [
  [1, "s"],
  [1e-3, "ms"],
  [1e-6, "us"],
  [1e-9, "ns"],
  [1e-12, "ps"],
] as const;

/** From which on a time reads as minutes and seconds. */
const LONG_SECONDS = 100;

/** Four digits and the unit that fits: "26.6 us", "0.4258 ns"; beyond a hundred seconds "31 h 17 min". */
export function timeText(seconds: number): string {
  if (seconds >= LONG_SECONDS && Number.isFinite(seconds)) return duration(seconds);
  const [size, unit] = UNITS.find(([each]) => seconds >= 0.1 * each) ?? UNITS[UNITS.length - 1];
  return `${seconds === 0 ? 0 : Number((seconds / size).toPrecision(4))} ${seconds === 0 ? "s" : unit}`;
}

/** "2.0 %". */
export function percentText(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/**
 * "T/gen = 26.6 us + 0.4258 ns x cells, R2 .99998, largest residual 2.0 %"; where that is of a size that does not count, with the largest
 * of those that do.
 */
export function fitText(fit: KernelFit): string {
  const { cost, submitSeconds, r2, largestRelativeResidual, largestCountingResidual } = fit;
  const { launchSeconds, secondsACell, knee } = cost;
  const submits = submitSeconds === null ? "" : ` + ${timeText(submitSeconds)} x submissions/gen`;
  const jump = knee && knee.jumpSeconds > 0 ? `${timeText(knee.jumpSeconds)} more and ` : "";
  const cells = knee
    ? `${timeText(knee.secondsACell)} x cells, ${jump}${timeText(secondsACell)} for each beyond ${grouped(Math.round(knee.cells))}`
    : `${timeText(secondsACell)} x cells`;
  const explained = Number(r2.toFixed(5)).toString().replace(/^0/, "");
  const all = percentText(largestRelativeResidual);
  const counting =
    largestCountingResidual < largestRelativeResidual
      ? ` (${percentText(largestCountingResidual)} of sizes that count)`
      : "";
  return `T/gen = ${timeText(launchSeconds)}${submits} + ${cells}, R2 ${explained}, largest residual ${all}${counting}`;
}
