/**
 * A floating paste: cells that follow the pointer, can be turned and flipped, and touch nothing until they are put
 * down. Moving it moves two coordinates, whatever its size.
 */

import { isEmptyCells, slicedUnion, slicedUnlike, slicedWithout } from "../../../engine/core/cell-sets.ts";
import { cellsToRuns } from "../../../engine/core/cells.ts";
import type { CellDiff, PasteMode } from "../../../engine/core/paste.ts";
import { slicedMeeting } from "../../../engine/core/paste.ts";
import type { Pattern } from "../../../engine/core/pattern.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { EMPTY_RUNS, runsBounds, translateRuns } from "../../../engine/core/runs.ts";
import type { Sliced } from "../../../engine/core/slices.ts";
import { within } from "../../../engine/core/slices.ts";
import type { Topology } from "../../../engine/core/topology.ts";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import type { SymmetryName } from "../../../engine/grids/symmetry.ts";
import { slicedTurn, symmetriesOf, turnAbout } from "../../../engine/grids/symmetry.ts";
import { evenStep, isOnTriangles, upOn } from "../../../engine/grids/triangle.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";
import type { UniverseRule } from "../../../engine/rules/universe-rule.ts";
import { patternRule } from "../../../engine/rules/universe-rule.ts";
import type { Selection } from "../selection/selection.ts";
import { middleOfBox, moveSelection, selectBox, slicedInside, slicedTurnOf } from "../selection/selection.ts";

/** The part of the paste that is under the pointer. */
export const PASTE_ANCHORS = ["top left", "top right", "bottom right", "bottom left", "middle"] as const;
export type PasteAnchor = (typeof PASTE_ANCHORS)[number];

export interface PendingPaste {
  /** The cells at their present place, in the pattern's states. */
  readonly cells: Runs;
  /** The box of the paste, dead cells included. */
  readonly region: Selection;
  readonly mode: PasteMode;
  readonly anchor: PasteAnchor;
  /** The cell under the pointer. */
  readonly at: Cell;
  /** The pattern as it came, with the rule that it names; null for cells of the universe itself. */
  readonly source: Pattern | null;
  /** Cells of the universe that vanish from their place when the paste is put down: the paste moves them. */
  readonly lifted: Runs | null;
  /** Whether its cells are triangles, which it lays on those that point as they do. */
  readonly triangles: boolean;
}

/** How a paste is held, and where it is put down. */
export interface Holding {
  readonly mode: PasteMode;
  readonly anchor: PasteAnchor;
  readonly onto: UniverseRule;
}

/** null for a pattern without cells or size. Errors: `too-large` for a quad-tree that runs cannot hold. */
export function pendingFrom(
  pattern: Pattern,
  at: Cell,
  { mode, anchor, onto }: Holding,
): PendingPaste | null {
  const triangles = isOnTriangles(onto.rule);
  const aside = triangles && upOn(onto.topology) !== upOn(gridOf(pattern)) ? 1n : 0n;
  const cells = translateRuns(cellsToRuns(pattern.cells), aside, 0n);
  const box = pattern.box ? { ...pattern.box, x: pattern.box.x + aside } : runsBounds(cells);
  const region = box && selectBox(box);
  if (!region) return null;
  return placed({ cells, region, mode, anchor, at, source: pattern, lifted: null, triangles }, at);
}

/** The grid that a pattern names; a rule that cannot be read names none. */
function gridOf(pattern: Pattern): Topology {
  try {
    return patternRule(pattern).topology;
  } catch {
    return UNBOUNDED;
  }
}

/** The selected cells in their place, held by the cell `at` until the person chooses an anchor; null where nothing is alive. */
export function liftedFrom(
  region: Selection,
  cells: Runs,
  at: Cell,
  { mode, anchor, onto }: Holding,
): PendingPaste | null {
  if (isEmptyCells(cells)) return null;
  const triangles = isOnTriangles(onto.rule);
  return { cells, region, mode, anchor, at, source: null, lifted: cells, triangles };
}

/** Brings the anchor to a cell, or of triangles to one beside it. */
export function movePending(paste: PendingPaste, to: Cell): PendingPaste {
  const wanted = { x: to.x - paste.at.x, y: to.y - paste.at.y };
  const { x, y } = paste.triangles ? evenStep(wanted, paste.at) : wanted;
  return {
    ...paste,
    cells: translateRuns(paste.cells, x, y),
    region: moveSelection(paste.region, x, y),
    at: { x: paste.at.x + x, y: paste.at.y + y },
  };
}

/** The parts of a paste that turn. */
export type Turned = Pick<PendingPaste, "cells" | "region">;

/** A paste's cells, turned in place. Errors: `too-large`. */
export function* slicedTurning(
  { cells, region }: Turned,
  name: SymmetryName,
  { rule, topology }: UniverseRule,
): Sliced<Turned> {
  const turn = turnAbout(symmetriesOf(rule, topology)[name], region.centre);
  return {
    cells: yield* within(0, region.mask ? 0.5 : 1, slicedTurn(turn, cells)),
    region: yield* within(0.5, 1, slicedTurnOf(region, turn)),
  };
}

/** The paste with the cells that result from turning `before`; if it moved since, it turned at its new place. */
export function withTurned(
  paste: PendingPaste,
  before: PendingPaste,
  { cells, region }: Turned,
): PendingPaste {
  const dx = (paste.region.centre.x - before.region.centre.x) / 2n;
  const dy = (paste.region.centre.y - before.region.centre.y) / 2n;
  const turned = {
    ...paste,
    cells: translateRuns(cells, dx, dy),
    region: moveSelection(region, dx, dy),
  };
  // Lifted cells turn in place, and the pointer still holds them at the same cell.
  return paste.lifted ? turned : placed(turned, paste.at);
}

export function withAnchor(paste: PendingPaste, anchor: PasteAnchor): PendingPaste {
  return placed({ ...paste, anchor }, paste.at);
}

export function nextOf<T>(list: readonly T[], present: T): T {
  return list[(list.indexOf(present) + 1) % list.length] as T;
}

/** Moves it so that its anchor lies on the cell. */
function placed(paste: PendingPaste, at: Cell): PendingPaste {
  const anchor = anchorCell(paste);
  return movePending({ ...paste, at: anchor }, at);
}

function anchorCell({ region, anchor }: PendingPaste): Cell {
  if (anchor === "middle") return middleOfBox(region.box);
  const { x, y, w, h } = region.box;
  return {
    x: anchor.endsWith("left") ? x : x + w - 1n,
    y: anchor.startsWith("top") ? y : y + h - 1n,
  };
}

/**
 * The changes of putting it down: `cells` are the paste's cells on the grid, `live` those that live where it reaches,
 * `gone` the lifted cells that still live, `states` the rule's.
 */
export function* pasteDiff(
  { region, mode }: PendingPaste,
  cells: Runs,
  live: Runs,
  gone: Runs = EMPTY_RUNS,
  states = 2,
): Sliced<CellDiff> {
  const stays = yield* within(0, 0.2, slicedWithout(live, gone));
  const { set, cleared } = yield* within(
    0.2,
    0.7,
    slicedMeeting(mode, cells, stays, (there) => slicedInside(region, there), states),
  );
  const left = yield* within(0.7, 0.8, slicedUnlike(gone, set));
  return {
    set: yield* within(0.8, 0.9, slicedUnlike(set, gone)),
    cleared: yield* within(0.9, 1, slicedUnion(cleared, left)),
  };
}
