import type { Universe } from "../algorithms/algorithm.ts";
import { throwIfAborted } from "../core/errors.ts";
import { yieldToTasks } from "../core/tasks.ts";

/** What filming asks of a universe. */
export type FilmedUniverse = Pick<
  Universe,
  | "generation"
  | "rule"
  | "topology"
  | "step"
  | "readBlock"
  | "raster"
  | "population"
  | "bounds"
  | "hash"
  | "snapshot"
  | "restore"
  | "release"
>;

const SLICE_MILLISECONDS = 15;

/**
 * Steps in short slices, and lets other tasks run after each of them, also where many small steps make one up: else a
 * stop would not be heard by an export whose every step and write is quick.
 */
export class SlicedStepper {
  #began = performance.now();
  readonly #universe: Pick<Universe, "step" | "generation">;

  constructor(universe: Pick<Universe, "step" | "generation">) {
    this.#universe = universe;
  }

  /** Errors: `aborted`, and those of stepping. */
  async stepTo(
    target: bigint,
    signal: AbortSignal | undefined,
    onSlice: (generation: bigint) => void,
  ): Promise<void> {
    while (true) {
      throwIfAborted(signal);
      const outcome = await this.#universe.step(target, { milliseconds: SLICE_MILLISECONDS, signal });
      if (performance.now() - this.#began >= SLICE_MILLISECONDS) {
        await yieldToTasks();
        this.#began = performance.now();
      }
      if (outcome === "done") return;
      onSlice(this.#universe.generation);
    }
  }
}
