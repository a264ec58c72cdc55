/**
 * The shaders of the kernels that older programs had, composed of small pieces as in shader-source.ts.
 *
 * Those with a word a cell (shaders/comparison/cells):
 *
 *   naive, tile, skip   grid-shape + grid + buffers + rule + edges-* + border-* + place + around-* + (next-at +) the step
 *   list                the same with list-buffers
 *
 * where `edges-*` says which cells lie beside one and loads them, `border-*` which cells never change, and `around-*` which
 * neighbours count. Those that look up packed cells (shaders/comparison/lookup) share the edges and borders of the packed step:
 *
 *   row     the packed rows + edges-* + border-* + table + window-* + the step
 *   block   the same without a window: the table alone knows the neighbourhood
 */

import aroundHex from "../../../../shaders/comparison/cells/around-hex.wgsl?raw";
import aroundMoore from "../../../../shaders/comparison/cells/around-moore.wgsl?raw";
import aroundVonNeumann from "../../../../shaders/comparison/cells/around-von-neumann.wgsl?raw";
import borderFree from "../../../../shaders/comparison/cells/border-free.wgsl?raw";
import borderFrozen from "../../../../shaders/comparison/cells/border-frozen.wgsl?raw";
import buffers from "../../../../shaders/comparison/cells/buffers.wgsl?raw";
import edgesDead from "../../../../shaders/comparison/cells/edges-dead.wgsl?raw";
import edgesTorus from "../../../../shaders/comparison/cells/edges-torus.wgsl?raw";
import fill from "../../../../shaders/comparison/cells/fill.wgsl?raw";
import grid from "../../../../shaders/comparison/cells/grid.wgsl?raw";
import list from "../../../../shaders/comparison/cells/list.wgsl?raw";
import listAll from "../../../../shaders/comparison/cells/list-all.wgsl?raw";
import listBuffers from "../../../../shaders/comparison/cells/list-buffers.wgsl?raw";
import listGroups from "../../../../shaders/comparison/cells/list-groups.wgsl?raw";
import naive from "../../../../shaders/comparison/cells/naive.wgsl?raw";
import nextAt from "../../../../shaders/comparison/cells/next-at.wgsl?raw";
import pack from "../../../../shaders/comparison/cells/pack.wgsl?raw";
import place from "../../../../shaders/comparison/cells/place.wgsl?raw";
import ruleBits from "../../../../shaders/comparison/cells/rule.wgsl?raw";
import skip from "../../../../shaders/comparison/cells/skip.wgsl?raw";
import tile from "../../../../shaders/comparison/cells/tile.wgsl?raw";
import unpack from "../../../../shaders/comparison/cells/unpack.wgsl?raw";
import block from "../../../../shaders/comparison/lookup/block.wgsl?raw";
import row from "../../../../shaders/comparison/lookup/row.wgsl?raw";
import table from "../../../../shaders/comparison/lookup/table.wgsl?raw";
import windowHex from "../../../../shaders/comparison/lookup/window-hex.wgsl?raw";
import windowMoore from "../../../../shaders/comparison/lookup/window-moore.wgsl?raw";
import windowVonNeumann from "../../../../shaders/comparison/lookup/window-von-neumann.wgsl?raw";
import type { Piece, ShaderSource } from "../../../gpu/shader-source.ts";
import { compose } from "../../../gpu/shader-source.ts";
import type { Neighbourhood } from "../../../rules/rule.ts";
import type { StepGrid } from "../dense/step-source.ts";
import { GRID_SHAPE, PACKED_EDGES, PACKED_ROWS } from "../dense/step-source.ts";
import { forEachNeighbourhood } from "../rules/rule-pieces.ts";

/** A step's shader for each grid and neighbourhood. */
export type StepShaders = Readonly<Record<StepGrid, Readonly<Record<Neighbourhood, ShaderSource>>>>;

const GRIDS: readonly StepGrid[] = ["torus", "plane", "frozen"];
const NEIGHBOURHOODS: readonly Neighbourhood[] = ["moore", "hex", "von-neumann"];

export const CELL_GRID: readonly Piece[] = [GRID_SHAPE, ["comparison/cells/grid", grid]];
export const CELL_BUFFERS: Piece = ["comparison/cells/buffers", buffers];
const LIST_BUFFERS: Piece = ["comparison/cells/list-buffers", listBuffers];
export const NEXT_AT: Piece = ["comparison/cells/next-at", nextAt];

const CELL_EDGES: Readonly<Record<StepGrid, readonly Piece[]>> = {
  torus: [
    ["comparison/cells/edges-torus", edgesTorus],
    ["comparison/cells/border-free", borderFree],
  ],
  plane: [
    ["comparison/cells/edges-dead", edgesDead],
    ["comparison/cells/border-free", borderFree],
  ],
  frozen: [
    ["comparison/cells/edges-dead", edgesDead],
    ["comparison/cells/border-frozen", borderFrozen],
  ],
};

const AROUND: Readonly<Record<Neighbourhood, Piece>> = {
  moore: ["comparison/cells/around-moore", aroundMoore],
  hex: ["comparison/cells/around-hex", aroundHex],
  "von-neumann": ["comparison/cells/around-von-neumann", aroundVonNeumann],
};

