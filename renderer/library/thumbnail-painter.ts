/** A pattern drawn small: density where several cells share a pixel, cells where they do not. */

import type { GridKind } from "../../engine/grids/grid-kind.ts";

const WIDTH = 64;
const HEIGHT = 48;
const MARGIN = 5;
/** A cell is never drawn larger than this. */
const LARGEST = 7;

/** Cells from left..right and top..bottom, all within. */
export interface ThumbnailBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export type EachCell = (each: (x: number, y: number) => void) => void;

/** Draws the cells of a box, as large as they go; those outside of it fall off the edge. */
export function paintThumbnail(
  canvas: HTMLCanvasElement,
  box: ThumbnailBox,
  kind: GridKind,
  cells: EachCell,
): void {
  const ratio = Math.max(1, window.devicePixelRatio);
  const [width, height] = [Math.round(WIDTH * ratio), Math.round(HEIGHT * ratio)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return;
  const { left, top, right, bottom } = box;
  const corners = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ].map(([x, y]) => kind.centreOf(x as number, y as number));
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const across = Math.max(...xs) - Math.min(...xs) + 1;
  const down = Math.max(...ys) - Math.min(...ys) + 1;
  const unit = Math.min((WIDTH - 2 * MARGIN) / across, (HEIGHT - 2 * MARGIN) / down, LARGEST) * ratio;
  const x0 = (width - across * unit) / 2 - (Math.min(...xs) - 0.5) * unit;
  const y0 = (height - down * unit) / 2 - (Math.min(...ys) - 0.5) * unit;
  context.globalCompositeOperation = "source-over";
  context.clearRect(0, 0, width, height);
  // The canvas is a mask: its colour is the theme's, by CSS.
  const side = unit > 3 ? unit - Math.max(0.6, unit * 0.12) : unit;
  const drawn = Math.max(side, 0.7);
  context.fillStyle = "#000";
  context.globalAlpha = unit < 1 ? Math.max(0.25, unit) : 1;
  cells((x, y) => {
    const centre = kind.centreOf(x, y);
    context.fillRect(x0 + centre.x * unit - side / 2, y0 + centre.y * unit - side / 2, drawn, drawn);
  });
  context.globalAlpha = 1;
  context.globalCompositeOperation = "source-in";
  context.fillStyle = getComputedStyle(canvas).color;
  context.fillRect(0, 0, width, height);
}
