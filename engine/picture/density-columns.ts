/**
 * The squares of a raster that each column of pixels gets, row by row. Rows of hexagons lean by half a square against
 * each other and rows of squares not at all, so all even rows of a raster are cut alike, and so are all odd ones.
 */

import { latticeFrame } from "./lattice-frame.ts";
import type { GridScene } from "./scene.ts";

export interface DensityColumns {
  /** The origin from which the columns of pixels count in that row of squares. */
  readonly startOf: (row: number) => number;
  /**
   * For even rows and for odd ones: the square on which each pixel column 0 .. width begins, counted from `startOf`.
   */
  readonly cuts: readonly [Float64Array, Float64Array];
}

/** Where squares lie. */
export interface SquaresPlace {
  /** The top left cell of square (0, 0), counted from the camera's. */
  readonly left: number;
  readonly top: number;
  /** A square's side in cells. */
  readonly size: number;
}

/**
 * `width`: in pixels. Rasters of the same squares are cut alike wherever they begin: a universe's own, and the
 * visible part of it. So everything counts from the square that holds the camera's cell.
 */
export function densityColumns(
  { left, top, size }: SquaresPlace,
  { camera, kind }: Pick<GridScene, "camera" | "kind">,
  width: number,
): DensityColumns {
  const { alongY, centre } = latticeFrame(kind);
  const cells = 2 ** -camera.zoom;
  const x = inSquares(left, size);
  const y = inSquares(top, size);
  /** For the camera's row of squares and the next. */
  const cutsOf = (row: 0 | 1): Float64Array => {
    const middle = y.within + (row + 0.5) * size - 0.5;
    const from = camera.dx - middle * alongY.x - (centre.x - 0.5) - x.within;
    return Float64Array.from({ length: width + 1 }, (_, i) =>
      Math.ceil(((i - width / 2) * cells + from) / size),
    );
  };
  const parityOf = (row: number): 0 | 1 => (Math.abs((row + y.whole) % 2) === 1 ? 1 : 0);
  const [even, odd] = [cutsOf(0), cutsOf(1)];
  return {
    startOf: (row) => -x.whole - (row + y.whole - parityOf(row)) * alongY.x,
    cuts: parityOf(0) === 0 ? [even, odd] : [odd, even],
  };
}

/** A place as whole squares, and how many cells into the next; both exact. */
function inSquares(cells: number, size: number): { readonly whole: number; readonly within: number } {
  const within = ((cells % size) + size) % size;
  return { whole: (cells - within) / size, within };
}
