/** More edits of the selected cells, in a file of their own because edits.ts is long enough. */

import { TessellaError } from "../../../engine/core/errors.ts";
import { runsPopulation } from "../../../engine/core/runs.ts";
import { shortCount } from "../../ui/numbers.ts";
import type { UniversePort } from "../../universe/universe-port.ts";
import { cellsOfRect, withoutCells } from "../cells/cell-sets.ts";
import type { Change } from "../cells/changes.ts";
import { cellsChange } from "../cells/changes.ts";
import type { Edit } from "../cells/edits.ts";
import { MOST_LISTED } from "../cells/edits.ts";
import type { Selection } from "./selection.ts";
import { bytesOfSelection, cellsInside, selectedCells, selectionArea } from "./selection.ts";

/** 16384 x 16384: nearly all of them may be alive afterwards. */
const MOST_INVERTED = 2n ** 28n;

/** Brings the dead cells of the selection to life and kills the live ones. Errors: `too-large`. */
export async function invertEdit(port: UniversePort, selection: Selection): Promise<Edit> {
  const area = selectionArea(selection);
  if (area > MOST_INVERTED) {
    throw new TessellaError(
      "too-large",
      `A selection of ${shortCount(area)} cells is too large to be inverted.`,
      {
        hint: "Select at most 16384 x 16384 cells.",
      },
    );
  }
  const label = "Invert the selection";
  if (area > MOST_LISTED) return { label, change: invertChange(selection) };
  const live = cellsInside(selection, await port.readRuns(selection.box));
  const dead = withoutCells(selectedCells(selection), live);
  return { label, change: cellsChange({ set: dead, cleared: live }) };
}

/** A snapshot leads back: after a write that ran out of memory, inverting again could not tell which cells were written. */
function invertChange(selection: Selection): Change {
  const cells = selection.mask ?? cellsOfRect(selection.box);
  return {
    bytes: bytesOfSelection(selection),
    cost: Number(runsPopulation(cells)) / 1e5,
    apply: (port) => port.writeRuns(cells, "xor"),
    revert: null,
  };
}
