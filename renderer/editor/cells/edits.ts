/**
 * Edits of selected or given cells, as changes with their labels. Each reads the cells that live now, so the caller
 * must apply it at once, before anything else moves the universe. null: there is nothing to change.
 */

import {
  slicedClip,
  slicedReplaced,
  slicedUnion,
  slicedUnlike,
  slicedWithout,
} from "../../../engine/core/cell-sets.ts";
import type { CellDiff } from "../../../engine/core/paste.ts";
import { slicedDiff } from "../../../engine/core/paste.ts";
import type { Rect } from "../../../engine/core/rect.ts";
import { unionRects } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { clampRuns, EMPTY_RUNS, runsBounds, runsPopulation } from "../../../engine/core/runs.ts";
import type { Sliced } from "../../../engine/core/slices.ts";
import { atOnce, inSlices, within } from "../../../engine/core/slices.ts";
import { clipToGrid } from "../../../engine/core/topology.ts";
import type { PlacedSymmetry, SymmetryName } from "../../../engine/grids/symmetry.ts";
import { INVERSE, slicedTurn, symmetriesOf, turnAbout } from "../../../engine/grids/symmetry.ts";
import type { UniversePort } from "../../universe/universe-port.ts";
import type { Scene } from "../history/scene.ts";
import { countCells } from "../labels.ts";
import type { PendingPaste } from "../paste/pending-paste.ts";
import { pasteDiff } from "../paste/pending-paste.ts";
import type { Selection } from "../selection/selection.ts";
import {
  cellsInside,
  checkOnGrid,
  sameSelection,
  selectionArea,
  selectionOnGrid,
  slicedInside,
  slicedTurnOf,
} from "../selection/selection.ts";
import { carryPacked, packedFor, turnPackedInPlace } from "./block-edits.ts";
import { isEmptyDiff } from "./cell-diff.ts";
import type { Change } from "./changes.ts";
import { cellsChange, clearChange, fillChange, TURNING, turnInPlace } from "./changes.ts";
import { liveWithin } from "./live-within.ts";
import type { RandomFill } from "./random-fill.ts";
import { cellsOfFill, checkFill } from "./random-fill.ts";
import type { WatchWork } from "./watch-work.ts";
import { inSight, unwatched } from "./watch-work.ts";

export interface Edit {
  readonly label: string;
  readonly change: Change;
  /** The rest of the scene that changes with the cells. */
  readonly scene?: Partial<Pick<Scene, "selection" | "info" | "atStart">>;
  /** Whether it is work that could be lost. Default: true. */
  readonly work?: boolean;
}

/** A diff lists at most this many live cells: beyond, a snapshot of the universe is smaller and quicker to make. */
export const MOST_LISTED = 2n ** 20n;

export function onGrid(port: Pick<UniversePort, "topology">, cells: Runs): Runs {
  return atOnce(slicedOnGrid(port, cells));
}

function* slicedOnGrid(port: Pick<UniversePort, "topology">, cells: Runs): Sliced<Runs> {
  const bounds = runsBounds(cells);
  const box = bounds && clipToGrid(port.topology, bounds);
  return box ? yield* slicedClip(cells, box) : EMPTY_RUNS;
}

/** `verb`: the name of the edit, "Cut" where the cells went to the clipboard. */
export async function clearEdit(
  port: UniversePort,
  selection: Selection,
  where: "inside" | "outside",
  verb = where === "inside" ? "Clear" : "Clear outside",
): Promise<Edit | null> {
  const few = where === "inside" && selectionArea(selection) <= MOST_LISTED;
  if (!few && (await port.population()) > MOST_LISTED) {
    return { label: `${verb} the selection`, change: clearChange(selection, where) };
  }
  const live = await port.readRuns(where === "inside" ? selection.box : undefined);
  const inside = await inSlices(slicedInside(selection, live));
  const cleared = where === "inside" ? inside : await inSlices(slicedWithout(live, inside));
  return diffEdit(countCells(verb, runsPopulation(cleared)), { set: EMPTY_RUNS, cleared });
}

