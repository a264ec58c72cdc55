/** What outlives its GPU: counts and generations are the same wherever they come from, so the CPU takes over. */

import { TessellaError } from "../../core/errors.ts";
import type { Scorer } from "../scorer.ts";
import type { SearchEngine } from "../search.ts";

/** Hears the error with which the GPU went away, once. */
export type OnLost = (error: TessellaError) => void;

interface Disposable {
  dispose(): void;
}

/** Work that `first` cannot finish is done again by `next`, and so is all that follows. */
function steady<T extends Disposable>(
  first: T,
  next: T,
  onLost: OnLost,
): <R>(work: (worker: T) => Promise<R>) => Promise<R> {
  let worker = first;
  return async (work) => {
    try {
      return await work(worker);
    } catch (error) {
      if (worker === next || !(error instanceof TessellaError) || error.code !== "gpu-lost") throw error;
      worker = next;
      onLost(error);
      return await work(next);
    }
  };
}

/** Counts by `next` once the GPU of `first` is lost. Disposing it disposes both. */
export function steadyScorer(first: Scorer, next: Scorer, onLost: OnLost): Scorer {
  const by = steady(first, next, onLost);
  return {
    score: (job, control) => by((scorer) => scorer.score(job, control)),
    dispose: () => both(first, next),
  };
}

/** Goes on from the last population with `next` once the GPU of `first` is lost. Disposing it disposes both. */
export function steadyEngine(first: SearchEngine, next: SearchEngine, onLost: OnLost): SearchEngine {
  const by = steady(first, next, onLost);
  return {
    score: (plan, generation, control) => by((engine) => engine.score(plan, generation, control)),
    advance: (plan, parents, generations, control) =>
      by((engine) => engine.advance(plan, parents, generations, control)),
    dispose: () => both(first, next),
  };
}

function both(first: Disposable, next: Disposable): void {
  first.dispose();
  next.dispose();
}
