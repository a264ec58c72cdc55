/**
 * Columns and rows of a picture of squares on the screen.
 *
 * Cells below eight CSS pixels are drawn by exact coverage: where an edge runs through a pixel the pixel gets its
 * share of colour, so cells of 2.7 pixels are all equally large and do not shimmer under a moving camera. From eight
 * on, edges snap to whole pixels, which is crisp, and a difference of one pixel is no longer noticeable.
 */

import type { CellBox } from "./cells.ts";
import type { SquareAxis } from "./drawing.ts";
import { boldPhase, EDGE, gridSpan, isBold, LINE, LINE_BOLD, OUTSIDE } from "./layers.ts";
import { FULL, gapOf } from "./palette.ts";
import type { GridScene } from "./scene.ts";
import type { SquareLayout } from "./squares.ts";

interface Axis {
  readonly pixels: number;
  readonly pixelsPerCell: number;
  /** The middle, in cells from the camera's. */
  readonly middle: number;
  readonly ratio: number;
  /** The first existing cell, counted from the camera's, and the number of cells. */
  readonly first: number;
  readonly count: number;
  readonly phase: number;
  readonly boldEvery: number;
  /** The grid's ends. */
  readonly begin: number;
  readonly end: number;
}

export function screenSquares(
  { width, height }: { readonly width: number; readonly height: number },
  { camera, ratio, topology, boldEvery }: GridScene,
  { x, y, w, h }: CellBox,
): SquareLayout {
  const span = gridSpan(topology, camera);
  const pixelsPerCell = 2 ** camera.zoom;
  const both = { pixelsPerCell, ratio, boldEvery };
  const radius = cornerRadius(pixelsPerCell, ratio);
  return {
    across: layOut({
      ...both,
      pixels: width,
      middle: camera.dx,
      first: Number(x - camera.x),
      count: w,
      phase: boldPhase(camera.x, boldEvery),
      begin: span.left,
      end: span.right,
    }),
    down: layOut({
      ...both,
      pixels: height,
      middle: camera.dy,
      first: Number(y - camera.y),
      count: h,
      phase: boldPhase(camera.y, boldEvery),
      begin: span.top,
      end: span.bottom,
    }),
    unit: FULL,
    corner: cornerTable(radius),
    radius,
  };
}

/** An axis without cells or lines. */
export function emptyAxis(pixels: number): SquareAxis {
  return {
    cell: new Int32Array(pixels),
    share: new Uint16Array(pixels),
    nextCell: new Int32Array(pixels),
    nextShare: new Uint16Array(pixels),
    layer: new Uint8Array(pixels),
    depth: new Uint16Array(pixels),
  };
}

function layOut(axis: Axis): SquareAxis {
  const { pixels, pixelsPerCell: size, ratio, first, count, phase, boldEvery, begin, end } = axis;
  const layout = emptyAxis(pixels);
  // The start of cell 0. With whole pixels a cell every edge may as well lie on a whole pixel.
  const start = pixels / 2 - axis.middle * size;
  const origin = Math.abs(size - Math.round(size)) < 1e-9 ? Math.round(start) : start;
  const inBlock = (cell: number): number => (cell >= first && cell < first + count ? cell - first + 1 : 0);
  const gap = gapOf(size, ratio);
  const snapped = size / ratio >= 8;
  const thick = Math.max(1, Math.round(ratio));
  const from = Math.floor(-origin / size) - 1;
  const to = Math.ceil((pixels - origin) / size) + 1;
  for (let cell = from; cell <= to; cell++) {
    const left = origin + cell * size;
    const edge = Math.round(left + size);
    const filled = snapped ? edge - Math.round(gap) : left + size - gap;
    cover(layout, inBlock(cell), snapped ? Math.round(left) : left, filled);
    const bold = isBold(cell + 1, phase, boldEvery);
    for (let i = Math.max(0, edge - thick); i < Math.min(pixels, edge); i++) {
      if (size / ratio >= 3) layout.layer[i] = bold ? LINE_BOLD : LINE;
    }
  }
  const lower = Number.isFinite(begin) ? Math.round(origin + begin * size) : Number.NEGATIVE_INFINITY;
  const upper = Number.isFinite(end) ? Math.round(origin + end * size) : Number.POSITIVE_INFINITY;
  for (let i = 0; i < pixels; i++) {
    if (i >= lower && i < upper) continue;
    layout.layer[i] = (i < lower && i >= lower - thick) || (i >= upper && i < upper + thick) ? EDGE : OUTSIDE;
  }
  return layout;
}

/** Enters a cell that reaches from `left` to `right` in pixels; neither need be whole. */
function cover(layout: SquareAxis, cell: number, left: number, right: number): void {
  const pixels = layout.cell.length;
  // Not clipped: a cell that the screen's edge cuts has no round corners there.
  const from = Math.floor(left);
  const to = Math.ceil(right);
  for (let i = Math.max(0, from); i < Math.min(pixels, to); i++) {
    const share = Math.round(FULL * Math.max(0, Math.min(right, i + 1) - Math.max(left, i)));
    if (share === 0) continue;
    if (layout.share[i] === 0) {
      layout.cell[i] = cell;
      layout.share[i] = share;
    } else {
      layout.nextCell[i] = cell;
      layout.nextShare[i] = Math.min(share, FULL - (layout.share[i] as number));
    }
    layout.depth[i] = Math.min(i - from, to - 1 - i);
  }
}

/** Slightly rounded from twelve pixels on; the radius grows with the cell. */
export function cornerRadius(pixelsPerCell: number, ratio: number): number {
  return pixelsPerCell / ratio < 12 ? 0 : Math.min(Math.round(8 * ratio), Math.round(pixelsPerCell * 0.14));
}

/** The share of each pixel of a corner that a quarter circle covers. */
export function cornerTable(radius: number): Uint16Array {
  const table = new Uint16Array(radius * radius);
  for (let y = 0; y < radius; y++) {
    for (let x = 0; x < radius; x++) {
      const away = Math.hypot(radius - x - 0.5, radius - y - 0.5);
      table[y * radius + x] = Math.round(FULL * Math.max(0, Math.min(1, radius - away + 0.5)));
    }
  }
  return table;
}
