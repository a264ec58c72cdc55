/**
 * Turns cells and a camera into pixels. It uses no canvas: the same code runs in the worker that draws and in tests.
 */

import { paintHexagons } from "./hexagon-seams.ts";
import { latticeFrame } from "./lattice-frame.ts";
import { screenPalette } from "./palette.ts";
import type { PaintScene, Picture } from "./scene.ts";
import { paintScreenDensity } from "./screen-density.ts";
import { screenSquares } from "./square-axes.ts";
import { paintSquares } from "./squares.ts";

const NOWHERE = { x: 0n, y: 0n, w: 0, h: 0 };

/**
 * Paints every pixel. A frame for another camera is shown at its place in this one's view; missing cells stay empty.
 */
export function paint(picture: Picture, scene: PaintScene): void {
  const { frame, camera, aged } = scene;
  const palette = screenPalette(scene, 2 ** camera.zoom, Boolean(aged));
  const cells = aged ?? (frame?.kind === "block" ? frame.block : null);
  if (camera.zoom < 0 || frame?.kind === "raster") paintScreenDensity(picture, scene, palette);
  else if (latticeFrame(scene.kind).alongY.x !== 0) paintHexagons(picture, scene, cells, palette);
  else paintSquares(picture, screenSquares(picture, scene, cells ?? NOWHERE), cells, palette);
}

/** An empty picture on memory of its own. */
export function createPicture(width: number, height: number): Picture {
  return { width, height, pixels: new Uint32Array(width * height) };
}
