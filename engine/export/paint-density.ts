/**
 * Many cells a pixel: shades by density, as the canvas shows them (engine/picture/density.ts). The universe counts the
 * live cells of squares that are at most a pixel wide; each square goes whole to the pixel that its corner falls on, or to the
 * first one where the picture's edge cuts it, and a pixel that got more of them is divided by more.
 */

import type { Raster } from "../core/raster.ts";
import type { Inks } from "./look.ts";
import { densityLevel } from "./look.ts";
import type { View } from "./view.ts";
import { lattice } from "./view.ts";

/** In squares. Where a picture begins is a rounded quotient: what is so near to the edge of a square lies on it. */
const NOISE = 1e-6;

export function paintDensity(
  pixels: Uint8Array,
  width: number,
  height: number,
  view: View,
  raster: Raster,
  inks: Inks,
): void {
  const { row, lean } = lattice(view.hexagons);
  const size = 2 ** raster.scale;
  const left = Number(raster.x - view.x);
  const top = Number(raster.y - view.y);
  const cells = 1 / view.zoom;
  const live = new Float64Array(width);
  const squares = new Uint32Array(width);
  // The raster's row that holds the corner of a pixel's row, in squares from the raster's top.
  const rowAt = (j: number): number => ((view.top + j * cells) / row + 0.5 - top) / size;
  for (let j = 0; j < height; j++) {
    const from = j === 0 ? Math.floor(rowAt(j) + NOISE) : Math.ceil(rowAt(j));
    const to = Math.max(from + 1, Math.ceil(rowAt(j + 1)));
    live.fill(0);
    squares.fill(0);
    for (let r = Math.max(0, from); r < Math.min(to, raster.height); r++) {
      const middle = top + (r + 0.5) * size - 0.5;
      const first = (view.left + 0.5 - middle * lean - left) / size;
      const step = cells / size;
      const base = r * raster.width;
      let k = Math.floor(first + NOISE);
      for (let i = 0; i < width; i++) {
        const end = Math.max(k + 1, Math.ceil(first + (i + 1) * step));
        let sum = 0;
        for (let s = Math.max(0, k); s < Math.min(end, raster.width); s++) sum += raster.counts[base + s];
        live[i] += sum;
        squares[i] += end - k;
        k = Math.max(k, Math.ceil(first + (i + 1) * step));
      }
    }
    const base = j * width;
    for (let i = 0; i < width; i++) {
      if (live[i] === 0) continue;
      pixels[base + i] = inks.live + densityLevel(live[i], squares[i] * size * size, inks.levels) - 1;
    }
  }
}
