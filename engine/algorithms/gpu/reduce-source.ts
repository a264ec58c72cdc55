/** The shaders that make a few numbers of many cells, put together as shader-source.ts puts together those that step. */

import mersenne from "../../../shaders/common/mersenne.wgsl?raw";
import census from "../../../shaders/reduce/census.wgsl?raw";
import countedChanged from "../../../shaders/reduce/counted-changed.wgsl?raw";
import countedLive from "../../../shaders/reduce/counted-live.wgsl?raw";
import hashBands from "../../../shaders/reduce/hash-bands.wgsl?raw";
import hashPieces from "../../../shaders/reduce/hash-pieces.wgsl?raw";
import hashSegments from "../../../shaders/reduce/hash-segments.wgsl?raw";
import type { Piece, ShaderSource } from "./shader-source.ts";
import { compose } from "./shader-source.ts";

/** Binds the box, the bands, the cells, and for changes what the cells were. */
export const CENSUS_SHADERS: Readonly<Record<"live" | "changed", ShaderSource>> = {
  live: {
    label: "census",
    code: compose(["reduce/census", census], ["reduce/counted-live", countedLive]),
    entryPoint: "take_census",
    bindings: ["uniform", "storage", "read-only-storage"],
  },
  changed: {
    label: "census of changes",
    code: compose(["reduce/census", census], ["reduce/counted-changed", countedChanged]),
    entryPoint: "take_census",
    bindings: ["uniform", "storage", "read-only-storage", "read-only-storage"],
  },
};

const HASHING: readonly Piece[] = [
  ["common/mersenne", mersenne],
  ["reduce/hash-pieces", hashPieces],
];

/** Bind the pieces, what is read (cells and table, or the first pass's sums) and the sums. */
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
