/**
 * Puts shaders together. WGSL has no imports, so a shader is the text of its pieces one after the other, each with its
 * file's name above it (a compiler message can then be traced to its file). Only this file knows which pieces belong
 * together; the pieces know each other by function names:
 *
 *   step    grid-shape + grid + bit-row + adders + rule-masks + row-work + edges-* + border-* + neighbours-* + step/bit-row
 *
 * where `edges-*` loads a row of words with what stands beyond the edge, `border-*` says what becomes of the cells on it,
 * and `neighbours-*` counts.
 */

import adders from "../../../shaders/common/adders.wgsl?raw";
import bitRow from "../../../shaders/common/bit-row.wgsl?raw";
import grid from "../../../shaders/common/grid.wgsl?raw";
import gridShape from "../../../shaders/common/grid-shape.wgsl?raw";
import ruleMasks from "../../../shaders/common/rule-masks.wgsl?raw";
import merge from "../../../shaders/edit/merge.wgsl?raw";
import soup from "../../../shaders/edit/soup.wgsl?raw";
import stepBitRow from "../../../shaders/step/bit-row.wgsl?raw";
import borderFree from "../../../shaders/step/border-free.wgsl?raw";
import borderFrozen from "../../../shaders/step/border-frozen.wgsl?raw";
import edgesDead from "../../../shaders/step/edges-dead.wgsl?raw";
import edgesTorus from "../../../shaders/step/edges-torus.wgsl?raw";
import hex from "../../../shaders/step/neighbours-hex.wgsl?raw";
import moore from "../../../shaders/step/neighbours-moore.wgsl?raw";
import vonNeumann from "../../../shaders/step/neighbours-von-neumann.wgsl?raw";
import rowWork from "../../../shaders/step/row-work.wgsl?raw";
import type { BoundedTopology } from "../../core/topology.ts";
import type { Neighbourhood } from "../../rules/rule.ts";

export interface ShaderSource {
  /** Names the shader in labels, messages and the pipeline cache. */
  readonly label: string;
  readonly code: string;
  readonly entryPoint: string;
  /** Whether it is written for one rule: there may be any number of such, and only the last ones are kept compiled. */
  readonly perRule?: boolean;
  /** What is bound at @group(0) @binding(0), (1), ... */
  readonly bindings: readonly GPUBufferBindingType[];
}

/** The grids that have a step shader. */
export type StepGrid = "torus" | "plane" | "frozen";

export type GpuTopology = BoundedTopology & { readonly kind: StepGrid };

export type Piece = readonly [name: string, text: string];

export const GRID_SHAPE: Piece = ["common/grid-shape", gridShape];
export const ROW_WORK: Piece = ["step/row-work", rowWork];

/** A packed grid whose rows know the cells to the west and east of each word. */
export const PACKED_ROWS: readonly Piece[] = [
  GRID_SHAPE,
  ["common/grid", grid],
  ["common/bit-row", bitRow],
  ROW_WORK,
];

/** What lies beyond its edges, and which cells never change. */
export const PACKED_EDGES: Readonly<Record<StepGrid, readonly Piece[]>> = {
  torus: [
    ["step/edges-torus", edgesTorus],
    ["step/border-free", borderFree],
  ],
  plane: [
    ["step/edges-dead", edgesDead],
    ["step/border-free", borderFree],
  ],
  frozen: [
    ["step/edges-dead", edgesDead],
    ["step/border-frozen", borderFrozen],
  ],
};

const NEIGHBOURS: Readonly<Record<Neighbourhood, Piece>> = {
  moore: ["step/neighbours-moore", moore],
  hex: ["step/neighbours-hex", hex],
  "von-neumann": ["step/neighbours-von-neumann", vonNeumann],
};

/** The next states of 32 cells at once, from three rows of them, for any rule (which is binding 1). */
export function ruleOnRows(neighbourhood: Neighbourhood): readonly Piece[] {
  return [["common/adders", adders], ["common/rule-masks", ruleMasks], NEIGHBOURS[neighbourhood]];
}

/** The same made for each neighbourhood. */
export function forEachNeighbourhood<T>(
  make: (neighbourhood: Neighbourhood) => T,
): Readonly<Record<Neighbourhood, T>> {
  return { moore: make("moore"), hex: make("hex"), "von-neumann": make("von-neumann") };
}

/** One generation on that grid. Bindings: grid, rule, cells, next cells. */
export function stepShader(kind: StepGrid, neighbourhood: Neighbourhood): ShaderSource {
  return STEP_SHADERS[kind][neighbourhood];
}

const STEP_SHADERS: Readonly<Record<StepGrid, Readonly<Record<Neighbourhood, ShaderSource>>>> = {
  torus: stepShaders("torus"),
  plane: stepShaders("plane"),
  frozen: stepShaders("frozen"),
};

function stepShaders(kind: StepGrid): Readonly<Record<Neighbourhood, ShaderSource>> {
  return forEachNeighbourhood((neighbourhood) => ({
    label: `step ${kind} ${neighbourhood}`,
    code: compose(...PACKED_ROWS, ...ruleOnRows(neighbourhood), ...PACKED_EDGES[kind], [
      "step/bit-row",
      stepBitRow,
    ]),
    entryPoint: "step_bit_row",
    bindings: ["uniform", "uniform", "read-only-storage", "storage"],
  }));
}

export const MERGE_SHADER: ShaderSource = {
  label: "merge",
  code: compose(["edit/merge", merge]),
  entryPoint: "merge_block",
  bindings: ["uniform", "read-only-storage", "storage"],
};

export const SOUP_SHADER: ShaderSource = {
  label: "soup",
  code: compose(["edit/soup", soup]),
  entryPoint: "fill_soup",
  bindings: ["uniform", "storage"],
};

/** Every shader that computes cells, for the test that compiles them all (those that draw: render-source.ts). */
export const SHADERS: readonly ShaderSource[] = [
  ...Object.values(STEP_SHADERS).flatMap((shaders) => Object.values(shaders)),
  MERGE_SHADER,
  SOUP_SHADER,
];

/** The pieces one after the other, each under its file's name. */
export function compose(...pieces: readonly Piece[]): string {
  return pieces.map(([name, text]) => `// ---- shaders/${name}.wgsl\n\n${text.trim()}\n`).join("\n");
}
