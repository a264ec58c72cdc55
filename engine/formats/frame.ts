import { TessellaError } from "../core/errors.ts";
import { groupedSize } from "../core/integers.ts";
import type { RunsPattern } from "../core/pattern.ts";
import type { Rect } from "../core/rect.ts";
import { rectContains } from "../core/rect.ts";
import { runsBounds } from "../core/runs.ts";
import { MAX_WRITTEN_BYTES } from "./format.ts";

const EMPTY: Rect = { x: 0n, y: 0n, w: 0n, h: 0n };
const FAR = 1n << 52n;

/**
 * The box that a writer puts around a pattern: its own (the paste box that a file gave it), as long as that holds every
 * cell and its corner is near enough to be counted from; else the cells' bounds. No cells and no box: 0 x 0.
 */
export function frameOf(pattern: RunsPattern): Rect {
  const bounds = runsBounds(pattern.cells);
  const { box } = pattern;
  if (!bounds) return box ?? EMPTY;
  if (!box) return bounds;
  const holds =
    rectContains(box, bounds.x, bounds.y) &&
    rectContains(box, bounds.x + bounds.w - 1n, bounds.y + bounds.h - 1n);
  const corner = [box.x - pattern.cells.x, box.y - pattern.cells.y];
  const near =
    bounds.x + bounds.w - box.x < FAR &&
    bounds.y + bounds.h - box.y < FAR &&
    corner.every((c) => -FAR < c && c < FAR);
  return holds && near ? box : bounds;
}

/**
 * The same for formats that spend a character or a bit on every cell: the frame if its picture (down to the last live
 * row) is small enough, else the bounds. `perByte` is how many cells a byte holds. Errors: `too-large`.
 */
export function drawnBox(pattern: RunsPattern, format: string, perByte = 1): Rect {
  const bounds = runsBounds(pattern.cells);
  const frame = frameOf(pattern);
  if (!bounds) return frame;
  const limit = BigInt(MAX_WRITTEN_BYTES) * BigInt(perByte);
  for (const box of [frame, bounds]) {
    if ((bounds.x + bounds.w - box.x + 1n) * (bounds.y + bounds.h - box.y) <= limit) return box;
  }
  throw new TessellaError(
    "too-large",
    `${format} draws every cell, and this pattern spans ${groupedSize(bounds.w, bounds.h)} of them.`,
    { hint: "RLE writes runs of cells and stays small." },
  );
}
