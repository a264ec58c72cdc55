/**
 * Large hexagons on the screen, with a seam between them. Films and small ones are sampled (hexagons.ts).
 *
 * A line of pixels is a sequence of stretches, one per cell, whose ends are known beforehand (hexagon-lines.ts), so
 * no pixel has to look up its hexagon. Within its stretch a cell looks the same to the left and to the right of its
 * centre. Along one of the directions of its six neighbours a hexagon is one unit wide, so its distance from the rim
 * is a half less the largest of the three distances from its centre. On a line at height d (measured along a slanted
 * direction) these are |x| and |x|/2 + |d|. Solved for x, that gives the part of the stretch that is wholly inside,
 * which is filled; only the few pixels at its ends are computed one by one. The seam is softened over one pixel; the
 * grid's lines run in it.
 */

import { blockStride } from "../core/block.ts";
import type { PaintedCells } from "./cells.ts";
import { CROSSED, HEX_ROW, noteCrossed } from "./hexagon-lines.ts";
import type { GridSpan } from "./layers.ts";
import { boldPhase, EDGE, isBold, LINE, LINE_BOLD, OUTSIDE } from "./layers.ts";
import type { ScreenPalette } from "./palette.ts";
import { FULL } from "./palette.ts";
import type { Picture } from "./scene.ts";
import type { View } from "./view.ts";

/** Paints every pixel. `rim`: from a cell's centre to the start of its seam, in pixels. */
export function paintSeamedHexagons(
  { width, height, pixels }: Picture,
  view: View,
  cells: PaintedCells,
  { dead, slots, bySlot }: ScreenPalette,
  span: GridSpan,
  rim: number,
  boldEvery: number,
): void {
  const size = view.zoom;
  const bounded = Number.isFinite(span.left) || Number.isFinite(span.top);
  const slotAt = slotReader(cells, view, slots);
  const phaseX = boldPhase(view.x, boldEvery);
  const phaseY = boldPhase(view.y, boldEvery);
  // Index of the pixel (a fraction) at unit 0 of the view's row.
  const zero = -view.left * size - 0.5;
  const crossed = new Float64Array(CROSSED);
  const beyond: Beyond = { left: 0, right: 0, slantLeft: 0, slantRight: 0, middle: 0 };
  for (let j = 0; j < height; j++) {
    noteCrossed(crossed, 1, j, view, 0);
    const middle = view.top + (j + 0.5) / size;
    // In full width a line crosses one row only, or else two by turns, the upper one first.
    const [, upper, , lower] = crossed as unknown as readonly [number, number, number, number];
    const both = upper > 0 && upper < 0.5 && lower > 0 && lower < 0.5;
    const line = j * width;
    let k = both || upper > lower ? 0 : 2;
    let y = crossed[k] as number;
    // The cell at the line's left end, or one before it.
    let x = Math.floor(-zero / size + y / 2) - 1;
    let i = 0;
    while (i < width) {
      const half = crossed[k + 1] as number;
      const below = middle - y * HEX_ROW;
      const centre = zero + (x - y / 2) * size;
      const end = Math.min(width, Math.ceil(centre + half * size));
      if (end > i) {
        // Upright sides lead to the same row, slanted ones to the next, above or below.
        const next = below < 0 ? -1 : 1;
        const bold = isBold(x, phaseX, boldEvery);
        const boldRight = isBold(x + 1, phaseX, boldEvery);
        const boldRow = isBold(next < 0 ? y : y + 1, phaseY, boldEvery);
        beyond.left = bold ? BOLD : THIN;
        beyond.right = boldRight ? BOLD : THIN;
        beyond.slantLeft = boldRow || (next < 0 && bold) ? BOLD : THIN;
        beyond.slantRight = boldRow || (next > 0 && boldRight) ? BOLD : THIN;
        beyond.middle = FULL;
        if (bounded) limit(beyond, span, x, y, next);
        const slot = slotAt(x, y);
        const table = slot === 0 ? dead : (bySlot[slot] as Uint32Array);
        const height = Math.abs(below) * HEX_ROW * size;
        paintStretch(pixels, line, table, beyond, i, end, centre, height, rim);
        i = end;
      }
      // To the right of a cell of the upper row comes one of the lower, and the other way round.
      if (!both || k === 0) x++;
      if (both) {
        k = 2 - k;
        y = crossed[k] as number;
      }
    }
  }
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

/** The places in a palette's table of a stretch's colours: for its middle, and over the layer beyond each side. */
interface Beyond {
  left: number;
  right: number;
  slantLeft: number;
  slantRight: number;
  middle: number;
}

const THIN = LINE * (FULL + 1);
const BOLD = LINE_BOLD * (FULL + 1);
const RIM = EDGE * (FULL + 1);
const OUT = OUTSIDE * (FULL + 1);

/** Where a bounded grid ends. */
function limit(beyond: Beyond, span: GridSpan, x: number, y: number, next: number): void {
  if (isOutside(span, x, y)) {
    beyond.left = beyond.right = beyond.slantLeft = beyond.slantRight = OUT;
    beyond.middle = OUT + FULL;
    return;
  }
  if (isOutside(span, x - 1, y)) beyond.left = RIM;
  if (isOutside(span, x + 1, y)) beyond.right = RIM;
  if (isOutside(span, next < 0 ? x - 1 : x, y + next)) beyond.slantLeft = RIM;
  if (isOutside(span, next < 0 ? x : x + 1, y + next)) beyond.slantRight = RIM;
}

/** Pixels i to end of a line, which belong to one cell; `centre`, `height` and `rim` in pixels too. */
function paintStretch(
  pixels: Uint32Array,
  line: number,
  table: Uint32Array,
  beyond: Beyond,
  i: number,
  end: number,
  centre: number,
  height: number,
  rim: number,
): void {
  const deep = Math.min(rim - 0.5, 2 * (rim - 0.5 - height));
  const middle = Math.min(end, Math.max(i, Math.ceil(centre)));
  const from = deep < 0 ? middle : Math.min(middle, Math.max(i, Math.ceil(centre - deep)));
  const to = deep < 0 ? middle : Math.max(middle, Math.min(end, Math.floor(centre + deep) + 1));
  for (let k = i; k < from; k++) {
    const away = centre - k;
    const slanted = away / 2 + height;
    const inside = FULL * (rim + 0.5 - (away >= slanted ? away : slanted));
    const share = inside <= 0 ? 0 : inside >= FULL ? FULL : (inside + 0.5) | 0;
    pixels[line + k] = table[(away >= slanted ? beyond.left : beyond.slantLeft) + share] as number;
  }
  const full = table[beyond.middle] as number;
  for (let k = from; k < to; k++) pixels[line + k] = full;
  for (let k = to; k < end; k++) {
    const away = k - centre;
    const slanted = away / 2 + height;
    const inside = FULL * (rim + 0.5 - (away >= slanted ? away : slanted));
    const share = inside <= 0 ? 0 : inside >= FULL ? FULL : (inside + 0.5) | 0;
    pixels[line + k] = table[(away >= slanted ? beyond.right : beyond.slantRight) + share] as number;
  }
}

function isOutside({ left, right, top, bottom }: GridSpan, x: number, y: number): boolean {
  return x < left || x >= right || y < top || y >= bottom;
}
