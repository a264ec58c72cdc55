/**
 * Turns cells into pixels. It uses no canvas: the same code runs in the worker that draws, in films and in tests.
 *
 * All pictures are painted alike; a style says how. The screen's is here, a film's in film-style.ts.
 */

import type { Block } from "../core/block.ts";
import { livingBlock } from "../core/block.ts";
import type { Raster } from "../core/raster.ts";
import type { CellIcons } from "./cell-icons.ts";
import type { CellBox, PaintedCells } from "./cells.ts";
import { paintedBlock } from "./cells.ts";
import type { PaintColours } from "./colours.ts";
import type { Squares } from "./density.ts";
import { paintDensity, squaresOfBlock } from "./density.ts";
import type { SquaresPlace } from "./density-layout.ts";
import { densityLayout } from "./density-layout.ts";
import { paintSeamedHexagons } from "./hexagon-seams.ts";
import { hexIconPlaces, paintHexIcons, slotsUnder } from "./icon-hexagons.ts";
import { paintIcons } from "./icon-squares.ts";
import type { GridSpan } from "./layers.ts";
import { gridSpan } from "./layers.ts";
import type { CellPalette, ColourTable } from "./palette.ts";
import { ALIVE_ONLY, screenPalette } from "./palette.ts";
import type { Sampling } from "./sampled-cells.ts";
import { paintSampledCells } from "./sampled-cells.ts";
import type { PaintScene, Picture } from "./scene.ts";
import { screenSampling, screenSquares, seamRim, shadeOf } from "./screen-style.ts";
import type { SquareLayout } from "./squares.ts";
import { paintSquares } from "./squares.ts";
import { paintSeamedTriangles } from "./triangle-seams.ts";
import type { View } from "./view.ts";
import { viewOfCamera } from "./view.ts";
import type { ViewFrame } from "./view-frame.ts";

/** What a picture's place among the cells leaves open. */
export interface PictureStyle<T extends ColourTable> {
  readonly palette: CellPalette<T>;
  /** The grid's ends, counted from the view's cell. */
  readonly span: GridSpan;
  readonly squares: (box: CellBox) => SquareLayout;
  readonly sampling: () => Sampling;
  /** The coverage of a pixel for that many live of its cells. */
  readonly shadeOf: (live: number, cells: number) => number;
  /** Pictures of states, the colours that their shares are counted in, and the pixels that a hexagon is wide without its seam. */
  readonly icons?: { readonly of: CellIcons; readonly palette: CellPalette<T>; readonly room: number } | null;
}

/** Counts of live cells, and where they lie. */
export interface PlacedSquares {
  readonly squares: Squares | null;
  readonly place: SquaresPlace;
}

const NO_CELLS: PaintedCells = { x: 0n, y: 0n, w: 0, h: 0, words: new Uint32Array(0) };
const NO_SQUARES: PlacedSquares = { squares: null, place: { left: 0, top: 0, size: 1, alike: true } };

/** Paints every pixel: cells one by one, or the density of many. */
export function paintView<T extends ColourTable>(
  picture: Picture<T>,
  view: View,
  shown: PaintedCells | PlacedSquares,
  style: PictureStyle<T>,
): void {
  const { palette, span } = style;
  if ("place" in shown) {
    const layout = densityLayout(picture, view, shown.place, span);
    paintDensity(picture, layout, shown.squares, palette, style.shadeOf);
  } else if (view.lattice.shape !== "square")
    withIcons(picture, view, shown, style, (slots) =>
      paintSampledCells(picture, view, style.sampling(), shown, { ...palette, slots }),
    );
  else {
    const layout = style.squares(shown);
    paintSquares(picture, layout, shown, palette);
    if (style.icons) paintIcons(picture, layout, shown, style.icons.palette, style.icons.of);
  }
}

/** Paints cells, hexagons with pictures as dead ones, and then the pictures. Triangles have none. */
function withIcons<T extends ColourTable>(
  picture: Picture<T>,
  view: View,
  cells: PaintedCells,
  { palette, icons }: Pick<PictureStyle<T>, "palette" | "icons">,
  paintCells: (slots: Uint8Array) => void,
): void {
  const places = icons && view.lattice.shape === "hexagon" ? hexIconPlaces(view, picture, icons.room) : null;
  if (!icons || !places) {
    paintCells(palette.slots);
    return;
  }
  paintCells(slotsUnder(icons.of, palette.slots, places));
  paintHexIcons(picture, view, places, cells, icons.palette, icons.of);
}

/**
 * Paints every pixel of the screen. A frame for another camera is shown at its place in this one's view; missing cells
 * stay empty.
 */
export function paint(picture: Picture, scene: PaintScene): void {
  const { frame, camera, colours, stated, ratio, icons } = scene;
  const view = viewOfCamera(camera, picture, scene.kind);
  const palette = screenPalette(scene, view.zoom, Boolean(stated));
  const span = gridSpan(scene.topology, view);
  const rim = seamRim(view.lattice, view.zoom, ratio);
  const style: PictureStyle<Uint32Array> = {
    ...{ palette, span, shadeOf },
    squares: (box) => screenSquares(picture, scene, box),
    sampling: () => screenSampling(picture, view, span),
    // Where cells show their ages, those are no states of the rule.
    icons: icons && (colours.states || !stated) ? { of: icons, palette, room: 2 * (rim ?? 0) } : null,
  };
  if (camera.zoom < 0 || frame?.kind === "raster") {
    const { live } = palette;
    const shades = colours.states ? palette : { ...palette, slots: ALIVE_ONLY, bySlot: [live, live] };
    const squares = frame ? squaresOf(frame, view, colours) : NO_SQUARES;
    paintView(picture, view, squares, { ...style, palette: shades });
    return;
  }
  const cells = stated ?? (frame ? cellsOf(frame.block, colours) : NO_CELLS);
  if (rim === null) paintView(picture, view, cells, style);
  else {
    const paintSeamed = view.lattice.shape === "triangle" ? paintSeamedTriangles : paintSeamedHexagons;
    withIcons(picture, view, cells, style, (slots) =>
      paintSeamed(picture, view, cells, { ...palette, slots }, span, rim, scene.boldEvery),
    );
  }
}

/** A block is shown while zooming out, until the raster for the view arrives. */
function squaresOf(frame: ViewFrame, view: View, { states }: PaintColours): PlacedSquares {
  if (frame.kind === "raster") {
    const placed = placedRaster(frame.raster, view, true);
    return states ? placed : { ...placed, squares: { ...frame.raster, states: undefined } };
  }
  const { x, y } = frame.block;
  const place = { left: Number(x - view.x), top: Number(y - view.y), size: 1, alike: true };
  return { squares: squaresOfBlock(states ? frame.block : livingBlock(frame.block)), place };
}

/** Cells of an earlier rule may be in more states than there are colours: they live, until others arrive. */
function cellsOf(block: Block, { states }: PaintColours): PaintedCells {
  return states ? paintedBlock(block) : livingBlock(block);
}

export function placedRaster(raster: Raster, view: View, alike: boolean): PlacedSquares {
  const [left, top] = [Number(raster.x - view.x), Number(raster.y - view.y)];
  return { squares: raster, place: { left, top, size: 2 ** raster.scale, alike } };
}

/** An empty picture on memory of its own. */
export function createPicture(width: number, height: number): Picture {
  return { width, height, pixels: new Uint32Array(width * height) };
}
