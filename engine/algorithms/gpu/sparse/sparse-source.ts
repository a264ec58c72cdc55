/**
 * The shaders of `gpu-sparse`, composed of their pieces, which refer to each other by
 * the names of functions and bindings.
 *
 *   step      tiles + bit-row + adders + rule-masks + neighbours-* + edges + sparse/awake-rows + sparse/step
 *   sums      tiles + edges + sparse/awake-rows + cells-since + the rule's sums + sparse/step-sums
 *   follow    tiles + books + edges + waking + sparse/follow
 *   manage    tiles + books + directory + wants-* + sparse/manage
 *   sweep     tiles + books + sparse/sweep
 *   pictures  tiles + seen + (seen-cells +) sparse/spread, squares, populations, squares-afar
 */

import bitRow from "../../../../shaders/common/bit-row.wgsl?raw";
import awakeRows from "../../../../shaders/sparse/awake-rows.wgsl?raw";
import books from "../../../../shaders/sparse/books.wgsl?raw";
import directory from "../../../../shaders/sparse/directory.wgsl?raw";
import edges from "../../../../shaders/sparse/edges.wgsl?raw";
import edit from "../../../../shaders/sparse/edit.wgsl?raw";
import follow from "../../../../shaders/sparse/follow.wgsl?raw";
import gather from "../../../../shaders/sparse/gather.wgsl?raw";
import manage from "../../../../shaders/sparse/manage.wgsl?raw";
import populations from "../../../../shaders/sparse/populations.wgsl?raw";
import rehash from "../../../../shaders/sparse/rehash.wgsl?raw";
import seen from "../../../../shaders/sparse/seen.wgsl?raw";
import seenCells from "../../../../shaders/sparse/seen-cells.wgsl?raw";
import spread from "../../../../shaders/sparse/spread.wgsl?raw";
import squares from "../../../../shaders/sparse/squares.wgsl?raw";
import squaresAfar from "../../../../shaders/sparse/squares-afar.wgsl?raw";
import step from "../../../../shaders/sparse/step.wgsl?raw";
import stepSums from "../../../../shaders/sparse/step-sums.wgsl?raw";
import survey from "../../../../shaders/sparse/survey.wgsl?raw";
import sweep from "../../../../shaders/sparse/sweep.wgsl?raw";
import tiles from "../../../../shaders/sparse/tiles.wgsl?raw";
import touch from "../../../../shaders/sparse/touch.wgsl?raw";
import waking from "../../../../shaders/sparse/waking.wgsl?raw";
import wantsBeside from "../../../../shaders/sparse/wants-beside.wgsl?raw";
import wantsListed from "../../../../shaders/sparse/wants-listed.wgsl?raw";
import type { Piece, ShaderSource } from "../../../gpu/shader-source.ts";
import { compose } from "../../../gpu/shader-source.ts";
import type { SlicedPlan, SumSets } from "../../sliced-sums.ts";
import type { StepRule } from "../rules/rule-pieces.ts";
import { forEachStepRule, ruleOnRows } from "../rules/rule-pieces.ts";
import { sumsPieces } from "../rules/sums-text.ts";

const TILES: Piece = ["sparse/tiles", tiles];
const BOOKS: Piece = ["sparse/books", books];
const EDGES: Piece = ["sparse/edges", edges];
const AWAKE_ROWS: Piece = ["sparse/awake-rows", awakeRows];
const WAKING: Piece = ["sparse/waking", waking];
const DIRECTORY: Piece = ["sparse/directory", directory];

/** The bindings of BOOKS: turn, flags, lists, state. */
const BOOKS_BOUND: readonly GPUBufferBindingType[] = ["uniform", "storage", "storage", "storage"];

const STEP_BOUND: readonly GPUBufferBindingType[] = [
  "uniform",
  "uniform",
  "read-only-storage",
  "storage",
  "read-only-storage",
  "storage",
  "read-only-storage",
  "read-only-storage",
];

/** One generation of the awake tiles. Bindings: turn, rule, cells, next cells, neighbours, sights, lists, state. */
function stepSource(by: StepRule): ShaderSource {
  return {
    label: `sparse step ${by}`,
    code: compose(TILES, ["common/bit-row", bitRow], ...ruleOnRows(by), EDGES, AWAKE_ROWS, [
      "sparse/step",
      step,
    ]),
    entryPoint: "step_tiles",
    bindings: STEP_BOUND,
  };
}

/** The same from an even or odd generation of a rule that counts over a shape; the binding of the rule is not read. */
export function sparseSumsShader(text: string, plan: SlicedPlan, sets: SumSets): ShaderSource {
  return {
    label: `sparse sums ${text}, ${JSON.stringify(sets)}`,
    code: compose(
      TILES,
      EDGES,
      AWAKE_ROWS,
      ["(the reach)", `const reach = ${plan.reach};`],
      ...sumsPieces(plan, sets),
      ["sparse/step-sums", stepSums],
    ),
    entryPoint: "step_tiles",
    perRule: true,
    bindings: STEP_BOUND,
  };
}

export const SPARSE_STEP_SHADERS = forEachStepRule(stepSource);

