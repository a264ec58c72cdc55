import { grouped, groupedSize } from "../core/integers.ts";
import type { Rect } from "../core/rect.ts";

/** Bytes of one PBM picture, exactly. */
export function pbmBytes({ w, h }: Pick<Rect, "w" | "h">, variant: "P4" | "P1"): bigint {
  const head = BigInt(`${variant}\n${w} ${h}\n`.length);
  // P1 is a digit a cell and a line break every 64 of them (pbm.ts).
  return head + h * (variant === "P4" ? (w + 7n) / 8n : w + (w + 63n) / 64n);
}

/** The size of a planned export, as a warning: "31 frames of 60 x 40 cells, 10 kB". */
export function exportSize(frames: number, region: Pick<Rect, "w" | "h">, variant: "P4" | "P1"): string {
  const many = frames === 1 ? "1 frame" : `${grouped(frames)} frames`;
  const cells = groupedSize(region.w, region.h);
  return `${many} of ${cells} cells, ${bytesText(BigInt(frames) * pbmBytes(region, variant))}`;
}

const UNITS = [
  [40n, "TB"],
  [30n, "GB"],
  [20n, "MB"],
  [10n, "kB"],
] as const;

/** In the largest unit that gives at least one, rounded up. */
function bytesText(bytes: bigint): string {
  for (const [power, unit] of UNITS) {
    if (bytes >= 1n << power) return `${grouped((bytes + (1n << power) - 1n) >> power)} ${unit}`;
  }
  return `${grouped(bytes)} bytes`;
}
