/** Which passes make the raster of a zoomed out picture, from the finest to the one that is drawn. */

import type { DensityPicture } from "../drawing.ts";
import type { PackedLayout } from "./packed-layout.ts";

interface Place {
  readonly x: number;
  readonly y: number;
}

export interface RasterLevel {
  /** log2 of the cells that a square is wide. */
  readonly scale: number;
  /** The squares to be counted: first .. end - 1. */
  readonly first: Place;
  readonly end: Place;
  /** As shaders/reduce/raster.wgsl has it. */
  readonly uniform: Int32Array;
}

/** The finest squares are 2^6 cells wide or more, and each pass makes them at most 2^4 times as wide. */
const FINEST = 6;
const GROWTH = 4;

export function rasterLevels(
  picture: DensityPicture,
  { width, height, stride }: PackedLayout,
): readonly RasterLevel[] {
  const scales = [picture.scale];
  for (let scale = picture.scale; scale > FINEST + GROWTH - 1; ) {
    scale = Math.max(FINEST, scale - GROWTH);
    scales.unshift(scale);
  }
  const levels: RasterLevel[] = [];
  scales.forEach((scale, index) => {
    const [firstX, endX] = seen(picture.firstColumn, picture.endColumn, picture.originX, width);
    const [firstY, endY] = seen(picture.firstRow, picture.endRow, picture.originY, height);
    const below = levels[index - 1];
    const finer = below?.scale ?? 0;
    const origin = { x: originAt(picture.originX, scale), y: originAt(picture.originY, scale) };
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
      inSource(origin.x, picture.originX),
      inSource(origin.y, picture.originY),
      scale - finer,
      below ? source.end.x - source.first.x : stride,
    );
    levels.push({ scale, first: { x: firstX, y: firstY }, end: { x: endX, y: endY }, uniform });

    /** The squares of this scale that the picture's squares are made of, as far as there are any. */
    function seen(first: number, end: number, drawnOrigin: number, cells: number): readonly [number, number] {
      const side = 2 ** scale;
      const own = originAt(drawnOrigin, scale);
      const place = (square: number): number => (drawnOrigin + square * 2 ** picture.scale - own) / side;
      const least = Math.max(0, place(first));
      return [least, Math.max(least, Math.min(Math.ceil((cells - own) / side), place(end)))];
    }
  });
  return levels;
}

/** Where squares of a scale begin: all of them on multiples of their side, of which the drawn ones' origin is one too. */
function originAt(drawnOrigin: number, scale: number): number {
  return -(-drawnOrigin % 2 ** scale);
}
