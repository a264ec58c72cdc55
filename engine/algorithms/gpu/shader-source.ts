/**
 * Puts shaders together. WGSL has no imports, so a shader is the text of its pieces one after the other, each with its
 * file's name above it (a compiler message can then be traced to its file). Only this file knows which pieces belong
 * together; the pieces know each other by function names:
 *
 *   step    grid + bit-row + adders + live-neighbours + rule-masks + edges-* + border-* + step/bit-row
 *
 * where `edges-*` loads a row of words with what stands beyond the edge, and `border-*` says what becomes of cells on it.
 */

import adders from "../../../shaders/common/adders.wgsl?raw";
import bitRow from "../../../shaders/common/bit-row.wgsl?raw";
import grid from "../../../shaders/common/grid.wgsl?raw";
import liveNeighbours from "../../../shaders/common/live-neighbours.wgsl?raw";
import ruleMasks from "../../../shaders/common/rule-masks.wgsl?raw";
import merge from "../../../shaders/edit/merge.wgsl?raw";
import soup from "../../../shaders/edit/soup.wgsl?raw";
import stepBitRow from "../../../shaders/step/bit-row.wgsl?raw";
import borderFree from "../../../shaders/step/border-free.wgsl?raw";
import borderFrozen from "../../../shaders/step/border-frozen.wgsl?raw";
import edgesDead from "../../../shaders/step/edges-dead.wgsl?raw";
import edgesTorus from "../../../shaders/step/edges-torus.wgsl?raw";
import type { Neighbourhood } from "../../rules/rule.ts";

export interface ShaderSource {
  /** Names the shader in labels, messages and the pipeline cache. */
  readonly label: string;
  readonly code: string;
  readonly entryPoints: readonly string[];
  /** What is bound at @group(0) @binding(0), (1), ... */
  readonly bindings: readonly GPUBufferBindingType[];
}

/** The grids that have a step shader. */
export type StepGrid = "torus" | "plane" | "frozen";

const CELL_COUNTING = [
  ["common/grid", grid],
  ["common/bit-row", bitRow],
  ["common/adders", adders],
  ["common/live-neighbours", liveNeighbours],
  ["common/rule-masks", ruleMasks],
] as const;

/** Everything that computes a generation binds the same four things: grid, rule, cells, next cells. */
const STEP_BINDINGS = ["uniform", "uniform", "read-only-storage", "storage"] as const;

const STEP_ENTRY_POINTS: Readonly<Record<Neighbourhood, string>> = {
  moore: "step_moore",
  hex: "step_hex",
  "von-neumann": "step_von_neumann",
};

export function stepEntryPoint(neighbourhood: Neighbourhood): string {
  return STEP_ENTRY_POINTS[neighbourhood];
}

export const STEP_SHADERS: Readonly<Record<StepGrid, ShaderSource>> = {
  torus: stepShader("torus", ["step/edges-torus", edgesTorus], ["step/border-free", borderFree]),
  plane: stepShader("plane", ["step/edges-dead", edgesDead], ["step/border-free", borderFree]),
  frozen: stepShader("frozen", ["step/edges-dead", edgesDead], ["step/border-frozen", borderFrozen]),
};

export const MERGE_SHADER: ShaderSource = {
  label: "merge",
  code: compose(["edit/merge", merge]),
  entryPoints: ["merge_block"],
  bindings: ["uniform", "read-only-storage", "storage"],
};

export const SOUP_SHADER: ShaderSource = {
  label: "soup",
  code: compose(["edit/soup", soup]),
  entryPoints: ["fill_soup"],
  bindings: ["uniform", "storage"],
};

/** Every shader there is, for the test that compiles them all. */
export const SHADERS: readonly ShaderSource[] = [...Object.values(STEP_SHADERS), MERGE_SHADER, SOUP_SHADER];

type Piece = readonly [name: string, text: string];

function stepShader(kind: StepGrid, edges: Piece, border: Piece): ShaderSource {
  return {
    label: `step ${kind}`,
    code: compose(...CELL_COUNTING, edges, border, ["step/bit-row", stepBitRow]),
    entryPoints: Object.values(STEP_ENTRY_POINTS),
    bindings: STEP_BINDINGS,
  };
}

function compose(...pieces: readonly Piece[]): string {
  return pieces.map(([name, text]) => `// ---- shaders/${name}.wgsl\n\n${text.trim()}\n`).join("\n");
}