/** Errors: `bad-argument` for an invalid density, `too-large`. */
export async function fillEdit(
  port: UniversePort,
  wanted: Selection,
  fill: RandomFill,
): Promise<Edit | null> {
  checkFill(wanted, fill);
  const selection = selectionOnGrid(wanted, port.topology);
  if (!selection) return null;
  const label = `Random fill ${Math.round(fill.density * 100)} %, seed ${fill.seed}`;
  if (selectionArea(selection) > MOST_LISTED) return { label, change: fillChange(selection, fill) };
  const live = cellsInside(selection, await port.readRuns(selection.box));
  const cells = cellsOfFill(selection, fill);
  return diffEdit(label, atOnce(slicedDiff(live, cells)));
}

/** Flips or rotates the selected cells and the selection. Errors: `bad-argument` when that leads off the grid, `too-large`. */
export async function turnEdit(
  port: UniversePort,
  selection: Selection,
  name: SymmetryName,
  watch: WatchWork = unwatched,
): Promise<Edit | null> {
  const symmetries = symmetriesOf(port.rule, port.topology);
  const symmetry = symmetries[name];
  const there = turnAbout(symmetry, selection.centre);
  const turned = await inSlices(slicedTurnOf(selection, there));
  checkOnGrid(turned, port.topology, "The turned selection");
  const label = symmetry.name;
  const packed = await packedFor(port, selection, symmetry);
  const inPlace = sameSelection(turned, selection);
  const back = turnAbout(symmetries[INVERSE[name]], turned.centre);
  if (packed) {
    const shown = [watch, TURNING] as const;
    const change = inPlace
      ? turnPackedInPlace(selection, there, back, shown)
      : (await carryPacked(packed, { selection, to: turned.box, place: there }, shown)).change;
    return { label, change, scene: { selection: turned } };
  }
  if (inPlace)
    return { label, change: turnInPlace(selection, there, back, watch), scene: { selection: turned } };
  const reach = unionRects(selection.box, turned.box) as Rect;
  const live = await port.readRuns(reach);
  const diff = await inSight(watch, TURNING, live, turnedDiff(selection, live, there));
  return {
    label,
    change: cellsChange(diff),
    scene: { selection: turned },
    work: !isEmptyDiff(diff),
  };
}

function* turnedDiff(selection: Selection, live: Runs, turn: PlacedSymmetry): Sliced<CellDiff> {
  const gone = yield* within(0, 0.1, slicedInside(selection, live));
  const come = yield* within(0.1, 0.6, slicedTurn(turn, gone));
  const stays = yield* within(0.6, 0.65, slicedWithout(live, gone));
  const born = yield* within(0.65, 0.75, slicedUnlike(come, stays));
  const replaced = yield* within(0.75, 0.8, slicedReplaced(stays, come));
  const left = yield* within(0.8, 0.9, slicedUnlike(gone, come));
  return {
    set: yield* within(0.9, 0.95, slicedUnlike(born, gone)),
    cleared: yield* within(0.95, 1, slicedUnion(left, replaced)),
  };
}

/** Errors: `aborted` when the person ends it. */
export async function pasteEdit(
  port: UniversePort,
  paste: PendingPaste,
  watch: WatchWork = unwatched,
): Promise<Edit | null> {
  const { states } = port.rule;
  const cells = clampRuns(await inSlices(slicedOnGrid(port, paste.cells)), states - 1);
  const covers = paste.mode === "copy" || paste.mode === "and";
  const live = covers
    ? await port.readRuns(unionRects(paste.region.box, runsBounds(cells)) as Rect)
    : await liveWithin(port, cells);
  const { lifted } = paste;
  const gone = lifted ? await liveWithin(port, lifted) : EMPTY_RUNS;
  const edit = diffEdit(
    countCells(lifted ? "Move" : "Paste", runsPopulation(cells)),
    await inSight(watch, "Putting the paste down", cells, pasteDiff(paste, cells, live, gone, states)),
  );
  // The selection follows the cells that were lifted out of it.
  return edit && lifted
    ? { ...edit, scene: { selection: selectionOnGrid(paste.region, port.topology) } }
    : edit;
}

function diffEdit(label: string, diff: CellDiff): Edit | null {
  return isEmptyDiff(diff) ? null : { label, change: cellsChange(diff) };
}
