/** The timeline's scale: where a generation lies on it, linear or logarithmic, and the curve of the population along it. */

import type { TracePoint } from "../../document/population-trace.ts";

export interface TimeScale {
  readonly from: bigint;
  readonly to: bigint;
  /** Whether equal lengths are equal factors of time since `from`. */
  readonly log: boolean;
}

/** Fine enough for any screen. */
const PARTS = 2 ** 20;
const MOST_EXACT = 2n ** 53n;

export function clampTo({ from, to }: Pick<TimeScale, "from" | "to">, generation: bigint): bigint {
  return generation < from ? from : generation > to ? to : generation;
}

/** The position of a generation, 0..1. */
export function shareOf({ from, to, log }: TimeScale, generation: bigint): number {
  if (to <= from) return 0;
  const at = clampTo({ from, to }, generation) - from;
  if (log) return logOf(at + 1n) / logOf(to - from + 1n);
  return Number((at * BigInt(PARTS)) / (to - from)) / PARTS;
}

/** The generation at a position; a position outside of 0..1 is that of the nearer end. */
export function generationAt({ from, to, log }: TimeScale, share: number): bigint {
  const within = Math.max(0, Math.min(1, share));
  if (within === 1) return to;
  if (!log) return from + ((to - from) * BigInt(Math.round(within * PARTS))) / BigInt(PARTS);
  return clampTo({ from, to }, from + expOf(within * logOf(to - from + 1n)) - 1n);
}

/** The natural logarithm of a number that may have a thousand digits. */
function logOf(n: bigint): number {
  if (n <= MOST_EXACT) return Math.log(Number(n));
  const digits = n.toString(16);
  return Math.log(Number.parseInt(digits.slice(0, 13), 16)) + (digits.length - 13) * Math.log(16);
}

function expOf(log: number): bigint {
  const twos = log / Math.LN2;
  if (twos < 53) return BigInt(Math.round(Math.exp(log)));
  const shift = Math.floor(twos) - 52;
  return BigInt(Math.round(2 ** (twos - shift))) << BigInt(shift);
}

/** The population at a generation: as it was read there, else between the readings around it; null where there are none. */
export function populationAt(
  trace: readonly TracePoint[],
  generation: bigint,
): { readonly population: number; readonly exact: boolean } | null {
  const next = trace.findIndex((point) => point.generation >= generation);
  const [before, after] = [trace[next - 1], trace[next]];
  if (after?.generation === generation) return { population: after.population, exact: true };
  if (!before || !after) return null;
  const share =
    Number(((generation - before.generation) * BigInt(PARTS)) / (after.generation - before.generation)) /
    PARTS;
  const between = before.population + (after.population - before.population) * share;
  return { population: Math.round(between), exact: false };
}

export interface TraceCurve {
  readonly least: number;
  readonly most: number;
  /** For an SVG polyline in a box of 100 by 100. */
  readonly points: string;
}

/** null where fewer than two readings lie on the scale. */
export function curveOf(trace: readonly TracePoint[], scale: TimeScale): TraceCurve | null {
  if (trace.length < 2 || scale.to <= scale.from) return null;
  const populations = trace.map(({ population }) => population);
  const most = Math.max(...populations);
  const least = Math.min(...populations);
  const height = most - least || 1;
  const points = trace.map(({ generation, population }) => {
    const x = shareOf(scale, generation) * 100;
    const y = most === least ? 50 : 100 - ((population - least) / height) * 100;
    return `${x.toFixed(2)},${y.toFixed(2)}`;
  });
  return { least, most, points: points.join(" ") };
}
