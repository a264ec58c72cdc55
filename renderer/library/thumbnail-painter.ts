/** A pattern drawn small: density if several cells share a pixel, else cells. */

import { createBlock, planesFor, setBlockRun } from "../../engine/core/block.ts";
import { addAt, createRaster } from "../../engine/core/raster.ts";
import { UNBOUNDED } from "../../engine/core/topology.ts";
import type { GridKind } from "../../engine/grids/grid-kind.ts";
import type { Camera } from "../../engine/picture/camera.ts";
import { cellsInView, rasterForView } from "../../engine/picture/camera.ts";
import type { PaintColours } from "../../engine/picture/colours.ts";
import { createPicture, paint } from "../../engine/picture/painter.ts";
import type { Picture } from "../../engine/picture/scene.ts";
import type { ViewFrame } from "../../engine/picture/view-frame.ts";

const WIDTH = 64;
const HEIGHT = 48;
const MARGIN = 5;
/** A cell is never drawn larger than this; hexagons and triangles are told from discs only at the second size. */
const LARGEST = 7;
const LARGEST_POINTED = 11;
const CLEAR = 0;
const BLACK = 0xff000000;
/** The canvas is a mask: CSS gives it the theme's colour. */
const MASK: PaintColours = {
  ...{ ground: CLEAR, grid: CLEAR, grid10: CLEAR, outside: CLEAR, edge: CLEAR },
  ...{ cell: BLACK, ages: [] },
};

/** Cells from left..right and top..bottom, all inclusive. */
export interface ThumbnailBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export type EachCell = (each: (x: number, y: number, state?: number) => void) => void;

/**
 * Draws the cells of a box, as large as they fit; cells outside it fall off the edge. `states`: their colours, for a rule of more
 * than two; else they have that of the canvas.
 */
export function paintThumbnail(
  canvas: HTMLCanvasElement,
  box: ThumbnailBox,
  kind: GridKind,
  cells: EachCell,
  states?: PaintColours["states"],
): void {
  const ratio = Math.max(1, window.devicePixelRatio);
  const picture = createPicture(Math.round(WIDTH * ratio), Math.round(HEIGHT * ratio));
  const { width, height } = picture;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return;
  paintMask(picture, ratio, box, kind, cells, states);
  const bytes = new Uint8ClampedArray(picture.pixels.buffer as ArrayBuffer);
  context.putImageData(new ImageData(bytes, width), 0, 0);
  if (states) return;
  context.globalCompositeOperation = "source-in";
  context.fillStyle = getComputedStyle(canvas).color;
  context.fillRect(0, 0, width, height);
}

/** Black cells on transparency, or cells in the colours of their states. `ratio`: device pixels a CSS pixel. */
export function paintMask(
  picture: Picture,
  ratio: number,
  { left, top, right, bottom }: ThumbnailBox,
  kind: GridKind,
  cells: EachCell,
  states?: PaintColours["states"],
): void {
  const corners = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ].map(([x, y]) => kind.centreOf(x as number, y as number));
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const across = (WIDTH - 2 * MARGIN) / (x1 - x0 + 1);
  const down = (HEIGHT - 2 * MARGIN) / (y1 - y0 + 1);
  const largest = kind.shape === "square" ? LARGEST : LARGEST_POINTED;
  const zoom = Math.log2(Math.min(across, down, largest) * ratio);
  const camera: Camera = { x: 0n, y: 0n, dx: (x0 + x1) / 2, dy: (y0 + y1) / 2, zoom };
  const frame = frameOf(picture, camera, kind, cells, 1 + (states?.length ?? 1));
  const colours = states ? { ...MASK, states } : MASK;
  const look = { colours, gridLines: false, boldEvery: 0, ratio };
  paint(picture, { ...look, frame, camera, kind, topology: UNBOUNDED });
}

/** The picture of these cells in a view. */
function frameOf(
  size: Picture,
  camera: Camera,
  kind: GridKind,
  cells: EachCell,
  cellStates: number,
): ViewFrame {
  const request = rasterForView(camera, size, kind);
  if (request) {
    const raster = createRaster(request, cellStates);
    const { width, height, scale } = raster;
    const [left, top, side] = [Number(raster.x), Number(raster.y), 2 ** scale];
    cells((x, y, state = 1) => {
      const [i, j] = [Math.floor((x - left) / side), Math.floor((y - top) / side)];
      if (i >= 0 && j >= 0 && i < width && j < height) addAt(raster, i, j, 1, state);
    });
    return { kind: "raster", generation: 0n, camera, raster };
  }
  const { x: left, y: top, w, h } = cellsInView(camera, size, kind);
  const block = createBlock(left, top, Number(w), Number(h), planesFor(cellStates));
  cells((x, y, state) => {
    const [i, j] = [x - Number(left), y - Number(top)];
    if (i >= 0 && j >= 0 && i < block.w && j < block.h) setBlockRun(block, i, j, 1, state);
  });
  return { kind: "block", generation: 0n, camera, block };
}
