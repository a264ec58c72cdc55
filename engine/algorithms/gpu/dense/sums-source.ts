/**
 * The shader that steps a rule which counts over a shape of up to 16 cells' reach (shaders/dense/sums.wgsl): the circuits of
 * sliced-sums.ts in WGSL.
 */

import borderFree from "../../../../shaders/dense/border-free.wgsl?raw";
import farCells from "../../../../shaders/dense/far-cells.wgsl?raw";
import farDead from "../../../../shaders/dense/far-dead.wgsl?raw";
import farTorus from "../../../../shaders/dense/far-torus.wgsl?raw";
import sums from "../../../../shaders/dense/sums.wgsl?raw";
import type { Piece, ShaderSource } from "../../../gpu/shader-source.ts";
import { compose } from "../../../gpu/shader-source.ts";
import type { SlicedPlan, SumSets } from "../../sliced-sums.ts";
import { sumsPieces } from "../rules/sums-text.ts";
import type { StepGrid } from "./step-source.ts";
import { PACKED_ROWS, PLANE_ROWS } from "./step-source.ts";

const BEYOND: Readonly<Record<StepGrid, Piece | null>> = {
  torus: ["dense/far-torus", farTorus],
  plane: ["dense/far-dead", farDead],
  frozen: null,
};

/** Which rows there are, and 32 cells of a row from any one on. */
export function farRows(kind: StepGrid): Piece {
  const beyond = BEYOND[kind];
  if (!beyond) throw new Error("No rule that looks far has a frozen border.");
  return beyond;
}

/** One generation, from an even or odd one. Bindings: those of `stepShader`, of which the rule's is not read. */
export function sumsShader(
  kind: StepGrid,
  text: string,
  plan: SlicedPlan,
  sets: SumSets,
  planes: number,
): ShaderSource {
  return {
    label: `sums ${kind} ${text}, ${planes === 1 ? "" : "states, "}${JSON.stringify(sets)}`,
    code: compose(
      ...(planes === 1 ? PACKED_ROWS : PLANE_ROWS),
      ["dense/border-free", borderFree],
      ["(the reach)", `const reach = ${plan.reach};`],
      farRows(kind),
      ["dense/far-cells", farCells],
      ...sumsPieces(plan, sets),
      ["dense/sums", sums],
    ),
    entryPoint: "step_sums",
    perRule: true,
    bindings: [
      "uniform",
      "uniform",
      "read-only-storage",
      "storage",
      ...(planes > 1 ? (["uniform"] as const) : []),
    ],
  };
}
