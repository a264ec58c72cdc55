/**
 * The tasks that a GPU scores. There a run adds to some numbers, its outcomes: mostly one to one of them, which says how it began
 * and how it ended. A task's counts follow from these.
 */

import { endsOf } from "../../rings/ring.ts";
import type { RingShape } from "../genome.ts";
import { tableEntries } from "../genome.ts";
import { SEARCHES } from "../searches.ts";
import { MAJORITY } from "../tasks/majority.ts";
import { PARITY } from "../tasks/parity.ts";
import { RANDOM_BITS } from "../tasks/random-bits.ts";
import { SORTING } from "../tasks/sorting.ts";
import { SYNCHRONISATION } from "../tasks/synchronisation.ts";
import type { JudgeKind } from "./score-source.ts";

export interface GpuTask {
  readonly judge: JudgeKind;
  /** How many: `outcome_kinds` of its shader. */
  readonly outcomes: number;
  /** Whether the fitness is what shaders/evolve/judge.wgsl makes of the outcomes, so that a GPU may breed too. */
  readonly bred: boolean;
  /** The counts of the task, in their order, from the outcomes of a genome. */
  readonly counts: (outcomes: Uint32Array, shape: RingShape, genome: Uint32Array) => readonly number[];
}

/** Of shaders/evolve/outcome-alike.wgsl. */
const ALIKE = 9;

const TASKS_ON_GPU: ReadonlyMap<string, GpuTask> = new Map<string, GpuTask>([
  [MAJORITY.id, { judge: "majority", outcomes: ALIKE, bred: true, counts: majorityCounts }],
  [PARITY.id, { judge: "parity", outcomes: ALIKE, bred: true, counts: parityCounts }],
  [SYNCHRONISATION.id, { judge: "majority", outcomes: ALIKE, bred: false, counts: synchronisationCounts }],
  [SORTING.id, { judge: "sorting", outcomes: 4, bred: false, counts: sortingCounts }],
  [
    RANDOM_BITS.id,
    {
      judge: "random-bits",
      outcomes: RANDOM_BITS.counts.length,
      bred: false,
      counts: (outcomes) => [...outcomes],
    },
  ],
]);

export function gpuTask(task: string): GpuTask | undefined {
  return TASKS_ON_GPU.get(task);
}

/** Why no GPU counts that task, for a search if one is named, as a sentence; undefined where one does. */
export function taskRefusal(task: string, search?: string): string | undefined {
  const kind = search === undefined ? undefined : SEARCHES.get(search);
  if (kind?.cellular) return `${kind.name} computes on the CPU.`;
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

function sortingCounts([, kept, gathered, both]: Uint32Array): readonly number[] {
  return [both, kept + both, gathered + both];
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
