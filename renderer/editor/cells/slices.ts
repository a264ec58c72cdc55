/**
 * Work on millions of cells in the window's own thread, a few milliseconds at a time.
 *
 * Each piece of work is written once, as a generator that reports its progress from time to time. Few cells are
 * processed in one go. For many, the window draws and handles keys between two slices, and a notice shows the progress
 * with a way to end the work.
 */

import { throwIfAborted } from "../../../engine/core/errors.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { yieldToTasks } from "../../../engine/core/tasks.ts";
import type { Watched } from "../time/spare-universe.ts";

/** Yields the share done, 0..1, at least once every few milliseconds. */
export type Sliced<T> = Generator<number, T, void>;

/** Shows the text while the work goes on. */
export type WatchWork = <T>(text: string, work: (watched: Watched) => Promise<T>) => Promise<T>;

/** For work that nothing displays. */
export const unwatched: WatchWork = (_text, work) => work({});

const SLICE_MILLISECONDS = 8;
/** Milliseconds between two reports of progress. */
const TELL_MILLISECONDS = 100;
/** This many runs are done before a person notices that they take a while. */
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

/** The same, watched if it concerns many cells. */
export function inSight<T>(watch: WatchWork, text: string, about: Runs, work: Sliced<T>): Promise<T> {
  if (runCount(about) <= FEW_RUNS) return inSlices(work);
  return watch(text, (watched) => inSlices(work, watched));
}

export function runCount({ spans }: Runs): number {
  return spans.length / 2;
}

/** A part of other work; it covers the progress between two shares. */
export function* within<T>(from: number, to: number, part: Sliced<T>): Sliced<T> {
  while (true) {
    const step = part.next();
    if (step.done) return step.value;
    yield from + (to - from) * step.value;
  }
}
