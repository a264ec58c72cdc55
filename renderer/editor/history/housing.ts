/** Where universes come from when the history leads to another grid: the document's affair, the editor only asks. */

import { TessellaError } from "../../../engine/core/errors.ts";
import type { Topology } from "../../../engine/core/topology.ts";
import { formatTopology } from "../../../engine/core/topology.ts";
import type { Rule } from "../../../engine/rules/rule.ts";
import type { UniversePort } from "../universe-port.ts";

/** What a new universe is like. */
export interface Plot {
  readonly rule: Rule;
  readonly topology: Topology;
  readonly generation: bigint;
}

export interface Housing {
  /** An empty universe. Errors: those of creating it. */
  build(plot: Plot): Promise<UniversePort>;
  /** The editor has gone over into what was built last; the old universe is not needed any more. */
  left(): void | Promise<void>;
  /** What was built last is not needed after all. */
  abandon(): void | Promise<void>;
}

/** Where there is only the one universe. */
export const NO_HOUSING: Housing = {
  build: async () => {
    throw new TessellaError("unsupported-operation", "This universe cannot be given another grid.");
  },
  left: () => {},
  abandon: () => {},
};

export function sameGrid(a: Topology, b: Topology): boolean {
  return a === b || formatTopology(a) === formatTopology(b);
}
