/**
 * The majority task (density classification): cells that begin with more ones than zeros shall all end as 1, others as 0
 * (Gacs, Kurdyumov and Levin 1978; Mitchell, Crutchfield and Hraber 1993).
 */

import { grouped } from "../../core/integers.ts";
import { lastMask } from "../../rings/ring.ts";
import type { Task } from "../task.ts";
import { shareOf } from "../task.ts";
import { onesOf } from "../vectors.ts";
import { endOf, overVectors, RING_149 } from "./over-vectors.ts";

/** What became of some vectors. */
export interface MajorityCount {
  readonly vectors: number;
  /** Not tied, and all cells end as the majority was. */
  readonly correct: number;
  /** As many ones as zeros; counted nowhere else but in the next two. */
  readonly ties: number;
  /** Ties that end as all 0, and as all 1. */
  readonly tiesTo0: number;
  readonly tiesTo1: number;
  /** Not tied, and neither all 0 nor all 1 in the end. */
  readonly unsettled: number;
  /** The part of `correct` whose majority was 1, and of all vectors. */
  readonly correct1: number;
  readonly majority1: number;
}

const COUNTS = ["correct", "ties", "tiesTo0", "tiesTo1", "unsettled", "correct1", "majority1"] as const;
const [CORRECT, TIES, TIES_TO_0, TIES_TO_1, UNSETTLED, CORRECT_1, MAJORITY_1] = COUNTS.keys();

export const MAJORITY: Task = {
  id: "majority",
  name: "Majority",
  success: "All cells end as most of them began.",
  counts: COUNTS,
  vectors: true,
  usual: { shape: RING_149, steps: (cells) => 2 * cells, vectors: 200_000 },
  wanted: majorityOf,
  check: () => {},
  counting: (setting, runnerOf) => {
    const { cells } = setting.shape;
    const last = lastMask(cells);
    return overVectors(setting, runnerOf, (state, runner, counts, at) => {
      const ones = onesOf(state);
      runner.run(state, setting.steps);
      const end = endOf(state, last);
      const majority = majorityOf(ones, cells);
      if (majority === undefined) {
        counts[at + TIES]++;
        if (end === 0) counts[at + TIES_TO_0]++;
        if (end === 1) counts[at + TIES_TO_1]++;
        return;
      }
      counts[at + MAJORITY_1] += majority;
      if (end === undefined) counts[at + UNSETTLED]++;
      if (end !== majority) return;
      counts[at + CORRECT]++;
      counts[at + CORRECT_1] += majority;
    });
  },
  fitness: (counts, at, { ties }) => counts[at + CORRECT] + (ties === "zero" ? counts[at + TIES_TO_0] : 0),
  most: (vectors) => vectors,
  report: ({ setting: { ties: how }, vectors, counts }) => {
    const [correct, ties, tiesTo0, tiesTo1, unsettled, correct1, majority1] = counts;
    const right = how === "zero" ? correct + tiesTo0 : correct;
    const share = shareOf(right, how === "redraw" ? vectors - ties : vectors);
    const count: MajorityCount = {
      ...{ vectors, correct, ties, tiesTo0, tiesTo1, unsettled, correct1, majority1 },
    };
    return {
      facts: { ...count, tieRule: how },
      lines: [
        ["right", `${grouped(correct)} (${grouped(correct1)} of ${grouped(majority1)} with more ones)`],
        ["ties", `${grouped(ties)}: ${grouped(tiesTo0)} end as 0, ${grouped(tiesTo1)} as 1`],
        ["undecided", grouped(unsettled)],
      ],
      share,
    };
  },
};

function majorityOf(ones: number, cells: number): 0 | 1 | undefined {
  if (2 * ones === cells) return undefined;
  return 2 * ones > cells ? 1 : 0;
}
