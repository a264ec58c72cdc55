/** Pictures of states in squares that are painted already: the second pass over cells that lie on whole pixels. */

import { blockCell } from "../core/block.ts";
import type { CellIcon, CellIcons } from "./cell-icons.ts";
import { LEAST_ICON } from "./cell-icons.ts";
import type { PaintedCells } from "./cells.ts";
import { mix } from "./colours.ts";
import type { SquareAxis } from "./drawing.ts";
import type { CellPalette, ColourTable } from "./palette.ts";
import type { Picture } from "./scene.ts";
import type { SquareLayout } from "./squares.ts";

/** Where a cell lies on an axis: its pixels `from` .. `to` - 1 of the `size` that it would have from `start` on. */
export interface CellSpan {
  readonly cell: number;
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly size: number;
}

/**
 * Paints the pictures of cells over the cells themselves. Where edges run through pixels, and where cells have no room, nothing
 * changes. Colours of a picture's own need pixels that are colours; in others its shape has the state's.
 */
export function paintIcons<T extends ColourTable>(
  picture: Picture<T>,
  { across, down, unit }: SquareLayout,
  cells: PaintedCells,
  palette: CellPalette<T>,
  icons: CellIcons,
): void {
  const columns = sharpSpans(across, unit);
  const rows = sharpSpans(down, unit);
  if (!columns || !rows) return;
  const layers = { across: across.layer, down: down.layer };
  for (const row of rows)
    for (const column of columns) {
      const state =
        "states" in cells
          ? (cells.states[row.cell * cells.w + column.cell] as number)
          : blockCell(cells, column.cell, row.cell);
      const icon = state === 0 ? null : icons.at(state, column.size, row.size);
      if (!icon) continue;
      const box = { left: column.from, right: column.to, top: row.from, bottom: row.to };
      const place = { x: column.start, y: row.start, size: column.size };
      paintIcon(picture, icon, box, place, layers, palette, state);
    }
}

/** Paints the part of a picture that lies in a box of pixels. `place`: its upper left corner and its width. */
export function paintIcon<T extends ColourTable>(
  { width, pixels }: Picture<T>,
  icon: CellIcon,
  box: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number },
  place: { readonly x: number; readonly y: number; readonly size: number },
  layers: { readonly across: Uint8Array; readonly down: Uint8Array },
  { full, slots, bySlot }: CellPalette<T>,
  state: number,
): void {
  const table = bySlot[slots[state] as number] as T;
  const inColour = pixels instanceof Uint32Array;
  for (let y = box.top; y < box.bottom; y++)
    for (let x = box.left; x < box.right; x++) {
      const at = (y - place.y) * place.size + x - place.x;
      const under = Math.max(layers.across[x] as number, layers.down[y] as number) * (full + 1);
      const share = icon.shares[at] as number;
      pixels[y * width + x] =
        icon.colours && inColour
          ? mix(table[under] as number, icon.colours[at] as number, share / 255)
          : (table[under + Math.round((share * full) / 255)] as number);
    }
}

/** The cells in sight; null where an edge runs through a pixel, or cells are too small. */
export function sharpSpans(axis: SquareAxis, unit: number): readonly CellSpan[] | null {
  const { cell, share, nextShare, begin, size } = axis;
  const spans: { cell: number; from: number; to: number; start: number; size: number }[] = [];
  for (let i = 0; i < cell.length; i++) {
    if ((share[i] !== 0 && share[i] !== unit) || nextShare[i] !== 0) return null;
    const found = (cell[i] as number) - 1;
    if (share[i] === 0 || found < 0) continue;
    const last = spans.at(-1);
    if (last?.cell === found) last.to = i + 1;
    else spans.push({ cell: found, from: i, to: i + 1, start: begin[i] as number, size: size[i] as number });
  }
  return spans.some((span) => span.size >= LEAST_ICON) ? spans : null;
}
