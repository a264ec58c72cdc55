/**
 * Square cells of a pixel and more.
 *
 * A square is the product of an interval across and one down, so everything is computed once for the columns and once
 * for the rows (square-axes.ts): the cell of a pixel, its coverage, and the line there. A pixel is then a product of
 * two such entries, and a row of pixels that meets the same cells as the row above is a copy of it.
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
  /** Rows of pixels without a live cell, one for each possible layer of a row. */
  const empty: (Uint8Array | Uint32Array | undefined)[] = new Array(LAYERS);
  const { cell, share, nextCell, nextShare, layer, depth } = across;
  for (let j = 0; j < height; j++) {
    const line = j * width;
    if (j > 0 && isSameRow(down, j, radius)) {
      pixels.copyWithin(line, line - width, line);
      continue;
    }
    const shareY = down.share[j] as number;
    const nextY = down.nextShare[j] as number;
    const above = rows.get(shareY > 0 ? (down.cell[j] as number) : 0);
    const below = rows.get(nextY > 0 ? (down.nextCell[j] as number) : 0);
    const layerY = down.layer[j] as number;
    if (!above.any && !below.any) {
      const ready = empty[layerY];
      if (ready) {
        pixels.set(ready, line);
        continue;
      }
      for (let i = 0; i < width; i++) {
        const layerX = layer[i] as number;
        pixels[line + i] = blank[(layerX > layerY ? layerX : layerY) * entries] as number;
      }
      empty[layerY] = pixels.subarray(line, line + width);
      continue;
    }
    const [upper, lower] = [above.slots, below.slots];
    const depthY = down.depth[j] as number;
    for (let i = 0; i < width; i++) {
      const nx = nextShare[i] as number;
      const wx = share[i] as number;
      let slot = upper[cell[i] as number] as number;
      let covered = slot === 0 ? 0 : shareY * wx;
      // An edge runs through the pixel.
      if (nx > 0 || nextY > 0) {
        let most = covered;
        for (let part = 1; part < 4; part++) {
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
      pixels[line + i] = (slot === 0 ? blank : (bySlot[slot] as T))[under + coverage] as number;
    }
  }
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
