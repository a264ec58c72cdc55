/**
 * How films show cells: each pixel is sampled at nine points, so the few colours of a palette suffice; at one point
 * where every cell is a whole number of pixels in place.
 */

import type { Raster } from "../core/raster.ts";
import type { Topology } from "../core/topology.ts";
import { UNBOUNDED } from "../core/topology.ts";
import type { ViewSize } from "./camera.ts";
import type { CellBox, PaintedCells } from "./cells.ts";
import { paintDensity } from "./density.ts";
import type { SquareAxis } from "./drawing.ts";
import { densityLevel, filmDensity } from "./film-density.ts";
import { enterLines, layersOfHexagons } from "./film-layers.ts";
import type { LayersOf } from "./hexagons.ts";
import { paintSampledHexagons } from "./hexagons.ts";
import { gridSpan, OUTSIDE } from "./layers.ts";
import type { CellPalette } from "./palette.ts";
import type { Picture } from "./scene.ts";
import { emptyAxis } from "./square-axes.ts";
import { paintSquares } from "./squares.ts";
import type { View } from "./view.ts";

/** Sample points along a side of a pixel where edges may run through it. */
const SAMPLES = 3;
/** Shades of a pixel that is partly live. */
export const SHADES = SAMPLES * SAMPLES;
export interface FilmStyle {
  /** The grid's; null where the area beyond it looks like the ground. */
  readonly topology: Topology | null;
  readonly gridLines: boolean;
  /** Space between cells in pixels; small cells get less. */
  readonly gap: number;
}

/** The gap for cells of that size: none below four pixels, and never more than a third. */
export function gapFor(gap: number, zoom: number): number {
  return zoom < 4 ? 0 : Math.min(gap, Math.floor(zoom / 3));
}

/** Sample points along each side of a pixel: one where every cell is a whole number of pixels in place. */
export function samplesFor(view: View, gap: number): number {
  const whole = (n: number): boolean => Math.floor(n) === n;
  // A place in cells is a rounded quotient: times the zoom it comes back to whole pixels only nearly.
  const inPlace = (start: number): boolean => {
    const pixels = (start + 0.5) * view.zoom;
    return Math.abs(pixels - Math.round(pixels)) < 1e-6;
  };
  const sharp = !view.hexagons && whole(view.zoom) && inPlace(view.left) && inPlace(view.top) && whole(gap);
  return sharp ? 1 : SAMPLES;
}

/** Paints the pictures of a film, one after the other: the layers under the cells are often the same in the next. */
export class FilmCells<T extends Uint32Array | Uint8Array> {
  readonly #picture: Picture<T>;
  readonly #style: FilmStyle;
  /** The colours for that many sample points in a pixel. */
  readonly #paletteOf: (points: number) => CellPalette<T>;
  #view: View | null = null;
  #layers: LayersOf | null = null;

  constructor(picture: Picture<T>, style: FilmStyle, paletteOf: (points: number) => CellPalette<T>) {
    this.#picture = picture;
    this.#style = style;
    this.#paletteOf = paletteOf;
  }

