/** Turns cells and a camera into pixels. No canvas in here: the same code runs in the worker that draws and in tests. */

import { paintAgedSquares } from "./aged-squares.ts";
import { paintDensity } from "./density.ts";
import { paintHexagons } from "./hexagons.ts";
import { latticeFrame } from "./lattice-frame.ts";
import type { PaintScene, Picture } from "./scene.ts";
import { paletteOf } from "./scene.ts";
import { paintSquares } from "./squares.ts";

/** Paints every pixel. A frame for another camera is shown where this one sees it; what it lacks stays empty. */
export function paint(picture: Picture, scene: PaintScene): void {
  const palette = paletteOf(scene);
  const counts = scene.camera.zoom < 0 || scene.frame?.kind === "raster";
  if (counts) paintDensity(picture, scene, palette);
  else if (latticeFrame(scene.kind).alongY.x !== 0) paintHexagons(picture, scene, palette);
  else if (scene.aged) paintAgedSquares(picture, scene, palette, scene.aged);
  else paintSquares(picture, scene, palette);
}

/** An empty picture on memory of its own. */
export function createPicture(width: number, height: number): Picture {
  return { width, height, pixels: new Uint32Array(width * height) };
}
