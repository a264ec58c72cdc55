/** The layers under the cells in films: the ground, the area beyond a bounded grid, and the lines between cells. */

import { createBlock } from "../core/block.ts";
import type { Topology } from "../core/topology.ts";
import type { ViewSize } from "./camera.ts";
import { CROSSED, LineCounter, noteCrossed } from "./hexagon-lines.ts";
import type { LayersOf } from "./hexagons.ts";
import { gridSpan, LINE, OUTSIDE } from "./layers.ts";
import { ALIVE_ONLY } from "./palette.ts";
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
 * The layers under hexagons: seams, and the area beyond a bounded grid (null where that looks like the ground).
 * Returns null where all is ground.
 */
export function layersOfHexagons(
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
    const within = (pixel: number): number => Math.max(0, Math.min(width, pixel));
    for (let j = 0; j < height; j++) {
      const { y, left, right } = rowEnds(view, span, j);
      const inside = y >= span.top && y < span.bottom;
      layers.fill(OUTSIDE, j * width, j * width + (inside ? within(left) : width));
      layers.fill(OUTSIDE, j * width + within(right), (j + 1) * width);
    }
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

/** Seams between hexagons: the pixels left over when every cell is drawn a pixel smaller. */
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
