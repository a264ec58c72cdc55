/** Counting cell by cell, for searches in which each cell of a ring has a fitness of its own. */

import type { RunnerOf } from "../kernel-runner.ts";
import type { CountGenome, Task, TaskSetting } from "../task.ts";
import { onesOf } from "../vectors.ts";
import { overVectors } from "./over-vectors.ts";

/** Count 0: the vectors that are tied. Count 1 + i: the others, after which cell i is what the task wants of all cells. */
export function countingCells(
  { wanted }: Pick<Task, "wanted">,
  setting: TaskSetting,
  runnerOf: RunnerOf,
): CountGenome {
  const { cells } = setting.shape;
  return overVectors(setting, runnerOf, (state, runner, counts, at) => {
    const want = wanted?.(onesOf(state), cells);
    if (want === undefined) {
      counts[at]++;
      return;
    }
    runner.run(state, setting.steps);
    for (let i = 0; i < cells; i++) counts[at + 1 + i] += ((state[i >>> 5] >>> (i & 31)) & 1) ^ want ^ 1;
  });
}
