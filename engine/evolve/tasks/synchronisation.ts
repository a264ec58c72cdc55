/**
 * The synchronisation task: from any start all cells shall end up flipping together for ever (Das, Crutchfield, Mitchell and
 * Hanson 1995).
 */

import { grouped } from "../../core/integers.ts";
import { lastMask } from "../../rings/ring.ts";
import type { Task } from "../task.ts";
import { shareOf } from "../task.ts";
import { endOf, overVectors, RING_149 } from "./over-vectors.ts";

const COUNTS = ["correct", "uniform"] as const;
const [CORRECT, UNIFORM] = COUNTS.keys();

export const SYNCHRONISATION: Task = {
  id: "synchronisation",
  name: "Synchronisation",
  success: "All cells end up flipping together.",
  counts: COUNTS,
  vectors: true,
  usual: { shape: RING_149, steps: (cells) => 2 * cells, vectors: 200_000 },
  check: () => {},
  counting: (setting, runnerOf) => {
    const last = lastMask(setting.shape.cells);
    return overVectors(setting, runnerOf, (state, runner, counts, at) => {
      runner.run(state, setting.steps);
      const end = endOf(state, last);
      if (end === undefined) return;
      counts[at + UNIFORM]++;
      // Two steps tell what becomes of all 0 and of all 1.
      runner.run(state, 1);
      if (endOf(state, last) !== 1 - end) return;
      runner.run(state, 1);
      if (endOf(state, last) === end) counts[at + CORRECT]++;
    });
  },
  fitness: (counts, at) => counts[at + CORRECT],
  most: (vectors) => vectors,
  report: ({ vectors, counts: [correct, uniform] }) => {
    return {
      facts: { vectors, correct, uniform },
      lines: [
        ["right", grouped(correct)],
        ["all the same", grouped(uniform)],
      ],
      share: shareOf(correct, vectors),
    };
  },
};
