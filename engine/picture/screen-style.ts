/**
 * The style of the screen: exact edges, gaps that come with the zoom, round corners.
 *
 * Cells below eight CSS pixels are drawn by exact coverage: where an edge runs through a pixel the pixel gets its
 * share of colour, so cells of 2.7 pixels are all equally large and do not shimmer under a moving camera. From eight
 * on, edges snap to whole pixels, which is crisp, and a difference of one pixel is no longer noticeable.
 */

import type { Lattice } from "../grids/grid-kind.ts";
import { TRIANGLE_INNER } from "../grids/grid-kind.ts";
import type { ViewSize } from "./camera.ts";
import { courseReader } from "./cell-lines.ts";
import type { CellBox } from "./cells.ts";
import { FLOOR } from "./density.ts";
import type { GridSpan } from "./layers.ts";
import { GROUND, gridSpan, OUTSIDE } from "./layers.ts";
import { FULL, gapOf } from "./palette.ts";
import type { LayersOf, Sampling } from "./sampled-cells.ts";
import type { GridScene } from "./scene.ts";
import { squareLayout } from "./square-axes.ts";
import type { SquareLayout } from "./squares.ts";
import type { View } from "./view.ts";
import { viewOfCamera } from "./view.ts";

/** Hexagons and triangles of this size and more, in CSS pixels, have a seam. */
const SEAM_FROM = 6;

/** The least size of a cell with lines, in CSS pixels; the palette fades them in. */
const LINES_FROM = 3;
const SNAPPED_FROM = 8;

/** In pixels. Edges just between two pixels all go to the second, whatever rounding loses: cells, lines and ends. */
const HAIR = 1e-9;

/** Coverage (0..256) for that many live of that many cells. */
export function shadeOf(live: number, cells: number): number {
  if (live <= 0) return 0;
  const density = live / cells;
  // Counts and areas may exceed a double: infinity by infinity.
  const known = Number.isNaN(density) ? 1 : Math.min(1, density);
  return Math.round(FULL * (FLOOR + (1 - FLOOR) * Math.sqrt(known)));
}

export function screenSquares(size: ViewSize, scene: GridScene, box: CellBox): SquareLayout {
  const { camera, ratio, topology, boldEvery } = scene;
  const view = viewOfCamera(camera, size, scene.kind);
  const { zoom } = view;
  const snapped = zoom / ratio >= SNAPPED_FROM;
  const gap = gapOf(zoom, ratio);
  const thick = Math.max(1, Math.round(ratio));
  const radius = cornerRadius(zoom, ratio);
  // With whole pixels a cell every edge may as well lie on a whole pixel.
  const whole = Math.abs(zoom - Math.round(zoom)) < 1e-9;
  const startOf = (pixels: number, middle: number, start: number): number =>
    (whole ? -0.5 - Math.round(pixels / 2 - middle * zoom) / zoom : start) - HAIR / zoom;
  const place = {
    ...view,
    left: startOf(size.width, camera.dx, view.left),
    top: startOf(size.height, camera.dy, view.top),
  };
  return squareLayout(size, place, box, gridSpan(topology, camera), {
    unit: FULL,
    points: snapped ? 1 : FULL,
    gap: snapped ? Math.round(gap) : gap,
    inset: 0,
    lines: {
      from: LINES_FROM * ratio,
      boldFrom: LINES_FROM * ratio,
      boldEvery,
      thick,
      endAt: Math.round,
    },
    edge: thick,
    corner: cornerTable(radius),
    radius,
  });
}

/** Slightly rounded from twelve pixels on; the radius grows with the cell. */
export function cornerRadius(pixelsPerCell: number, ratio: number): number {
  return pixelsPerCell / ratio < 12 ? 0 : Math.min(Math.round(8 * ratio), Math.round(pixelsPerCell * 0.14));
}

