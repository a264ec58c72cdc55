/** What becomes of a start, and the search for starts of which something else becomes than should. */

import { popcount32 } from "../core/block.ts";
import { throwIfAborted } from "../core/errors.ts";
import { yieldToTasks } from "../core/tasks.ts";
import { randomState } from "./random-state.ts";
import type { Ring } from "./ring.ts";
import { lastMask, ringWords } from "./ring.ts";
import type { RingControl } from "./run-ring.ts";
import type { RingStepper } from "./stepper.ts";
import { createStepper } from "./stepper.ts";

export interface RingOutcome {
  /** Cells that are 1 in the start. */
  readonly ones: number;
  /** The first step whose state is its own successor; null where there is none within the steps. */
  readonly settled: number | null;
  /** What all cells are after the steps; null where they are not all the same. */
  readonly end: 0 | 1 | null;
}

/** Runs a start for so many steps. */
export function outcomeOf(ring: Ring, start: Uint32Array, steps: number): RingOutcome {
  return followed(ring, createStepper(ring), start, steps);
}

function followed({ cells }: Ring, stepper: RingStepper, start: Uint32Array, steps: number): RingOutcome {
  let ones = 0;
  for (const word of start) ones += popcount32(word);
  let state = Uint32Array.from(start);
  let next = new Uint32Array(ringWords(cells));
  let settled: number | null = null;
  for (let t = 0; t <= steps; t++) {
    stepper.step(state, next);
    if (state.every((word, k) => word === next[k])) {
      settled = t;
      break;
    }
    if (t < steps) [state, next] = [next, state];
  }
  const last = state.length - 1;
  const all = (value: number): boolean =>
    state.every((word, k) => word === (k === last ? (value & lastMask(cells)) >>> 0 : value));
  return { ones, settled, end: all(0) ? 0 : all(0xffffffff) ? 1 : null };
}

/** Whether the cells end as most of them began; undefined where as many began as 1 as did as 0. */
export function keepsMajority(cells: number, { ones, end }: RingOutcome): boolean | undefined {
  return 2 * ones === cells ? undefined : end === (2 * ones > cells ? 1 : 0);
}

/** Cells that are made between two looks at the signal. */
const PIECE = 2 ** 20;

/**
 * The first random vector of the seed, from `first` on, whose majority the ring does not keep; null where that holds for none of
 * `most` vectors. `control` hears the vectors that are done. Errors: `aborted`.
 */
export async function firstFailing(
  ring: Ring,
  { seed, first, most, steps }: Readonly<Record<"seed" | "first" | "most" | "steps", number>>,
  { signal, onProgress }: RingControl = {},
): Promise<number | null> {
  const stepper = createStepper(ring);
  const piece = Math.max(1, Math.floor(PIECE / (ring.cells * steps)));
  for (let n = 0; n < most; n++) {
    const index = (first + n) >>> 0;
    const outcome = followed(ring, stepper, randomState(ring.cells, seed, index), steps);
    if (keepsMajority(ring.cells, outcome) === false) return index;
    if (n % piece > 0) continue;
    onProgress?.(n + 1);
    await yieldToTasks();
    throwIfAborted(signal);
  }
  return null;
}