/** Bindings: turn, flags, lists, state, neighbours, sights. */
export const FOLLOW_SHADER: ShaderSource = {
  label: "follow tiles",
  code: compose(TILES, BOOKS, EDGES, WAKING, ["sparse/follow", follow]),
  entryPoint: "follow_tiles",
  bindings: [...BOOKS_BOUND, "read-only-storage", "storage"],
};

const MANAGED: readonly GPUBufferBindingType[] = [...BOOKS_BOUND, "storage", "storage", "storage"];

/** Bindings: turn, flags, lists, state, neighbours, places, slots; the second one's list of places. */
export const MANAGE_SHADER: ShaderSource = {
  label: "manage tiles",
  code: compose(TILES, BOOKS, DIRECTORY, ["sparse/wants-beside", wantsBeside], ["sparse/manage", manage]),
  entryPoint: "manage_tiles",
  bindings: MANAGED,
};

export const MAKE_SHADER: ShaderSource = {
  label: "make listed tiles",
  code: compose(TILES, BOOKS, DIRECTORY, ["sparse/wants-listed", wantsListed], ["sparse/manage", manage]),
  entryPoint: "manage_tiles",
  bindings: [...MANAGED, "read-only-storage"],
};

/** Bindings: turn, flags, places, slots. */
export const REHASH_SHADER: ShaderSource = {
  label: "rehash tiles",
  code: compose(TILES, DIRECTORY, ["sparse/rehash", rehash]),
  entryPoint: "rehash_tiles",
  bindings: ["uniform", "storage", "storage", "storage"],
};

/** Bindings: turn, flags, lists, state, neighbours, places, slots, cells, edits. */
export const EDIT_SHADER: ShaderSource = {
  label: "edit tiles",
  code: compose(TILES, BOOKS, DIRECTORY, EDGES, WAKING, ["sparse/edit", edit]),
  entryPoint: "edit_tiles",
  bindings: [...BOOKS_BOUND, "read-only-storage", "storage", "storage", "storage", "read-only-storage"],
};

/** Bindings: turn, flags, lists, state, neighbours, cells. */
export const TOUCH_SHADER: ShaderSource = {
  label: "touch tiles",
  code: compose(TILES, BOOKS, EDGES, WAKING, ["sparse/touch", touch]),
  entryPoint: "touch_tiles",
  bindings: [...BOOKS_BOUND, "read-only-storage", "read-only-storage"],
};

/** Bindings: turn, flags, lists, state, cells, next cells. */
export const SWEEP_SHADER: ShaderSource = {
  label: "sweep tiles",
  code: compose(TILES, BOOKS, ["sparse/sweep", sweep]),
  entryPoint: "sweep_tiles",
  bindings: [...BOOKS_BOUND, "read-only-storage", "storage"],
};

/** Bindings: turn, flags, places, cells, results. */
export const SURVEY_SHADER: ShaderSource = {
  label: "survey tiles",
  code: compose(TILES, ["sparse/survey", survey]),
  entryPoint: "survey_tiles",
  bindings: ["uniform", "read-only-storage", "read-only-storage", "read-only-storage", "storage"],
};

/** Bindings: the tiles' numbers, cells, target. */
export const GATHER_SHADER: ShaderSource = {
  label: "gather tiles",
  code: compose(["sparse/gather", gather]),
  entryPoint: "gather_tile",
  bindings: ["read-only-storage", "read-only-storage", "storage"],
};

function seenSource(
  label: string,
  entryPoint: string,
  reads: number,
  ...pieces: readonly Piece[]
): ShaderSource {
  const read = (): GPUBufferBindingType => "read-only-storage";
  return {
    label,
    code: compose(TILES, ["sparse/seen", seen], ...pieces),
    entryPoint,
    bindings: ["uniform", "uniform", ...Array.from({ length: 3 + reads }, read), "storage"],
  };
}

const SEEN_CELLS: Piece = ["sparse/seen-cells", seenCells];

/**
 * The view of the tiles (tile-window.ts). Bindings: turn, window, state, flags, places; the two planes or the tiles'
 * populations; the buffer to fill.
 */
export const SEEN_SHADERS = {
  cells: seenSource("spread tiles", "spread_tiles", 2, SEEN_CELLS, ["sparse/spread", spread]),
  squares: seenSource("squares of tiles", "fill_squares", 2, SEEN_CELLS, ["sparse/squares", squares]),
  populations: seenSource("populations of tiles", "count_tiles", 2, SEEN_CELLS, [
    "sparse/populations",
    populations,
  ]),
  squaresAfar: seenSource("squares of many tiles", "sum_tiles", 1, ["sparse/squares-afar", squaresAfar]),
} as const;

/** The shaders that manage tiles, whatever the neighbourhood. */
export const TILE_SHADERS: readonly ShaderSource[] = [
  FOLLOW_SHADER,
  MANAGE_SHADER,
  MAKE_SHADER,
  REHASH_SHADER,
  EDIT_SHADER,
  TOUCH_SHADER,
  SWEEP_SHADER,
  SURVEY_SHADER,
  GATHER_SHADER,
];

/** All of them, for the test that compiles them. */
export const SPARSE_SHADERS: readonly ShaderSource[] = [
  ...Object.values(SPARSE_STEP_SHADERS),
  ...TILE_SHADERS,
  ...Object.values(SEEN_SHADERS),
];
