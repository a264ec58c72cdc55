/** What the painter draws of: cells, or counts of them, in words that shaders/draw reads. */

import type { PackedLayout } from "../../../gpu/packed-layout.ts";
import type { RenderSource } from "../../../gpu/shader-source.ts";
import type { CellPicture } from "../../../picture/drawing.ts";
import type { CellsNow, RasterPyramid } from "../reduce/raster-pyramid.ts";
import { RENDER_SHADERS } from "./render-source.ts";

export type WordLayout = Pick<PackedLayout, "width" | "height" | "stride">;

export interface DrawnCells {
  /** Shades squares of 2^scale cells a side: a pixel counts their cells by itself, or they were counted before. */
  densityShader(scale: number): RenderSource;
  /** How the words of a picture's cells lie. */
  layoutOf(picture: CellPicture): WordLayout;
  /**
   * Compiles and makes room. The function is called in the same task as the picture is submitted, and may throw to call it
   * off; it answers the buffer that the picture is drawn of, with what fills that submitted. Errors: `memory-limit`,
   * `too-large`, `gpu-lost`.
   */
  prepare(picture: CellPicture): Promise<() => GPUBuffer>;
}

/** Squares of 32 x 32 cells lie in two words of each row at most. */
const MOST_DIRECT_SCALE = 5;

/** A whole grid, which is drawn from the buffer in which it is stepped. `present` may throw. */
export function gridCells(layout: PackedLayout, pyramid: RasterPyramid, present: () => CellsNow): DrawnCells {
  return {
    densityShader: (scale) =>
      scale > MOST_DIRECT_SCALE ? RENDER_SHADERS.densityOfRaster : RENDER_SHADERS.densityOfCells,
    layoutOf: () => layout,
    prepare: async (picture) => {
      const afar = picture.kind === "density" && picture.scale > MOST_DIRECT_SCALE;
      if (!afar) return () => present().buffer;
      const squares = await pyramid.prepare(picture);
      return () => squares(present());
    },
  };
}
