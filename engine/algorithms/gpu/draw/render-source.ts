/** The shaders that draw, composed of their pieces. */

import liveBetween from "../../../../shaders/common/live-between.wgsl?raw";
import coverScreen from "../../../../shaders/draw/cover-screen.wgsl?raw";
import density from "../../../../shaders/draw/density.wgsl?raw";
import gridCells from "../../../../shaders/draw/grid-cells.wgsl?raw";
import lattice from "../../../../shaders/draw/hexagon-lattice.wgsl?raw";
import hexagons from "../../../../shaders/draw/hexagons.wgsl?raw";
import smallHexagons from "../../../../shaders/draw/hexagons-small.wgsl?raw";
import liveInCells from "../../../../shaders/draw/live-in-cells.wgsl?raw";
import liveInRaster from "../../../../shaders/draw/live-in-raster.wgsl?raw";
import liveInSquares from "../../../../shaders/draw/live-in-squares.wgsl?raw";
import palette from "../../../../shaders/draw/palette.wgsl?raw";
import squares from "../../../../shaders/draw/squares.wgsl?raw";
import type { Piece, RenderSource } from "../../../gpu/shader-source.ts";
import { compose } from "../../../gpu/shader-source.ts";

/** Bindings: the picture, its tables, the cells. */
function renderSource(label: string, entryPoint: string, ...pieces: readonly Piece[]): RenderSource {
  return {
    label,
    code: compose(
      ["draw/cover-screen", coverScreen],
      ["draw/palette", palette],
      ["draw/grid-cells", gridCells],
      ...pieces,
    ),
    vertexEntryPoint: "cover_screen",
    entryPoint,
    bindings: ["uniform", "read-only-storage", "read-only-storage"],
  };
}

const HEXAGON_LATTICE: Piece = ["draw/hexagon-lattice", lattice];
const DENSITY: Piece = ["draw/density", density];
const LIVE_BETWEEN: Piece = ["common/live-between", liveBetween];

export const RENDER_SHADERS = {
  squares: renderSource("draw squares", "shade_squares", ["draw/squares", squares]),
  hexagons: renderSource("draw hexagons", "shade_hexagons", HEXAGON_LATTICE, ["draw/hexagons", hexagons]),
  smallHexagons: renderSource("draw small hexagons", "shade_small_hexagons", HEXAGON_LATTICE, [
    "draw/hexagons-small",
    smallHexagons,
  ]),
  densityOfCells: renderSource(
    "draw density of cells",
    "shade_density",
    LIVE_BETWEEN,
    ["draw/live-in-cells", liveInCells],
    DENSITY,
  ),
  densityOfRaster: renderSource(
    "draw density of a raster",
    "shade_density",
    ["draw/live-in-raster", liveInRaster],
    DENSITY,
  ),
  densityOfTiles: renderSource(
    "draw density of tiles",
    "shade_density",
    ["draw/live-in-squares", liveInSquares],
    DENSITY,
  ),
} as const;
