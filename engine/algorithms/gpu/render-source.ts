/** The shaders that draw, put together as shader-source.ts puts together those that step. */

import liveBetween from "../../../shaders/common/live-between.wgsl?raw";
import raster from "../../../shaders/reduce/raster.wgsl?raw";
import sumBetween from "../../../shaders/reduce/sum-between.wgsl?raw";
import coverScreen from "../../../shaders/render/cover-screen.wgsl?raw";
import density from "../../../shaders/render/density.wgsl?raw";
import gridCells from "../../../shaders/render/grid-cells.wgsl?raw";
import lattice from "../../../shaders/render/hexagon-lattice.wgsl?raw";
import hexagons from "../../../shaders/render/hexagons.wgsl?raw";
import smallHexagons from "../../../shaders/render/hexagons-small.wgsl?raw";
import liveInCells from "../../../shaders/render/live-in-cells.wgsl?raw";
import liveInRaster from "../../../shaders/render/live-in-raster.wgsl?raw";
import liveInSquares from "../../../shaders/render/live-in-squares.wgsl?raw";
import palette from "../../../shaders/render/palette.wgsl?raw";
import squares from "../../../shaders/render/squares.wgsl?raw";
import type { Piece, ShaderSource } from "./shader-source.ts";
import { compose } from "./shader-source.ts";

/** `entryPoint` is the fragment's. Bindings: the picture, its tables, the cells. */
export interface RenderSource extends ShaderSource {
  readonly vertexEntryPoint: string;
}

function renderSource(label: string, entryPoint: string, ...pieces: readonly Piece[]): RenderSource {
  return {
    label,
    code: compose(
      ["render/cover-screen", coverScreen],
      ["render/palette", palette],
      ["render/grid-cells", gridCells],
      ...pieces,
    ),
    vertexEntryPoint: "cover_screen",
    entryPoint,
    bindings: ["uniform", "read-only-storage", "read-only-storage"],
  };
}

const HEXAGON_LATTICE: Piece = ["render/hexagon-lattice", lattice];
const DENSITY: Piece = ["render/density", density];
const LIVE_BETWEEN: Piece = ["common/live-between", liveBetween];

export const RENDER_SHADERS = {
  squares: renderSource("draw squares", "shade_squares", ["render/squares", squares]),
  hexagons: renderSource("draw hexagons", "shade_hexagons", HEXAGON_LATTICE, ["render/hexagons", hexagons]),
  smallHexagons: renderSource("draw small hexagons", "shade_small_hexagons", HEXAGON_LATTICE, [
    "render/hexagons-small",
    smallHexagons,
  ]),
  densityOfCells: renderSource(
    "draw density of cells",
    "shade_density",
    LIVE_BETWEEN,
    ["render/live-in-cells", liveInCells],
    DENSITY,
  ),
  densityOfRaster: renderSource(
    "draw density of a raster",
    "shade_density",
    ["render/live-in-raster", liveInRaster],
    DENSITY,
  ),
  densityOfTiles: renderSource(
    "draw density of tiles",
    "shade_density",
    ["render/live-in-squares", liveInSquares],
    DENSITY,
  ),
} as const;

function rasterSource(label: string, between: Piece): ShaderSource {
  return {
    label,
    code: compose(["reduce/raster", raster], between),
    entryPoint: "fill_raster",
    bindings: ["uniform", "read-only-storage", "storage"],
  };
}

/** Live cells a square. Bindings: the raster, the cells or a finer raster, the squares. */
export const RASTER_SHADERS = {
  ofCells: rasterSource("raster of cells", LIVE_BETWEEN),
  ofRaster: rasterSource("raster of a raster", ["reduce/sum-between", sumBetween]),
} as const;
