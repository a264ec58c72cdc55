/**
 * Columns and rows of a picture of squares.
 *
 * An axis is laid out in points, so many to a pixel: a cell covers the points between its edges, and each pixel gets
 * its share of them. Styles differ in how many points they count. The screen's 256 make edges exact, a film's three
 * leave it few shades, and with one all edges lie on whole pixels.
 */

import type { ViewSize } from "./camera.ts";
import type { CellBox } from "./cells.ts";
import type { SquareAxis } from "./drawing.ts";
import type { GridSpan } from "./layers.ts";
import { boldPhase, EDGE, isBold, LINE, LINE_BOLD, OUTSIDE } from "./layers.ts";
import type { SquareLayout } from "./squares.ts";
import type { View } from "./view.ts";

export interface SquareStyle {
  /** The coverage of a whole pixel. */
  readonly unit: number;
  /** Points in a pixel; they divide `unit`. */
  readonly points: number;
  /** Space after each cell in pixels; whole if there is but a point in a pixel. */
  readonly gap: number;
  /** The amount by which cells are smaller on every side, in pixels. */
  readonly inset: number;
  readonly lines: LineStyle | null;
  /** How thick the edge of a bounded grid is, in pixels. */
  readonly edge: number;
  /** The coverage of a rounded corner's pixels, `radius` to a row. */
  readonly corner: Uint16Array;
  readonly radius: number;
}

/** Lines run before cells. Sizes are in pixels. */
export interface LineStyle {
  /** The least size of a cell with lines, and with bold ones. */
  readonly from: number;
  readonly boldFrom: number;
  /** Every n-th line is bold; 0 for none. */
  readonly boldEvery: number;
  readonly thick: number;
  /** The pixel before which a line ends if a cell begins at that place. */
  readonly endAt: (place: number) => number;
}

export function squareLayout(
  { width, height }: ViewSize,
  view: View,
  box: CellBox,
  { left, right, top, bottom }: GridSpan,
  style: SquareStyle,
): SquareLayout {
  const { x, y, zoom } = view;
  const across = { pixels: width, zoom, start: view.left, cell: x, first: Number(box.x - x), count: box.w };
  const down = { pixels: height, zoom, start: view.top, cell: y, first: Number(box.y - y), count: box.h };
  return {
    across: layOut({ ...across, begin: left, end: right }, style),
    down: layOut({ ...down, begin: top, end: bottom }, style),
    unit: style.unit,
    corner: style.corner,
    radius: style.radius,
  };
}

interface Axis {
  readonly pixels: number;
  readonly zoom: number;
  /** The start of the picture, in cells from the centre of the view's cell. */
  readonly start: number;
  /** The view's cell. */
  readonly cell: bigint;
  /** The first existing cell, counted from the view's, and the number of cells. */
  readonly first: number;
  readonly count: number;
  /** The grid's ends. */
  readonly begin: number;
  readonly end: number;
}

function layOut(wanted: Axis, style: SquareStyle): SquareAxis {
  const { pixels, zoom, start, first, count, begin, end } = wanted;
  const { points } = style;
  const axis: SquareAxis = {
    cell: new Int32Array(pixels),
    share: new Uint16Array(pixels),
    nextCell: new Int32Array(pixels),
    nextShare: new Uint16Array(pixels),
    layer: new Uint8Array(pixels),
    depth: new Uint16Array(pixels),
    begin: new Int32Array(pixels),
    size: new Uint16Array(pixels),
  };
  const perCell = zoom * points;
  const gap = style.gap * points;
  const reach = (0.5 - style.inset / zoom) * perCell;
  // The centre of the first cell, in points from the picture's edge.
  const middle = (first - start) * perCell - 0.5;
  const seenFrom = Math.max(0, Math.floor(-middle / perCell) - 1);
  const seenTo = Math.min(count, Math.ceil((pixels * points - middle) / perCell) + 1);
  for (let i = seenFrom; i < seenTo; i++) {
    const from = Math.ceil(middle + i * perCell - reach);
    // Without an inset a cell reaches to the next, whatever rounding loses.
    const to =
      style.inset > 0
        ? Math.ceil(middle + i * perCell + reach)
        : Math.ceil(middle + (i + 1) * perCell - reach - gap);
    enterCell(axis, i + 1, from, to, style);
  }
  if (style.lines) enterLines(axis.layer, wanted, style.lines);
  const pixelOf = (edge: number): number => Math.ceil((edge - 0.5 - start) * zoom - 0.5);
  const [lower, upper] = [pixelOf(begin), pixelOf(end)];
  for (let i = 0; i < pixels; i++) {
    if (i >= lower && i < upper) continue;
    const rim = (i < lower && i >= lower - style.edge) || (i >= upper && i < upper + style.edge);
    axis.layer[i] = rim ? EDGE : OUTSIDE;
  }
  return axis;
}

/** Enters a cell that covers the points `from` .. `to` - 1. */
function enterCell(
  axis: SquareAxis,
  cell: number,
  from: number,
  to: number,
  { points, unit }: SquareStyle,
): void {
  // Not clipped: a cell that the picture's edge cuts has no round corners there.
  const first = Math.floor(from / points);
  const last = Math.ceil(to / points) - 1;
  const end = Math.min(to, axis.cell.length * points);
  for (let at = Math.max(0, from); at < end; ) {
    const pixel = Math.floor(at / points);
    const next = Math.min(end, (pixel + 1) * points);
    const share = ((next - at) * unit) / points;
    if (axis.share[pixel] === 0) {
      axis.cell[pixel] = cell;
      axis.share[pixel] = share;
    } else {
      axis.nextCell[pixel] = cell;
      axis.nextShare[pixel] = share;
    }
    axis.depth[pixel] = Math.min(pixel - first, last - pixel);
    axis.begin[pixel] = first;
    axis.size[pixel] = last - first + 1;
    at = next;
  }
}

function enterLines(layer: Uint8Array, { start, zoom, cell }: Axis, style: LineStyle): void {
  const { boldEvery, thick } = style;
  const from = Math.min(style.from, style.boldFrom);
  if (zoom < from) return;
  const phase = boldPhase(cell, boldEvery);
  const first = Math.floor(start + 0.5);
  const last = Math.ceil(start + 0.5 + layer.length / zoom);
  for (let edge = first; edge <= last; edge++) {
    const bold = isBold(edge, phase, boldEvery);
    if (zoom < (bold ? style.boldFrom : style.from)) continue;
    const end = style.endAt((edge - 0.5 - start) * zoom);
    for (let i = Math.max(0, end - thick); i < Math.min(layer.length, end); i++)
      layer[i] = bold ? LINE_BOLD : LINE;
  }
}
