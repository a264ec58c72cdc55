/**
 * Selections around the live cells, as boxes on the screen. On squares that is the cells' own box. On hexagons it is
 * the upright box that a person would drag out around them (drag-selection.ts), and it depends on every live cell: the
 * lattice's box does not tell how far a row reaches on the screen. A set that is too large for that gets the lattice's
 * box, which leans.
 */

import { TessellaError } from "../../../engine/core/errors.ts";
import type { Rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { runsBounds } from "../../../engine/core/runs.ts";
import { gridRect } from "../../../engine/core/topology.ts";
import type { UniversePort } from "../../universe/universe-port.ts";
import { MOST_SIDE } from "../cells/shapes.ts";
import { selectAround } from "./drag-selection.ts";
import type { Selection } from "./selection.ts";
import { cellsInside, selectBox } from "./selection.ts";

/** The whole grid where it is finite, else all live cells. Errors: `bad-argument` when nothing is alive. */
export async function selectEverything(port: UniversePort): Promise<Selection> {
  const grid = gridRect(port.topology);
  const box = grid ?? (await port.bounds());
  const all =
    box && !grid && port.rule.neighbourhood === "hex"
      ? await upright(port, box, () => port.readRuns())
      : box && selectBox(box);
  if (!all) throw new TessellaError("bad-argument", "There is nothing to select: no cell is alive.");
  return all;
}

/** The smallest box around the live cells of a selection. Errors: `bad-argument` for no live cells, `too-large`. */
export async function selectLiveWithin(port: UniversePort, selection: Selection): Promise<Selection> {
  const live = cellsInside(selection, await port.readRuns(selection.box));
  const box = runsBounds(live);
  if (!box) throw new TessellaError("bad-argument", "No cell is alive in the selection.");
  return upright(port, box, async () => live);
}

async function upright(port: UniversePort, box: Rect, read: () => Promise<Runs>): Promise<Selection> {
  const leaning = selectBox(box) as Selection;
  if (port.rule.neighbourhood !== "hex" || box.w > MOST_SIDE || box.h > MOST_SIDE) return leaning;
  try {
    return selectAround(await read(), "hex") ?? leaning;
  } catch (error) {
    if (error instanceof TessellaError && error.code === "too-large") return leaning;
    throw error;
  }
}
