/**
 * The shaders that draw, composed of their pieces. Those of cells in more than two states (`STATED_RENDER_SHADERS`) read planes and
 * colour by state.
 */

import bitsBetween from "../../../../shaders/common/bits-between.wgsl?raw";
import liveBetween from "../../../../shaders/common/live-between.wgsl?raw";
import liveWord from "../../../../shaders/common/live-word.wgsl?raw";
import livePlanes from "../../../../shaders/common/live-word-planes.wgsl?raw";
import lowestBetween from "../../../../shaders/common/lowest-between.wgsl?raw";
import coverScreen from "../../../../shaders/draw/cover-screen.wgsl?raw";
import density from "../../../../shaders/draw/density.wgsl?raw";
import gridCells from "../../../../shaders/draw/grid-cells.wgsl?raw";
import gridStates from "../../../../shaders/draw/grid-states.wgsl?raw";
import hexagons from "../../../../shaders/draw/hexagon-cells.wgsl?raw";
import hexagonsIcons from "../../../../shaders/draw/hexagons-icons.wgsl?raw";
import icons from "../../../../shaders/draw/icons.wgsl?raw";
import lattice from "../../../../shaders/draw/lattice.wgsl?raw";
import liveInCells from "../../../../shaders/draw/live-in-cells.wgsl?raw";
import liveInRaster from "../../../../shaders/draw/live-in-raster.wgsl?raw";
import liveInSquares from "../../../../shaders/draw/live-in-squares.wgsl?raw";
import liveInStatedRaster from "../../../../shaders/draw/live-in-stated-raster.wgsl?raw";
import lowestInCells from "../../../../shaders/draw/lowest-in-cells.wgsl?raw";
import oneColour from "../../../../shaders/draw/one-colour.wgsl?raw";
import palette from "../../../../shaders/draw/palette.wgsl?raw";
import seamedCells from "../../../../shaders/draw/seamed-cells.wgsl?raw";
import smallCells from "../../../../shaders/draw/small-cells.wgsl?raw";
import squares from "../../../../shaders/draw/squares.wgsl?raw";
import squaresIcons from "../../../../shaders/draw/squares-icons.wgsl?raw";
import stateColours from "../../../../shaders/draw/state-colours.wgsl?raw";
import triangles from "../../../../shaders/draw/triangle-cells.wgsl?raw";
import type { Piece, RenderSource } from "../../../gpu/shader-source.ts";
import { compose } from "../../../gpu/shader-source.ts";

/** Bindings: the picture, its tables, the cells. */
function renderSource(label: string, entryPoint: string, ...pieces: readonly Piece[]): RenderSource {
  return {
    label,
    code: compose(["draw/cover-screen", coverScreen], ["draw/palette", palette], ...pieces),
    vertexEntryPoint: "cover_screen",
    entryPoint,
    bindings: ["uniform", "read-only-storage", "read-only-storage"],
  };
}

const ONE_COLOUR: readonly Piece[] = [
  ["draw/grid-cells", gridCells],
  ["draw/one-colour", oneColour],
];
const STATE_COLOURS: readonly Piece[] = [
  ["draw/grid-states", gridStates],
  ["draw/state-colours", stateColours],
];

function pictures(name: string, cells: readonly Piece[], live: readonly Piece[], raster: Piece) {
  const source = (label: string, entryPoint: string, ...pieces: readonly Piece[]): RenderSource =>
    renderSource(`draw ${name}${label}`, entryPoint, ...cells, ...pieces);
  const LATTICE: Piece = ["draw/lattice", lattice];
  const HEXAGONS: Piece = ["draw/hexagon-cells", hexagons];
  const TRIANGLES: Piece = ["draw/triangle-cells", triangles];
  const SEAMED: Piece = ["draw/seamed-cells", seamedCells];
  const SMALL: Piece = ["draw/small-cells", smallCells];
  const DENSITY: Piece = ["draw/density", density];
  const SQUARES: Piece = ["draw/squares", squares];
  const ICONS: Piece = ["draw/icons", icons];
  return {
    squares: source("squares", "shade_squares", SQUARES),
    squaresWithIcons: source("squares with icons", "shade_squares_with_icons", SQUARES, ICONS, [
      "draw/squares-icons",
      squaresIcons,
    ]),
    hexagons: source("hexagons", "shade_seamed_cells", LATTICE, HEXAGONS, SEAMED),
    hexagonsWithIcons: source(
      "hexagons with icons",
      "shade_hexagons_with_icons",
      LATTICE,
      HEXAGONS,
      SEAMED,
      ICONS,
      ["draw/hexagons-icons", hexagonsIcons],
    ),
    smallHexagons: source("small hexagons", "shade_small_cells", LATTICE, HEXAGONS, SMALL),
    triangles: source("triangles", "shade_seamed_cells", LATTICE, TRIANGLES, SEAMED),
    smallTriangles: source("small triangles", "shade_small_cells", LATTICE, TRIANGLES, SMALL),
    densityOfCells: source(
      "density of cells",
      "shade_density",
      ...live,
      ["common/live-between", liveBetween],
      ["draw/live-in-cells", liveInCells],
      DENSITY,
    ),
    densityOfRaster: source("density of a raster", "shade_density", raster, DENSITY),
  } as const;
}

const BITS_BETWEEN: Piece = ["common/bits-between", bitsBetween];

export const RENDER_SHADERS = {
  ...pictures(
    "",
    ONE_COLOUR,
    [["common/live-word", liveWord], BITS_BETWEEN],
    ["draw/live-in-raster", liveInRaster],
  ),
  densityOfTiles: renderSource(
    "draw density of tiles",
    "shade_density",
    ...ONE_COLOUR,
    ["draw/live-in-squares", liveInSquares],
    ["draw/density", density],
  ),
} as const;

export const STATED_RENDER_SHADERS = pictures(
  "states: ",
  STATE_COLOURS,
  [
    ["common/live-word-planes", livePlanes],
    BITS_BETWEEN,
    ["common/lowest-between", lowestBetween],
    ["draw/lowest-in-cells", lowestInCells],
  ],
  ["draw/live-in-stated-raster", liveInStatedRaster],
);
