/** The shaders that reduce many cells to a few numbers, composed of their pieces. */

import bitsBetween from "../../../../shaders/common/bits-between.wgsl?raw";
import liveBetween from "../../../../shaders/common/live-between.wgsl?raw";
import liveWord from "../../../../shaders/common/live-word.wgsl?raw";
import livePlanes from "../../../../shaders/common/live-word-planes.wgsl?raw";
import lowestBetween from "../../../../shaders/common/lowest-between.wgsl?raw";
import census from "../../../../shaders/reduce/census.wgsl?raw";
import hashBands from "../../../../shaders/reduce/hash-bands.wgsl?raw";
import hashPieces from "../../../../shaders/reduce/hash-pieces.wgsl?raw";
import hashSegments from "../../../../shaders/reduce/hash-segments.wgsl?raw";
import mersenne from "../../../../shaders/reduce/mersenne.wgsl?raw";
import raster from "../../../../shaders/reduce/raster.wgsl?raw";
import squaresCounted from "../../../../shaders/reduce/squares-counted.wgsl?raw";
import squaresStated from "../../../../shaders/reduce/squares-stated.wgsl?raw";
import sumBetween from "../../../../shaders/reduce/sum-between.wgsl?raw";
import sumStated from "../../../../shaders/reduce/sum-between-stated.wgsl?raw";
import type { Piece, ShaderSource } from "../../../gpu/shader-source.ts";
import { compose } from "../../../gpu/shader-source.ts";

const LIVE_WORD: Piece = ["common/live-word", liveWord];
const LIVE_PLANES: Piece = ["common/live-word-planes", livePlanes];

function censusSource(label: string, word: Piece): ShaderSource {
  return {
    label,
    code: compose(["reduce/census", census], word),
    entryPoint: "take_census",
    bindings: ["uniform", "storage", "read-only-storage"],
  };
}

/** Bind the box, the bands and the cells. */
export const CENSUS_SHADERS = {
  counted: censusSource("census", LIVE_WORD),
  stated: censusSource("census of states", LIVE_PLANES),
} as const;

const HASHING: readonly Piece[] = [
  ["reduce/mersenne", mersenne],
  ["reduce/hash-pieces", hashPieces],
];

/** Bind the pieces, the input (cells and table, or the first pass's sums) and the sums. */
export const HASH_SHADERS = {
  segments: {
    label: "hash of segments",
    code: compose(...HASHING, ["reduce/hash-segments", hashSegments]),
    entryPoint: "hash_segments",
    bindings: ["uniform", "read-only-storage", "read-only-storage", "storage"],
  },
  bands: {
    label: "hash of bands",
    code: compose(...HASHING, ["reduce/hash-bands", hashBands]),
    entryPoint: "hash_bands",
    bindings: ["uniform", "read-only-storage", "storage"],
  },
} as const satisfies Readonly<Record<string, ShaderSource>>;

function rasterSource(label: string, ...pieces: readonly Piece[]): ShaderSource {
  return {
    label,
    code: compose(["reduce/raster", raster], ...pieces),
    entryPoint: "fill_raster",
    bindings: ["uniform", "read-only-storage", "storage"],
  };
}

const COUNTED: Piece = ["reduce/squares-counted", squaresCounted];
const STATED: Piece = ["reduce/squares-stated", squaresStated];
const LIVE_BETWEEN: readonly Piece[] = [
  ["common/bits-between", bitsBetween],
  ["common/live-between", liveBetween],
];

/** Live cells a square, and of more than two states the lowest. Bindings: the raster, the cells or a finer raster, the squares. */
export const RASTER_SHADERS = {
  ofCells: rasterSource("raster of cells", LIVE_WORD, ...LIVE_BETWEEN, COUNTED),
  ofRaster: rasterSource("raster of a raster", ["reduce/sum-between", sumBetween], COUNTED),
  ofStates: rasterSource(
    "raster of states",
    LIVE_PLANES,
    ...LIVE_BETWEEN,
    ["common/lowest-between", lowestBetween],
    STATED,
  ),
  ofStatedRaster: rasterSource(
    "raster of a raster of states",
    ["reduce/sum-between-stated", sumStated],
    STATED,
  ),
} as const;
