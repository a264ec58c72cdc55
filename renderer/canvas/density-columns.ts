/**
 * Which squares of a raster each column of pixels gets, row by row. Rows of hexagons lean by half a square against each other and rows
 * of squares not at all, so all even rows of a raster are cut alike, and so are all odd ones.
 */

import { latticeFrame } from "./lattice-frame.ts";
import type { PaintScene } from "./paint-scene.ts";

export interface DensityColumns {
  /** The square on which the leftmost pixel begins in that row of squares. */
  readonly startOf: (row: number) => number;
  /** For even rows and for odd ones: on which square pixel columns 0 .. width begin, counted from `startOf`. */
  readonly cuts: readonly [Float64Array, Float64Array];
}

interface RasterPlace {
  /** The top left cell of square (0, 0), counted from the camera's. */
  readonly left: number;
  readonly top: number;
  /** Cells a square is wide. */
  readonly size: number;
}

/** `width`: in pixels. */
export function densityColumns(
  { left, top, size }: RasterPlace,
  { camera, kind }: Pick<PaintScene, "camera" | "kind">,
  width: number,
): DensityColumns {
  const { alongY, centre } = latticeFrame(kind);
  const cells = 2 ** -camera.zoom;
  const step = cells / size;
  const middle = top + 0.5 * size - 0.5;
  const corner = left + centre.x - 0.5;
  const first = (-(width / 2) * cells + camera.dx - middle * alongY.x - corner) / size;
  const begins = [first, first - alongY.x] as const;
  const cutsOf = (begin: number): Float64Array => {
    const part = begin - Math.floor(begin);
    return Float64Array.from({ length: width + 1 }, (_, i) => Math.floor(part + i * step));
  };
  return {
    startOf: (row) => {
      const parity = (row & 1) as 0 | 1;
      return Math.floor(begins[parity]) - (row - parity) * alongY.x;
    },
    cuts: [cutsOf(begins[0]), cutsOf(begins[1])],
  };
}
