/**
 * The shaders that step a packed grid by one generation or edit it, composed of their pieces:
 *
 *   step    grid-shape + grid + common/bit-row + row-work + adders + rule-masks + neighbours-* + edges-* + border-* + bit-row
 *
 * where `edges-*` loads a row of words with those beyond the edge, `border-*` decides what becomes of the cells on it,
 * and `neighbours-*` counts.
 */

import bitRow from "../../../../shaders/common/bit-row.wgsl?raw";
import stepBitRow from "../../../../shaders/dense/bit-row.wgsl?raw";
import borderFree from "../../../../shaders/dense/border-free.wgsl?raw";
import borderFrozen from "../../../../shaders/dense/border-frozen.wgsl?raw";
import edgesDead from "../../../../shaders/dense/edges-dead.wgsl?raw";
import edgesTorus from "../../../../shaders/dense/edges-torus.wgsl?raw";
import grid from "../../../../shaders/dense/grid.wgsl?raw";
import gridShape from "../../../../shaders/dense/grid-shape.wgsl?raw";
import merge from "../../../../shaders/dense/merge.wgsl?raw";
import rowWork from "../../../../shaders/dense/row-work.wgsl?raw";
import soup from "../../../../shaders/dense/soup.wgsl?raw";
import type { BoundedTopology } from "../../../core/topology.ts";
import type { Piece, ShaderSource } from "../../../gpu/shader-source.ts";
import { compose } from "../../../gpu/shader-source.ts";
import type { StepRule } from "../rules/rule-pieces.ts";
import { forEachStepRule, ruleOnRows } from "../rules/rule-pieces.ts";

/** The grids that have a step shader. */
export type StepGrid = "torus" | "plane" | "frozen";

export type GpuTopology = BoundedTopology & { readonly kind: StepGrid };

export const GRID_SHAPE: Piece = ["dense/grid-shape", gridShape];
export const ROW_WORK: Piece = ["dense/row-work", rowWork];

/** A packed grid whose rows know the cells to the west and east of each word. */
export const PACKED_ROWS: readonly Piece[] = [
  GRID_SHAPE,
  ["dense/grid", grid],
  ["common/bit-row", bitRow],
  ROW_WORK,
];

/** The cells beyond its edges, and the cells that never change. */
export const PACKED_EDGES: Readonly<Record<StepGrid, readonly Piece[]>> = {
  torus: [
    ["dense/edges-torus", edgesTorus],
    ["dense/border-free", borderFree],
  ],
  plane: [
    ["dense/edges-dead", edgesDead],
    ["dense/border-free", borderFree],
  ],
  frozen: [
    ["dense/edges-dead", edgesDead],
    ["dense/border-frozen", borderFrozen],
  ],
};

/** One generation on that grid. Bindings: grid, rule, cells, next cells. */
export function stepShader(kind: StepGrid, by: StepRule): ShaderSource {
  return STEP_SHADERS[kind][by];
}

export const STEP_SHADERS: Readonly<Record<StepGrid, Readonly<Record<StepRule, ShaderSource>>>> = {
  torus: stepShaders("torus"),
  plane: stepShaders("plane"),
  frozen: stepShaders("frozen"),
};

function stepShaders(kind: StepGrid): Readonly<Record<StepRule, ShaderSource>> {
  return forEachStepRule((rule) => ({
    label: `step ${kind} ${rule}`,
    code: compose(...PACKED_ROWS, ...ruleOnRows(rule), ...PACKED_EDGES[kind], ["dense/bit-row", stepBitRow]),
    entryPoint: "step_bit_row",
    bindings: ["uniform", "uniform", "read-only-storage", "storage"],
  }));
}

export const MERGE_SHADER: ShaderSource = {
  label: "merge",
  code: compose(["dense/merge", merge]),
  entryPoint: "merge_block",
  bindings: ["uniform", "read-only-storage", "storage"],
};

export const SOUP_SHADER: ShaderSource = {
  label: "soup",
  code: compose(["dense/soup", soup]),
  entryPoint: "fill_soup",
  bindings: ["uniform", "storage"],
};
