/**
 * The geometry of the minimap: a small view of the whole pattern, on which the stage's view is a rectangle. Pure.
 *
 * The map shows the pattern's box, and where the view looks too as long as the two are of one order: a view that is far away, or
 * very much larger, would leave nothing of the pattern to be seen. Then its rectangle is cut off at the map's edge, or stays
 * there as a mark that says in which direction it is.
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
/** Cells are at most four pixels large on it. */
const MOST_ZOOM = 2;
/** How many times larger than the larger of pattern and view the map may have to be to show both. */
const MOST_SPREAD = 4n;
/** The rectangle of a view is at least so large, in pixels. */
const LEAST_SIDE = 5;

export interface Seen {
  readonly camera: Camera;
  readonly size: ViewSize;
  readonly kind: GridKind;
}

/** The map's own camera; null when there is nothing to show that is not in the view anyhow. */
export function mapCamera(box: Rect | null, seen: Seen, size: ViewSize): Camera | null {
  const { camera, kind } = seen;
  if (!box || showsAll(box, camera, seen.size, kind)) return null;
  const view = visibleCells(camera, seen.size, kind);
  const both = around(box, view);
  const near = both.w <= MOST_SPREAD * larger(box.w, view.w) && both.h <= MOST_SPREAD * larger(box.h, view.h);
  const fitted = fit(near ? both : box, size, kind, { margin: MARGIN });
  return { ...fitted, zoom: Math.min(fitted.zoom, MOST_ZOOM) };
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

/** The view on the map: cut to the map, and never quite gone. In the map's pixels. */
export function viewOnMap(map: Camera, size: ViewSize, seen: Seen): MapBox {
  const { camera, kind } = seen;
  // Through the cell in its middle: exact near the map, and far from it only the direction counts.
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

/** The stage's camera when its middle is brought to a point of the map. */
export function lookFromMap(map: Camera, size: ViewSize, point: Point, seen: Seen): Camera {
  return cameraAt(positionAt(map, size, seen.kind, point), seen.camera.zoom, seen.kind);
}
