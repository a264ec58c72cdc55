import type { Universe } from "../../engine/algorithms/algorithm.ts";
import { createUniverse } from "../../engine/algorithms/load.ts";
import type { MakeSpare, SpareUniverse } from "../../renderer/editor/time/spare-universe.ts";

/** A universe of this thread as the editor's commands get one to compute in. */
export function spareOf(universe: Universe): SpareUniverse {
  return {
    step: (target, signal) => universe.step(target, { signal }),
    hash: () => universe.hash(),
    bounds: () => universe.bounds(),
    readRuns: (region) => universe.readRuns(region),
    writeRuns: (cells, mode) => universe.writeRuns(cells, mode),
    clear: (region) => universe.clear(region),
    dispose: () => universe.dispose(),
  };
}

export const makeLocalSpare: MakeSpare = async (init) => spareOf((await createUniverse(init, {})).universe);
