/**
 * Work on millions of cells in the window's own thread, a few milliseconds at a time.
 *
 * What takes cells apart and puts them together is written once, as a generator that says now and then how far it is. Few cells
 * are done at once; for many the window draws and hears its keys between two slices, and what takes long is shown, with a way
 * to end it.
 */

import { throwIfAborted } from "../../../engine/core/errors.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { yieldToTasks } from "../../../engine/core/tasks.ts";
import type { Watched } from "../time/spare-universe.ts";

/** Yields its share done, 0..1, at least once in a few milliseconds. */
export type Sliced<T> = Generator<number, T, void>;

/** Says what goes on while it does. */
export type WatchWork = <T>(text: string, work: (watched: Watched) => Promise<T>) => Promise<T>;

/** Where nobody looks. */
export const unwatched: WatchWork = (_text, work) => work({});

const SLICE_MILLISECONDS = 8;
/** Between two words of progress. */
const TELL_MILLISECONDS = 100;
/** Up to so many runs are done before anybody could say that they take a while. */
const FEW_RUNS = 2 ** 18;

export function atOnce<T>(work: Sliced<T>): T {
  while (true) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Errors: `aborted`, and those of the work. */
export async function inSlices<T>(work: Sliced<T>, { signal, onProgress }: Watched = {}): Promise<T> {
  throwIfAborted(signal);
  let until = performance.now() + SLICE_MILLISECONDS;
  let told = until;
  while (true) {
    const step = work.next();
    if (step.done) return step.value;
    const now = performance.now();
    if (now < until) continue;
    if (now - told >= TELL_MILLISECONDS) {
      told = now;
      onProgress?.(step.value, 1);
    }
    await yieldToTasks();
    throwIfAborted(signal);
    until = performance.now() + SLICE_MILLISECONDS;
  }
}

/** The same, watched if the cells that it is about are many. */
export function inSight<T>(watch: WatchWork, text: string, about: Runs, work: Sliced<T>): Promise<T> {
  if (runCount(about) <= FEW_RUNS) return inSlices(work);
  return watch(text, (watched) => inSlices(work, watched));
}

export function runCount({ spans }: Runs): number {
  return spans.length / 2;
}

/** A part of other work, which takes it from one share to another. */
export function* within<T>(from: number, to: number, part: Sliced<T>): Sliced<T> {
  while (true) {
    const step = part.next();
    if (step.done) return step.value;
    yield from + (to - from) * step.value;
  }
}
