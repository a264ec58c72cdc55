/** Runs of one ring from many starts, ended early where a state comes again. */

import type { Ring } from "./ring.ts";
import { ringWords } from "./ring.ts";
import { createStepper } from "./stepper.ts";

export interface RingRunner {
  /** Replaces the state, which has the words of the ring, by that after so many steps. */
  run(state: Uint32Array, steps: number): void;
}

/**
 * A state that is its own successor ends a run. So does one that was met before: the run compares each state with the one at
 * the last step that was a power of two (Brent, "An improved Monte Carlo factorization algorithm", 1980), and once they are
 * the same only what is left of the last period has to be run.
 */
export function createRunner(ring: Ring): RingRunner {
  const stepper = createStepper(ring);
  const words = ringWords(ring.cells);
  let from = new Uint32Array(words);
  let to = new Uint32Array(words);
  const met = new Uint32Array(words);
  const same = (a: Uint32Array, b: Uint32Array): boolean => {
    for (let k = 0; k < words; k++) if (a[k] !== b[k]) return false;
    return true;
  };
  return {
    run: (state, steps) => {
      from.set(state);
      met.set(state);
      let metAt = 0;
      let end = steps;
      for (let t = 1; t <= end; t++) {
        stepper.step(from, to);
        [from, to] = [to, from];
        if (end < steps) continue;
        if (same(from, to)) break;
        if (same(from, met)) end = t + ((steps - t) % (t - metAt));
        if (t === 2 * metAt || t === 1) {
          met.set(from);
          metAt = t;
        }
      }
      state.set(from);
    },
  };
}
