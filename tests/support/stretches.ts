import type { SoupFigures, SoupJob } from "../../engine/bench/gpu-bench.ts";
import { gridHeight, gridWidth } from "../../engine/core/topology.ts";

/** What measuring answers where those are the cells a second of each stretch. */
export function figuresAt(
  { topology }: Pick<SoupJob, "topology">,
  rates: readonly number[],
  more: Pick<SoupFigures, "adapter" | "generations" | "hash">,
): SoupFigures {
  const cells = gridWidth(topology) * gridHeight(topology);
  // A second a cell, so that no rate is rounded.
  const stretches = rates.map((rate) => ({
    seconds: cells,
    generations: rate,
    submits: null,
    gpuSeconds: null,
  }));
  return { ...more, stretches };
}
