/**
 * The shaders that breed on the GPU:
 *
 *   rank, breed, census, judge   chance + draws + genetics + search + a piece of that name
 *   counters                     chance + draws + genetics + what is written for the ring (ring-text.ts) + counter-runs
 */

import breed from "../../../shaders/evolve/breed.wgsl?raw";
import census from "../../../shaders/evolve/census.wgsl?raw";
import chance from "../../../shaders/evolve/chance.wgsl?raw";
import counterRuns from "../../../shaders/evolve/counter-runs.wgsl?raw";
import draws from "../../../shaders/evolve/draws.wgsl?raw";
import genetics from "../../../shaders/evolve/genetics.wgsl?raw";
import judge from "../../../shaders/evolve/judge.wgsl?raw";
import rank from "../../../shaders/evolve/rank.wgsl?raw";
import search from "../../../shaders/evolve/search.wgsl?raw";
import type { Piece, ShaderSource } from "../../gpu/shader-source.ts";
import { compose } from "../../gpu/shader-source.ts";
import type { RingShape } from "../genome.ts";
import { shapeText } from "./ring-text.ts";

const GENETICS: readonly Piece[] = [
  ["evolve/chance", chance],
  ["evolve/draws", draws],
  ["evolve/genetics", genetics],
];

/** Bindings, as the pieces name them: `Genetics`, `Search`, parents, children, fitness, ranks, outcomes, figures. */
function geneticShader(entryPoint: string, piece: Piece): ShaderSource {
  return {
    label: piece[0],
    code: compose(...GENETICS, ["evolve/search", search], piece),
    entryPoint,
    bindings: [
      "uniform",
      "storage",
      "read-only-storage",
      ...Array.from({ length: 5 }, () => "storage" as const),
    ],
  };
}

export const GENETIC_SHADERS = {
  rank: geneticShader("rank", ["evolve/rank", rank]),
  breed: geneticShader("breed", ["evolve/breed", breed]),
  census: geneticShader("take_census", ["evolve/census", census]),
  judge: geneticShader("judge", ["evolve/judge", judge]),
} as const;

/** Whole runs of counters. Bindings: `Genetics`, `Counters`, the runs, their populations, and how many still go on. */
export function counterShader(shape: RingShape): ShaderSource {
  const { cells, radius, boundary, ruleACell } = shape;
  return {
    label: `counters, ${cells} cells ${boundary}, radius ${radius}${ruleACell ? ", a rule a cell" : ""}`,
    code: compose(...GENETICS, ["(the ring)", shapeText(shape)], ["evolve/counter-runs", counterRuns]),
    entryPoint: "go_on",
    perRule: true,
    bindings: ["uniform", "uniform", "storage", "storage", "storage"],
  };
}

/** Threads of a workgroup in `rank` and `breed`. */
export const GENETIC_GROUP = 64;

/** Words that are told of a generation, in front of its champion (shaders/evolve/search.wgsl). */
export const FIGURE_WORDS = 8;
