/**
 * The geometry of the minimap: a small view of the whole pattern, on which a rectangle marks the stage's view. Pure.
 *
 * The map shows the pattern's box, and the view's as well as long as the two are of similar size and distance: with a view that
 * is far away or very much larger, nothing of the pattern would be visible. Its rectangle is then cut off at the map's edge, or
 * stays there as a mark that points in its direction.
 */

import type { Rect } from "../../engine/core/rect.ts";
import type { GridKind, Point } from "../../engine/grids/grid-kind.ts";
import type { Camera, ViewSize } from "../../engine/picture/camera.ts";
import { fit } from "../../engine/picture/camera-fit.ts";
import {
  cameraAt,
  cellOf,
  middleOf,
  pointOfCell,
  positionAt,
  visibleCells,
} from "../../engine/picture/camera-moves.ts";
import { showsAll } from "./piloting.ts";

const MARGIN = 0.06;
/** Cells on the map are at most four pixels large. */
const MOST_ZOOM = 2;
/** The map shows both pattern and view up to this multiple of the larger one. */
const MOST_SPREAD = 4n;
/** The view's rectangle is at least this large, in pixels. */
const LEAST_SIDE = 5;

export interface Seen {
  readonly camera: Camera;
  readonly size: ViewSize;
  readonly kind: GridKind;
}

/** The map's own camera; null when the view shows everything anyway. */
export function mapCamera(box: Rect | null, seen: Seen, size: ViewSize): Camera | null {
  const { camera, kind } = seen;
  if (!box || showsAll(box, camera, seen.size, kind)) return null;
  const view = visibleCells(camera, seen.size, kind);
  const both = around(box, view);
  const near = both.w <= MOST_SPREAD * larger(box.w, view.w) && both.h <= MOST_SPREAD * larger(box.h, view.h);
  const fitted = fit(near ? both : box, size, kind, { margin: MARGIN });
  return { ...fitted, zoom: Math.min(fitted.zoom, MOST_ZOOM) };
}

/** Less than this many pixels a cell, as a power of two, and a glider is a speck of light. */
const SPECKS = -2;

export interface MapPicture {
  readonly camera: Camera;
  /** Its own, in its own pixels; stretched to the map they are `size` or twice as large. */
  readonly size: ViewSize;
}

/**
 * The map's camera and its pixels. A pattern that sends gliders far away would fade to black: from there a pixel that shows a cell
 * is drawn twice as large. null when the view shows everything anyway.
 */
export function mapPicture(box: Rect | null, seen: Seen, size: ViewSize): MapPicture | null {
  const camera = mapCamera(box, seen, size);
  if (!camera || camera.zoom >= SPECKS) return camera && { camera, size };
  const coarse = { width: Math.ceil(size.width / 2), height: Math.ceil(size.height / 2) };
  const far = mapCamera(box, seen, coarse);
  return far && { camera: far, size: coarse };
}

function around(a: Rect, b: Rect): Rect {
  const x = a.x < b.x ? a.x : b.x;
  const y = a.y < b.y ? a.y : b.y;
  return { x, y, w: larger(a.x + a.w, b.x + b.w) - x, h: larger(a.y + a.h, b.y + b.h) - y };
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

export interface MapBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The view on the map, in the map's pixels: cut to the map, but always visible. */
export function viewOnMap(map: Camera, size: ViewSize, seen: Seen): MapBox {
  const { camera, kind } = seen;
  // Through the cell in its middle: exact near the map; far from it only the direction counts.
  const middle = pointOfCell(map, size, kind, cellOf(middleOf(camera, kind), kind));
  const pixels = 2 ** (map.zoom - camera.zoom);
  const side = (at: number, length: number, room: number): readonly [number, number] => {
    const half = Math.max(LEAST_SIDE, length * pixels) / 2;
    const from = Math.max(0, Math.min(room - LEAST_SIDE, at - half));
    return [from, Math.max(LEAST_SIDE, Math.min(room, at + half) - from)];
  };
  const [x, width] = side(middle.x, seen.size.width, size.width);
  const [y, height] = side(middle.y, seen.size.height, size.height);
  return { x, y, width, height };
}

/** The stage's camera with its middle at a point of the map. */
export function lookFromMap(map: Camera, size: ViewSize, point: Point, seen: Seen): Camera {
  return cameraAt(positionAt(map, size, seen.kind, point), seen.camera.zoom, seen.kind);
}
