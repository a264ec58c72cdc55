/**
 * Large triangles on the screen, with a seam between them (seams.ts). Films and small ones are sampled (sampled-cells.ts).
 *
 * Each row is an even strip of triangles that point down and up by turns. The flat side of a triangle is as far away all
 * along a line, and each slanted one sin 60° times the way along the line.
 */

import { TRIANGLE_INNER, TRIANGLE_ROW } from "../grids/grid-kind.ts";
import { CROSSED, courseReader, noteCrossed } from "./cell-lines.ts";
import type { PaintedCells } from "./cells.ts";
import type { GridSpan } from "./layers.ts";
import { isBold } from "./layers.ts";
import type { ScreenPalette } from "./palette.ts";
import { FULL } from "./palette.ts";
import type { Picture } from "./scene.ts";
import type { Beyond } from "./seams.ts";
import { BOLD, limit, paintStretch, seamedView, THIN } from "./seams.ts";
import type { View } from "./view.ts";

/** sin 60°. */
const STEEP = TRIANGLE_ROW / 2;

/** Paints every pixel. `rim`: from a cell's middle to the start of its seam, in pixels. */
export function paintSeamedTriangles(
  { width, height, pixels }: Picture,
  view: View,
  cells: PaintedCells,
  { dead, slots, bySlot }: ScreenPalette,
  span: GridSpan,
  rim: number,
  boldEvery: number,
): void {
  const { size, bounded, slotAt, phaseX, phaseY, zero } = seamedView(cells, view, slots, span, boldEvery);
  const courseOf = courseReader(view);
  const crossed = new Float64Array(CROSSED);
  const beyond: Beyond = { middle: 0, left: 0, right: 0, rowLeft: 0, rowRight: 0 };
  for (let j = 0; j < height; j++) {
    noteCrossed(crossed, 1, j, view, 0);
    const y = crossed[0] as number;
    const boldRows = [isBold(y, phaseY, boldEvery), isBold(y + 1, phaseY, boldEvery)] as const;
    // The triangle whose centre is at the line's left end, or one before it.
    let x = Math.floor(-zero / size) - 1;
    for (let i = 0; i < width; x++) {
      const course = courseOf?.(x, y) ?? 0;
      const half = crossed[2 * course + 1] as number;
      const centre = zero + x * size;
      const end = Math.min(width, Math.ceil(centre + half * size));
      if (end <= i) continue;
      // The width crossed is the share of the height that lies between the line and the tip.
      const slanted = (TRIANGLE_INNER - half * STEEP) * size;
      const flat = (TRIANGLE_INNER - (1 - half) * TRIANGLE_ROW) * size;
      beyond.left = isBold(x, phaseX, boldEvery) ? BOLD : THIN;
      beyond.right = isBold(x + 1, phaseX, boldEvery) ? BOLD : THIN;
      beyond.rowLeft = beyond.rowRight = boldRows[course] ? BOLD : THIN;
      beyond.middle = FULL;
      if (bounded) limit(beyond, span, x, y, course === 0 ? y - 1 : y + 1, x, x);
      const slot = slotAt(x, y);
      const table = slot === 0 ? dead : (bySlot[slot] as Uint32Array);
      paintStretch(pixels, j * width, table, beyond, i, end, centre, rim, STEEP, slanted, 0, flat);
      i = end;
    }
  }
}
