/** Runs of rings by the kernel where there is one for them; otherwise by the steppers, which are its oracle. */

import { loadRingKernel } from "../algorithms/wasm/ring.ts";
import { TessellaError } from "../core/errors.ts";
import type { Boundary, Ring } from "../rings/ring.ts";
import { ringWords } from "../rings/ring.ts";
import type { RingRunner } from "../rings/runner.ts";
import { createRunner } from "../rings/runner.ts";

export type RunnerOf = (ring: Ring) => RingRunner;

let loaded: Promise<RunnerOf> | undefined;

/** What makes the quickest runner of a ring on this thread. The last one that was made is the only one that may run. */
export function quickRunners(): Promise<RunnerOf> {
  loaded ??= load().catch((error: unknown) => {
    if (error instanceof TessellaError && error.code === "unsupported-operation") return createRunner;
    throw error;
  });
  return loaded;
}

async function load(): Promise<RunnerOf> {
  const kernel = await loadRingKernel();
  return (ring) => {
    const { cells, boundary, rules } = ring;
    const [{ radius, table }] = rules;
    if (rules.length > 1) return createRunner(ring);
    kernel.table.set(table);
    kernel.setRule(radius);
    const [kind, left, right] = ENDS[boundary];
    const words = kernel.state.subarray(0, ringWords(cells));
    return {
      run: (state, steps) => {
        words.set(state);
        kernel.run(cells, kind, left, right, steps);
        state.set(words);
      },
    };
  };
}

/** What the kernel calls them: the kind, and the cells beyond fixed ends. */
const ENDS: Readonly<Record<Boundary, readonly [kind: number, left: number, right: number]>> = {
  cyclic: [0, 0, 0],
  replicate: [1, 0, 0],
  fixed00: [2, 0, 0],
  fixed01: [2, 0, 1],
  fixed10: [2, 1, 0],
  fixed11: [2, 1, 1],
};
