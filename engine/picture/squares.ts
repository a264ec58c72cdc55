/**
 * Square cells of a pixel and more.
 *
 * A square is the product of an interval across and one down, so everything is computed once for the columns and once
 * for the rows (square-axes.ts): the cell of a pixel, its coverage, and the line there. A pixel is then a product of
 * two such entries. A row of pixels that meets the same cells as the row above is a copy of it. Any other row is the empty
 * row of its layer, over which the painter paints only the pixels of live cells.
 */

import type { PaintedCells } from "./cells.ts";
import { SlotRows } from "./cells.ts";
import type { SquareAxis } from "./drawing.ts";
import { LAYERS } from "./layers.ts";
import type { CellPalette, ColourTable } from "./palette.ts";
import { FULL } from "./palette.ts";
import type { Picture } from "./scene.ts";

export interface SquareLayout {
  readonly across: SquareAxis;
  readonly down: SquareAxis;
  /** The value of a whole pixel on an axis: 256, or the sample points along a side. */
  readonly unit: number;
  /** The coverage of a rounded corner's pixels, `radius` to a row. */
  readonly corner: Uint16Array;
  readonly radius: number;
}

/**
 * Paints every pixel. The palette's `full` is the unit's square for sample points, else 256. Where cells of different
 * colours share a pixel, all of them add to the coverage, and one gives the colour: the one that covers most, or with
 * sample points the last.
 */
export function paintSquares<T extends ColourTable>(
  { width, height, pixels }: Picture<T>,
  { across, down, unit, corner, radius }: SquareLayout,
  cells: PaintedCells | null,
  { full, slots, bySlot }: CellPalette<T>,
): void {
  const rows = new SlotRows(cells, slots);
  const exact = unit === FULL;
  const entries = full + 1;
  const blank = bySlot[0] as T;
  const { cell, share, nextCell, nextShare, layer, depth } = across;
  const count = cells?.w ?? 0;
  const { from, to } = spans(across, count);
  /** Rows of pixels without a live cell, one for each possible layer of a row. */
  const empty: (Uint8Array | Uint32Array | undefined)[] = new Array(LAYERS);
  for (let j = 0; j < height; j++) {
    const line = j * width;
    if (j > 0 && isSameRow(down, j, radius)) {
      pixels.copyWithin(line, line - width, line);
      continue;
    }
    const layerY = down.layer[j] as number;
    const ready = empty[layerY];
    if (ready) pixels.set(ready, line);
    else {
      for (let i = 0; i < width; i++)
        pixels[line + i] = blank[Math.max(layer[i] as number, layerY) * entries] as number;
      empty[layerY] = pixels.slice(line, line + width);
    }
    const shareY = down.share[j] as number;
    const nextY = down.nextShare[j] as number;
    const above = rows.get(shareY > 0 ? (down.cell[j] as number) : 0);
    const below = rows.get(nextY > 0 ? (down.nextCell[j] as number) : 0);
    if (!above.any && !below.any) continue;
    const [upper, lower] = [above.slots, below.slots];
    const depthY = down.depth[j] as number;
    const parts = nextY > 0 ? 4 : 2;
    let i = 0;
    for (let c = 1; c <= count; c++) {
      if (((upper[c] as number) | (lower[c] as number)) === 0) continue;
      // Where two cells share a pixel, the first of them has painted it.
      i = Math.max(i, from[c] as number);
      for (const end = to[c] as number; i < end; i++) {
        const nx = nextShare[i] as number;
        const wx = share[i] as number;
        let slot = upper[cell[i] as number] as number;
        let covered = slot === 0 ? 0 : shareY * wx;
        // An edge runs through the pixel.
        if (nx > 0 || nextY > 0) {
          let most = covered;
          const step = nx > 0 ? 1 : 2;
          for (let part = step; part < parts; part += step) {
            const weight = (part & 1 ? nx : wx) * (part & 2 ? nextY : shareY);
            if (weight === 0) continue;
            const found = (part & 2 ? lower : upper)[(part & 1 ? nextCell : cell)[i] as number] as number;
            if (found === 0) continue;
            covered += weight;
            if (exact && weight <= most) continue;
            most = weight;
            slot = found;
          }
        }
        let coverage = exact ? (covered + 128) >>> 8 : covered;
        if (coverage > 0 && depthY < radius && (depth[i] as number) < radius) {
          coverage = corner[depthY * radius + (depth[i] as number)] as number;
        }
        const layerX = layer[i] as number;
        const under = (layerX > layerY ? layerX : layerY) * entries;
        pixels[line + i] = (bySlot[slot] as T)[under + coverage] as number;
      }
    }
  }
}

/** Which pixels each cell of a row reaches into: `from` .. `to` - 1. */
function spans(
  { cell, nextCell }: SquareAxis,
  count: number,
): { readonly from: Int32Array; readonly to: Int32Array } {
  const from = new Int32Array(count + 1);
  const to = new Int32Array(count + 1);
  const enter = (c: number, i: number): void => {
    if (to[c] === 0) from[c] = i;
    to[c] = i + 1;
  };
  for (let i = 0; i < cell.length; i++) {
    enter(cell[i] as number, i);
    enter(nextCell[i] as number, i);
  }
  return { from, to };
}

/** Whether a row of pixels meets the same cells in the same way as the row above it. */
function isSameRow(
  { cell, share, nextCell, nextShare, layer, depth }: SquareAxis,
  j: number,
  radius: number,
): boolean {
  const i = j - 1;
  if (cell[i] !== cell[j] || share[i] !== share[j] || layer[i] !== layer[j]) return false;
  if (nextShare[i] !== nextShare[j] || nextCell[i] !== nextCell[j]) return false;
  return depth[i] === depth[j] || ((depth[i] as number) >= radius && (depth[j] as number) >= radius);
}
