/**
 * Large hexagons on the screen, with a seam between them (seams.ts). Films and small ones are sampled (sampled-cells.ts).
 *
 * Along one of the directions of its six neighbours a hexagon is one unit wide, so its distance from the rim is a half
 * less the largest of the three distances from its centre. On a line at height d (measured along a slanted direction)
 * these are |x| and |x|/2 + |d|.
 */

import { HEX_ROW } from "../grids/grid-kind.ts";
import { CROSSED, noteCrossed } from "./cell-lines.ts";
import type { PaintedCells } from "./cells.ts";
import type { GridSpan } from "./layers.ts";
import { isBold } from "./layers.ts";
import type { ScreenPalette } from "./palette.ts";
import { FULL } from "./palette.ts";
import type { Picture } from "./scene.ts";
import type { Beyond } from "./seams.ts";
import { BOLD, limit, paintStretch, seamedView, THIN } from "./seams.ts";
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
  const { size, bounded, slotAt, phaseX, phaseY, zero } = seamedView(cells, view, slots, span, boldEvery);
  const crossed = new Float64Array(CROSSED);
  const beyond: Beyond = { middle: 0, left: 0, right: 0, rowLeft: 0, rowRight: 0 };
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
        beyond.rowLeft = boldRow || (next < 0 && bold) ? BOLD : THIN;
        beyond.rowRight = boldRow || (next > 0 && boldRight) ? BOLD : THIN;
        beyond.middle = FULL;
        if (bounded) limit(beyond, span, x, y, y + next, next < 0 ? x - 1 : x, next < 0 ? x : x + 1);
        const slot = slotAt(x, y);
        const table = slot === 0 ? dead : (bySlot[slot] as Uint32Array);
        const slanted = Math.abs(below) * HEX_ROW * size;
        paintStretch(pixels, line, table, beyond, i, end, centre, rim, 1, 0, 0.5, slanted);
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
