/** Runs of rings: to a step, and as the space-time diagram that shows each step as a row. */

import type { Block } from "../core/block.ts";
import { blockStride, createBlock } from "../core/block.ts";
import { throwIfAborted } from "../core/errors.ts";
import { yieldToTasks } from "../core/tasks.ts";
import type { Ring } from "./ring.ts";
import { ringWords } from "./ring.ts";
import { createStepper } from "./stepper.ts";

export interface RingControl {
  readonly signal?: AbortSignal;
  /** Hears the steps that are done, now and then. */
  readonly onProgress?: (steps: number) => void;
}

/** Cells that are made between two looks at the signal. */
const PIECE = 2 ** 22;

/** The state after `steps` steps. Lets others work now and then. Errors: `aborted`. */
export async function runRing(
  ring: Ring,
  start: Uint32Array,
  steps: number,
  control: RingControl = {},
): Promise<Uint32Array<ArrayBuffer>> {
  const stepper = createStepper(ring);
  let state = Uint32Array.from(start);
  let next = new Uint32Array(ringWords(ring.cells));
  const piece = Math.max(1, Math.floor(PIECE / ring.cells));
  for (let done = 0; done < steps; ) {
    const until = Math.min(steps, done + piece);
    for (; done < until; done++) {
      stepper.step(state, next);
      [state, next] = [next, state];
    }
    await atEase(control, done);
  }
  return state;
}

/**
 * The space-time diagram: row t of the block is the state after t steps, `steps` + 1 rows of the ring's width.
 * Errors: `aborted`, `too-large`.
 */
export async function spaceTime(
  ring: Ring,
  start: Uint32Array,
  steps: number,
  control: RingControl = {},
): Promise<Block> {
  const diagram = createBlock(0n, 0n, ring.cells, steps + 1);
  const stride = blockStride(ring.cells);
  const stepper = createStepper(ring);
  const row = (t: number): Uint32Array => diagram.words.subarray(t * stride, (t + 1) * stride);
  row(0).set(start);
  const piece = Math.max(1, Math.floor(PIECE / ring.cells));
  for (let t = 1; t <= steps; t++) {
    stepper.step(row(t - 1), row(t));
    if (t % piece === 0) await atEase(control, t);
  }
  return diagram;
}

async function atEase({ signal, onProgress }: RingControl, done: number): Promise<void> {
  onProgress?.(done);
  await yieldToTasks();
  throwIfAborted(signal);
}
