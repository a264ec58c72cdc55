/**
 * The sorting task: the ones shall gather (Sipper's ordering task, 1997). Where the ring has ends, all zeros end on the left and
 * all ones on the right; where the ends meet, the ones end as one block anywhere. There are as many of them as at the start.
 */

import { popcount32 } from "../../core/block.ts";
import { grouped } from "../../core/integers.ts";
import type { Task } from "../task.ts";
import { shareOf } from "../task.ts";
import { onesOf } from "../vectors.ts";
import { overVectors, RING_149 } from "./over-vectors.ts";

const COUNTS = ["correct", "kept", "gathered"] as const;
const [CORRECT, KEPT, GATHERED] = COUNTS.keys();

export const SORTING: Task = {
  id: "sorting",
  name: "Sorting",
  success: "As many ones as at the start end side by side, on the right where the ring has ends.",
  counts: COUNTS,
  vectors: true,
  usual: { shape: { ...RING_149, boundary: "fixed01" }, steps: (cells) => 2 * cells, vectors: 200_000 },
  check: () => {},
  counting: (setting, runnerOf) => {
    const { cells, boundary } = setting.shape;
    const cyclic = boundary === "cyclic";
    return overVectors(setting, runnerOf, (state, runner, counts, at) => {
      const ones = onesOf(state);
      runner.run(state, setting.steps);
      const kept = onesOf(state) === ones;
      const gathered = isGathered(state, cells, cyclic);
      if (kept) counts[at + KEPT]++;
      if (gathered) counts[at + GATHERED]++;
      if (kept && gathered) counts[at + CORRECT]++;
    });
  },
  fitness: (counts, at) => counts[at + CORRECT],
  most: (vectors) => vectors,
  report: ({ vectors, counts: [correct, kept, gathered] }) => {
    return {
      facts: { vectors, correct, kept, gathered },
      lines: [
        ["right", grouped(correct)],
        ["as many ones", grouped(kept)],
        ["gathered", grouped(gathered)],
      ],
      share: shareOf(correct, vectors),
    };
  },
};

function isGathered(state: Uint32Array, cells: number, cyclic: boolean): boolean {
  const inner = state.length - 1;
  /** Neighbours that differ, from the left end to the right one. */
  let borders = 0;
  for (let k = 0; k <= inner; k++) {
    const following = k === inner ? 0 : state[k + 1] << 31;
    const pairs = k === inner ? 2 ** ((cells - 1) & 31) - 1 : 0xffffffff;
    borders += popcount32((state[k] ^ ((state[k] >>> 1) | following)) & pairs);
  }
  const rightmost = (state[inner] >>> ((cells - 1) & 31)) & 1;
  if (cyclic) return borders + ((state[0] & 1) ^ rightmost) <= 2;
  return borders === 0 || (borders === 1 && rightmost === 1);
}