  /** Paints every pixel. `cells` hold at least those that the view wants. */
  paint(view: View, cells: PaintedCells): void {
    const gap = gapFor(this.#style.gap, view.zoom);
    const samples = samplesFor(view, gap);
    const palette = this.#paletteOf(samples * samples);
    if (!view.hexagons) {
      const layout = { ...filmAxes(this.#picture, view, this.#style, cells, gap, samples), unit: samples };
      paintSquares(this.#picture, { ...layout, corner: new Uint16Array(0), radius: 0 }, cells, palette);
      return;
    }
    if (!this.#view || !isSamePlace(view, this.#view)) {
      const { gridLines, topology } = this.#style;
      this.#layers = layersOfHexagons(this.#picture, view, gridLines, topology);
      this.#view = view;
    }
    const sampling = { place: view, samples, inset: gap / 2 / view.zoom, layersOf: this.#layers };
    paintSampledHexagons(this.#picture, sampling, cells, palette);
  }

  /** Paints every pixel of a view of less than a pixel a cell. */
  paintDensity(view: View, raster: Raster): void {
    const { width, height } = this.#picture;
    const palette = this.#paletteOf(SHADES);
    const layout = filmDensity(width, height, view, raster, this.#style.topology);
    paintDensity(this.#picture, layout, raster, palette, (live, cells) => densityLevel(live, cells, SHADES));
  }
}

function isSamePlace(a: View, b: View): boolean {
  return a.x === b.x && a.y === b.y && a.left === b.left && a.top === b.top && a.zoom === b.zoom;
}

function filmAxes(
  { width, height }: ViewSize,
  { x, y, left, top, zoom }: View,
  { topology, gridLines }: FilmStyle,
  box: CellBox,
  gap: number,
  samples: number,
): { readonly across: SquareAxis; readonly down: SquareAxis } {
  const { left: begin, right: end, top: first, bottom: last } = gridSpan(topology ?? UNBOUNDED, { x, y });
  const both = { zoom, gap, samples, gridLines };
  const across = { pixels: width, start: left, cell: x, first: Number(box.x - x), count: box.w };
  const down = { pixels: height, start: top, cell: y, first: Number(box.y - y), count: box.h };
  return {
    across: filmAxis({ ...both, ...across, begin, end }),
    down: filmAxis({ ...both, ...down, begin: first, end: last }),
  };
}

interface FilmAxis {
  readonly pixels: number;
  /** The start of the picture, in cells from the centre of the view's cell. */
  readonly start: number;
  /** The view's cell. */
  readonly cell: bigint;
  readonly zoom: number;
  readonly gap: number;
  readonly samples: number;
  readonly gridLines: boolean;
  /** The first existing cell, counted from the view's, and the number of cells. */
  readonly first: number;
  readonly count: number;
  /** The grid's ends. */
  readonly begin: number;
  readonly end: number;
}

function filmAxis(wanted: FilmAxis): SquareAxis {
  const { pixels, start, cell, zoom, gap, samples, first, count, begin, end } = wanted;
  const axis = emptyAxis(pixels);
  const sharp = samples === 1;
  // An odd gap is a pixel more on the right and below: whole pixels stay whole.
  const inset = sharp ? 0 : gap / 2 / zoom;
  const points = pixels * samples;
  const perCell = zoom * samples;
  const reach = (0.5 - inset) * perCell;
  // The centre of the first cell, in sample points from the picture's edge.
  const middle = (first - start) * perCell - 0.5;
  const seenFrom = Math.max(0, Math.floor(-middle / perCell) - 1);
  const seenTo = Math.min(count, Math.ceil((points - middle) / perCell) + 1);
  for (let i = seenFrom; i < seenTo; i++) {
    const from = Math.max(0, Math.ceil(middle + i * perCell - reach));
    // Without a gap a cell reaches to the next, whatever rounding loses.
    const to = inset > 0 ? middle + i * perCell + reach : middle + (i + 1) * perCell - reach;
    enterPoints(axis, i + 1, from, Math.min(points, Math.ceil(to)), samples);
  }
  if (sharp && gap > 0) {
    for (let i = 0; i < pixels; i++) {
      const at = i + Math.round((start + 0.5) * zoom);
      if (at - Math.floor(at / zoom) * zoom >= zoom - gap) axis.cell[i] = axis.share[i] = 0;
    }
  }
  if (wanted.gridLines) enterLines(axis.layer, start, cell, zoom);
  const pixelOf = (edge: number): number =>
    Math.max(0, Math.min(pixels, Math.ceil((edge - 0.5 - start) * zoom - 0.5)));
  if (begin > -Infinity) axis.layer.fill(OUTSIDE, 0, pixelOf(begin));
  if (end < Infinity) axis.layer.fill(OUTSIDE, pixelOf(end), pixels);
  return axis;
}

/** Enters the sample points from..to (exclusive) of a cell. */
function enterPoints(axis: SquareAxis, cell: number, from: number, to: number, samples: number): void {
  for (let a = from; a < to; ) {
    const pixel = Math.floor(a / samples);
    const next = Math.min(to, (pixel + 1) * samples);
    if (axis.share[pixel] === 0) {
      axis.cell[pixel] = cell;
      axis.share[pixel] = next - a;
    } else {
      axis.nextCell[pixel] = cell;
      axis.nextShare[pixel] = next - a;
    }
    a = next;
  }
}
