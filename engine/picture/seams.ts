/**
 * What large cells with a seam between them have in common, hexagons (hexagon-seams.ts) and triangles (triangle-seams.ts).
 *
 * A line of pixels is a sequence of stretches, one per cell, whose ends are known beforehand (cell-lines.ts), so no
 * pixel has to look up its cell. Within its stretch a cell looks the same to the left and to the right of its centre. A
 * point is as near to the seam as to the nearest side, and along a line the distance to a side is a linear function of
 * the distance from the centre. Solved for the latter, that gives the part of the stretch that is wholly inside,
 * which is filled; only the few pixels at its ends are computed one by one. The seam is softened over one pixel; the
 * grid's lines run in it.
 */

import { blockStride } from "../core/block.ts";
import type { PaintedCells } from "./cells.ts";
import type { GridSpan } from "./layers.ts";
import { boldPhase, EDGE, LINE, LINE_BOLD, OUTSIDE } from "./layers.ts";
import { FULL } from "./palette.ts";
import type { View } from "./view.ts";

/** What a painter of large cells asks for every cell of a view. */
export function seamedView(
  cells: PaintedCells,
  view: View,
  slots: Uint8Array,
  span: GridSpan,
  boldEvery: number,
): {
  readonly size: number;
  /** Whether the grid ends. */
  readonly bounded: boolean;
  readonly slotAt: (x: number, y: number) => number;
  readonly phaseX: number;
  readonly phaseY: number;
  /** Index of the pixel (a fraction) at unit 0 of the view's row. */
  readonly zero: number;
} {
  const size = view.zoom;
  return {
    size,
    bounded: Number.isFinite(span.left) || Number.isFinite(span.top),
    slotAt: slotReader(cells, view, slots),
    phaseX: boldPhase(view.x, boldEvery),
    phaseY: boldPhase(view.y, boldEvery),
    zero: -view.left * size - 0.5,
  };
}

/** The slot of the cell at a place counted from the view's. */
function slotReader(
  cells: PaintedCells,
  { x: originX, y: originY }: View,
  slots: Uint8Array,
): (x: number, y: number) => number {
  const { w, h } = cells;
  const left = Number(cells.x - originX);
  const top = Number(cells.y - originY);
  if ("states" in cells) {
    const { states } = cells;
    return (x, y) => {
      const [i, j] = [x - left, y - top];
      return i >= 0 && i < w && j >= 0 && j < h ? (slots[states[j * w + i] as number] as number) : 0;
    };
  }
  const { words } = cells;
  const stride = blockStride(w);
  return (x, y) => {
    const [i, j] = [x - left, y - top];
    const inside = i >= 0 && i < w && j >= 0 && j < h;
    return inside ? (slots[((words[j * stride + (i >>> 5)] as number) >>> (i & 31)) & 1] as number) : 0;
  };
}

/**
 * The colours of a cell on a line, as places in a palette's table: for its middle, and over the layer beyond each side. Two
 * sides lead to the left and to the right in the same row, and others to the row above or below.
 */
export interface Beyond {
  middle: number;
  left: number;
  right: number;
  rowLeft: number;
  rowRight: number;
}

export const THIN = LINE * (FULL + 1);
export const BOLD = LINE_BOLD * (FULL + 1);
const RIM = EDGE * (FULL + 1);
const OUT = OUTSIDE * (FULL + 1);

/** Where a bounded grid ends. Beyond the sides to the next row lie the cells at `rowLeft` and `rowRight` of that row. */
export function limit(
  beyond: Beyond,
  span: GridSpan,
  x: number,
  y: number,
  next: number,
  rowLeft: number,
  rowRight: number,
): void {
  if (isOutside(span, x, y)) {
    beyond.left = beyond.right = beyond.rowLeft = beyond.rowRight = OUT;
    beyond.middle = OUT + FULL;
    return;
  }
  if (isOutside(span, x - 1, y)) beyond.left = RIM;
  if (isOutside(span, x + 1, y)) beyond.right = RIM;
  if (isOutside(span, rowLeft, next)) beyond.rowLeft = RIM;
  if (isOutside(span, rowRight, next)) beyond.rowRight = RIM;
}

function isOutside({ left, right, top, bottom }: GridSpan, x: number, y: number): boolean {
  return x < left || x >= right || y < top || y >= bottom;
}

/**
 * Pixels i to end of a line, which belong to one cell; `centre` and `rim` in pixels too. The sides to the same row are `slope` times
 * the way from the centre plus `offset` pixels from the point that is as far from all sides, those to the next row likewise.
 */
export function paintStretch(
  pixels: Uint32Array,
  line: number,
  table: Uint32Array,
  beyond: Beyond,
  i: number,
  end: number,
  centre: number,
  rim: number,
  slope: number,
  offset: number,
  rowSlope: number,
  rowOffset: number,
): void {
  const deep = Math.min(wayTo(rim - 0.5, slope, offset), wayTo(rim - 0.5, rowSlope, rowOffset));
  const middle = Math.min(end, Math.max(i, Math.ceil(centre)));
  const from = deep < 0 ? middle : Math.min(middle, Math.max(i, Math.ceil(centre - deep)));
  const to = deep < 0 ? middle : Math.max(middle, Math.min(end, Math.floor(centre + deep) + 1));
  for (let k = i; k < from; k++) {
    const away = (centre - k) * slope + offset;
    const rowAway = (centre - k) * rowSlope + rowOffset;
    const inside = FULL * (rim + 0.5 - (away >= rowAway ? away : rowAway));
    const share = inside <= 0 ? 0 : inside >= FULL ? FULL : (inside + 0.5) | 0;
    pixels[line + k] = table[(away >= rowAway ? beyond.left : beyond.rowLeft) + share] as number;
  }
  const full = table[beyond.middle] as number;
  for (let k = from; k < to; k++) pixels[line + k] = full;
  for (let k = to; k < end; k++) {
    const away = (k - centre) * slope + offset;
    const rowAway = (k - centre) * rowSlope + rowOffset;
    const inside = FULL * (rim + 0.5 - (away >= rowAway ? away : rowAway));
    const share = inside <= 0 ? 0 : inside >= FULL ? FULL : (inside + 0.5) | 0;
    pixels[line + k] = table[(away >= rowAway ? beyond.right : beyond.rowRight) + share] as number;
  }
}

/** How far from the centre a side is `depth` pixels away: infinite, or less than 0, where it runs along the line. */
function wayTo(depth: number, slope: number, offset: number): number {
  if (slope === 0) return depth < offset ? -1 : Number.POSITIVE_INFINITY;
  return (depth - offset) / slope;
}
