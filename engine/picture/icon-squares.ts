/** Pictures of states in squares that are painted already: the second pass over cells that lie on whole pixels. */

import { blockCell } from "../core/block.ts";
import type { CellIcons } from "./cell-icons.ts";
import { LEAST_ICON } from "./cell-icons.ts";
import type { PaintedCells } from "./cells.ts";
import { mix } from "./colours.ts";
import type { SquareAxis } from "./drawing.ts";
import type { CellPalette, ColourTable } from "./palette.ts";
import type { Picture } from "./scene.ts";
import type { SquareLayout } from "./squares.ts";

/** Whether squares of that many pixels show pictures: below eight CSS pixels their edges run through pixels. */
export function iconsFit(pixelsPerCell: number, ratio: number): boolean {
  return pixelsPerCell / ratio >= LEAST_ICON + 1;
}

/**
 * Paints the pictures of cells over the cells themselves. Where edges run through pixels, and where cells have no room, nothing
 * changes. Colours of a picture's own need pixels that are colours; in others its shape has the state's.
 */
export function paintIcons<T extends ColourTable>(
  { width, pixels }: Picture<T>,
  { across, down, unit }: SquareLayout,
  cells: PaintedCells,
  { full, slots, bySlot }: CellPalette<T>,
  icons: CellIcons,
): void {
  const columns = sharpSpans(across, unit, cells.w);
  const rows = sharpSpans(down, unit, cells.h);
  if (!columns || !rows) return;
  const entries = full + 1;
  const inColour = pixels instanceof Uint32Array;
  const stateAt = (i: number, j: number): number =>
    "states" in cells ? (cells.states[j * cells.w + i] as number) : blockCell(cells, i, j);
  for (const row of rows)
    for (const column of columns) {
      const state = stateAt(column.cell, row.cell);
      const icon = state === 0 ? null : icons.at(state, column.size, row.size);
      if (!icon) continue;
      const table = bySlot[slots[state] as number] as T;
      for (let y = row.from; y < row.to; y++)
        for (let x = column.from; x < column.to; x++) {
          const at = (y - row.start) * column.size + x - column.start;
          const under = Math.max(across.layer[x] as number, down.layer[y] as number) * entries;
          const share = icon.shares[at] as number;
          pixels[y * width + x] =
            icon.colours && inColour
              ? mix(table[under] as number, icon.colours[at] as number, share / 255)
              : (table[under + Math.round((share * full) / 255)] as number);
        }
    }
}

/** Where a cell lies on an axis: its pixels `from` .. `to` - 1 of the `size` that it would have from `start` on. */
interface CellSpan {
  readonly cell: number;
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly size: number;
}

/** null where an edge runs through a pixel, or cells are too small. */
function sharpSpans(axis: SquareAxis, unit: number, count: number): readonly CellSpan[] | null {
  const from = new Int32Array(count);
  const to = new Int32Array(count);
  const { length } = axis.cell;
  for (let i = 0; i < length; i++) {
    const share = axis.share[i] as number;
    if ((share !== 0 && share !== unit) || (axis.nextShare[i] as number) !== 0) return null;
    const cell = (axis.cell[i] as number) - 1;
    if (share === 0 || cell < 0) continue;
    if (to[cell] === 0) from[cell] = i;
    to[cell] = i + 1;
  }
  let most = 0;
  for (let cell = 0; cell < count; cell++)
    most = Math.max(most, (to[cell] as number) - (from[cell] as number));
  if (most < LEAST_ICON) return null;
  return Array.from({ length: count }, (_, cell) => {
    const [first, end] = [from[cell] as number, to[cell] as number];
    const cut = first === 0 || end === length;
    const size = cut ? Math.max(most, end - first) : end - first;
    return { cell, from: first, to: end, start: first === 0 ? end - size : first, size };
  }).filter((span) => span.to > span.from);
}
