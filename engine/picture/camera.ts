/**
 * The camera: where a view looks, at any zoom, on an unbounded plane.
 *
 * A position far from the origin does not fit a double, so it is split: a cell in bigint coordinates, and a small
 * floating offset from it in drawing units (in which neighbouring cells of a row are 1 apart). Everything on the
 * screen is computed relative to that cell, so drawing is as exact at 2^100 as at 0.
 */

import { TessellaError } from "../core/errors.ts";
import { grouped, groupedSize } from "../core/integers.ts";
import type { RasterRequest } from "../core/raster.ts";
import type { Rect } from "../core/rect.ts";
import type { GridKind, Lattice } from "../grids/grid-kind.ts";
import { latticeFrame } from "./lattice-frame.ts";

export interface Camera {
  /** The cell that offsets count from. */
  readonly x: bigint;
  readonly y: bigint;
  /** The view's middle, in drawing units from that cell's own origin. */
  readonly dx: number;
  readonly dy: number;
  /** log2 of the pixels between neighbouring cells: 0 is a pixel a cell, 6 is 64 pixels, -3 is eight cells a pixel. */
  readonly zoom: number;
}

/** A view's size in device pixels. */
export interface ViewSize {
  readonly width: number;
  readonly height: number;
}

export const MIN_ZOOM = -1000;
export const MAX_ZOOM = 10;
export const MAX_VIEW_SIDE = 16384;

/** The most raster pixels before a coarser raster is used: four to a pixel of an ordinary screen. */
const MOST_RASTER_PIXELS = 2 ** 24;

/** Errors: `bad-argument` for a view that no screen can show. */
export function checkView(camera: Camera, { width, height }: ViewSize): void {
  const { dx, dy, zoom } = camera;
  const near = [dx, dy].every((offset) => Math.abs(offset) <= Number.MAX_SAFE_INTEGER);
  if (!near || !(zoom >= MIN_ZOOM && zoom <= MAX_ZOOM)) {
    throw new TessellaError(
      "bad-argument",
      `A camera at offset ${dx}, ${dy} and zoom ${zoom} shows nothing.`,
    );
  }
  if (![width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= MAX_VIEW_SIDE)) {
    throw new TessellaError(
      "bad-argument",
      `A view has 1 to ${grouped(MAX_VIEW_SIDE)} pixels a side, not ${groupedSize(width, height)}.`,
    );
  }
}

/**
 * The smallest box that holds every cell that may be partly visible. On a hexagonal grid rows are sheared against
 * each other, so the box is wider than the screen: the four corners decide.
 */
export function cellsInView(camera: Camera, size: ViewSize, kind: GridKind): Rect {
  checkView(camera, size);
  const pixel = 2 ** -camera.zoom;
  const halfWidth = (size.width / 2) * pixel;
  const halfHeight = (size.height / 2) * pixel;
  const corners = [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ].map(([sx, sy]) => kind.cellAt(camera.dx + sx * halfWidth, camera.dy + sy * halfHeight));
  const xs = corners.map((corner) => corner.x);
  const ys = corners.map((corner) => corner.y);
  // One cell more on each side: near a corner a neighbour's edge may show.
  const left = BigInt(Math.min(...xs)) - 1n;
  const top = BigInt(Math.min(...ys)) - 1n;
  const right = BigInt(Math.max(...xs)) + 1n;
  const bottom = BigInt(Math.max(...ys)) + 1n;
  return { x: camera.x + left, y: camera.y + top, w: right - left + 1n, h: bottom - top + 1n };
}

/** The scale of the largest squares of cells that are at most a pixel wide and high. */
export function rasterScale(zoom: number, lattice: Lattice): number {
  const highest = Math.max(1, latticeFrame(lattice).alongY.y);
  return Math.max(0, Math.floor(-zoom - Math.log2(highest)));
}

/**
 * The raster that shows a view in which a pixel covers several cells, or null where cells are a pixel or larger and a
 * block shows them one by one. Its pixels are at most as large as the screen's, so the picture can be scaled down to any
 * zoom in between without losing a cell; only on very large screens they are coarser.
 */
export function rasterForView(camera: Camera, size: ViewSize, kind: GridKind): RasterRequest | null {
  const box = cellsInView(camera, size, kind);
  if (camera.zoom >= 0) return null;
  for (let scale = rasterScale(camera.zoom, kind); ; scale++) {
    const cells = 1n << BigInt(scale);
    // The raster begins on a multiple of 2^scale, which may cost one more pixel.
    const width = Number((box.w + cells - 1n) / cells) + 1;
    const height = Number((box.h + cells - 1n) / cells) + 1;
    if (width * height <= MOST_RASTER_PIXELS) return { x: box.x, y: box.y, width, height, scale };
  }
}
