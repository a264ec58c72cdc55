/** What lies under the cells: the ground, what is beyond a bounded grid, and the lines between cells. */

import type { Block } from "../core/block.ts";
import { createBlock } from "../core/block.ts";
import type { Topology } from "../core/topology.ts";
import { gridHeight, gridLeft, gridTop, gridWidth } from "../core/topology.ts";
import type { Inks } from "./look.ts";
import { CROSSED, LineCounter, noteCrossed } from "./paint-cells.ts";
import type { View } from "./view.ts";
import { cellsWanted, lattice } from "./view.ts";

/** Lines between cells of fewer pixels would hide the ground; every tenth is there a little sooner. */
const LINES_FROM = 6;
const BOLD_FROM = 3;

export interface Ground {
  readonly topology: Topology;
  readonly gridLines: boolean;
}

export function paintGround(
  pixels: Uint8Array,
  width: number,
  height: number,
  view: View,
  { topology, gridLines }: Ground,
  inks: Inks,
): void {
  pixels.fill(inks.ground, 0, width * height);
  if (gridLines) {
    if (view.hexagons) paintSeams(pixels, width, height, view, inks);
    else paintLines(pixels, width, height, view, inks);
  }
  if (inks.outside !== inks.ground) paintOutside(pixels, width, height, view, topology, inks);
}

/** For each pixel along an axis: 0, 1 where a line between cells runs, 2 for every tenth. */
function linesAlong(count: number, start: number, cell: bigint, zoom: number): Uint8Array {
  const lines = new Uint8Array(count);
  if (zoom < BOLD_FROM) return lines;
  const phase = Number(((cell % 10n) + 10n) % 10n);
  const first = Math.floor(start + 0.5);
  const last = Math.ceil(start + 0.5 + count / zoom);
  for (let edge = first; edge <= last; edge++) {
    // The last pixel before the cell `edge` begins: where a gap is, if there is one.
    const pixel = Math.ceil((edge - 0.5 - start) * zoom) - 1;
    if (pixel < 0 || pixel >= count) continue;
    const bold = (((edge + phase) % 10) + 10) % 10 === 0;
    if (bold) lines[pixel] = 2;
    else if (zoom >= LINES_FROM && lines[pixel] === 0) lines[pixel] = 1;
  }
  return lines;
}

function paintLines(pixels: Uint8Array, width: number, height: number, view: View, inks: Inks): void {
  const columns = linesAlong(width, view.left, view.x, view.zoom);
  const rows = linesAlong(height, view.top, view.y, view.zoom);
  const ink = [inks.ground, inks.line, inks.line10];
  for (let j = 0; j < height; j++) {
    const base = j * width;
    for (let i = 0; i < width; i++) {
      const line = Math.max(columns[i], rows[j]);
      if (line !== 0) pixels[base + i] = ink[line];
    }
  }
}

/** Seams between hexagons: the pixels that are left when every cell is drawn a pixel smaller. */
function paintSeams(pixels: Uint8Array, width: number, height: number, view: View, inks: Inks): void {
  if (view.zoom < LINES_FROM) return;
  const wanted = cellsWanted(view, width, height);
  if (wanted.kind !== "block") return;
  const { x, y, w, h } = wanted.region;
  const block: Block = createBlock(x, y, Number(w), Number(h));
  block.words.fill(0xffffffff);
  const inset = 0.5 / view.zoom;
  const counter = new LineCounter(view, { block, ages: null }, width, 1);
  const line = new Float64Array(CROSSED);
  for (let j = 0; j < height; j++) {
    counter.cover.fill(0);
    noteCrossed(line, 1, j, view, inset);
    counter.count(line, 0, false, 1);
    const base = j * width;
    for (let i = 0; i < width; i++) if (counter.cover[i] === 0) pixels[base + i] = inks.line;
  }
}

function paintOutside(
  pixels: Uint8Array,
  width: number,
  height: number,
  view: View,
  topology: Topology,
  inks: Inks,
): void {
  const { row, lean } = lattice(view.hexagons);
  const [w, h] = [gridWidth(topology), gridHeight(topology)];
  const x0 = w > 0 ? Number(BigInt(gridLeft(topology)) - view.x) : Number.NEGATIVE_INFINITY;
  const y0 = h > 0 ? Number(BigInt(gridTop(topology)) - view.y) : Number.NEGATIVE_INFINITY;
  for (let j = 0; j < height; j++) {
    const y = Math.floor((view.top + (j + 0.5) / view.zoom) / row + 0.5);
    const base = j * width;
    if (y < y0 || (h > 0 && y >= y0 + h)) {
      pixels.fill(inks.outside, base, base + width);
      continue;
    }
    if (w === 0) continue;
    const pixelOf = (x: number): number =>
      Math.max(0, Math.min(width, Math.ceil((x - 0.5 + y * lean - view.left) * view.zoom - 0.5)));
    pixels.fill(inks.outside, base, base + pixelOf(x0));
    pixels.fill(inks.outside, base + pixelOf(x0 + w), base + width);
  }
}
