/** What an edit did to cells: what they became, and what they were. Undoing swaps the two sets. */

import { bytesOfCells, isEmptyCells, uniteCells, withoutCells } from "../../../engine/core/cell-sets.ts";
import type { CellDiff } from "../../../engine/core/paste.ts";
import { runsPopulation } from "../../../engine/core/runs.ts";
import type { UniversePort } from "../../universe/universe-port.ts";

export function isEmptyDiff({ set, cleared }: CellDiff): boolean {
  return isEmptyCells(set) && isEmptyCells(cleared);
}

export function invertDiff({ set, cleared }: CellDiff): CellDiff {
  return { set: cleared, cleared: set };
}

/** How many cells changed. */
export function diffSize(diff: CellDiff): bigint {
  const { set, cleared } = diff;
  return overlaps(diff)
    ? runsPopulation(uniteCells(set, cleared))
    : runsPopulation(set) + runsPopulation(cleared);
}

/** Whether cells may have gone from one state above 0 to another. */
function overlaps({ set, cleared }: CellDiff): boolean {
  return set.states !== null || cleared.states !== null;
}

export function bytesOfDiff({ set, cleared }: CellDiff): number {
  return bytesOfCells(set) + bytesOfCells(cleared);
}

/** Births go first: they may run out of memory, deaths cannot. */
export async function applyDiff(port: UniversePort, diff: CellDiff): Promise<void> {
  const { set, cleared } = diff;
  if (!isEmptyCells(set)) await port.writeRuns(set, "or");
  const dead = overlaps(diff) ? withoutCells(cleared, set) : cleared;
  if (!isEmptyCells(dead)) await port.writeRuns(dead, "clear");
}
