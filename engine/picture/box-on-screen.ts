/** Where a box of cells lies on the screen. */

import type { Rect } from "../core/rect.ts";
import type { GridKind, Point } from "../grids/grid-kind.ts";
import type { Camera, ViewSize } from "./camera.ts";
import type { Cell } from "./camera-moves.ts";
import { pointOfCell } from "./camera-moves.ts";
import { latticeFrame } from "./lattice-frame.ts";

/** A camera, the size of its view in CSS pixels, and the grid. */
export interface ScreenScene {
  readonly camera: Camera;
  readonly size: ViewSize;
  readonly kind: GridKind;
}

/** Canvases compute in single precision; anything so far away is off the screen anyway. */
const FAR = 1e6;

/** The coordinate itself near the screen; one that a canvas can still draw to far from it. */
export function drawable(value: number): number {
  return Math.max(-FAR, Math.min(FAR, value));
}

/**
 * The four corners of a box of cells on the screen, clockwise from the upper left: on hexagons a parallelogram through
 * the middle of the rim's zigzag.
 */
export function cornersOf({ x, y, w, h }: Rect, { camera, size, kind }: ScreenScene): readonly Point[] {
  const { alongX, alongY } = latticeFrame(kind);
  const half = 2 ** camera.zoom / 2;
  const corner = (cell: Cell, sx: number, sy: number): Point => {
    const centre = pointOfCell(camera, size, kind, cell);
    return {
      x: drawable(centre.x + (sx * alongX.x + sy * alongY.x) * half),
      y: drawable(centre.y + (sx * alongX.y + sy * alongY.y) * half),
    };
  };
  const [right, bottom] = [x + w - 1n, y + h - 1n];
  return [
    corner({ x, y }, -1, -1),
    corner({ x: right, y }, 1, -1),
    corner({ x: right, y: bottom }, 1, 1),
    corner({ x, y: bottom }, -1, 1),
  ];
}
