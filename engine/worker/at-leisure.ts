/** Runs a generator's work a few milliseconds at a time; other tasks get their turn in between. */

import { throwIfAborted } from "../core/errors.ts";
import { yieldToTasks } from "../core/tasks.ts";

const SLICE_MILLISECONDS = 10;

/** Errors: `aborted`, and those of the work. */
export async function atLeisure<T>(work: Iterator<void, T>, signal?: AbortSignal): Promise<T> {
  throwIfAborted(signal);
  let began = performance.now();
  while (true) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - began < SLICE_MILLISECONDS) continue;
    await yieldToTasks();
    throwIfAborted(signal);
    began = performance.now();
  }
}
