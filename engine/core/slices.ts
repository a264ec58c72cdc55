/**
 * Long work in a thread that has other things to do, a few milliseconds at a time.
 *
 * Each piece of work is written once, as a generator that reports its progress from time to time. Work on few cells is done
 * in one go. On many, a window draws and handles keys between two slices, and a command hears Ctrl-C.
 */

import { now } from "./clock.ts";
import { throwIfAborted } from "./errors.ts";
import { yieldToTasks } from "./tasks.ts";

/** Long work that can be stopped and reports its progress. */
export interface Watched {
  readonly signal?: AbortSignal;
  onProgress?(done: number, total: number): void;
}

/** Yields the share done, 0..1, at least once every few milliseconds. */
export type Sliced<T> = Generator<number, T, void>;

const SLICE_MILLISECONDS = 8;
/** Milliseconds between two reports of progress. */
const TELL_MILLISECONDS = 100;

export function atOnce<T>(work: Sliced<T>): T {
  while (true) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Errors: `aborted`, and those of the work. */
export async function inSlices<T>(work: Sliced<T>, { signal, onProgress }: Watched = {}): Promise<T> {
  throwIfAborted(signal);
  let until = now() + SLICE_MILLISECONDS;
  let told = until;
  while (true) {
    const step = work.next();
    if (step.done) return step.value;
    const time = now();
    if (time < until) continue;
    if (time - told >= TELL_MILLISECONDS) {
      told = time;
      onProgress?.(step.value, 1);
    }
    await yieldToTasks();
    throwIfAborted(signal);
    until = now() + SLICE_MILLISECONDS;
  }
}

/** A part of other work; it covers the progress between two shares. */
export function* within<T>(from: number, to: number, part: Sliced<T>): Sliced<T> {
  while (true) {
    const step = part.next();
    if (step.done) return step.value;
    yield from + (to - from) * step.value;
  }
}
