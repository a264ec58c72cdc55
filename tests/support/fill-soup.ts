// Universes full of random cells.

import type { Universe } from "../../engine/algorithms/algorithm.ts";
import { writeSoup } from "../../engine/algorithms/load.ts";
import type { Soup } from "../../engine/core/soup.ts";
import { gridHeight, gridWidth } from "../../engine/core/topology.ts";

/** Adds a soup as large as the grid. */
export function fillSoup(universe: Universe, soup: Pick<Soup, "seed" | "density">): Promise<void> {
  const { topology } = universe;
  return writeSoup(universe, { ...soup, width: gridWidth(topology), height: gridHeight(topology) });
}
