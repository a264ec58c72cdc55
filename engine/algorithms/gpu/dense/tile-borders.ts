/** The pieces of a shader that say what lies beyond the grid, for kernels that look cells up by their places. */

import bounded from "../../../../shaders/dense/tile-bounded.wgsl?raw";
import torus from "../../../../shaders/dense/tile-torus.wgsl?raw";
import type { Piece } from "../../../gpu/shader-source.ts";
import type { StepGrid } from "./step-source.ts";

export const TILE_BORDERS: Readonly<Record<StepGrid, readonly Piece[]>> = {
  torus: [["dense/tile-torus", torus]],
  plane: [
    ["(the border)", "const frozen_cells = 0;"],
    ["dense/tile-bounded", bounded],
  ],
  frozen: [
    ["(the border)", "const frozen_cells = 1;"],
    ["dense/tile-bounded", bounded],
  ],
};
