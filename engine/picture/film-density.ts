/** The squares of cells that each pixel of a film gets. */

import type { Raster } from "../core/raster.ts";
import type { Topology } from "../core/topology.ts";
import type { DensityLayout } from "./density.ts";
import { FLOOR, layoutRows } from "./density.ts";
import type { DensityColumns } from "./density-columns.ts";
import { pixelsWithin } from "./film-layers.ts";
import type { View } from "./view.ts";
import { lattice } from "./view.ts";

/** In squares. The start of a picture is a rounded quotient: a point this near to the edge of a square lies on it. */
const NOISE = 1e-6;

/** `topology`: the grid's, or null where the area beyond it looks like the ground. */
export function filmDensity(
  width: number,
  height: number,
  view: View,
  raster: Raster,
  topology: Topology | null,
): DensityLayout {
  const { row } = lattice(view.hexagons);
  const size = 2 ** raster.scale;
  const top = Number(raster.y - view.y);
  const cells = 1 / view.zoom;
  const rows = layoutRows(height);
  // The raster's row that holds the corner of a pixel's row, in squares from the raster's top.
  const rowAt = (j: number): number => ((view.top + j * cells) / row + 0.5 - top) / size;
  for (let j = 0; j < height; j++) {
    // Squares that the picture's edge cuts go to the first pixel.
    const from = j === 0 ? Math.floor(rowAt(j) + NOISE) : Math.ceil(rowAt(j));
    rows.from[j] = from;
    rows.to[j] = Math.max(from + 1, Math.ceil(rowAt(j + 1)));
  }
  rows.right.fill(width);
  if (topology) {
    const within = pixelsWithin(width, height, view, topology);
    rows.left.set(within.from);
    rows.right.set(within.to);
  }
  return { ...rows, area: size * size, columns: filmColumns(width, view, raster) };
}

function filmColumns(width: number, view: View, raster: Raster): DensityColumns {
  const { lean } = lattice(view.hexagons);
  const size = 2 ** raster.scale;
  const left = Number(raster.x - view.x);
  const top = Number(raster.y - view.y);
  const step = 1 / view.zoom / size;
  const cutsOf = (row: 0 | 1): Float64Array => {
    const middle = top + (row + 0.5) * size - 0.5;
    const first = (view.left + 0.5 - middle * lean - left) / size;
    const cuts = Float64Array.from({ length: width + 1 }, (_, i) => Math.ceil(first + i * step));
    cuts[0] = Math.floor(first + NOISE);
    for (let i = 1; i <= width; i++) cuts[i] = Math.max(cuts[i - 1] as number, cuts[i] as number);
    return cuts;
  };
  return { startOf: (row) => -(row - (row & 1)) * lean, cuts: [cutsOf(0), cutsOf(1)] };
}

/**
 * The level that shows `live` of `cells`: FLOOR + (1 - FLOOR) * sqrt(share) of the way to a cell's colour, rounded
 * up, so even one in a million is visible. It compares squares instead of taking roots, whose rounding may differ on
 * another machine.
 */
export function densityLevel(live: number, cells: number, levels: number): number {
  if (live <= 0) return 0;
  let level = 1;
  while (level < levels) {
    const root = (level / levels - FLOOR) / (1 - FLOOR);
    if (root > 0 && live <= root * root * cells) break;
    level++;
  }
  return level;
}
