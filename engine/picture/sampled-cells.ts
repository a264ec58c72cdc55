/**
 * Hexagons and triangles of a pixel and more, each pixel sampled at four or nine points, which keeps slanted edges calm. Films
 * sample all of them; the screen only those too small for a seam (hexagon-seams.ts, triangle-seams.ts).
 */

import { CROSSED, LineCounter, noteCrossed } from "./cell-lines.ts";
import type { PaintedCells } from "./cells.ts";
import { LAYERS } from "./layers.ts";
import type { CellPalette, ColourTable } from "./palette.ts";
import type { Picture } from "./scene.ts";
import type { View } from "./view.ts";

export interface Sampling {
  /** Points along a side of a pixel. */
  readonly samples: number;
  /** The amount by which cells are smaller on every side, in drawing units. */
  readonly inset: number;
  /** null: all is ground. */
  readonly layersOf: LayersOf | null;
}

/**
 * The layers of a row of pixels: the same array where they equal those of the row above. `lines`: what the row's
 * lines cross; `same`: whether that equals the row above.
 */
export type LayersOf = (row: number, lines: Float64Array, same: boolean) => Uint8Array;

/**
 * Entries per slot and layer: counts beyond a pixel's points occur where rounding puts a point on two cells at once.
 */
const COUNTS = 16;

/** Paints every pixel: where cells of several colours share one, the cell counted last gives the colour. */
export function paintSampledCells<T extends ColourTable>(
  { width, height, pixels }: Picture<T>,
  view: View,
  { samples, inset, layersOf }: Sampling,
  cells: PaintedCells,
  { full, slots, bySlot }: CellPalette<T>,
): void {
  const most = samples * samples;
  const perSlot = LAYERS * COUNTS;
  const colours = new Uint32Array(bySlot.length * perSlot);
  for (let at = 0; at < colours.length; at++) {
    const layer = Math.floor((at % perSlot) / COUNTS);
    const share = Math.round((full * Math.min(most, at % COUNTS)) / most);
    const table = bySlot[share === 0 ? 0 : Math.floor(at / perSlot)] as T;
    colours[at] = table[layer * (full + 1) + share] as number;
  }
  const ground = colours[0] as number;
  const plain = bySlot.length <= 2;
  const counter = new LineCounter(view, cells, slots, width, samples);
  const { cover, slots: slotAt } = counter;
  const lines = new Float64Array(samples * CROSSED);
  const known = lines.slice().fill(Number.NaN);
  let layers: Uint8Array | null = null;
  let any = false;
  for (let j = 0; j < height; j++) {
    noteCrossed(lines, samples, j, view, inset);
    const same = sameNumbers(lines, 0, known, 0, lines.length);
    if (!same) {
      known.set(lines);
      cover.fill(0);
      any = false;
      for (let b = 0; b < samples; ) {
        const at = b * CROSSED;
        let weight = 1;
        while (b + weight < samples && sameNumbers(lines, at, lines, at + weight * CROSSED, CROSSED))
          weight++;
        if (counter.count(lines, at, weight)) any = true;
        b += weight;
      }
    }
    const before: Uint8Array | null = layers;
    layers = layersOf?.(j, lines, same) ?? null;
    const row = j * width;
    if (same && layers === before) pixels.copyWithin(row, row - width, row);
    else if (layers === null) {
      if (!any) pixels.fill(ground, row, row + width);
      else if (plain) {
        for (let i = 0; i < width; i++) pixels[row + i] = colours[perSlot + (cover[i] as number)] as number;
      } else {
        for (let i = 0; i < width; i++)
          pixels[row + i] = colours[(slotAt[i] as number) * perSlot + (cover[i] as number)] as number;
      }
    } else {
      for (let i = 0; i < width; i++) {
        const under = (slotAt[i] as number) * perSlot + (layers[i] as number) * COUNTS;
        pixels[row + i] = colours[under + (cover[i] as number)] as number;
      }
    }
  }
}

function sameNumbers(a: Float64Array, atA: number, b: Float64Array, atB: number, count: number): boolean {
  for (let k = 0; k < count; k++) if (a[atA + k] !== b[atB + k]) return false;
  return true;
}
