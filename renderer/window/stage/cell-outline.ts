/**
 * The outline of a set of cells on the screen.
 *
 * A box of squares has four corners, however large it is. A box of hexagons has a zigzag for a rim: from the upper left
 * cell along the upper tips, down along the right sides, back along the lower tips and up again. A box of triangles is
 * straight above and below, and has a zigzag on either side. Only the visible part of a long side is followed. If cells are
 * too small for their tips to show, straight sides through the middle of the zigzag replace it.
 *
 * A set that is no box (a lassoed or turned selection, a box that stands upright on hexagons) has as its outline the
 * sides that its cells share with no other cell of the set. Each side of a cell has a step to the cell beyond it; the
 * cells of a row for which that side is open are the row without the row beyond, shifted by the step. So the outline is
 * found run by run, and a set of millions of cells costs what its runs do. Triangles have sides of two kinds: of those of one
 * kind that a stretch of neighbours has, every second cell's count.
 */

import type { Rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import type { GridKind, Point } from "../../../engine/grids/grid-kind.ts";
import { outlinesOf, pointsUp } from "../../../engine/grids/grid-kind.ts";
import type { ScreenScene } from "../../../engine/picture/box-on-screen.ts";
import { cornersOf, drawable } from "../../../engine/picture/box-on-screen.ts";
import { pointOfCell, visibleCells } from "../../../engine/picture/camera-moves.ts";
import { latticeFrame } from "../../../engine/picture/lattice-frame.ts";

/** From this cell size on, in pixels, tips are visible. */
const TIPS_FROM = 4;
/** A set of more runs gets no outline: it would be more ink than shape. */
const MOST_RUNS = 2 ** 17;

/** The outline of a box of cells, clockwise, in pixels of the view. */
export function outlineOfBox(box: Rect, scene: ScreenScene): readonly Point[] {
  const { camera, size, kind } = scene;
  const pixels = 2 ** camera.zoom;
  if (kind.shape === "square" || pixels < TIPS_FROM) return cornersOf(box, scene);
  const seen = visibleCells(camera, size, kind);
  const [left, right] = between(box.x, box.x + box.w - 1n, seen.x, seen.x + seen.w);
  const [top, bottom] = between(box.y, box.y + box.h - 1n, seen.y, seen.y + seen.h);
  const points: Point[] = [];
  const add = (x: bigint, y: bigint, ...corners: readonly Point[]): void => {
    const centre = pointOfCell(camera, size, kind, { x, y });
    for (const corner of corners) {
      points.push({ x: drawable(centre.x + corner.x * pixels), y: drawable(centre.y + corner.y * pixels) });
    }
  };
  if (kind.shape === "triangle") {
    const { down, up } = outlinesOf(kind) as Record<"down" | "up", readonly [Point, Point, Point]>;
    const [upperLeft, upperRight, foot] = down;
    const [lowerRight, lowerLeft, tip] = up;
    const isUp = (x: bigint, y: bigint): boolean => pointsUp(kind, { x, y });
    for (let y = top; y <= bottom; y++)
      add(right, y, ...(isUp(right, y) ? [tip, lowerRight] : [upperRight, foot]));
    for (let y = bottom; y >= top; y--)
      add(left, y, ...(isUp(left, y) ? [lowerLeft, tip] : [foot, upperLeft]));
    return points;
  }
  const [tip, upperRight, lowerRight, foot, lowerLeft, upperLeft] = kind.outline as readonly [
    Point,
    Point,
    Point,
    Point,
    Point,
    Point,
  ];
  for (let x = left; x <= right; x++) add(x, top, upperLeft, tip);
  for (let y = top; y <= bottom; y++) add(right, y, upperRight, lowerRight);
  for (let x = right; x >= left; x--) add(x, bottom, lowerRight, foot);
  for (let y = bottom; y >= top; y--) add(left, y, lowerLeft, upperLeft);
  return points;
}

/** The visible part of first..last, with a cell more on each side: a side off the screen stays off it. */
function between(first: bigint, last: bigint, from: bigint, to: bigint): readonly [bigint, bigint] {
  const clamp = (n: bigint): bigint => (n < from - 1n ? from - 1n : n > to + 1n ? to + 1n : n);
  return [clamp(first), clamp(last)];
}

/** A side of a cell, and of triangles which of the two kinds has it: x + y modulo 2, counted from the set's origin. */
interface Side {
  readonly from: Point;
  readonly to: Point;
  readonly odd: 0 | 1 | null;
}

/** Neighbouring cells of a row for which one side is open: which cells (counted from the set's origin), which side. */
interface Stretch {
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly side: Side;
}

const KNOWN = new WeakMap<
  Float64Array,
  { readonly kind: GridKind; readonly up: boolean; readonly sides: readonly Stretch[] | null }
>();

/**
 * The open sides of a set of cells, as pairs of points; sides in a straight line may be one pair. null for too ragged a
 * set, and for cells smaller than a pixel.
 */
export function outlineOfCells(cells: Runs, scene: ScreenScene): readonly (readonly [Point, Point])[] | null {
  const { camera, size, kind } = scene;
  const pixels = 2 ** camera.zoom;
  if (pixels < 1) return null;
  let known = KNOWN.get(cells.spans);
  // A set that has moved has other sides, where its triangles point the other way now.
  const up = pointsUp(kind, cells);
  if (known?.kind !== kind || known.up !== up) {
    known = { kind, up, sides: sidesOf(cells, kind) };
    KNOWN.set(cells.spans, known);
  }
  if (!known.sides) return null;
  const { alongX, alongY } = latticeFrame(kind);
  const first = pointOfCell(camera, size, kind, { x: cells.x, y: cells.y });
  const segments: (readonly [Point, Point])[] = [];
  const along = alongX.x * pixels;
  const down = alongY.y * pixels;
  for (let i = firstFrom(known.sides, (-first.y - down) / down); i < known.sides.length; i++) {
    const { x, y, length, side } = known.sides[i] as Stretch;
    const cy = first.y + y * down;
    if (cy > size.height + down) break;
    const left = first.x + x * along + y * alongY.x * pixels;
    // Only the visible part, and a cell more.
    let from = Math.max(0, Math.floor(-left / along) - 1);
    let to = Math.min(length - 1, Math.ceil((size.width - left) / along) + 1);
    const step = side.odd === null ? 1 : 2;
    if (side.odd !== null) {
      if (((x + from + y) & 1) !== side.odd) from++;
      if (((x + to + y) & 1) !== side.odd) to--;
    }
    if (from > to) continue;
    const [a, b] = [side.from, side.to];
    const at = (cell: number, { x: dx, y: dy }: Point): Point => ({
      x: drawable(left + cell * along + dx * pixels),
      y: drawable(cy + dy * pixels),
    });
    if (a.y === b.y || pixels < TIPS_FROM) {
      const [begin, end] = a.x < b.x ? [from, to] : [to, from];
      segments.push([at(begin, a), at(end, b)]);
    } else {
      for (let cell = from; cell <= to; cell += step) segments.push([at(cell, a), at(cell, b)]);
    }
  }
  return segments;
}

/** The first run of a row not above `y`. */
function firstFrom(sides: readonly Stretch[], y: number): number {
  let low = 0;
  for (let high = sides.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if ((sides[middle] as Stretch).y < y) low = middle + 1;
    else high = middle;
  }
  return low;
}

function sidesOf(cells: Runs, kind: GridKind): readonly Stretch[] | null {
  const { rows, starts, spans } = cells;
  if (spans.length / 2 > MOST_RUNS) return null;
  const { centre } = latticeFrame(kind);
  const { down, up } = outlinesOf(kind);
  const isUp = pointsUp(kind, cells);
  const kinds = kind.up === undefined ? [null] : ([0, 1] as const);
  const all = kinds.flatMap((odd) => {
    const turned = odd !== null && (odd === 1) !== isUp;
    const outline = turned ? up : down;
    return outline.map((from, at) => {
      const to = outline[(at + 1) % outline.length] as Point;
      // Beyond a side lies the cell whose centre is as far again as the side's middle.
      const step = kind.cellAt(centre.x + from.x + to.x, centre.y + from.y + to.y, turned);
      return { step, side: { from, to, odd } };
    });
  });
  const sides: Stretch[] = [];
  for (let row = 0; row < rows.length; row++) {
    const y = rows[row] as number;
    all.forEach(({ step, side }) => {
      const other = row + step.y;
      const there = rows[other] === y + step.y ? other : -1;
      const [begin, end] = there < 0 ? [0, 0] : [starts[there] as number, starts[there + 1] as number];
      let j = begin;
      for (let i = starts[row] as number; i < (starts[row + 1] as number); i++) {
        let from = spans[i * 2] as number;
        const stop = from + (spans[i * 2 + 1] as number);
        const startOf = (k: number): number => (spans[k * 2] as number) - step.x;
        const stopOf = (k: number): number => startOf(k) + (spans[k * 2 + 1] as number);
        while (j < end && stopOf(j) <= from) j++;
        for (let k = j; k < end && startOf(k) < stop; k++) {
          if (startOf(k) > from) sides.push({ x: from, y, length: startOf(k) - from, side });
          from = Math.max(from, stopOf(k));
        }
        if (from < stop) sides.push({ x: from, y, length: stop - from, side });
      }
    });
  }
  return sides;
}
