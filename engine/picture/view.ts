/**
 * What a picture shows: where its middle lies among the cells, and how large a cell is. Drawing units are a cell
 * wide; on a square grid cell (x, y) has its centre at (x, y), on the others where grids/hex.ts and grids/triangle.ts say.
 *
 * All arithmetic is sums, products, quotients and floors of doubles, which every machine rounds alike. Sines, powers
 * and logarithms may differ in the last bit from engine to engine, and with it a pixel, so there are none.
 */

import { TessellaError } from "../core/errors.ts";
import type { RasterRequest } from "../core/raster.ts";
import type { Rect } from "../core/rect.ts";
import type { Lattice } from "../grids/grid-kind.ts";
import type { Camera, ViewSize } from "./camera.ts";
import { latticeFrame } from "./lattice-frame.ts";
import type { GridSpan } from "./layers.ts";

/** Where a picture lies among the cells. */
export interface View {
  readonly lattice: Lattice;
  /** The cell that offsets count from. */
  readonly x: bigint;
  readonly y: bigint;
  /** The upper left corner of the picture in drawing units from that cell's centre. */
  readonly left: number;
  readonly top: number;
  /** Pixels from a cell to the next of its row. */
  readonly zoom: number;
}

/** The drawing units of a region, and the distance of its left edge from the centre of its top left cell. */
export function extentOf(
  { w, h }: Pick<Rect, "w" | "h">,
  lattice: Lattice,
): { readonly width: number; readonly height: number; readonly before: number } {
  const { alongY, cell } = latticeFrame(lattice);
  const rows = Number(h) - 1;
  const lean = Math.abs(rows * alongY.x);
  return {
    width: Number(w) - 1 + cell.x + lean,
    height: rows * alongY.y + cell.y,
    before: cell.x / 2 + lean,
  };
}

/** The view whose picture of `width` x `height` pixels has the region's middle in its own. */
export function viewOf(region: Rect, zoom: number, width: number, height: number, lattice: Lattice): View {
  const extent = extentOf(region, lattice);
  const { cell } = latticeFrame(lattice);
  return {
    x: region.x,
    y: region.y,
    left: -extent.before + (extent.width - width / zoom) / 2,
    top: -cell.y / 2 + (extent.height - height / zoom) / 2,
    zoom,
    lattice,
  };
}

/** The view of a camera, which looks at the middle of the picture. */
export function viewOfCamera(
  { x, y, dx, dy, zoom: exponent }: Camera,
  { width, height }: ViewSize,
  lattice: Lattice,
): View {
  const { centre } = latticeFrame(lattice);
  const zoom = 2 ** exponent;
  const [left, top] = [dx - width / 2 / zoom - centre.x, dy - height / 2 / zoom - centre.y];
  return { x, y, left, top, zoom, lattice };
}

/**
 * The row of cells in the middle of a row of pixels, with its fraction, and the pixels at which the grid begins and
 * ends there; infinite where it has no end.
 */
export function rowEnds(
  view: View,
  span: GridSpan,
  j: number,
): { readonly y: number; readonly left: number; readonly right: number } {
  const { alongY } = latticeFrame(view.lattice);
  const y = (view.top + (j + 0.5) / view.zoom) / alongY.y + 0.5;
  const pixelOf = (x: number): number =>
    Math.ceil((x - 0.5 + Math.floor(y) * alongY.x - view.left) * view.zoom - 0.5);
  return { y, left: pixelOf(span.left), right: pixelOf(span.right) };
}

/**
 * The data that a picture needs: cells from a pixel a cell on, else the number of live cells for each square of
 * cells.
 */
export type Wanted =
  | { readonly kind: "block"; readonly region: Rect }
  | { readonly kind: "raster"; readonly request: RasterRequest };

/** A larger picture is refused: offsets have to be exact as doubles. */
const MOST_CELLS_ACROSS = 2 ** 51;

/** Errors: `too-large`. */
export function checkAcross(cells: number | bigint): void {
  if (cells < MOST_CELLS_ACROSS) return;
  throw new TessellaError("too-large", "A picture cannot show more than 2^51 cells across.", {
    hint: "Choose a smaller region or come nearer.",
  });
}

/** Errors: `too-large` for a view of more cells than can be told apart. */
export function cellsWanted(view: View, width: number, height: number): Wanted {
  const { zoom, left, top } = view;
  const { alongY, cell } = latticeFrame(view.lattice);
  const [row, lean, halfWidth, halfHeight] = [alongY.y, alongY.x, cell.x / 2, cell.y / 2];
  const [right, bottom] = [left + width / zoom, top + height / zoom];
  for (const edge of [left, top, right, bottom]) checkAcross(Math.abs(edge));
  const y0 = Math.floor((top - halfHeight) / row);
  const y1 = Math.ceil((bottom + halfHeight) / row);
  // Rows lean to the left going down: the lowest row needs the cells furthest to the right.
  const x0 = Math.floor(left - Math.max(y0 * lean, y1 * lean) - halfWidth);
  const x1 = Math.ceil(right - Math.min(y0 * lean, y1 * lean) + halfWidth);
  const region: Rect = {
    x: view.x + BigInt(x0),
    y: view.y + BigInt(y0),
    w: BigInt(x1 - x0 + 1),
    h: BigInt(y1 - y0 + 1),
  };
  if (zoom >= 1) return { kind: "block", region };
  let scale = 0;
  for (let side = 2 * Math.max(1, row); side * zoom <= 1; side *= 2) scale++;
  const side = 1n << BigInt(scale);
  const start = (at: bigint): bigint => at - (((at % side) + side) % side);
  const [x, y] = [start(region.x), start(region.y)];
  const count = (from: bigint, to: bigint): number => Number((to - from + side - 1n) / side);
  const request = {
    x,
    y,
    width: count(x, region.x + region.w),
    height: count(y, region.y + region.h),
    scale,
  };
  return { kind: "raster", request };
}
