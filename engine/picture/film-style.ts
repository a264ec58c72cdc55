/**
 * The style of films: each pixel is sampled at nine points, so the few colours of a palette suffice; at one point
 * where every cell is a whole number of pixels in place.
 */

import type { Raster } from "../core/raster.ts";
import type { Topology } from "../core/topology.ts";
import { UNBOUNDED } from "../core/topology.ts";
import type { CellIcons } from "./cell-icons.ts";
import type { PaintedCells } from "./cells.ts";
import { FLOOR } from "./density.ts";
import { LINES, layersOfShapes } from "./film-layers.ts";
import { gridSpan } from "./layers.ts";
import { paintView, placedRaster } from "./painter.ts";
import type { CellPalette } from "./palette.ts";
import type { LayersOf } from "./sampled-cells.ts";
import type { Picture } from "./scene.ts";
import type { SquareStyle } from "./square-axes.ts";
import { squareLayout } from "./square-axes.ts";
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
  /** Pictures of the rule's states, for squares on whole pixels and hexagons that have room for them. */
  readonly icons?: CellIcons | null;
}

/** The gap for cells of that size: none below four pixels, and never more than a third. */
function gapFor(gap: number, zoom: number): number {
  return zoom < 4 ? 0 : Math.min(gap, Math.floor(zoom / 3));
}

/** Sample points along each side of a pixel: one where every cell is a whole number of pixels in place. */
function samplesFor(view: View, gap: number): number {
  const whole = (n: number): boolean => Math.floor(n) === n;
  // A place in cells is a rounded quotient: times the zoom it comes back to whole pixels only nearly.
  const inPlace = (start: number): boolean => {
    const pixels = (start + 0.5) * view.zoom;
    return Math.abs(pixels - Math.round(pixels)) < 1e-6;
  };
  const sharp =
    view.lattice.shape === "square" &&
    whole(view.zoom) &&
    inPlace(view.left) &&
    inPlace(view.top) &&
    whole(gap);
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

  /** Paints every pixel. `seen`: at least the cells that the view wants, or their raster. */
  paint(view: View, seen: PaintedCells | Raster): void {
    const picture = this.#picture;
    const { gridLines, topology, icons } = this.#style;
    const many = "counts" in seen;
    const gap = gapFor(this.#style.gap, view.zoom);
    const samples = many ? SAMPLES : samplesFor(view, gap);
    const span = gridSpan(topology ?? UNBOUNDED, view);
    // An odd gap is a pixel more on the right and below: whole pixels stay whole.
    const squares: SquareStyle = {
      ...{ unit: samples, points: samples, corner: new Uint16Array(0), radius: 0 },
      ...(samples === 1 ? { gap, inset: 0 } : { gap: 0, inset: gap / 2 }),
      ...{ lines: gridLines ? LINES : null, edge: 1 },
    };
    paintView(picture, view, many ? placedRaster(seen, view, false) : seen, {
      ...{ palette: this.#paletteOf(samples * samples), span },
      squares: (box) => squareLayout(picture, view, box, span, squares),
      sampling: () => ({ samples, inset: gap / 2 / view.zoom, layersOf: this.#layersAt(view) }),
      shadeOf: (live, cells) => densityLevel(live, cells, SHADES),
      icons: icons ? { of: icons, palette: this.#paletteOf(SHADES), room: view.zoom - gap } : null,
    });
  }

  #layersAt(view: View): LayersOf | null {
    const { gridLines, topology } = this.#style;
    if (!this.#view || !isSamePlace(view, this.#view))
      this.#layers = layersOfShapes(this.#picture, view, gridLines, topology);
    this.#view = view;
    return this.#layers;
  }
}

function isSamePlace(a: View, b: View): boolean {
  return a.x === b.x && a.y === b.y && a.left === b.left && a.top === b.top && a.zoom === b.zoom;
}

/**
 * The level that shows `live` of `cells`: FLOOR + (1 - FLOOR) * sqrt(share) of the way to a cell's colour, rounded
 * up, so even one in a million is visible. It compares squares instead of taking roots, whose rounding may differ on
 * another machine.
 */
function densityLevel(live: number, cells: number, levels: number): number {
  if (live <= 0) return 0;
  let level = 1;
  while (level < levels) {
    const root = (level / levels - FLOOR) / (1 - FLOOR);
    if (root > 0 && live <= root * root * cells) break;
    level++;
  }
  return level;
}
