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
import { paintedBlock } from "./cells.ts";
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
  /** Of more than two states: the lowest above 0 of each square's cells. */
  readonly states?: Uint8Array;
}

/** The squares of a raster that each column of pixels gets, row by row. */
export interface DensityColumns {
  /** The origin from which the columns of pixels count in that row of squares. */
  readonly startOf: (row: number) => number;
  /**
   * For even rows and for odd ones: the square on which each pixel column 0 .. width begins, counted from `startOf`.
   */
  readonly cuts: readonly [Float64Array, Float64Array];
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

/** The cells of a block as squares of one cell. */
export function squaresOfBlock(block: Block): Squares {
  const { w, h, words } = block;
  const painted = paintedBlock(block);
  if ("states" in painted) {
    const { states } = painted;
    return { width: w, height: h, counts: states.map((state) => Math.min(1, state)), states };
  }
  const counts = new Uint8Array(w * h);
  const stride = blockStride(w);
  for (let j = 0; j < h; j++) {
    for (let i = 0; i < w; i++)
      counts[j * w + i] = ((words[j * stride + (i >>> 5)] as number) >>> (i & 31)) & 1;
  }
  return { width: w, height: h, counts };
}

/** Paints every pixel. `shadeOf`: the coverage for that many live of that many cells, 0 only for none. */
export function paintDensity<T extends ColourTable>(
  { width, height, pixels }: Picture<T>,
  layout: DensityLayout,
  squares: Squares | null,
  { full, slots, bySlot }: CellPalette<T>,
  shadeOf: (live: number, cells: number) => number,
): void {
  const { columns } = layout;
  const table = bySlot[1] as T;
  const sums = new Float64Array(width);
  /** The state that each pixel of a row shows, where there are more than two. */
  const lowest = squares?.states ? new Uint8Array(width) : null;
  const shadesOf = shadesByColumn(layout, width);
  for (let j = 0; j < height; j++) {
    const from = layout.from[j] as number;
    const to = layout.to[j] as number;
    sums.fill(0);
    lowest?.fill(0);
    // Cells of a closer view, shown until those for this one arrive, may be few rows of very many.
    const last = squares ? Math.min(to, squares.height) : 0;
    for (let row = Math.max(0, from); squares && row < last; row++) {
      addRow(sums, lowest, squares, row, columns.startOf(row), columns.cuts[(row & 1) as 0 | 1]);
    }
    const { cells, shades } = shadesOf(from, to);
    const line = j * width;
    const paintSpan = (begin: number, end: number, layer: number): void => {
      const under = layer * (full + 1);
      for (let i = Math.max(0, begin); i < Math.min(width, end); i++) {
        const live = sums[i] as number;
        let share = 0;
        if (live > 0) {
          const known = shades[i] as Uint16Array;
          share = known[live] || (known[live] = shadeOf(live, cells[i] as number));
        }
        const colours = lowest ? (bySlot[slots[lowest[i] as number] as number] as T) : table;
        pixels[line + i] = colours[under + share] as number;
      }
    };
    const rim = layout.rim[j] as number;
    const left = layout.left[j] as number;
    const right = Math.max(left, layout.right[j] as number);
    if (rim === 2) paintSpan(0, width, OUTSIDE);
    else {
      paintSpan(0, left - 1, OUTSIDE);
      paintSpan(left - 1, left, EDGE);
      paintSpan(left, right, rim === 0 ? GROUND : EDGE);
      paintSpan(right, right + 1, EDGE);
      paintSpan(right + 1, width, OUTSIDE);
    }
  }
}

/** Shades are kept for pixels of at most so many cells. */
const MOST_KEPT = 4096;
const NONE_KEPT = new Uint16Array(0);

/** What the pixels of a row share with those of most other rows. */
interface RowShades {
  /** The cells that each pixel gets. */
  readonly cells: Float64Array;
  /** For each pixel the coverages found so far by live cells, or 0; the same table for pixels of as many cells. */
  readonly shades: readonly Uint16Array[];
}

/** Rows of pixels differ only in how many even and odd rows of squares they get, `from` .. `to` - 1. */
function shadesByColumn(
  { area, columns }: DensityLayout,
  width: number,
): (from: number, to: number) => RowShades {
  const tables = new Map<number, Uint16Array>();
  const tableOf = (cells: number): Uint16Array => {
    if (!(cells <= MOST_KEPT)) return NONE_KEPT;
    const table = tables.get(cells) ?? new Uint16Array(cells + 1);
    tables.set(cells, table);
    return table;
  };
  const [even, odd] = columns.cuts;
  const known = new Map<number, RowShades>();
  return (from, to) => {
    const evenRows = Math.ceil(to / 2) - Math.ceil(from / 2);
    const oddRows = to - from - evenRows;
    // Even and odd rows take turns: there are as many of both, or one more of either.
    const key = 2 * (to - from) + (evenRows > oddRows ? 1 : 0);
    const found = known.get(key);
    if (found) return found;
    const cells = Float64Array.from(
      { length: width },
      (_, i) => area * (evenRows * across(even, i) + oddRows * across(odd, i)),
    );
    const made = { cells, shades: Array.from(cells, tableOf) };
    known.set(key, made);
    return made;
  };
}

/** How many squares of a row a pixel gets. */
function across(cuts: Float64Array, i: number): number {
  return Math.max(1, (cuts[i + 1] as number) - (cuts[i] as number));
}

/**
 * Adds the live cells of a row of squares to the pixels that get them; `lowest`, where there are more than two states,
 * keeps of each pixel the lowest state above 0 so far.
 */
function addRow(
  sums: Float64Array,
  lowest: Uint8Array | null,
  squares: Squares,
  row: number,
  start: number,
  cuts: Float64Array,
): void {
  const { width, counts } = squares;
  const base = row * width;
  let next = start + (cuts[0] as number);
  for (let i = 0; i < sums.length; i++) {
    const from = next;
    next = start + (cuts[i + 1] as number);
    const to = Math.min(width, Math.max(from + 1, next));
    let live = 0;
    for (let k = Math.max(0, from); k < to; k++) live += counts[base + k] as number;
    if (live > 0) {
      sums[i] = (sums[i] as number) + live;
      if (lowest) lowest[i] = lowestState(squares, base + Math.max(0, from), base + to, lowest[i] as number);
    }
  }
}

/** The lowest state above 0 of the squares `from` .. `to` - 1 and of `known`; 0 for none. */
function lowestState({ states }: Squares, from: number, to: number, known: number): number {
  let lowest = known;
  for (let k = from; k < to; k++) {
    const state = states?.[k] ?? 0;
    if (state > 0 && (lowest === 0 || state < lowest)) lowest = state;
  }
  return lowest;
}
