/** The shaders that reduce many cells to a few numbers, composed of their pieces. */

import liveBetween from "../../../../shaders/common/live-between.wgsl?raw";
import census from "../../../../shaders/reduce/census.wgsl?raw";
import hashBands from "../../../../shaders/reduce/hash-bands.wgsl?raw";
import hashPieces from "../../../../shaders/reduce/hash-pieces.wgsl?raw";
import hashSegments from "../../../../shaders/reduce/hash-segments.wgsl?raw";
import mersenne from "../../../../shaders/reduce/mersenne.wgsl?raw";
import raster from "../../../../shaders/reduce/raster.wgsl?raw";
import sumBetween from "../../../../shaders/reduce/sum-between.wgsl?raw";
import type { Piece, ShaderSource } from "../../../gpu/shader-source.ts";
import { compose } from "../../../gpu/shader-source.ts";

/** Binds the box, the bands and the cells. */
export const CENSUS_SHADER: ShaderSource = {
  label: "census",
  code: compose(["reduce/census", census]),
  entryPoint: "take_census",
  bindings: ["uniform", "storage", "read-only-storage"],
};

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
  ofCells: rasterSource("raster of cells", ["common/live-between", liveBetween]),
  ofRaster: rasterSource("raster of a raster", ["reduce/sum-between", sumBetween]),
} as const;
