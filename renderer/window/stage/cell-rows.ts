/**
 * Draws a set of cells straight from its runs, for shapes that change with every pointer event. Only the visible part
 * costs time: a binary search finds the first row on the screen, and cells far to the side are cut off. Large cells
 * have their own shape, small ones form stretches; a shape of millions of cells costs no more than the screen's rows.
 */

import type { Runs } from "../../../engine/core/runs.ts";
import type { Point } from "../../../engine/grids/grid-kind.ts";
import { outlinesOf, pointsUp } from "../../../engine/grids/grid-kind.ts";
import type { ScreenScene } from "../../../engine/picture/box-on-screen.ts";
import { pointOfCell } from "../../../engine/picture/camera-moves.ts";
import { latticeFrame } from "../../../engine/picture/lattice-frame.ts";
import type { OverlayContext } from "./overlay-scene.ts";

/** Cells on the screen: neighbours of one row, by the first one's centre, in pixels. */
export interface SeenRun {
  readonly x: number;
  readonly y: number;
  readonly length: number;
  /** Whether the first one is a triangle that points up. */
  readonly up: boolean;
}

/** From this cell size on, in pixels, cells have their own shape, up to this many. */
const SHAPES_FROM = 4;
const MOST_SHAPES = 4000;

/** Fills with the context's present style and alpha. */
export function fillCells(context: OverlayContext, scene: ScreenScene, cells: Runs): void {
  const pixels = 2 ** scene.camera.zoom;
  const seen = seenRuns(scene, cells);
  let count = 0;
  for (const { length } of seen) count += length;
  if (pixels >= SHAPES_FROM && count <= MOST_SHAPES) fillShapes(context, scene, seen, pixels);
  else fillStretches(context, scene, seen, pixels);
}

/** The part of the set on the screen. Of rows that share a line of pixels only one is taken. */
function seenRuns({ camera, size, kind }: ScreenScene, cells: Runs): readonly SeenRun[] {
  const { rows, starts, spans } = cells;
  const { alongX, alongY } = latticeFrame(kind);
  const pixels = 2 ** camera.zoom;
  const [along, down, slant] = [alongX.x * pixels, alongY.y * pixels, alongY.x * pixels];
  const origin = pointOfCell(camera, size, kind, cells);
  const turned = pointsUp(kind, cells);
  const seen: SeenRun[] = [];
  let line = Number.NaN;
  for (let row = firstRow(rows, (-origin.y - down) / down); row < rows.length; row++) {
    const offset = rows[row] as number;
    const y = origin.y + offset * down;
    if (y > size.height + down) break;
    if (down < 1 && Math.floor(y) === line) continue;
    line = Math.floor(y);
    const left = origin.x + offset * slant;
    for (let i = starts[row] as number; i < (starts[row + 1] as number); i++) {
      const first = spans[i * 2] as number;
      const last = first + (spans[i * 2 + 1] as number) - 1;
      const from = Math.max(first, Math.floor(-left / along) - 1);
      const to = Math.min(last, Math.ceil((size.width - left) / along) + 1);
      const up = kind.up !== undefined && (((from + offset) & 1) === 1) !== turned;
      if (from <= to) seen.push({ x: left + from * along, y, length: to - from + 1, up });
    }
  }
  return seen;
}

function firstRow(rows: Float64Array, y: number): number {
  let low = 0;
  for (let high = rows.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] as number) < y) low = middle + 1;
    else high = middle;
  }
  return low;
}

function fillShapes(
  context: OverlayContext,
  { kind }: ScreenScene,
  seen: readonly SeenRun[],
  pixels: number,
): void {
  const step = latticeFrame(kind).alongX.x * pixels;
  // With the gap between cells.
  const drawn = pixels - Math.min(1, (pixels - 2) / 6);
  const { down, up } = outlinesOf(kind);
  const scaled = (outline: readonly Point[]) => outline.map(({ x, y }) => ({ x: x * drawn, y: y * drawn }));
  const shapes = kind.up === undefined ? [scaled(down)] : [scaled(down), scaled(up)];
  context.beginPath();
  for (const { x, y, length, up } of seen) {
    for (let cell = 0; cell < length; cell++) {
      const corners = shapes[(cell + Number(up)) % shapes.length] as readonly Point[];
      corners.forEach((corner, i) => {
        const at = { x: x + cell * step + corner.x, y: y + corner.y };
        if (i === 0) context.moveTo(at.x, at.y);
        else context.lineTo(at.x, at.y);
      });
      context.closePath();
    }
  }
  context.fill();
}

function fillStretches(
  context: OverlayContext,
  { kind }: ScreenScene,
  seen: readonly SeenRun[],
  pixels: number,
): void {
  const { alongX, alongY } = latticeFrame(kind);
  const [wide, high] = [alongX.x * pixels, alongY.y * pixels];
  for (const { x, y, length } of seen) {
    const [left, top] = [Math.round(x - wide / 2), Math.round(y - high / 2)];
    // To where the next one begins, so that neighbours neither overlap nor leave a gap.
    const right = Math.round(x - wide / 2 + length * wide);
    const bottom = Math.round(y + high / 2);
    context.fillRect(left, top, Math.max(1, right - left), Math.max(1, bottom - top));
  }
}
