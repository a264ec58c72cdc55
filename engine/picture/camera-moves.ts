/**
 * Moving the view over a universe: between cells and the screen, at any place and any zoom.
 *
 * The camera is the engine's (engine/picture/camera.ts): a cell, a small offset from it, and the zoom as a logarithm.
 * All of this file's arithmetic goes through a Position, which counts in cells along the lattice's two axes, exactly
 * (see exact-offset.ts). That makes zooming free of drift: a camera that shows one position at one point of the
 * screen is computed from these two alone, however many wheel notches led there, out to 2^-60 pixels a cell and back.
 * Lattice axes instead of the screen's make hexagons no special case.
 *
 * Points and sizes are in CSS pixels; `forDevice` turns a camera into the one for the canvas's own pixels, so a
 * window dragged to a sharper screen still shows the same view.
 */

import type { Rect } from "../core/rect.ts";
import type { GridKind, Point } from "../grids/grid-kind.ts";
import { pointsUp } from "../grids/grid-kind.ts";
import type { Camera, ViewSize } from "./camera.ts";
import type { Offset } from "./exact-offset.ts";
import { addOffsets, exactProduct, negateOffset, offsetOf } from "./exact-offset.ts";
import { fromLattice, latticeFrame, toLattice } from "./lattice-frame.ts";

export interface Cell {
  readonly x: bigint;
  readonly y: bigint;
}

/** A place on the plane in cells along the lattice's axes: cell + part, each part in 0..1. */
export interface Position {
  readonly x: Offset;
  readonly y: Offset;
}

export interface ZoomLimits {
  readonly least: number;
  readonly most: number;
}

/** From far beyond any pattern (the engine's own limit is -1000) to 64 pixels a cell. */
export const ZOOM_LIMITS: ZoomLimits = { least: -900, most: 6 };

/** Below a pixel a cell, people cannot aim at single cells. A little less still reads as one. */
export const DRAWING_ZOOM = Math.log2(0.95);

/** The camera that looks at a cell's centre. */
export function cameraOn(cell: Cell, zoom: number, kind: GridKind): Camera {
  const { centre } = latticeFrame(kind);
  return cameraAt(
    plus(
      { x: { whole: cell.x, part: 0 }, y: { whole: cell.y, part: 0 } },
      toLattice(latticeFrame(kind), centre),
    ),
    zoom,
    kind,
  );
}

/** The position in the view's middle. */
export function middleOf(camera: Camera, kind: GridKind): Position {
  const from = { x: { whole: camera.x, part: 0 }, y: { whole: camera.y, part: 0 } };
  return plus(from, toLattice(latticeFrame(kind), { x: camera.dx, y: camera.dy }));
}

/** The camera whose view has a position in its middle. */
export function cameraAt(middle: Position, zoom: number, kind: GridKind): Camera {
  const offset = fromLattice(latticeFrame(kind), { x: middle.x.part, y: middle.y.part });
  return { x: middle.x.whole, y: middle.y.whole, dx: offset.x, dy: offset.y, zoom };
}

/** The position at a point of the view (from its top left corner). */
export function positionAt(camera: Camera, size: ViewSize, kind: GridKind, point: Point): Position {
  const fromMiddle = { x: point.x - size.width / 2, y: point.y - size.height / 2 };
  return moved(middleOf(camera, kind), fromMiddle, camera.zoom, kind, 1);
}

/** The cell under a point of the view. */
export function cellAtPoint(camera: Camera, size: ViewSize, kind: GridKind, point: Point): Cell {
  return cellOf(positionAt(camera, size, kind, point), kind);
}

/** The cell that holds a position. */
export function cellOf(position: Position, kind: GridKind): Cell {
  const { x, y } = position;
  const away = fromLattice(latticeFrame(kind), { x: x.part, y: y.part });
  const near = kind.cellAt(away.x, away.y, pointsUp(kind, { x: x.whole, y: y.whole }));
  return { x: x.whole + BigInt(near.x), y: y.whole + BigInt(near.y) };
}