/** The share of each pixel of a corner that a quarter circle covers. */
function cornerTable(radius: number): Uint16Array {
  const table = new Uint16Array(radius * radius);
  for (let y = 0; y < radius; y++) {
    for (let x = 0; x < radius; x++) {
      const away = Math.hypot(radius - x - 0.5, radius - y - 0.5);
      table[y * radius + x] = Math.round(FULL * Math.max(0, Math.min(1, radius - away + 0.5)));
    }
  }
  return table;
}

/** How cells too small for a seam are sampled. */
export function screenSampling({ width }: ViewSize, view: View, span: GridSpan): Sampling {
  const samples = samplesAt(view.zoom);
  const bounded = Number.isFinite(span.left) || Number.isFinite(span.top);
  return {
    samples,
    inset: 0,
    layersOf: bounded ? layersWithin(span, view, samples, width) : null,
  };
}

/** Points along a side of a pixel. */
export function samplesAt(pixelsPerCell: number): number {
  return pixelsPerCell < 2 ? 3 : 2;
}

/** A pixel is outside when most of its points are. */
function layersWithin(span: GridSpan, view: View, samples: number, width: number): LayersOf {
  const { left, zoom } = view;
  const courseOf = courseReader(view);
  const perCell = zoom * samples;
  const length = width * samples;
  const inside = new Uint16Array(width);
  /** Sample points of a stretch whose ends are given in units. */
  const add = (from: number, to: number): void => {
    const end = Math.min(length, Math.ceil((to - left) * perCell - 0.5));
    for (let a = Math.max(0, Math.ceil((from - left) * perCell - 0.5)); a < end; a++) {
      const i = Math.floor(a / samples);
      inside[i] = (inside[i] as number) + 1;
    }
  };
  // Whole cells at the edges of the screen stand for the ends of a grid that has none.
  const seen = { left: left - 1, right: left + width / zoom + 1 };
  const within = (y: number): boolean => y >= span.top && y < span.bottom;
  let layers = new Uint8Array(width);
  return (_row, lines, same) => {
    if (same) return layers;
    inside.fill(0);
    for (let at = 0; at < lines.length; at += 4) {
      const [y0, half0, y1, half1] = lines.subarray(at, at + 4) as unknown as [
        number,
        number,
        number,
        number,
      ];
      if (courseOf) {
        // Triangles of one row, without a gap.
        const halfOf = (x: number): number => (courseOf(x, y0) === 0 ? half0 : half1);
        const begin = Math.max(span.left - halfOf(span.left), seen.left);
        if (within(y0)) add(begin, Math.min(span.right - 1 + halfOf(span.right - 1), seen.right));
        continue;
      }
      if (half0 > 0 && half1 > 0 && within(y0) && within(y1)) {
        // Two rows in turn, without a gap: the first cell is the lower row's, which is further left.
        const begin = Math.max(span.left - y1 / 2 - half1, seen.left);
        add(begin, Math.min(span.right - 1 - y0 / 2 + half0, seen.right));
        continue;
      }
      for (const [y, half] of [
        [y0, half0],
        [y1, half1],
      ] as const) {
        if (half <= 0 || !within(y)) continue;
        const first = Math.max(span.left, Math.floor(seen.left + y / 2));
        const end = Math.min(span.right, Math.ceil(seen.right + y / 2));
        if (first >= end) continue;
        if (half === 0.5) add(first - y / 2 - half, end - 1 - y / 2 + half);
        else for (let x = first; x < end; x++) add(x - y / 2 - half, x - y / 2 + half);
      }
    }
    const most = samples * samples;
    layers = Uint8Array.from(inside, (points) => (2 * (most - points) > most ? OUTSIDE : GROUND));
    return layers;
  };
}

/** From the point in a cell that is as far from all sides to the start of its seam in pixels; null for cells without one. */
export function seamRim({ shape }: Lattice, pixelsPerCell: number, ratio: number): number | null {
  if (shape === "square" || pixelsPerCell / ratio < SEAM_FROM) return null;
  const inner = shape === "hexagon" ? 0.5 : TRIANGLE_INNER;
  return inner * pixelsPerCell - Math.max(0.5 * ratio, gapOf(pixelsPerCell, ratio)) / 2;
}
