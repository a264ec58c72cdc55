/** The layers under the cells in films: the ground, the area beyond a bounded grid, and the lines between cells. */

import { createBlock } from "../core/block.ts";
import type { Topology } from "../core/topology.ts";
import { pointsUp } from "../grids/grid-kind.ts";
import type { ViewSize } from "./camera.ts";
import { CROSSED, LineCounter, noteCrossed } from "./cell-lines.ts";
import type { GridSpan } from "./layers.ts";
import { gridSpan, LINE, OUTSIDE } from "./layers.ts";
import { ALIVE_ONLY } from "./palette.ts";
import type { LayersOf } from "./sampled-cells.ts";
import type { LineStyle } from "./square-axes.ts";
import type { View } from "./view.ts";
import { cellsWanted, rowEnds } from "./view.ts";

/** Lines between cells of fewer pixels would hide the ground; every tenth line appears a little sooner. */
export const LINES: LineStyle = {
  from: 6,
  boldFrom: 3,
  boldEvery: 10,
  thick: 1,
  // The last pixel before a cell is a line: in the gap, if there is one.
  endAt: Math.ceil,
};

/**
 * The layers under hexagons and triangles: seams, and the area beyond a bounded grid (null where that looks like the ground).
 * Returns null where all is ground.
 */
export function layersOfShapes(
  { width, height }: ViewSize,
  view: View,
  gridLines: boolean,
  topology: Topology | null,
): LayersOf | null {
  const seams = gridLines && view.zoom >= LINES.from;
  if (!seams && !topology) return null;
  const layers = new Uint8Array(width * height);
  if (seams) enterSeams(layers, width, height, view);
  if (topology) {
    const span = gridSpan(topology, view);
    for (let j = 0; j < height; j++) enterBeyond(layers.subarray(j * width, (j + 1) * width), view, span, j);
  }
  const rows: Uint8Array[] = Array.from({ length: height }, (_, j) =>
    layers.subarray(j * width, (j + 1) * width),
  );
  for (let j = 1; j < height; j++) {
    const [row, above] = [rows[j] as Uint8Array, rows[j - 1] as Uint8Array];
    if (row.every((layer, i) => layer === above[i])) rows[j] = above;
  }
  return (j) => rows[j] as Uint8Array;
}

/** Rows from the first or last one within which hexagons of two rows share a row of pixels. */
const NEAR = 0.25;

/** The part of a row of pixels that lies beyond the grid: pixels whose middle is in no cell of it. */
function enterBeyond(layers: Uint8Array, view: View, span: GridSpan, j: number): void {
  const width = layers.length;
  const { y, left, right } = rowEnds(view, span, j);
  if (y < span.top - NEAR || y >= span.bottom + NEAR) {
    layers.fill(OUTSIDE);
    return;
  }
  const up = pointsUp(view.lattice, view);
  const look = (from: number, to: number): void => {
    for (let i = Math.max(0, from); i < Math.min(width, to); i++) {
      const cell = view.lattice.cellAt(
        view.left + (i + 0.5) / view.zoom,
        view.top + (j + 0.5) / view.zoom,
        up,
      );
      const inside = cell.x >= span.left && cell.x < span.right && cell.y >= span.top && cell.y < span.bottom;
      if (!inside) layers[i] = OUTSIDE;
    }
  };
  if (y < span.top + NEAR || y >= span.bottom - NEAR) {
    look(0, width);
    return;
  }
  // Hexagons of the rows above and below begin half a cell further, and triangles have slanted sides.
  const reach = Math.ceil(view.zoom);
  layers.fill(OUTSIDE, 0, Math.max(0, Math.min(width, left - reach)));
  layers.fill(OUTSIDE, Math.max(0, Math.min(width, right + reach)), width);
  look(left - reach, Math.min(left + reach, right - reach));
  look(Math.max(left - reach, right - reach), right + reach);
}

/** Seams: the pixels left over when every cell is drawn a pixel smaller. */
function enterSeams(layers: Uint8Array, width: number, height: number, view: View): void {
  const wanted = cellsWanted(view, width, height);
  if (wanted.kind !== "block") return;
  const { x, y, w, h } = wanted.region;
  const block = createBlock(x, y, Number(w), Number(h));
  block.words.fill(0xffffffff);
  const counter = new LineCounter(view, block, ALIVE_ONLY, width, 1);
  const line = new Float64Array(CROSSED);
  for (let j = 0; j < height; j++) {
    counter.cover.fill(0);
    noteCrossed(line, 1, j, view, 0.5 / view.zoom);
    counter.count(line, 0, 1);
    for (let i = 0; i < width; i++) if (counter.cover[i] === 0) layers[j * width + i] = LINE;
  }
}
