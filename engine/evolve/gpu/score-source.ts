/**
 * The shaders that score rules on random vectors, composed of their pieces:
 *
 *   all          score + what the task judges by + chance + vector-* and what is written for the ring (ring-text.ts), and then
 *   packed       count-shared + a state and the next by look-ups + window-table + score-packed
 *   mux          count-shared + a state and the next by choices + choice + leaves + score-packed
 *   sliced       count-shared + the step of 32 vectors + choice + transpose + score-sliced
 *   vectors      count-shared + ends-* + run-in-arrays + score-vectors
 *   individuals  count-direct + ends-* + run-in-arrays + score-individuals
 *   cells        count-direct + ends-* + score-cells; also `combined`
 */

import chance from "../../../shaders/evolve/chance.wgsl?raw";
import choice from "../../../shaders/evolve/choice.wgsl?raw";
import countDirect from "../../../shaders/evolve/count-direct.wgsl?raw";
import countShared from "../../../shaders/evolve/count-shared.wgsl?raw";
import endsCyclic from "../../../shaders/evolve/ends-cyclic.wgsl?raw";
import endsFixed from "../../../shaders/evolve/ends-fixed.wgsl?raw";
import endsReplicate from "../../../shaders/evolve/ends-replicate.wgsl?raw";
import leaves from "../../../shaders/evolve/leaves.wgsl?raw";
import outcomeAlike from "../../../shaders/evolve/outcome-alike.wgsl?raw";
import outcomeSorting from "../../../shaders/evolve/outcome-sorting.wgsl?raw";
import runInArrays from "../../../shaders/evolve/run-in-arrays.wgsl?raw";
import score from "../../../shaders/evolve/score.wgsl?raw";
import scoreCells from "../../../shaders/evolve/score-cells.wgsl?raw";
import scoreIndividuals from "../../../shaders/evolve/score-individuals.wgsl?raw";
import scorePacked from "../../../shaders/evolve/score-packed.wgsl?raw";
import scoreSliced from "../../../shaders/evolve/score-sliced.wgsl?raw";
import scoreVectors from "../../../shaders/evolve/score-vectors.wgsl?raw";
import startsMajority from "../../../shaders/evolve/starts-majority.wgsl?raw";
import startsParity from "../../../shaders/evolve/starts-parity.wgsl?raw";
import transpose from "../../../shaders/evolve/transpose.wgsl?raw";
import vectorAll from "../../../shaders/evolve/vector-all.wgsl?raw";
import vectorBiased from "../../../shaders/evolve/vector-biased.wgsl?raw";
import vectorFair from "../../../shaders/evolve/vector-fair.wgsl?raw";
import watchEnd from "../../../shaders/evolve/watch-end.wgsl?raw";
import watchRandomBits from "../../../shaders/evolve/watch-random-bits.wgsl?raw";
import windowTable from "../../../shaders/evolve/window-table.wgsl?raw";
import type { Piece, ShaderSource } from "../../gpu/shader-source.ts";
import { compose } from "../../gpu/shader-source.ts";
import { ringWords } from "../../rings/ring.ts";
import type { RingShape } from "../genome.ts";
import { tableEntries } from "../genome.ts";
import { chosenNext, shapeText, slicedStep, stateText, windowedNext } from "./ring-text.ts";

/** The ways to a score that have a shader of their own. */
export type ScoreKernel = "packed" | "mux" | "sliced" | "vectors" | "individuals" | "cells";

/** How vectors are made. */
export type VectorKind = "fair" | "biased" | "all";

const VECTORS: Readonly<Record<VectorKind, Piece>> = {
  fair: ["evolve/vector-fair", vectorFair],
  biased: ["evolve/vector-biased", vectorBiased],
  all: ["evolve/vector-all", vectorAll],
};

/** What runs are judged by. */
export type JudgeKind = "majority" | "parity" | "sorting" | "random-bits";

const OUTCOME_ALIKE: Piece = ["evolve/outcome-alike", outcomeAlike];
const WATCH_END: Piece = ["evolve/watch-end", watchEnd];

const JUDGES: Readonly<Record<JudgeKind, readonly Piece[]>> = {
  majority: [WATCH_END, OUTCOME_ALIKE, ["evolve/starts-majority", startsMajority]],
  parity: [WATCH_END, OUTCOME_ALIKE, ["evolve/starts-parity", startsParity]],
  sorting: [WATCH_END, ["evolve/outcome-sorting", outcomeSorting]],
  "random-bits": [["evolve/watch-random-bits", watchRandomBits]],
};

const CHOICE: Piece = ["evolve/choice", choice];
const COUNT_SHARED: Piece = ["evolve/count-shared", countShared];
const COUNT_DIRECT: Piece = ["evolve/count-direct", countDirect];
const RUN_IN_ARRAYS: Piece = ["evolve/run-in-arrays", runInArrays];
const SCORE_PACKED: Piece = ["evolve/score-packed", scorePacked];

/** The most numbers that the outcomes of a task are counted in: those of random bits. */
export const MOST_OUTCOMES = 21;
const COUNTED_BYTES = 4 * MOST_OUTCOMES;

/** Bytes of workgroup memory that a method of ours takes on that ring. */
export function workgroupBytes(kernel: ScoreKernel, shape: RingShape): number {
  const { radius } = shape;
  if (kernel === "packed") return 2 ** (8 + 2 * radius) + 2 ** (3 + 2 * radius) + COUNTED_BYTES;
  if (kernel === "mux") return 4 * leafSets(shape) * tableEntries(shape) + COUNTED_BYTES;
  return COUNTED_BYTES;
}

/** Bindings: the batch (`Batch`), the job (`Job`), genomes, outcomes (all in shaders/evolve/score.wgsl). */
export function scoreShader(
  kernel: ScoreKernel,
  shape: RingShape,
  vectors: VectorKind,
  judge: JudgeKind,
): ShaderSource {
  const { cells, radius, boundary, ruleACell } = shape;
  const rules = ruleACell ? ", a rule a cell" : "";
  return {
    label: `score ${kernel}, ${cells} cells ${boundary}, radius ${radius}${rules}, ${vectors} vectors, ${judge}`,
    code: compose(
      ["evolve/score", score],
      ...JUDGES[judge],
      ["evolve/chance", chance],
      VECTORS[vectors],
      ["(the ring)", shapeText(shape)],
      ...kernelPieces(kernel, shape),
    ),
    entryPoint: "score",
    perRule: true,
    bindings: ["uniform", "read-only-storage", "read-only-storage", "storage"],
  };
}

function kernelPieces(kernel: ScoreKernel, shape: RingShape): readonly Piece[] {
  switch (kernel) {
    case "packed":
      return [
        COUNT_SHARED,
        ["(the state)", `${stateText(shape)}\n\n${windowedNext(shape)}`],
        ["evolve/window-table", windowTable],
        SCORE_PACKED,
      ];
    case "mux":
      return [
        COUNT_SHARED,
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
function leafSets({ cells, ruleACell }: RingShape): number {
  return ruleACell ? ringWords(cells) : 1;
}

function endsPiece({ boundary }: RingShape): Piece {
  if (boundary === "cyclic") return ["evolve/ends-cyclic", endsCyclic];
  if (boundary === "replicate") return ["evolve/ends-replicate", endsReplicate];
  return ["evolve/ends-fixed", endsFixed];
}
