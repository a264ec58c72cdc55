/** What an edit did to cells: those it brought to life and those it killed. Going back is the same the other way round. */

import type { Runs } from "../../engine/core/runs.ts";
import { EMPTY_RUNS, runsPopulation } from "../../engine/core/runs.ts";
import { bytesOfCells, isEmptyCells, uniteCells, withoutCells } from "./cell-sets.ts";
import type { UniversePort } from "./universe-port.ts";

/** Both sets are disjoint: `set` was dead before, `cleared` was alive. */
export interface CellDiff {
  readonly set: Runs;
  readonly cleared: Runs;
}

export const NO_DIFF: CellDiff = { set: EMPTY_RUNS, cleared: EMPTY_RUNS };

export function isEmptyDiff({ set, cleared }: CellDiff): boolean {
  return isEmptyCells(set) && isEmptyCells(cleared);
}

export function invertDiff({ set, cleared }: CellDiff): CellDiff {
  return { set: cleared, cleared: set };
}

/** The diff of one edit after another. */
export function composeDiffs(first: CellDiff, second: CellDiff): CellDiff {
  return {
    set: uniteCells(withoutCells(first.set, second.cleared), withoutCells(second.set, first.cleared)),
    cleared: uniteCells(withoutCells(first.cleared, second.set), withoutCells(second.cleared, first.set)),
  };
}

/** How many cells changed. */
export function diffSize({ set, cleared }: CellDiff): bigint {
  return runsPopulation(set) + runsPopulation(cleared);
}

export function bytesOfDiff({ set, cleared }: CellDiff): number {
  return bytesOfCells(set) + bytesOfCells(cleared);
}

/** Births first: they may run out of memory, deaths do not. */
export async function applyDiff(port: UniversePort, { set, cleared }: CellDiff): Promise<void> {
  if (!isEmptyCells(set)) await port.writeRuns(set, "or");
  if (!isEmptyCells(cleared)) await port.writeRuns(cleared, "clear");
}
