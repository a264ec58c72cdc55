/** The shaders of experiments that the older works made and gave up, put together as those of seed-shaders.ts. */

import pair from "../../../../shaders/comparison/cells/pair.wgsl?raw";
import scan from "../../../../shaders/comparison/cells/scan.wgsl?raw";
import scanActive from "../../../../shaders/comparison/cells/scan-active.wgsl?raw";
import scanChunks from "../../../../shaders/comparison/cells/scan-chunks.wgsl?raw";
import scanCount from "../../../../shaders/comparison/cells/scan-count.wgsl?raw";
import scanList from "../../../../shaders/comparison/cells/scan-list.wgsl?raw";
import scanStep from "../../../../shaders/comparison/cells/scan-step.wgsl?raw";
import type { Piece, ShaderSource } from "../../../gpu/shader-source.ts";
import { compose } from "../../../gpu/shader-source.ts";
import { CELL_BUFFERS, CELL_GRID, cellShaders, NEXT_AT } from "./seed-shaders.ts";

const SCAN: Piece = ["comparison/cells/scan", scan];
const SCANNING: readonly Piece[] = [NEXT_AT, SCAN, ["comparison/cells/scan-active", scanActive]];

export const PAIR_SHADERS = cellShaders("pair", "step_pair", CELL_BUFFERS, [["comparison/cells/pair", pair]]);

export const SCAN_COUNT_SHADERS = cellShaders("scan count", "scan_count", CELL_BUFFERS, [
  ...SCANNING,
  ["comparison/cells/scan-count", scanCount],
]);

/** Bindings: grid, the dispatch, cells, next cells. */
export const SCAN_CHUNKS_SHADER: ShaderSource = {
  label: "scan chunks",
  code: compose(...CELL_GRID, CELL_BUFFERS, SCAN, ["comparison/cells/scan-chunks", scanChunks]),
  entryPoint: "scan_chunks",
  bindings: ["uniform", "storage", "read-only-storage", "storage"],
};

export const SCAN_LIST_SHADERS = cellShaders("scan list", "scan_list", CELL_BUFFERS, [
  ...SCANNING,
  ["comparison/cells/scan-list", scanList],
]);

export const SCAN_STEP_SHADERS = cellShaders("scan step", "step_listed", CELL_BUFFERS, [
  NEXT_AT,
  SCAN,
  ["comparison/cells/scan-step", scanStep],
]);

/** One of each, for the test that compiles them. */
export const EXPERIMENT_SHADERS: readonly ShaderSource[] = [
  PAIR_SHADERS.torus.moore,
  SCAN_COUNT_SHADERS.plane.hex,
  SCAN_CHUNKS_SHADER,
  SCAN_LIST_SHADERS.frozen["von-neumann"],
  SCAN_STEP_SHADERS.torus.hex,
];
