/** The slow oracle of advancing a part of a universe: after each generation everything of the other part is killed. */

import { uniteCells, withoutCells } from "../../engine/core/cell-sets.ts";
import type { Runs } from "../../engine/core/runs.ts";
import type { Selection } from "../../renderer/editor/selection/selection.ts";
import { cellsInside, cellsOutside } from "../../renderer/editor/selection/selection.ts";
import { universeWith } from "./universes.ts";

/** All cells after that, those of the other part as they were. */
export async function advancedSlowly(
  cells: Runs,
  selection: Selection,
  where: "inside" | "outside",
  generations: number,
  request: Parameters<typeof universeWith>[1],
): Promise<Runs> {
  const part = where === "inside" ? cellsInside : cellsOutside;
  const universe = await universeWith(part(selection, cells), request);
  for (let i = 0; i < generations; i++) {
    await universe.step(universe.generation + 1n);
    const all = await universe.readRuns();
    const wrong = withoutCells(all, part(selection, all));
    await universe.writeRuns(wrong, "clear");
  }
  const after = await universe.readRuns();
  universe.dispose();
  return uniteCells(after, withoutCells(cells, part(selection, cells)));
}
