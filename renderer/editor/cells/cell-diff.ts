/** What an edit did to cells: those it brought to life and those it killed. Undoing swaps the two sets. */

import { bytesOfCells, isEmptyCells } from "../../../engine/core/cell-sets.ts";
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
export function diffSize({ set, cleared }: CellDiff): bigint {
  return runsPopulation(set) + runsPopulation(cleared);
}

export function bytesOfDiff({ set, cleared }: CellDiff): number {
  return bytesOfCells(set) + bytesOfCells(cleared);
}

/** Births go first: they may run out of memory, deaths cannot. */
export async function applyDiff(port: UniversePort, { set, cleared }: CellDiff): Promise<void> {
  if (!isEmptyCells(set)) await port.writeRuns(set, "or");
  if (!isEmptyCells(cleared)) await port.writeRuns(cleared, "clear");
}
