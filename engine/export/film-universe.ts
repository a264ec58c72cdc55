import type { Universe } from "../algorithms/algorithm.ts";
import { now } from "../core/clock.ts";
import { throwIfAborted } from "../core/errors.ts";
import { yieldToTasks } from "../core/tasks.ts";

/** The methods of a universe that filming uses. */
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
 * Steps in short slices, and yields to other tasks after each of them, also when many small steps make one up:
 * otherwise an export whose every step and write is quick would not notice a stop.
 */
export class SlicedStepper {
  #began = now();
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
      if (now() - this.#began >= SLICE_MILLISECONDS) {
        await yieldToTasks();
        this.#began = now();
      }
      if (outcome === "done") return;
      onSlice(this.#universe.generation);
    }
  }
}
