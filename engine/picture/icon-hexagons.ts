/** Pictures of states on hexagons: each lies in the largest square that the inside of its hexagon has room for. */

import { blockCell } from "../core/block.ts";
import { HEX_ROW, HEX_TIP } from "../grids/grid-kind.ts";
import type { ViewSize } from "./camera.ts";
import type { CellIcons } from "./cell-icons.ts";
import { LEAST_ICON } from "./cell-icons.ts";
import type { PaintedCells } from "./cells.ts";
import type { HexIconPlaces } from "./drawing.ts";
import { paintIcon } from "./icon-squares.ts";
import type { CellPalette, ColourTable } from "./palette.ts";
import type { Picture } from "./scene.ts";
import type { View } from "./view.ts";

/**
 * The side of the square in a hexagon that is 1 wide. Its corner (h, h) from the centre lies on a slanted side, where
 * h / 2 + h * sqrt(3) / 2 = 1 / 2.
 */
const SIDE = 2 / (1 + 2 * HEX_ROW);

/** Of all cells in sight, counted from the view's. `room`: the width of a hexagon without its seam, in pixels. null where that is too little for pictures. */
export function hexIconPlaces(
  { left, top, zoom }: Pick<View, "left" | "top" | "zoom">,
  { width, height }: ViewSize,
  room: number,
): HexIconPlaces | null {
  const size = Math.floor(room * SIDE);
  if (size < LEAST_ICON) return null;
  const firstRow = Math.floor((top - HEX_TIP) / HEX_ROW) - 1;
  const endRow = Math.ceil((top + height / zoom + HEX_TIP) / HEX_ROW) + 2;
  const firstHalf = Math.floor(2 * (left - 1)) - 1;
  const endHalf = Math.ceil(2 * (left + width / zoom + 1)) + 2;
  const begin = (middle: number): number => Math.round(middle * zoom - size / 2);
  return {
    size,
    columns: Int32Array.from({ length: endHalf - firstHalf }, (_, at) => begin((firstHalf + at) / 2 - left)),
    firstHalf,
    rows: Int32Array.from({ length: endRow - firstRow }, (_, at) => begin((firstRow + at) * HEX_ROW - top)),
    firstRow,
  };
}

/** The slots of states, without those of which a picture shows instead. */
export function slotsUnder(icons: CellIcons, slots: Uint8Array, { size }: HexIconPlaces): Uint8Array {
  return slots.map((slot, state) => (slot !== 0 && icons.at(state, size, size) ? 0 : slot));
}

/** Paints the pictures over hexagons that are painted as dead ones (`slotsUnder`). */
export function paintHexIcons<T extends ColourTable>(
  picture: Picture<T>,
  { x: originX, y: originY }: Pick<View, "x" | "y">,
  { size, columns, firstHalf, rows, firstRow }: HexIconPlaces,
  cells: PaintedCells,
  palette: CellPalette<T>,
  icons: CellIcons,
): void {
  const { width, height } = picture;
  const left = Number(cells.x - originX);
  const top = Number(cells.y - originY);
  const layers = { across: new Uint8Array(width), down: new Uint8Array(height) };
  for (const [at, y0] of rows.entries()) {
    const y = firstRow + at;
    const j = y - top;
    if (j < 0 || j >= cells.h) continue;
    // The first cell of the row among the columns: 2x - y is as odd as y.
    const odd = (firstHalf + y) & 1;
    for (let half = odd; half < columns.length; half += 2) {
      const i = (firstHalf + half + y) / 2 - left;
      if (i < 0 || i >= cells.w) continue;
      const state = "states" in cells ? (cells.states[j * cells.w + i] as number) : blockCell(cells, i, j);
      const icon = state === 0 ? null : icons.at(state, size, size);
      if (!icon) continue;
      const x0 = columns[half] as number;
      const box = {
        ...{ left: Math.max(0, x0), right: Math.min(width, x0 + size) },
        ...{ top: Math.max(0, y0), bottom: Math.min(height, y0 + size) },
      };
      paintIcon(picture, icon, box, { x: x0, y: y0, size }, layers, palette, state);
    }
  }
}
