/**
 * Automatic camera moves: autofit keeps a growing pattern in view, following stays with one that moves. Pure;
 * renderer/document/camera-pilot.ts decides when to ask.
 *
 * Autofit zooms out at once when something leaves the view, with room to spare so that the next step outward does not follow at
 * once. It zooms in only when the pattern could be shown twice as large and has been for `ROOM_FOR`; otherwise a pattern that
 * pulses would make the view pump.
 *
 * Following moves the camera a share of the remaining way, more of it the more time has passed, so a late frame shows the same
 * path. That is smooth whatever the pattern does, and lags a little; a pattern that would leave the view meanwhile moves the
 * camera at once.
 */

import type { Rect } from "../../engine/core/rect.ts";
import { intersectRects } from "../../engine/core/rect.ts";
import type { GridKind } from "../../engine/grids/grid-kind.ts";
import type { Camera, ViewSize } from "../../engine/picture/camera.ts";
import type { Cover } from "../../engine/picture/camera-fit.ts";
import { fit } from "../../engine/picture/camera-fit.ts";
import type { Position } from "../../engine/picture/camera-moves.ts";
import { cameraAt, middleOf, visibleCells, ZOOM_LIMITS } from "../../engine/picture/camera-moves.ts";
import type { Offset } from "../../engine/picture/exact-offset.ts";
import { addOffsets, negateOffset, offsetOf } from "../../engine/picture/exact-offset.ts";
import { fromLattice, latticeFrame, toLattice } from "../../engine/picture/lattice-frame.ts";

/** The share of the view that autofit leaves empty on each side. */
const MARGIN = 0.15;
/** Powers of two by which a pattern has to be too small. */
const TOO_SMALL = 1;
const ROOM_FOR = 1500;
/** A handful of cells is shown with room around it: 32 pixels a cell. */
const LIMITS = { ...ZOOM_LIMITS, most: 5 };

/** The time, in milliseconds, in which a following camera goes all but a third of its way. */
const LAG = 140;
/** Beyond this share of the view, counted from its middle, the camera jumps. */
const OUT_OF_HAND = 0.35;
/** Nearer than this many pixels it has arrived. */
const ARRIVED = 0.3;

export function showsAll(box: Rect, camera: Camera, size: ViewSize, kind: GridKind): boolean {
  const inside = intersectRects(box, visibleCells(camera, size, kind));
  return inside?.w === box.w && inside.h === box.h;
}

export class Autofit {
  #roomSince: number | null = null;

  /** The camera for a pattern that fills `box` now, or null to stay. `now`: milliseconds; `covers`: what lies over the view. */
  next(
    box: Rect,
    camera: Camera,
    size: ViewSize,
    kind: GridKind,
    now: number,
    covers: readonly Cover[] = [],
  ): Camera | null {
    const wanted = fit(box, size, kind, { margin: MARGIN, limits: LIMITS, covers });
    if (!showsAll(box, camera, size, kind)) {
      this.#roomSince = null;
      return wanted;
    }
    if (wanted.zoom - camera.zoom < TOO_SMALL) {
      this.#roomSince = null;
      return null;
    }
    this.#roomSince ??= now;
    if (now - this.#roomSince < ROOM_FOR) return null;
    this.#roomSince = null;
    return wanted;
  }

  /** Milliseconds after which to ask again even though nothing moves; null when there is no need. */
  waits(now: number): number | null {
    return this.#roomSince === null ? null : Math.max(0, this.#roomSince + ROOM_FOR - now);
  }
}

/** The middle of a box of cells, exactly. */
export function middleOfBox({ x, y, w, h }: Rect, kind: GridKind): Position {
  const toCentre = toLattice(latticeFrame(kind), latticeFrame(kind).centre);
  const half = (start: bigint, length: bigint, more: number): Offset => {
    const twice = 2n * start + length - 1n;
    return addOffsets({ whole: twice >> 1n, part: twice & 1n ? 0.5 : 0 }, offsetOf(more));
  };
  return { x: half(x, w, toCentre.x), y: half(y, h, toCentre.y) };
}

/** The way from the view's middle to a position, in cells along the lattice's axes, and in pixels. */
function wayTo(target: Position, camera: Camera, kind: GridKind) {
  const middle = middleOf(camera, kind);
  const along = (to: Offset, from: Offset): number => {
    const { whole, part } = addOffsets(to, negateOffset(from));
    return Number(whole) + part;
  };
  const cells = { x: along(target.x, middle.x), y: along(target.y, middle.y) };
  const away = fromLattice(latticeFrame(kind), cells);
  const pixels = 2 ** camera.zoom;
  return { middle, cells, x: away.x * pixels, y: away.y * pixels };
}

/** Whether the view's middle is at a position, to within a number of pixels. */
export function isAt(target: Position, camera: Camera, kind: GridKind, within = ARRIVED): boolean {
  const { x, y } = wayTo(target, camera, kind);
  return Math.abs(x) < within && Math.abs(y) < within;
}

/** The camera after this many milliseconds on its way to `target`; with `smooth` false it arrives at once. */
export function follow(
  target: Position,
  camera: Camera,
  size: ViewSize,
  kind: GridKind,
  { elapsed, smooth }: { readonly elapsed: number; readonly smooth: boolean },
): Camera {
  const { middle, cells, x, y } = wayTo(target, camera, kind);
  // Also true of numbers that no double holds.
  const far = !(Math.abs(x) <= size.width * OUT_OF_HAND && Math.abs(y) <= size.height * OUT_OF_HAND);
  const near = Math.abs(x) < ARRIVED && Math.abs(y) < ARRIVED;
  if (!smooth || far || near) return cameraAt(target, camera.zoom, kind);
  const share = 1 - Math.exp(-elapsed / LAG);
  const moved = {
    x: addOffsets(middle.x, offsetOf(cells.x * share)),
    y: addOffsets(middle.y, offsetOf(cells.y * share)),
  };
  return cameraAt(moved, camera.zoom, kind);
}
