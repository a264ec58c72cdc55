/**
 * Many cells a pixel: shading by density.
 *
 * The engine counts live cells for each square of 2^scale x 2^scale cells, and such a square is at most as large as a
 * pixel. Each square goes whole to the one pixel that holds its upper left corner: a lone cell then lights exactly
 * one pixel, at any zoom, instead of fading into two as the camera moves. A pixel that got more squares than its
 * neighbour (which happens at every zoom that is no power of two) is divided by more, so even textures show no moiré.
 *
 * The shade is `FLOOR + (1 - FLOOR) * sqrt(density)`: a single live cell in a million is plainly visible, and the
 * square root spends the levels where patterns are, since few have a density above a half.
 *
 * Rows of hexagons lean, so each row of squares is shifted sideways by the offset of its middle; hexagonal universes
 * differ in nothing else here.
 */

import type { Block } from "../core/block.ts";
import { blockStride } from "../core/block.ts";
import type { DensityColumns } from "./density-columns.ts";
import { EDGE, GROUND, OUTSIDE } from "./layers.ts";
import type { CellPalette, ColourTable } from "./palette.ts";
import type { Picture } from "./scene.ts";

/** The strength of the least density, out of 1. */
export const FLOOR = 0.4;

/** Live cells of squares, row after row. */
export interface Squares {
  readonly width: number;
  readonly height: number;
  readonly counts: ArrayLike<number>;
}

/** The squares of each pixel, and the layer under it. */
export interface DensityLayout {
  /** Cells in a square. */
  readonly area: number;
  readonly columns: DensityColumns;
  /** For each row of pixels: rows of squares from .. to - 1. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  /**
   * For each row of pixels: the grid's ends in pixels, and whether the row is within it (0), on its rim (1) or beyond
   * (2).
   */
  readonly left: Float64Array;
  readonly right: Float64Array;
  readonly rim: Uint8Array;
}

/** The rows of a layout, still to be filled. */
export function layoutRows(height: number): Omit<DensityLayout, "area" | "columns"> {
  const [from, to, left, right] = [0, 0, 0, 0].map(() => new Float64Array(height)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  return { from, to, left, right, rim: new Uint8Array(height) };
}

/** The cells of a block as squares of one cell. */
export function squaresOfBlock({ w, h, words }: Block): Squares {
  const counts = new Uint8Array(w * h);
  const stride = blockStride(w);
  for (let j = 0; j < h; j++) {
    for (let i = 0; i < w; i++)
      counts[j * w + i] = ((words[j * stride + (i >>> 5)] as number) >>> (i & 31)) & 1;
  }
  return { width: w, height: h, counts };
}

/** Paints every pixel. `shadeOf`: the coverage for that many live of that many cells. */
export function paintDensity<T extends ColourTable>(
  { width, height, pixels }: Picture<T>,
  layout: DensityLayout,
  squares: Squares | null,
  { full, bySlot }: CellPalette<T>,
  shadeOf: (live: number, cells: number) => number,
): void {
  const { area, columns } = layout;
  const [even, odd] = columns.cuts;
  const table = bySlot[1] as T;
  const sums = new Float64Array(width);
  /** How many cells each pixel of the row gets: the same for most rows. */
  const cells = new Float64Array(width);
  let [knownEven, knownOdd] = [Number.NaN, Number.NaN];
  for (let j = 0; j < height; j++) {
    const from = layout.from[j] as number;
    const to = layout.to[j] as number;
    sums.fill(0);
    // Cells of a closer view, shown until those for this one arrive, may be few rows of very many.
    const last = squares ? Math.min(to, squares.height) : 0;
    for (let row = Math.max(0, from); squares && row < last; row++) {
      addRow(sums, squares, row, columns.startOf(row), row & 1 ? odd : even);
    }
    const evenRows = Math.ceil(to / 2) - Math.ceil(from / 2);
    const oddRows = to - from - evenRows;
    if (evenRows !== knownEven || oddRows !== knownOdd) {
      [knownEven, knownOdd] = [evenRows, oddRows];
      for (let i = 0; i < width; i++)
        cells[i] = area * (evenRows * across(even, i) + oddRows * across(odd, i));
    }
    const left = layout.left[j] as number;
    const right = layout.right[j] as number;
    const rim = layout.rim[j] as number;
    for (let i = 0; i < width; i++) {
      let layer = GROUND;
      if (i < left || i >= right) layer = i === left - 1 || i === right ? EDGE : OUTSIDE;
      if (rim !== 0) layer = rim === 1 && layer !== OUTSIDE ? EDGE : OUTSIDE;
      const live = sums[i] as number;
      const share = live > 0 ? shadeOf(live, cells[i] as number) : 0;
      pixels[j * width + i] = table[layer * (full + 1) + share] as number;
    }
  }
}

/** How many squares of a row a pixel gets. */
function across(cuts: Float64Array, i: number): number {
  return Math.max(1, (cuts[i + 1] as number) - (cuts[i] as number));
}

function addRow(
  sums: Float64Array,
  { width, counts }: Squares,
  row: number,
  start: number,
  cuts: Float64Array,
): void {
  const base = row * width;
  for (let i = 0; i < sums.length; i++) {
    const from = start + (cuts[i] as number);
    const to = Math.min(width, Math.max(from + 1, start + (cuts[i + 1] as number)));
    let live = 0;
    for (let k = Math.max(0, from); k < to; k++) live += counts[base + k] as number;
    if (live > 0) sums[i] = (sums[i] as number) + live;
  }
}
