/** What the painter draws of: cells, or counts of them, in words that shaders/render reads. */

import type { CellPicture } from "../drawing.ts";
import type { PackedLayout } from "./packed-layout.ts";
import type { CellsNow, RasterPyramid } from "./raster-pyramid.ts";

export type WordLayout = Pick<PackedLayout, "width" | "height" | "stride">;

export interface DrawnCells {
  /** log2 of the largest squares whose cells a pixel counts by itself, -1 for none; larger ones are counted before. */
  readonly mostDirectScale: number;
  /** How the words of a picture's cells lie. */
  layoutOf(picture: CellPicture): WordLayout;
  /**
   * Compiles and makes room. The function is called in the same task as the commands are submitted, and may throw to call the
   * picture off; it answers the buffer that the picture is drawn of. Errors: `memory-limit`, `too-large`, `gpu-lost`.
   */
  prepare(picture: CellPicture): Promise<(encoder: GPUCommandEncoder) => GPUBuffer>;
}

/** Squares of 32 x 32 cells lie in two words of each row at most. */
const MOST_DIRECT_SCALE = 5;

/** A whole grid, which is drawn from the buffer in which it is stepped. `present` may throw. */
export function gridCells(layout: PackedLayout, pyramid: RasterPyramid, present: () => CellsNow): DrawnCells {
  return {
    mostDirectScale: MOST_DIRECT_SCALE,
    layoutOf: () => layout,
    prepare: async (picture) => {
      const afar = picture.kind === "density" && picture.scale > MOST_DIRECT_SCALE;
      if (!afar) return () => present().buffer;
      const raster = await pyramid.prepare(picture);
      return (encoder) => raster.encode(encoder, present());
    },
  };
}
