/** The squares of cells that each pixel of the screen gets. */

import type { Raster } from "../core/raster.ts";
import type { ViewSize } from "./camera.ts";
import type { DensityLayout, Squares } from "./density.ts";
import { FLOOR, layoutRows, paintDensity, squaresOfBlock } from "./density.ts";
import type { SquaresPlace } from "./density-columns.ts";
import { densityColumns } from "./density-columns.ts";
import { latticeFrame } from "./lattice-frame.ts";
import { gridSpan } from "./layers.ts";
import type { ScreenPalette } from "./palette.ts";
import { FULL } from "./palette.ts";
import type { GridScene, PaintScene, Picture } from "./scene.ts";

/** Coverage (0..256) for that many live of that many cells. */
export function shadeOf(live: number, cells: number): number {
  if (live <= 0) return 0;
  const density = live / cells;
  // Counts and areas may exceed a double: infinity by infinity.
  const known = Number.isNaN(density) ? 1 : Math.min(1, density);
  return Math.round(FULL * (FLOOR + (1 - FLOOR) * Math.sqrt(known)));
}

export function paintScreenDensity(picture: Picture, scene: PaintScene, palette: ScreenPalette): void {
  const { frame, camera } = scene;
  const shown = { ...palette, bySlot: [palette.live, palette.live] };
  const source = frame && (frame.kind === "raster" ? ofRaster(frame.raster) : ofBlock(frame.block));
  const place = source
    ? { left: Number(source.x - camera.x), top: Number(source.y - camera.y), size: source.size }
    : { left: 0, top: 0, size: 1 };
  const layout = screenDensity(picture, scene, place);
  paintDensity(picture, layout, source?.squares ?? null, shown, shadeOf);
}

interface Source {
  readonly x: bigint;
  readonly y: bigint;
  readonly size: number;
  readonly squares: Squares;
}

function ofRaster(raster: Raster): Source {
  return { x: raster.x, y: raster.y, size: 2 ** raster.scale, squares: raster };
}

/** A block shown while zooming out, until the raster for the view arrives. */
function ofBlock(block: Parameters<typeof squaresOfBlock>[0]): Source {
  return { x: block.x, y: block.y, size: 1, squares: squaresOfBlock(block) };
}

export function screenDensity(
  { width, height }: ViewSize,
  scene: GridScene,
  place: SquaresPlace,
): DensityLayout {
  const { camera, kind } = scene;
  const { alongY, centre } = latticeFrame(kind);
  const span = gridSpan(scene.topology, camera);
  const cells = 2 ** -camera.zoom;
  // The upper left corner of cell (0, 0)'s own box, in cells of the lattice.
  const cornerX = centre.x - 0.5;
  const cornerY = centre.y / alongY.y - 0.5;
  const rowAt = (j: number): number => ((j - height / 2) * cells + camera.dy) / alongY.y - cornerY;
  const rows = layoutRows(height);
  for (let j = 0; j < height; j++) {
    const y0 = rowAt(j);
    const y1 = rowAt(j + 1);
    const first = Math.ceil((y0 - place.top) / place.size);
    rows.from[j] = first;
    rows.to[j] = Math.max(first + 1, Math.ceil((y1 - place.top) / place.size));
    const y = (y0 + y1) / 2;
    const lean = y * alongY.x + (alongY.x === 0 ? 0 : -0.5 * alongY.x) + cornerX;
    const pixelOf = (x: number): number => Math.round((x + lean - camera.dx) / cells + width / 2);
    rows.left[j] = pixelOf(span.left);
    rows.right[j] = pixelOf(span.right);
    const within = y >= span.top && y < span.bottom;
    const near = y >= span.top - (y1 - y0) && y < span.bottom + (y1 - y0);
    rows.rim[j] = within ? 0 : near ? 1 : 2;
  }
  return { ...rows, area: place.size * place.size, columns: densityColumns(place, scene, width) };
}
