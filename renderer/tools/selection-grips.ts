/**
 * The handles of a selection on the screen: eight for a box, none for a lassoed set. They are where the pointer can take
 * hold of a side. A handle's target is larger than its mark; but the inside of a small box stays free, because a drag that
 * begins there moves the cells.
 */

import type { Point } from "../../engine/grids/grid-kind.ts";
import type { ScreenScene } from "../../engine/picture/box-on-screen.ts";
import { cornersOf, drawable } from "../../engine/picture/box-on-screen.ts";
import { pointOfCell } from "../../engine/picture/camera-moves.ts";
import { latticeFrame } from "../../engine/picture/lattice-frame.ts";
import type { ScreenExtent } from "../editor/selection/drag-selection.ts";
import { extentOf } from "../editor/selection/drag-selection.ts";
import type { SelectionSides } from "../editor/selection/resize-selection.ts";
import { uprightExtent } from "../editor/selection/resize-selection.ts";
import type { Selection } from "../editor/selection/selection.ts";
import type { ToolCursor } from "./tool.ts";

export interface Grip {
  readonly sides: SelectionSides;
  /** Its middle, in CSS pixels of the view. */
  readonly at: Point;
  readonly cursor: ToolCursor;
}

/** The side of a handle's target, in CSS pixels; a finger needs more. */
const TARGET = 16;
const FINGER = 28;
/** Sides shorter than this on the screen have handles at their corners only. */
const LONG_ENOUGH = 40;

const CORNERS: readonly SelectionSides[] = [
  { x: -1, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 1 },
  { x: -1, y: 1 },
];
const MIDDLES: readonly SelectionSides[] = [
  { x: 0, y: -1 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
];

/** Corners first: where targets overlap, a corner wins. */
export function gripsOf(selection: Selection, scene: ScreenScene): readonly Grip[] {
  const corners = boxCorners(selection, scene);
  if (!corners) return [];
  const grips = corners.map((at, i): Grip => grip(CORNERS[i] as SelectionSides, at));
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % 4] as Point;
    if (Math.hypot(b.x - a.x, b.y - a.y) < LONG_ENOUGH) return;
    grips.push(grip(MIDDLES[i] as SelectionSides, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }));
  });
  return grips;
}

/** The handle at a point; null for none. */
export function gripAt(grips: readonly Grip[], point: Point, finger: boolean): Grip | null {
  const reach = (finger ? FINGER : TARGET) / 2;
  const xs = grips.map(({ at }) => at.x);
  const ys = grips.map(({ at }) => at.y);
  const inward = {
    x: Math.min(reach, (Math.max(...xs) - Math.min(...xs)) / 4),
    y: Math.min(reach, (Math.max(...ys) - Math.min(...ys)) / 4),
  };
  return (
    grips.find(({ at, sides }) => {
      // How far the point is from the handle towards the box's inside, where the side allows to say so.
      const into = { x: -sides.x * (point.x - at.x), y: -sides.y * (point.y - at.y) };
      const off = { x: Math.abs(point.x - at.x), y: Math.abs(point.y - at.y) };
      if (off.x > reach || off.y > reach) return false;
      const insideX = sides.x === 0 || into.x > inward.x;
      const insideY = sides.y === 0 || into.y > inward.y;
      return !(insideX && insideY);
    }) ?? null
  );
}

export interface ScreenBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The box on the screen around any selection, in CSS pixels of the view. */
export function screenBoxOf(selection: Selection, scene: ScreenScene): ScreenBox {
  const corners =
    boxCorners(selection, scene) ??
    (latticeFrame(scene.kind).alongY.x === 0
      ? cornersOf(selection.box, scene)
      : extentCorners(extentAround(selection), scene));
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

const EXTENTS = new WeakMap<Selection, ScreenExtent>();

/** Kept, because a camera that moves asks again for each picture. */
function extentAround(selection: Selection): ScreenExtent {
  const known = EXTENTS.get(selection) ?? extentOf(selection);
  EXTENTS.set(selection, known);
  return known;
}

/** Clockwise from the upper left; null for a set that is no box. */
function boxCorners({ box, mask }: Selection, scene: ScreenScene): readonly Point[] | null {
  if (!mask) return cornersOf(box, scene);
  const upright = latticeFrame(scene.kind).alongY.x === 0 ? null : uprightExtent(mask);
  return upright && extentCorners(upright, scene);
}

function extentCorners(
  { left, right, top, bottom }: ScreenExtent,
  { camera, size, kind }: ScreenScene,
): readonly Point[] {
  const pixels = 2 ** camera.zoom;
  const half = latticeFrame(kind).cell.y / 2;
  const at = (side: bigint, row: bigint, sx: -1 | 1, sy: -1 | 1): Point => {
    const cell = { x: (side + row) >> 1n, y: row };
    const centre = pointOfCell(camera, size, kind, cell);
    // The side may run half a cell beside the centres of that row.
    const beside = Number(side - (2n * cell.x - row)) / 2;
    return {
      x: drawable(centre.x + (beside + sx / 2) * pixels),
      y: drawable(centre.y + sy * half * pixels),
    };
  };
  return [at(left, top, -1, -1), at(right, top, 1, -1), at(right, bottom, 1, 1), at(left, bottom, -1, 1)];
}

function grip(sides: SelectionSides, at: Point): Grip {
  return { sides, at, cursor: cursorOf(sides) };
}

function cursorOf({ x, y }: SelectionSides): ToolCursor {
  if (y === 0) return "ew-resize";
  if (x === 0) return "ns-resize";
  return x === y ? "nwse-resize" : "nesw-resize";
}
