/**
 * The shaders that step a packed grid by one generation or edit it, composed of their pieces:
 *
 *   step    grid-shape + grid + common/bit-row + row-work + one-plane + adders + rule-masks + neighbours-* + edges-* + border-* + bit-row
 *
 * where `edges-*` loads a row of words with those beyond the edge, `border-*` decides what becomes of the cells on it,
 * `neighbours-*` counts, and `one-plane` stores the result; `planes` does where there are more than two states.
 */

import bitRow from "../../../../shaders/common/bit-row.wgsl?raw";
import stepBitRow from "../../../../shaders/dense/bit-row.wgsl?raw";
import borderFree from "../../../../shaders/dense/border-free.wgsl?raw";
import borderFrozen from "../../../../shaders/dense/border-frozen.wgsl?raw";
import cover from "../../../../shaders/dense/cover.wgsl?raw";
import edgesDead from "../../../../shaders/dense/edges-dead.wgsl?raw";
import edgesTorus from "../../../../shaders/dense/edges-torus.wgsl?raw";
import grid from "../../../../shaders/dense/grid.wgsl?raw";
import gridShape from "../../../../shaders/dense/grid-shape.wgsl?raw";
import merge from "../../../../shaders/dense/merge.wgsl?raw";
import mergeBlock from "../../../../shaders/dense/merge-block.wgsl?raw";
import mergePlanes from "../../../../shaders/dense/merge-planes.wgsl?raw";
import onePlane from "../../../../shaders/dense/one-plane.wgsl?raw";
import planes from "../../../../shaders/dense/planes.wgsl?raw";
import rowWork from "../../../../shaders/dense/row-work.wgsl?raw";
import soup from "../../../../shaders/dense/soup.wgsl?raw";
import soupLiving from "../../../../shaders/dense/soup-living.wgsl?raw";
import soupStates from "../../../../shaders/dense/soup-states.wgsl?raw";
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

const BIT_ROWS: readonly Piece[] = [GRID_SHAPE, ["dense/grid", grid], ["common/bit-row", bitRow], ROW_WORK];

/** A packed grid whose rows know the cells to the west and east of each word. */
export const PACKED_ROWS: readonly Piece[] = [...BIT_ROWS, ["dense/one-plane", onePlane]];
export const PLANE_ROWS: readonly Piece[] = [...BIT_ROWS, ["dense/planes", planes]];

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

/** One generation on that grid. Bindings: grid, rule, cells, next cells, and of more than two states what they are. */
export function stepShader(kind: StepGrid, by: StepRule, stated = false): ShaderSource {
  return (stated ? STATED_STEP_SHADERS : STEP_SHADERS)[kind][by];
}

type StepShaders = Readonly<Record<StepGrid, Readonly<Record<StepRule, ShaderSource>>>>;

const UNIFORM = ["uniform"] as const;

export const STEP_SHADERS = stepShaders(false);
export const STATED_STEP_SHADERS = stepShaders(true);

function stepShaders(stated: boolean): StepShaders {
  const on = (kind: StepGrid): Readonly<Record<StepRule, ShaderSource>> =>
    forEachStepRule((rule) => ({
      label: `step ${kind} ${rule}${stated ? ", states" : ""}`,
      code: compose(...(stated ? PLANE_ROWS : PACKED_ROWS), ...ruleOnRows(rule), ...PACKED_EDGES[kind], [
        "dense/bit-row",
        stepBitRow,
      ]),
      entryPoint: "step_bit_row",
      bindings: ["uniform", "uniform", "read-only-storage", "storage", ...(stated ? UNIFORM : [])],
    }));
  return { torus: on("torus"), plane: on("plane"), frozen: on("frozen") };
}

const COVER: Piece = ["dense/cover", cover];
const MERGE_BLOCK: readonly Piece[] = [COVER, ["dense/merge-block", mergeBlock]];

export const MERGE_SHADER: ShaderSource = {
  label: "merge",
  code: compose(...MERGE_BLOCK, ["dense/merge", merge]),
  entryPoint: "merge_block",
  bindings: ["uniform", "read-only-storage", "storage"],
};

/** The same for cells in planes. */
export const MERGE_PLANES_SHADER: ShaderSource = {
  label: "merge planes",
  code: compose(...MERGE_BLOCK, ["dense/merge-planes", mergePlanes]),
  entryPoint: "merge_planes",
  bindings: ["uniform", "read-only-storage", "storage"],
};

const SOUP: readonly Piece[] = [COVER, ["dense/soup", soup]];

/** A soup whose live cells are all in state 1, on a grid of one plane. */
export const SOUP_SHADER: ShaderSource = {
  label: "soup",
  code: compose(...SOUP, ["dense/soup-living", soupLiving]),
  entryPoint: "add_soup",
  bindings: ["uniform", "storage"],
};

/** A soup in states, which lie in the last buffer. */
export const STATED_SOUP_SHADER: ShaderSource = {
  label: "soup, states",
  code: compose(...SOUP, ["dense/soup-states", soupStates]),
  entryPoint: "add_soup",
  bindings: ["uniform", "storage", "read-only-storage"],
};
