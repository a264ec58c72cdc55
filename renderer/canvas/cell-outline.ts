/**
 * The outline of a set of cells, as it runs on the screen.
 *
 * A box of squares has four corners, however large it is. A box of hexagons has a zigzag for a rim: from the upper left
 * cell along the upper tips, down along the right sides, back along the lower tips and up again. Of a long side only what
 * can be seen is walked along, and where cells are too small for their tips to show, straight sides through the middle of
 * the zigzag stand for it.
 *
 * A set that is no box (a turned selection) is outlined by the sides that its cells share with no other of the set.
 */

import type { Rect } from "../../engine/core/rect.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { forEachRun } from "../../engine/core/runs.ts";
import type { GridKind, Point } from "../../engine/grids/grid-kind.ts";
import type { Camera, ViewSize } from "../../engine/worker/camera.ts";
import type { Cell } from "./camera.ts";
import { pointOfCell, visibleCells } from "./camera.ts";
import { latticeFrame } from "./lattice-frame.ts";

export interface OutlineScene {
  readonly camera: Camera;
  readonly size: ViewSize;
  readonly kind: GridKind;
}

/** Canvases reckon in single precision; what lies so far away is off the screen anyhow. */
const FAR = 1e6;
/** From this size of a cell on, in pixels, tips are to be seen. */
const TIPS_FROM = 4;
/** Up to so many cells of a set are outlined one by one. */
const FEW = 4000;

/** The outline of a box of cells, clockwise, in pixels of the view. */
export function outlineOfBox(box: Rect, scene: OutlineScene): readonly Point[] {
  const { camera, size, kind } = scene;
  const tips = kind.outline.length > 4 && 2 ** camera.zoom >= TIPS_FROM;
  if (!tips) return cornersOf(box, scene);
  const seen = visibleCells(camera, size, kind);
  const [left, right] = between(box.x, box.x + box.w - 1n, seen.x, seen.x + seen.w);
  const [top, bottom] = between(box.y, box.y + box.h - 1n, seen.y, seen.y + seen.h);
  const pixels = 2 ** camera.zoom;
  const [tip, upperRight, lowerRight, foot, lowerLeft, upperLeft] = kind.outline as readonly [
    Point,
    Point,
    Point,
    Point,
    Point,
    Point,
  ];
  const points: Point[] = [];
  const add = (x: bigint, y: bigint, ...corners: readonly Point[]): void => {
    const centre = pointOfCell(camera, size, kind, { x, y });
    for (const corner of corners) {
      points.push({ x: near(centre.x + corner.x * pixels), y: near(centre.y + corner.y * pixels) });
    }
  };
  for (let x = left; x <= right; x++) add(x, top, upperLeft, tip);
  for (let y = top; y <= bottom; y++) add(right, y, upperRight, lowerRight);
  for (let x = right; x >= left; x--) add(x, bottom, lowerRight, foot);
  for (let y = bottom; y >= top; y--) add(left, y, lowerLeft, upperLeft);
  return points;
}

/** The part of first..last that is seen, with a cell more on each side: a side that is off the screen stays off it. */
function between(first: bigint, last: bigint, from: bigint, to: bigint): readonly [bigint, bigint] {
  const clamp = (n: bigint): bigint => (n < from - 1n ? from - 1n : n > to + 1n ? to + 1n : n);
  return [clamp(first), clamp(last)];
}

/**
 * The four corners of a box of cells on the screen, clockwise from the upper left: on hexagons a parallelogram through
 * the middle of the rim's zigzag.
 */
export function cornersOf({ x, y, w, h }: Rect, { camera, size, kind }: OutlineScene): readonly Point[] {
  const { alongX, alongY } = latticeFrame(kind);
  const half = 2 ** camera.zoom / 2;
  const corner = (cell: Cell, sx: number, sy: number): Point => {
    const centre = pointOfCell(camera, size, kind, cell);
    return {
      x: near(centre.x + (sx * alongX.x + sy * alongY.x) * half),
      y: near(centre.y + (sx * alongX.y + sy * alongY.y) * half),
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

function near(value: number): number {
  return Math.max(-FAR, Math.min(FAR, value));
}

/** A side of a cell: which cell (counted from the set's origin), and from which corner to the next. */
interface Side {
  readonly x: number;
  readonly y: number;
  readonly corner: number;
}

const KNOWN = new WeakMap<
  Float64Array,
  { readonly kind: GridKind; readonly sides: readonly Side[] | null }
>();

/** The sides of a set of cells with nothing of the set beyond, as pairs of points; null for too large a set. */
export function outlineOfCells(
  cells: Runs,
  scene: OutlineScene,
): readonly (readonly [Point, Point])[] | null {
  const { camera, size, kind } = scene;
  let known = KNOWN.get(cells.spans);
  if (known?.kind !== kind) {
    known = { kind, sides: sidesOf(cells, kind) };
    KNOWN.set(cells.spans, known);
  }
  const pixels = 2 ** camera.zoom;
  if (known.sides === null || pixels < TIPS_FROM) return null;
  const { outline } = kind;
  return known.sides.map(({ x, y, corner }) => {
    const centre = pointOfCell(camera, size, kind, { x: cells.x + BigInt(x), y: cells.y + BigInt(y) });
    const at = ({ x: dx, y: dy }: Point): Point => ({
      x: near(centre.x + dx * pixels),
      y: near(centre.y + dy * pixels),
    });
    return [at(outline[corner] as Point), at(outline[(corner + 1) % outline.length] as Point)];
  });
}

function sidesOf(cells: Runs, kind: GridKind): readonly Side[] | null {
  const set = new Set<string>();
  const list: { readonly x: number; readonly y: number }[] = [];
  let count = 0;
  for (let i = 1; i < cells.spans.length && count <= FEW; i += 2) count += cells.spans[i] as number;
  if (count > FEW) return null;
  forEachRun(cells, (x, y, length) => {
    for (let i = 0; i < length; i++) {
      set.add(`${x + i},${y}`);
      list.push({ x: x + i, y });
    }
  });
  const { outline } = kind;
  const { centre } = latticeFrame(kind);
  // Beyond a side lies the cell whose centre is as far again as the side's middle.
  const beyond = outline.map((corner, at) => {
    const next = outline[(at + 1) % outline.length] as Point;
    return kind.cellAt(centre.x + corner.x + next.x, centre.y + corner.y + next.y);
  });
  return list.flatMap(({ x, y }) =>
    beyond.flatMap((step, corner) => (set.has(`${x + step.x},${y + step.y}`) ? [] : [{ x, y, corner }])),
  );
}
