/** The passes that make a raster of a grid, from the finest scale to the wanted one. */

import type { Raster } from "../../../core/raster.ts";
import type { PackedLayout } from "../../../gpu/packed-layout.ts";
import type { RasterView } from "../../../picture/drawing.ts";

/** Squares row after row: their live cells, and of more than two states the lowest above 0. */
export interface CountedSquares {
  readonly counts: Uint32Array;
  readonly states: Uint8Array | null;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The part of a grid of `width` x `height` cells that a raster covers; `dx`, `dy`: its first cell, counted from the grid's. */
export function rasterView(
  raster: Pick<Raster, "width" | "height" | "scale">,
  { width, height }: Pick<PackedLayout, "width" | "height">,
  dx: number,
  dy: number,
): RasterView {
  const { scale } = raster;
  const side = 2 ** scale;
  // The raster begins on a multiple of its squares' side, and so do all squares.
  const along = (start: number, count: number, cells: number): readonly [number, number, number] => {
    const origin = start - Math.ceil(start / side) * side;
    const first = Math.round((start - origin) / side);
    const most = Math.ceil((cells - origin) / side);
    const [least, end] = [first, first + count].map((square) => Math.min(most, Math.max(0, square)));
    return [origin, least as number, end as number];
  };
  const [originX, firstColumn, endColumn] = along(dx, raster.width, width);
  const [originY, firstRow, endRow] = along(dy, raster.height, height);
  return { scale, originX, originY, firstColumn, endColumn, firstRow, endRow };
}

/** Puts a view's squares where they belong in the raster that the view was made for. */
export function placeSquares(
  raster: Raster,
  view: RasterView,
  dx: number,
  dy: number,
  { counts, states }: CountedSquares,
): void {
  const side = 2 ** view.scale;
  const across = view.endColumn - view.firstColumn;
  if (across === 0) return;
  // Squares are counted from their origin, pixels from the raster's first cell.
  const column = view.firstColumn - Math.round((dx - view.originX) / side);
  const row = view.firstRow - Math.round((dy - view.originY) / side);
  for (let j = 0; j < view.endRow - view.firstRow; j++) {
    const at = (row + j) * raster.width + column;
    raster.counts.set(counts.subarray(j * across, (j + 1) * across), at);
    if (states) raster.states?.set(states.subarray(j * across, (j + 1) * across), at);
  }
}

export interface RasterLevel {
  /** log2 of a square's side in cells. */
  readonly scale: number;
  /** The squares to be counted: first .. end - 1. */
  readonly first: Place;
  readonly end: Place;
  /** As shaders/reduce/raster.wgsl reads it. */
  readonly uniform: Int32Array<ArrayBuffer>;
}

/** Each pass makes squares at most 2^4 times as wide. */
const GROWTH = 4;

/** The finest squares are at least 2^6 cells wide. */
const FINEST = 6;
/** The most squares of a raster, 16 MB, and the most a side, which a dispatch still reaches. */
export const MOST_SQUARES = 2 ** 22;
export const MOST_A_SIDE = 2 ** 18;

/**
 * log2 of the squares' side at which the whole grid is counted. Coarser rasters are made of that one, which serves
 * every view until the cells change.
 */
export function wholeScale({ width, height }: PackedLayout): number {
  for (let scale = FINEST; ; scale++) {
    // One more a side than fit: the first square may begin before the grid.
    const [across, down] = [Math.ceil(width / 2 ** scale) + 1, Math.ceil(height / 2 ** scale) + 1];
    if (across * down <= MOST_SQUARES && Math.max(across, down) <= MOST_A_SIDE) return scale;
  }
}

export function rasterLevels(view: RasterView, layout: PackedLayout): readonly RasterLevel[] {
  const { width, height, stride, planes, planeRows } = layout;
  const whole = wholeScale(layout);
  const scales = view.scale < whole ? [] : [whole];
  for (let scale = whole + GROWTH; scale < view.scale; scale += GROWTH) scales.push(scale);
  // Where the whole grid is counted at that very scale, this only cuts out the wanted part.
  scales.push(view.scale);
  const levels: RasterLevel[] = [];
  scales.forEach((scale, index) => {
    const [firstX, endX] = wanted(view.firstColumn, view.endColumn, view.originX, width);
    const [firstY, endY] = wanted(view.firstRow, view.endRow, view.originY, height);
    const below = levels[index - 1];
    const finer = below?.scale ?? 0;
    const origin = { x: originAt(view.originX, scale), y: originAt(view.originY, scale) };
    const inSource = (coarse: number, original: number): number =>
      below ? (coarse - originAt(original, finer)) / 2 ** finer : coarse;
    const source = below ?? { first: { x: 0, y: 0 }, end: { x: width, y: height } };
    const uniform = Int32Array.of(
      firstX,
      firstY,
      endX,
      endY,
      source.first.x,
      source.first.y,
      source.end.x,
      source.end.y,
      inSource(origin.x, view.originX),
      inSource(origin.y, view.originY),
      scale - finer,
      below ? source.end.x - source.first.x : stride,
      planes,
      planeRows * stride,
    );
    levels.push({ scale, first: { x: firstX, y: firstY }, end: { x: endX, y: endY }, uniform });

    /** The squares of this scale that make up the view's squares, within the grid, or all. */
    function wanted(
      first: number,
      end: number,
      viewOrigin: number,
      cells: number,
    ): readonly [number, number] {
      const side = 2 ** scale;
      const own = originAt(viewOrigin, scale);
      const all = Math.ceil((cells - own) / side);
      if (index === 0 && scale === whole) return [0, all];
      const place = (square: number): number => (viewOrigin + square * 2 ** view.scale - own) / side;
      const least = Math.max(0, place(first));
      return [least, Math.max(least, Math.min(all, place(end)))];
    }
  });
  return levels;
}

/** Where squares of a scale begin: all on multiples of their side, and the view's origin is one too. */
function originAt(viewOrigin: number, scale: number): number {
  return -(-viewOrigin % 2 ** scale);
}