const WINDOW: Readonly<Record<Neighbourhood, Piece>> = {
  moore: ["comparison/lookup/window-moore", windowMoore],
  hex: ["comparison/lookup/window-hex", windowHex],
  "von-neumann": ["comparison/lookup/window-von-neumann", windowVonNeumann],
};

function forEach(source: (kind: StepGrid, neighbourhood: Neighbourhood) => ShaderSource): StepShaders {
  const of = (kind: StepGrid) => forEachNeighbourhood((neighbourhood) => source(kind, neighbourhood));
  return { torus: of("torus"), plane: of("plane"), frozen: of("frozen") };
}

export function cellShaders(
  name: string,
  entryPoint: string,
  cells: Piece,
  steps: readonly Piece[],
): StepShaders {
  return forEach((kind, neighbourhood) => ({
    label: `${name} ${kind} ${neighbourhood}`,
    code: compose(
      ...CELL_GRID,
      cells,
      ["comparison/cells/rule", ruleBits],
      ...CELL_EDGES[kind],
      ["comparison/cells/place", place],
      AROUND[neighbourhood],
      ...steps,
    ),
    entryPoint,
    bindings: ["uniform", "uniform", cells === LIST_BUFFERS ? "storage" : "read-only-storage", "storage"],
  }));
}

function lookUpShaders(
  name: string,
  entryPoint: string,
  steps: (neighbourhood: Neighbourhood) => readonly Piece[],
): StepShaders {
  return forEach((kind, neighbourhood) => ({
    label: `${name} ${kind} ${neighbourhood}`,
    code: compose(
      ...PACKED_ROWS,
      ...PACKED_EDGES[kind],
      ["comparison/lookup/table", table],
      ...steps(neighbourhood),
    ),
    entryPoint,
    bindings: ["uniform", "read-only-storage", "read-only-storage", "storage"],
  }));
}

export const NAIVE_SHADERS = cellShaders("naive", "step_naive", CELL_BUFFERS, [
  NEXT_AT,
  ["comparison/cells/naive", naive],
]);

export const TILE_SHADERS = cellShaders("tile", "step_tile", CELL_BUFFERS, [["comparison/cells/tile", tile]]);

export const SKIP_SHADERS = cellShaders("skip", "step_skip", CELL_BUFFERS, [
  NEXT_AT,
  ["comparison/cells/skip", skip],
]);

export const LIST_SHADERS = cellShaders("list", "step_list", LIST_BUFFERS, [
  NEXT_AT,
  ["comparison/cells/list", list],
]);

export const ROW_SHADERS = lookUpShaders("row", "step_row", (neighbourhood) => [
  WINDOW[neighbourhood],
  ["comparison/lookup/row", row],
]);

const BLOCK_STEP: readonly Piece[] = [["comparison/lookup/block", block]];
export const BLOCK_SHADERS = lookUpShaders("block", "step_block", () => BLOCK_STEP);

/**
 * From packed cells to a word a cell. It leaves binding 1, the rule, unused, and so shares a layout with the steps.
 */
export const UNPACK_SHADER: ShaderSource = {
  label: "unpack",
  code: compose(...CELL_GRID, CELL_BUFFERS, ["comparison/cells/unpack", unpack]),
  entryPoint: "unpack_cells",
  bindings: ["uniform", "uniform", "read-only-storage", "storage"],
};

export const PACK_SHADER: ShaderSource = {
  label: "pack",
  code: compose(...CELL_GRID, CELL_BUFFERS, ["comparison/cells/pack", pack]),
  entryPoint: "pack_cells",
  bindings: ["uniform", "uniform", "read-only-storage", "storage"],
};

/** Bindings: the fill's parameters, the words. */
export const FILL_SHADER: ShaderSource = {
  label: "fill",
  code: compose(["comparison/cells/fill", fill]),
  entryPoint: "fill_words",
  bindings: ["uniform", "storage"],
};

export const LIST_ALL_SHADER: ShaderSource = {
  label: "list all",
  code: compose(...CELL_GRID, LIST_BUFFERS, ["comparison/cells/list-all", listAll]),
  entryPoint: "list_all",
  bindings: ["uniform", "uniform", "storage", "storage"],
};

/** Bindings: grid, the dispatch, cells, next cells. */
export const LIST_GROUPS_SHADER: ShaderSource = {
  label: "list groups",
  code: compose(...CELL_GRID, LIST_BUFFERS, ["comparison/cells/list-groups", listGroups]),
  entryPoint: "count_groups",
  bindings: ["uniform", "storage", "storage", "storage"],
};

/** All of them, for the test that compiles them. */
export const SEED_SHADERS: readonly ShaderSource[] = [
  ...[NAIVE_SHADERS, TILE_SHADERS, SKIP_SHADERS, LIST_SHADERS, ROW_SHADERS, BLOCK_SHADERS].flatMap(
    (shaders) => GRIDS.flatMap((kind) => NEIGHBOURHOODS.map((neighbourhood) => shaders[kind][neighbourhood])),
  ),
  UNPACK_SHADER,
  PACK_SHADER,
  FILL_SHADER,
  LIST_ALL_SHADER,
  LIST_GROUPS_SHADER,
];
