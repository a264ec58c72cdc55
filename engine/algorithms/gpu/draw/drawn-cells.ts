/** The painter's source: cells, or counts of them, in words that shaders/draw reads. */

import type { PackedLayout } from "../../../gpu/packed-layout.ts";
import type { RenderSource } from "../../../gpu/shader-source.ts";
import type { CellPicture } from "../../../picture/drawing.ts";
import type { CellsNow, RasterPyramid } from "../reduce/raster-pyramid.ts";
import { RENDER_SHADERS, STATED_RENDER_SHADERS } from "./render-source.ts";

/** Of cells in one plane where nothing is said of planes. */
export type WordLayout = Pick<PackedLayout, "width" | "height" | "stride"> &
  Partial<Pick<PackedLayout, "planes" | "planeRows">>;

export interface DrawnCells {
  /** Shades squares of 2^scale cells a side: a pixel counts their cells by itself, or reads earlier counts. */
  densityShader(scale: number): RenderSource;
  /** The layout of a picture's cells in words. */
  layoutOf(picture: CellPicture): WordLayout;
  /**
   * Compiles and makes room. The caller calls the returned function in the same task as it submits the picture. That
   * function may throw to call the picture off; it submits the commands that fill the buffer, and returns the buffer, or null
   * where the cells have moved to another one meanwhile. Errors: `memory-limit`, `too-large`, `gpu-lost`.
   */
  prepare(picture: CellPicture): Promise<() => GPUBuffer | null>;
}

/** Squares of 32 x 32 cells lie in two words of each row at most. */
const MOST_DIRECT_SCALE = 5;

/** A whole grid, drawn from the buffer in which it is stepped. `present` may throw, and is null where that has been replaced. */
export function gridCells(
  { layout, pyramid }: { readonly layout: PackedLayout; readonly pyramid: RasterPyramid },
  present: () => CellsNow | null,
): DrawnCells {
  const { densityOfRaster, densityOfCells } = layout.planes > 1 ? STATED_RENDER_SHADERS : RENDER_SHADERS;
  return {
    densityShader: (scale) => (scale > MOST_DIRECT_SCALE ? densityOfRaster : densityOfCells),
    layoutOf: () => layout,
    prepare: async (picture) => {
      const afar = picture.kind === "density" && picture.scale > MOST_DIRECT_SCALE;
      const squares = afar ? await pyramid.prepare(picture) : ({ buffer }: CellsNow) => buffer;
      return () => {
        const cells = present();
        return cells && squares(cells);
      };
    },
  };
}
