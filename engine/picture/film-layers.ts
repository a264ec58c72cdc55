/** The layers under the cells in films: the ground, the area beyond a bounded grid, and the lines between cells. */

import { createBlock } from "../core/block.ts";
import type { Topology } from "../core/topology.ts";
import type { ViewSize } from "./camera.ts";
import { CROSSED, LineCounter, noteCrossed } from "./hexagon-lines.ts";
import type { LayersOf } from "./hexagons.ts";
import { boldPhase, GROUND, gridSpan, isBold, LINE, LINE_BOLD, OUTSIDE } from "./layers.ts";
import { ALIVE_ONLY } from "./palette.ts";
import type { View } from "./view.ts";
import { cellsWanted, lattice } from "./view.ts";

/** Lines between cells of fewer pixels would hide the ground; every tenth line appears a little sooner. */
const LINES_FROM = 6;
const BOLD_FROM = 3;
const BOLD_EVERY = 10;

/** The last pixel before a cell is a line: in the gap, if there is one. */
export function enterLines(layer: Uint8Array, start: number, cell: bigint, zoom: number): void {
  if (zoom < BOLD_FROM) return;
  const phase = boldPhase(cell, BOLD_EVERY);
  const first = Math.floor(start + 0.5);
  const last = Math.ceil(start + 0.5 + layer.length / zoom);
  for (let edge = first; edge <= last; edge++) {
    const pixel = Math.ceil((edge - 0.5 - start) * zoom) - 1;
    if (pixel < 0 || pixel >= layer.length) continue;
    if (isBold(edge, phase, BOLD_EVERY)) layer[pixel] = LINE_BOLD;
    else if (zoom >= LINES_FROM && layer[pixel] === GROUND) layer[pixel] = LINE;
  }
}

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
  const seams = gridLines && view.zoom >= LINES_FROM;
  if (!seams && !topology) return null;
  const layers = new Uint8Array(width * height);
  if (seams) enterSeams(layers, width, height, view);
  if (topology) {
    const { from, to } = pixelsWithin(width, height, view, topology);
    for (let j = 0; j < height; j++) {
      layers.fill(OUTSIDE, j * width, j * width + (from[j] as number));
      layers.fill(OUTSIDE, j * width + (to[j] as number), (j + 1) * width);
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

/** For each row of pixels the pixels on cells of the grid: from .. to - 1. */
export function pixelsWithin(
  width: number,
  height: number,
  view: View,
  topology: Topology,
): { readonly from: Int32Array; readonly to: Int32Array } {
  const { row, lean } = lattice(view.hexagons);
  const { left, right, top, bottom } = gridSpan(topology, view);
  const from = new Int32Array(height);
  const to = new Int32Array(height);
  for (let j = 0; j < height; j++) {
    const y = Math.floor((view.top + (j + 0.5) / view.zoom) / row + 0.5);
    if (y < top || y >= bottom) continue;
    const pixelOf = (x: number): number =>
      Math.max(0, Math.min(width, Math.ceil((x - 0.5 + y * lean - view.left) * view.zoom - 0.5)));
    from[j] = pixelOf(left);
    to[j] = pixelOf(right);
  }
  return { from, to };
}
