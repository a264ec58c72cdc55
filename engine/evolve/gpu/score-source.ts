/**
 * The shaders that score rules on random vectors, composed of their pieces:
 *
 *   packed       score + chance + count-* + the state and its next one by look-ups + window-table + score-packed
 *   mux          the same by choices + choice + leaves + score-packed
 *   sliced       score + chance + count-shared + choice + the step of 32 vectors + transpose + score-sliced
 *   vectors      score + chance + count-shared + ends-* + run-in-arrays + score-vectors
 *   individuals  score + chance + count-direct + ends-* + run-in-arrays + score-individuals
 *   cells        score + chance + count-direct + ends-* + score-cells; also `combined`
 *
 * What is in no file is written for the ring (ring-text.ts).
 */

import chance from "../../../shaders/evolve/chance.wgsl?raw";
import choice from "../../../shaders/evolve/choice.wgsl?raw";
import countDirect from "../../../shaders/evolve/count-direct.wgsl?raw";
import countShared from "../../../shaders/evolve/count-shared.wgsl?raw";
import endsCyclic from "../../../shaders/evolve/ends-cyclic.wgsl?raw";
import endsFixed from "../../../shaders/evolve/ends-fixed.wgsl?raw";
import endsReplicate from "../../../shaders/evolve/ends-replicate.wgsl?raw";
import leaves from "../../../shaders/evolve/leaves.wgsl?raw";
import runInArrays from "../../../shaders/evolve/run-in-arrays.wgsl?raw";
import score from "../../../shaders/evolve/score.wgsl?raw";
import scoreCells from "../../../shaders/evolve/score-cells.wgsl?raw";
import scoreIndividuals from "../../../shaders/evolve/score-individuals.wgsl?raw";
import scorePacked from "../../../shaders/evolve/score-packed.wgsl?raw";
import scoreSliced from "../../../shaders/evolve/score-sliced.wgsl?raw";
import scoreVectors from "../../../shaders/evolve/score-vectors.wgsl?raw";
import transpose from "../../../shaders/evolve/transpose.wgsl?raw";
import windowTable from "../../../shaders/evolve/window-table.wgsl?raw";
import type { Piece, ShaderSource } from "../../gpu/shader-source.ts";
import { compose } from "../../gpu/shader-source.ts";
import { ringWords } from "../../rings/ring.ts";
import type { RingShape } from "../genome.ts";
import { tableBits } from "../genome.ts";
import { chosenNext, shapeText, slicedStep, stateText, windowedNext } from "./ring-text.ts";

/** The ways to a score that have a shader of their own. */
export type ScoreKernel = "packed" | "mux" | "sliced" | "vectors" | "individuals" | "cells";

const CHOICE: Piece = ["evolve/choice", choice];
const COUNT_SHARED: Piece = ["evolve/count-shared", countShared];
const COUNT_DIRECT: Piece = ["evolve/count-direct", countDirect];
const RUN_IN_ARRAYS: Piece = ["evolve/run-in-arrays", runInArrays];
const SCORE_PACKED: Piece = ["evolve/score-packed", scorePacked];

/** Bytes of the nine numbers in which a workgroup counts. */
const COUNTED_BYTES = 36;

/** Bytes of workgroup memory that the method itself needs on that ring. */
export function workgroupBytes(kernel: ScoreKernel, shape: RingShape): number {
  if (kernel === "packed") return 2 ** (8 + 2 * shape.radius);
  if (kernel === "mux") return 4 * leafSets(shape) * tableBits(shape.radius);
  return 0;
}

/**
 * Bindings: the piece (`Piece`), the job (`Job`), genomes, outcomes (all in shaders/evolve/score.wgsl). `bytes`: the workgroup
 * memory that the adapter has.
 */
export function scoreShader(kernel: ScoreKernel, shape: RingShape, bytes: number): ShaderSource {
  const { cells, radius, boundary, ruleEach } = shape;
  const shared = workgroupBytes(kernel, shape) + COUNTED_BYTES <= bytes;
  const rules = ruleEach ? ", a rule a cell" : "";
  return {
    label: `score ${kernel}, ${cells} cells ${boundary}, radius ${radius}${rules}${shared ? "" : ", counted directly"}`,
    code: compose(
      ["evolve/score", score],
      ["evolve/chance", chance],
      ["(the ring)", shapeText(shape)],
      ...kernelPieces(kernel, shape, shared ? COUNT_SHARED : COUNT_DIRECT),
    ),
    entryPoint: "score",
    perRule: true,
    bindings: ["uniform", "read-only-storage", "read-only-storage", "storage"],
  };
}

function kernelPieces(kernel: ScoreKernel, shape: RingShape, count: Piece): readonly Piece[] {
  switch (kernel) {
    case "packed":
      return [
        count,
        ["(the state)", `${stateText(shape)}\n\n${windowedNext(shape)}`],
        ["evolve/window-table", windowTable],
        SCORE_PACKED,
      ];
    case "mux":
      return [
        count,
        CHOICE,
        ["(the state)", `${stateText(shape)}\n\n${chosenNext(shape)}`],
        ["(the leaves)", `const leaf_sets = ${leafSets(shape)}u;`],
        ["evolve/leaves", leaves],
        SCORE_PACKED,
      ];
    case "sliced":
      return [
        COUNT_SHARED,
        CHOICE,
        ["(the step)", slicedStep(shape)],
        ["evolve/transpose", transpose],
        ["evolve/score-sliced", scoreSliced],
      ];
    case "vectors":
      return [COUNT_SHARED, endsPiece(shape), RUN_IN_ARRAYS, ["evolve/score-vectors", scoreVectors]];
    case "individuals":
      return [COUNT_DIRECT, endsPiece(shape), RUN_IN_ARRAYS, ["evolve/score-individuals", scoreIndividuals]];
    case "cells":
      return [COUNT_DIRECT, endsPiece(shape), ["evolve/score-cells", scoreCells]];
  }
}

/** With a rule a cell, each word of cells has leaves of its own. */
function leafSets({ cells, ruleEach }: RingShape): number {
  return ruleEach ? ringWords(cells) : 1;
}

function endsPiece({ boundary }: RingShape): Piece {
  if (boundary === "cyclic") return ["evolve/ends-cyclic", endsCyclic];
  if (boundary === "replicate") return ["evolve/ends-replicate", endsReplicate];
  return ["evolve/ends-fixed", endsFixed];
}
