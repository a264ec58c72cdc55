/**
 * The squares of cells that each pixel gets, on the screen, in films and on the GPU.
 *
 * Rows of hexagons lean by half a square against each other and rows of squares not at all, so all even rows of a
 * raster are cut alike, and so are all odd ones.
 */

import type { ViewSize } from "./camera.ts";
import type { DensityColumns, DensityLayout } from "./density.ts";
import { latticeFrame } from "./lattice-frame.ts";
import type { GridSpan } from "./layers.ts";
import type { View } from "./view.ts";
import { rowEnds } from "./view.ts";

/** Where squares lie. */
export interface SquaresPlace {
  /** The top left cell of square (0, 0), counted from the view's. */
  readonly left: number;
  readonly top: number;
  /** A square's side in cells. */
  readonly size: number;
  /**
   * Whether rasters of the same squares are cut alike wherever they begin: a universe's own, and the visible part of
   * it. Then everything counts from the square that holds the view's cell, else from the raster's first.
   */
  readonly alike: boolean;
}

/** In squares. The start of a picture is a rounded quotient: a point this near to the edge of a square lies on it. */
const NOISE = 1e-6;

/** Squares that the upper or the left edge of the picture cuts go to the first pixel. */
export function densityLayout(
  { width, height }: ViewSize,
  view: View,
  place: SquaresPlace,
  span: GridSpan,
): DensityLayout {
  const row = latticeFrame(view.lattice).alongY.y;
  const { top, size } = place;
  const cells = 1 / view.zoom;
  const [from, to] = [new Float64Array(height), new Float64Array(height)];
  const [left, right] = [new Float64Array(height), new Float64Array(height)];
  const rim = new Uint8Array(height);
  /** The upper end of a row of pixels, in squares from the first. */
  const rowAt = (j: number): number => ((view.top + j * cells) / row + 0.5 - top) / size;
  const pixel = cells / row;
  for (let j = 0; j < height; j++) {
    const first = j === 0 ? Math.floor(rowAt(j) + NOISE) : Math.ceil(rowAt(j));
    from[j] = first;
    to[j] = Math.max(first + 1, Math.ceil(rowAt(j + 1)));
    const ends = rowEnds(view, span, j);
    left[j] = ends.left;
    right[j] = ends.right;
    const near = ends.y >= span.top - pixel && ends.y < span.bottom + pixel;
    rim[j] = ends.y >= span.top && ends.y < span.bottom ? 0 : near ? 1 : 2;
  }
  return { from, to, left, right, rim, area: size * size, columns: columnsOf(width, view, place) };
}

function columnsOf(width: number, view: View, { left, top, size, alike }: SquaresPlace): DensityColumns {
  const lean = latticeFrame(view.lattice).alongY.x;
  const [x, y] = [left, top].map((cells) =>
    alike ? inSquares(cells, size) : { whole: 0, within: cells },
  ) as [InSquares, InSquares];
  const step = 1 / view.zoom / size;
  /** For the view's row of squares and the next. */
  const cutsOf = (row: 0 | 1): Float64Array => {
    const middle = y.within + (row + 0.5) * size - 0.5;
    const first = (view.left + 0.5 - middle * lean - x.within) / size;
    const cuts = Float64Array.from({ length: width + 1 }, (_, i) => Math.ceil(first + i * step));
    cuts[0] = Math.floor(first + NOISE);
    for (let i = 1; i <= width; i++) cuts[i] = Math.max(cuts[i - 1] as number, cuts[i] as number);
    return cuts;
  };
  const parityOf = (row: number): 0 | 1 => (Math.abs((row + y.whole) % 2) === 1 ? 1 : 0);
  const [even, odd] = [cutsOf(0), cutsOf(1)];
  return {
    startOf: (row) => -x.whole - (row + y.whole - parityOf(row)) * lean,
    cuts: parityOf(0) === 0 ? [even, odd] : [odd, even],
  };
}

/** A place as whole squares, and how many cells into the next; both exact. */
interface InSquares {
  readonly whole: number;
  readonly within: number;
}

function inSquares(cells: number, size: number): InSquares {
  const within = ((cells % size) + size) % size;
  return { whole: (cells - within) / size, within };
}
