/** More edits of the selected cells, in a file of their own because edits.ts is long enough. */

import { withoutCells } from "../../../engine/core/cell-sets.ts";
import { TessellaError } from "../../../engine/core/errors.ts";
import { shortCount } from "../../ui/numbers.ts";
import type { UniversePort } from "../../universe/universe-port.ts";
import { cellsChange, writeChange } from "../cells/changes.ts";
import type { Edit } from "../cells/edits.ts";
import { MOST_LISTED } from "../cells/edits.ts";
import type { Selection } from "./selection.ts";
import { cellsInside, selectedCells, selectionArea } from "./selection.ts";

/** 16,384 x 16,384: nearly all of them may be alive afterwards. */
const MOST_INVERTED = 2n ** 28n;

/** Brings the dead cells of the selection to life and kills the live ones. Errors: `too-large`. */
export async function invertEdit(port: UniversePort, selection: Selection): Promise<Edit> {
  const area = selectionArea(selection);
  if (area > MOST_INVERTED) {
    throw new TessellaError(
      "too-large",
      `A selection of ${shortCount(area)} cells is too large to be inverted.`,
      {
        hint: "Select at most 16,384 x 16,384 cells.",
      },
    );
  }
  const label = "Invert the selection";
  if (area > MOST_LISTED) return { label, change: writeChange(selectedCells(selection), "xor") };
  const live = cellsInside(selection, await port.readRuns(selection.box));
  const dead = withoutCells(selectedCells(selection), live);
  return { label, change: cellsChange({ set: dead, cleared: live }) };
}
