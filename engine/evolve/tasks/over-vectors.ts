/** Counting for the tasks that judge what becomes of vectors. */

import { ringWords } from "../../rings/ring.ts";
import type { RingRunner } from "../../rings/runner.ts";
import type { RingShape } from "../genome.ts";
import { genomeWords, ringOfGenome } from "../genome.ts";
import type { RunnerOf } from "../kernel-runner.ts";
import type { CountGenome, TaskSetting } from "../task.ts";
import { writeVector } from "../vectors.ts";

/** The ring on which the literature compares rules. */
export const RING_149: RingShape = { cells: 149, boundary: "cyclic", radius: 3, ruleACell: false };

/** Adds to the counts what becomes of one vector. `state` holds it, and may be overwritten. */
type CountVector = (state: Uint32Array, runner: RingRunner, counts: Uint32Array, at: number) => void;

export function overVectors(
  { shape }: TaskSetting,
  runnerOf: RunnerOf,
  countVector: CountVector,
): CountGenome {
  const state = new Uint32Array(ringWords(shape.cells));
  const words = genomeWords(shape);
  return (genomes, word, set, counts, at) => {
    const runner = runnerOf(ringOfGenome(shape, genomes.subarray(word, word + words)));
    for (let index = 0; index < set.size; index++) {
      writeVector(set, index, shape.cells, state);
      countVector(state, runner, counts, at);
    }
  };
}

/** 0 or 1 if all cells are that; `last` is the mask of the last word. */
export function endOf(state: Uint32Array, last: number): 0 | 1 | undefined {
  const inner = state.length - 1;
  if (state[0] === 0) {
    for (let k = 1; k <= inner; k++) if (state[k] !== 0) return undefined;
    return 0;
  }
  for (let k = 0; k < inner; k++) if (state[k] !== 0xffffffff) return undefined;
  return state[inner] === last ? 1 : undefined;
}