/** Where a cell's centre is on the view. Exact near the view, and to a double's 53 bits far from it. */
export function pointOfCell(camera: Camera, size: ViewSize, kind: GridKind, cell: Cell): Point {
  const frame = latticeFrame(kind);
  const middle = middleOf(camera, kind);
  const away = fromLattice(frame, {
    x: Number(cell.x - middle.x.whole) - middle.x.part,
    y: Number(cell.y - middle.y.whole) - middle.y.part,
  });
  const pixels = 2 ** camera.zoom;
  return {
    x: size.width / 2 + (away.x + frame.centre.x) * pixels,
    y: size.height / 2 + (away.y + frame.centre.y) * pixels,
  };
}

/** The camera that shows `position` at `point`, at that zoom. Every move of the view goes through here. */
export function showAt(
  position: Position,
  point: Point,
  zoom: number,
  size: ViewSize,
  kind: GridKind,
  limits: ZoomLimits = ZOOM_LIMITS,
): Camera {
  const kept = clampZoom(zoom, limits);
  const fromMiddle = { x: point.x - size.width / 2, y: point.y - size.height / 2 };
  return cameraAt(moved(position, fromMiddle, kept, kind, -1), kept, kind);
}

/** Zooms by that many powers of two; the position under the point stays there. */
export function zoomAt(
  camera: Camera,
  size: ViewSize,
  kind: GridKind,
  point: Point,
  change: number,
  limits: ZoomLimits = ZOOM_LIMITS,
): Camera {
  const zoom = clampZoom(camera.zoom + change, limits);
  if (zoom === camera.zoom) return camera;
  return showAt(positionAt(camera, size, kind, point), point, zoom, size, kind, limits);
}

/** Moves the picture by that many pixels, like a hand that drags it. */
export function panBy(camera: Camera, kind: GridKind, pixels: Point): Camera {
  return cameraAt(moved(middleOf(camera, kind), pixels, camera.zoom, kind, -1), camera.zoom, kind);
}

/** Two fingers, before and after: the position under the middle between them follows it, and their distance zooms. */
export function pinch(
  camera: Camera,
  size: ViewSize,
  kind: GridKind,
  from: readonly [Point, Point],
  to: readonly [Point, Point],
  limits: ZoomLimits = ZOOM_LIMITS,
): Camera {
  const before = distance(from);
  const after = distance(to);
  const change = before > 0 && after > 0 ? Math.log2(after / before) : 0;
  const position = positionAt(camera, size, kind, between(from));
  return showAt(position, between(to), camera.zoom + change, size, kind, limits);
}

/** The smallest box that holds all visible cells; for hexagons, the box around the screen's parallelogram. */
export function visibleCells(camera: Camera, size: ViewSize, kind: GridKind): Rect {
  const corners = [
    { x: 0, y: 0 },
    { x: size.width, y: 0 },
    { x: 0, y: size.height },
    { x: size.width, y: size.height },
  ].map((point) => cellAtPoint(camera, size, kind, point));
  const first = corners[0] as Cell;
  let [left, right, top, bottom] = [first.x, first.x, first.y, first.y];
  for (const { x, y } of corners) {
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  // One cell more on each side: between corners a neighbour's tip may show.
  return { x: left - 1n, y: top - 1n, w: right - left + 3n, h: bottom - top + 3n };
}

/** The same view in the canvas's own pixels, `ratio` of which make a CSS pixel. */
export function forDevice(camera: Camera, ratio: number): Camera {
  return { ...camera, zoom: camera.zoom + Math.log2(ratio) };
}

export function clampZoom(zoom: number, { least, most }: ZoomLimits): number {
  return Math.max(least, Math.min(most, zoom));
}

/** Position + direction * the number of cells in that many pixels. */
function moved(from: Position, pixels: Point, zoom: number, kind: GridKind, direction: 1 | -1): Position {
  const cells = 2 ** -zoom;
  const away = toLattice(latticeFrame(kind), pixels);
  const x = exactProduct(away.x, cells);
  const y = exactProduct(away.y, cells);
  return {
    x: addOffsets(from.x, direction === 1 ? x : negateOffset(x)),
    y: addOffsets(from.y, direction === 1 ? y : negateOffset(y)),
  };
}

function plus(position: Position, { x, y }: Point): Position {
  return { x: addOffsets(position.x, offsetOf(x)), y: addOffsets(position.y, offsetOf(y)) };
}

function distance([a, b]: readonly [Point, Point]): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function between([a, b]: readonly [Point, Point]): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
