/**
 * The tasks that a GPU scores: those that ask how many ones a start has, and whether all cells end alike. What becomes of a vector
 * is one of nine outcomes, and a task's counts follow from how many vectors had each.
 */

import { endsOf } from "../../rings/ring.ts";
import type { RingShape } from "../genome.ts";
import { tableEntries } from "../genome.ts";
import { MAJORITY } from "../tasks/majority.ts";
import { PARITY } from "../tasks/parity.ts";
import { SYNCHRONISATION } from "../tasks/synchronisation.ts";
import type { StartKind } from "./score-source.ts";

/** 3 times what `start_of` says of the start (shaders/evolve/starts-*.wgsl), and 0 or 1 where all cells end as that, otherwise 2. */
export const OUTCOMES = 9;

export interface GpuTask {
  readonly starts: StartKind;
  /** Whether the fitness is what shaders/evolve/judge.wgsl makes of the outcomes, so that a GPU may breed too. */
  readonly bred: boolean;
  /** The counts of the task, in their order, from the outcomes of a genome. */
  readonly counts: (outcomes: Uint32Array, shape: RingShape, genome: Uint32Array) => readonly number[];
}

const TASKS_ON_GPU: ReadonlyMap<string, GpuTask> = new Map([
  [MAJORITY.id, { starts: "majority", bred: true, counts: majorityCounts }],
  [PARITY.id, { starts: "parity", bred: true, counts: parityCounts }],
  [SYNCHRONISATION.id, { starts: "majority", bred: false, counts: synchronisationCounts }],
]);

export function gpuTask(task: string): GpuTask | undefined {
  return TASKS_ON_GPU.get(task);
}

/** Why no GPU counts that task, as a sentence; undefined where one does. */
export function taskRefusal(task: string): string | undefined {
  if (TASKS_ON_GPU.has(task)) return undefined;
  const [last, ...others] = [...TASKS_ON_GPU.keys()].reverse();
  return `A GPU scores the tasks ${others.reverse().join(", ")} and ${last} only, not ${task}.`;
}

function majorityCounts(outcomes: Uint32Array): readonly number[] {
  const [zeros0, , zeros2, ones0, ones1, ones2, ties0, ties1, ties2] = outcomes;
  return [zeros0 + ones1, ties0 + ties1 + ties2, ties0, ties1, zeros2 + ones2, ones1, ones0 + ones1 + ones2];
}

function parityCounts(outcomes: Uint32Array): readonly number[] {
  const [even0, , even2, odd0, odd1, odd2] = outcomes;
  return [even0 + odd1, even2 + odd2, odd1, odd0 + odd1 + odd2];
}

/** A rule makes all 0 of all 1 and the other way round, or it does not: then no run that ends alike goes on as the task wants. */
function synchronisationCounts(
  outcomes: Uint32Array,
  shape: RingShape,
  genome: Uint32Array,
): readonly number[] {
  const [zeros0, zeros1, , ones0, ones1, , ties0, ties1] = outcomes;
  const uniform = zeros0 + zeros1 + ones0 + ones1 + ties0 + ties1;
  const flips = uniform > 0 && allBecome(shape, genome, 0) && allBecome(shape, genome, 1);
  return [flips ? uniform : 0, uniform];
}

/** Whether every cell of a ring whose cells are all `state` becomes the other state. */
function allBecome(shape: RingShape, genome: Uint32Array, state: 0 | 1): boolean {
  const { cells, radius, boundary, ruleACell } = shape;
  const entries = tableEntries(shape);
  const [left, right] = endsOf(boundary, state, state) ?? [state, state];
  for (let cell = 0; cell < cells; cell++) {
    let entry = 0;
    for (let at = cell - radius; at <= cell + radius; at++)
      entry = (entry << 1) | (at < 0 ? left : at < cells ? state : right);
    const bit = (ruleACell ? cell * entries : 0) + entry;
    if (((genome[bit >>> 5] >>> (bit & 31)) & 1) === state) return false;
  }
  return true;
}
