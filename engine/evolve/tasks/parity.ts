/** The parity task: all cells shall end as 1 if an odd number of them began as 1, and otherwise as 0 (Sipper 1998). */

import { grouped } from "../../core/integers.ts";
import { lastMask } from "../../rings/ring.ts";
import type { Task } from "../task.ts";
import { shareOf } from "../task.ts";
import { onesOf } from "../vectors.ts";
import { endOf, overVectors, RING_149 } from "./over-vectors.ts";

const COUNTS = ["correct", "unsettled", "correct1", "odd"] as const;
const [CORRECT, UNSETTLED, CORRECT_1, ODD] = COUNTS.keys();

export const PARITY: Task = {
  id: "parity",
  name: "Parity",
  success: "All cells end as 1 if the number of ones was odd, and otherwise as 0.",
  counts: COUNTS,
  vectors: true,
  usual: { shape: RING_149, steps: (cells) => 2 * cells, vectors: 200_000 },
  wanted: (ones) => (ones & 1 ? 1 : 0),
  check: () => {},
  counting: (setting, runnerOf) => {
    const last = lastMask(setting.shape.cells);
    return overVectors(setting, runnerOf, (state, runner, counts, at) => {
      const parity = onesOf(state) & 1;
      runner.run(state, setting.steps);
      const end = endOf(state, last);
      counts[at + ODD] += parity;
      if (end === undefined) counts[at + UNSETTLED]++;
      if (end !== parity) return;
      counts[at + CORRECT]++;
      counts[at + CORRECT_1] += parity;
    });
  },
  fitness: (counts, at) => counts[at + CORRECT],
  most: (vectors) => vectors,
  report: ({ vectors, counts: [correct, unsettled, correct1, odd] }) => {
    const [right, right1, odds] = [correct, correct1, odd].map(grouped);
    return {
      facts: { vectors, correct, unsettled, correct1, odd },
      lines: [
        ["right", `${right} (${right1} of ${odds} with an odd number of ones)`],
        ["undecided", grouped(unsettled)],
      ],
      share: shareOf(correct, vectors),
    };
  },
};
