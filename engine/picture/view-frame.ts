/** A view's part of a universe, before anything is painted. */

import type { Block } from "../core/block.ts";
import type { Raster } from "../core/raster.ts";
import type { Camera } from "./camera.ts";

/** Cells one by one, or live cells for each square of cells where a pixel covers several. */
export type ViewFrame =
  | { readonly kind: "block"; readonly generation: bigint; readonly camera: Camera; readonly block: Block }
  | {
      readonly kind: "raster";
      readonly generation: bigint;
      readonly camera: Camera;
      readonly raster: Raster;
    };
