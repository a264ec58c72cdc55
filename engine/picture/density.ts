/**
 * Many cells a pixel: shading by density.
 *
 * The engine sends live cells for each square of 2^scale x 2^scale cells, and such a square is at most as large as a
 * pixel of the screen. Each is given whole to the one pixel that its corner falls on: a lone cell then lights exactly one
 * pixel, at any zoom, instead of fading into two as the camera moves. A pixel that got more squares than its neighbour
 * (that happens at every zoom that is no power of two) is divided by more, so even textures show no moiré.
 *
 * The shade is `FLOOR + (1 - FLOOR) * sqrt(density)`: a single live cell in a million is plainly visible, and the square
 * root spends the levels where patterns are, since few have a density above a half.
 *
 * Rows of hexagons lean, so a row of squares is moved sideways by as much as its middle lies; that is all that a hexagonal
 * universe is different in from here.
 */

import { blockStride } from "../core/block.ts";
import { densityColumns } from "./density-columns.ts";
import { latticeFrame } from "./lattice-frame.ts";
import { EDGE, GROUND, gridSpan, OUTSIDE } from "./layers.ts";
import type { ScreenPalette } from "./palette.ts";
import { FULL } from "./palette.ts";
import type { PaintScene, Picture } from "./scene.ts";
import type { ViewFrame } from "./view-frame.ts";

/** How strong the least density is, of 1. */
export const FLOOR = 0.4;

/** Coverage (0..256) that shows so many live of so many cells. */
export function shadeOf(live: number, cells: number): number {
  if (live <= 0) return 0;
  const density = live / cells;
  // Counts and areas beyond a double's reach: infinity by infinity.
  const known = Number.isNaN(density) ? 1 : Math.min(1, density);
  return Math.round(FULL * (FLOOR + (1 - FLOOR) * Math.sqrt(known)));
}

interface Source {
  /** Top left cell, counted from the camera's. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Cells a square is wide. */
  readonly size: number;
  readonly counts: ArrayLike<number>;
}

function sourceOf(frame: ViewFrame | null, camera: PaintScene["camera"]): Source | null {
  if (!frame) return null;
  if (frame.kind === "raster") {
    const { x, y, width, height, scale, counts } = frame.raster;
    return {
      left: Number(x - camera.x),
      top: Number(y - camera.y),
      width,
      height,
      size: 2 ** scale,
      counts,
    };
  }
  // A block that is being zoomed out of, until the raster for it comes.
  const { x, y, w, h, words } = frame.block;
  const counts = new Uint8Array(w * h);
  const stride = blockStride(w);
  for (let j = 0; j < h; j++) {
    for (let i = 0; i < w; i++)
      counts[j * w + i] = ((words[j * stride + (i >>> 5)] as number) >>> (i & 31)) & 1;
  }
  return { left: Number(x - camera.x), top: Number(y - camera.y), width: w, height: h, size: 1, counts };
}

export function paintDensity(picture: Picture, scene: PaintScene, palette: ScreenPalette): void {
  const { width, height, pixels } = picture;
  const { camera, kind } = scene;
  const { alongY, centre } = latticeFrame(kind);
  const span = gridSpan(scene.topology, camera);
  const cells = 2 ** -camera.zoom;
  const source = sourceOf(scene.frame, camera);
  // The upper left corner of cell (0, 0)'s own box, in cells of the lattice.
  const cornerX = centre.x - 0.5;
  const cornerY = centre.y / alongY.y - 0.5;
  const rowAt = (j: number): number => ((j - height / 2) * cells + camera.dy) / alongY.y - cornerY;
  const sums = new Float64Array(width);
  const columns = source && densityColumns(source, scene, width);
  for (let j = 0; j < height; j++) {
    const y0 = rowAt(j);
    const y1 = rowAt(j + 1);
    const rows = source ? between((y0 - source.top) / source.size, (y1 - source.top) / source.size) : null;
    sums.fill(0);
    let area = 0;
    if (source && rows && columns) {
      // Cells of a nearer view, shown until those for this one have come, may be few rows of very many.
      const last = Math.min(rows.to, source.height);
      for (let row = Math.max(0, rows.from); row < last; row++) {
        const start = columns.startOf(row);
        const cuts = columns.cuts[row & 1] as Float64Array;
        const base = row * source.width;
        for (let i = 0; i < width; i++) {
          const from = start + (cuts[i] as number);
          const to = Math.max(from + 1, start + (cuts[i + 1] as number));
          if (to <= 0 || from >= source.width) continue;
          let live = 0;
          const end = Math.min(to, source.width);
          for (let k = Math.max(0, from); k < end; k++) live += source.counts[base + k] as number;
          if (live > 0) sums[i] = (sums[i] as number) + live / (to - from);
        }
      }
      area = (rows.to - rows.from) * source.size * source.size;
    }
    const y = (y0 + y1) / 2;
    const lean = y * alongY.x + (alongY.x === 0 ? 0 : -0.5 * alongY.x) + cornerX;
    const toPixel = (x: number): number => (x + lean - camera.dx) / cells + width / 2;
    const left = Math.round(toPixel(span.left));
    const right = Math.round(toPixel(span.right));
    const within = y >= span.top && y < span.bottom;
    const rim = !within && y >= span.top - (y1 - y0) && y < span.bottom + (y1 - y0);
    for (let i = 0; i < width; i++) {
      let layer = GROUND;
      if (i < left || i >= right) layer = i === left - 1 || i === right ? EDGE : OUTSIDE;
      if (!within) layer = rim && layer !== OUTSIDE ? EDGE : OUTSIDE;
      const live = sums[i] as number;
      const share = live > 0 ? shadeOf(live, area) : 0;
      pixels[j * width + i] = palette.live[layer * (FULL + 1) + share] as number;
    }
  }
}

/** The squares that a pixel from..to gets: those whose corner lies on it, and at least the one that it lies on. */
function between(from: number, to: number): { readonly from: number; readonly to: number } {
  const first = Math.floor(from);
  return { from: first, to: Math.max(first + 1, Math.floor(to)) };
}
