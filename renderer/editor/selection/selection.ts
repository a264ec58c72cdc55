/**
 * A selection: a set of cells, stored as its box. On hexagons the box is a parallelogram of the lattice. A turned
 * parallelogram is no longer a box, and a lassoed set never was one: a mask then lists the cells row by row. The centre
 * travels with the set, so that turning it all the way round leads back to where it was.
 */

import {
  bytesOfCells,
  cellsOfRect,
  fillsItsBox,
  holdsCell,
  slicedClip,
  slicedCommon,
  withoutCells,
} from "../../../engine/core/cell-sets.ts";
import { TessellaError } from "../../../engine/core/errors.ts";
import type { Rect } from "../../../engine/core/rect.ts";
import { isEmptyRect, rectContains, unionRects } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { clipRuns, runsBounds, runsPopulation, translateRuns } from "../../../engine/core/runs.ts";
import type { Sliced } from "../../../engine/core/slices.ts";
import { atOnce } from "../../../engine/core/slices.ts";
import type { Topology } from "../../../engine/core/topology.ts";
import { clipToGrid } from "../../../engine/core/topology.ts";
import type { HalfPoint, PlacedSymmetry } from "../../../engine/grids/symmetry.ts";
import { slicedTurn, turnCentre } from "../../../engine/grids/symmetry.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";

export interface Selection {
  /** Never empty. */
  readonly box: Rect;
  /** The cells, where they do not fill the box; the box is their bounds. */
  readonly mask: Runs | null;
  /** The centre of its turns, in half cells. */
  readonly centre: HalfPoint;
}

/** The whole box; null for an empty one. */
export function selectBox(box: Rect): Selection | null {
  return isEmptyRect(box) ? null : { box, mask: null, centre: centreOfBox(box) };
}

/** The box with the two cells at opposite corners. */
export function selectBetween(a: Cell, b: Cell): Selection {
  const one = { w: 1n, h: 1n };
  const box = unionRects({ ...a, ...one }, { ...b, ...one }) as Rect;
  return { box, mask: null, centre: centreOfBox(box) };
}

/** A set of cells; null for an empty one. */
export function selectCells(cells: Runs, centre?: HalfPoint): Selection | null {
  const box = runsBounds(cells);
  if (!box) return null;
  return { box, mask: fillsItsBox(cells) ? null : cells, centre: centre ?? centreOfBox(box) };
}

function centreOfBox({ x, y, w, h }: Rect): HalfPoint {
  return { x: 2n * x + w - 1n, y: 2n * y + h - 1n };
}

/** The middle cell; of two, the upper left one. */
export function middleOfBox({ x, y, w, h }: Rect): Cell {
  return { x: x + (w - 1n) / 2n, y: y + (h - 1n) / 2n };
}

export function selectionHas({ box, mask }: Selection, { x, y }: Cell): boolean {
  return rectContains(box, x, y) && (mask === null || holdsCell(mask, x, y));
}

/** How many cells are selected. */
export function selectionArea({ box, mask }: Selection): bigint {
  return mask ? runsPopulation(mask) : box.w * box.h;
}

/** The selected ones among the cells. */
export function cellsInside(selection: Selection, cells: Runs): Runs {
  return atOnce(slicedInside(selection, cells));
}

/** The same in slices, for millions of cells. */
export function slicedInside({ box, mask }: Selection, cells: Runs): Sliced<Runs> {
  return mask ? slicedCommon(cells, mask) : slicedClip(cells, box);
}

export function cellsOutside(selection: Selection, cells: Runs): Runs {
  return withoutCells(cells, cellsInside(selection, cells));
}

/** Every selected cell as runs. Errors: `too-large` for a box of more than 2^24 rows. */
export function selectedCells({ box, mask }: Selection): Runs {
  return mask ?? cellsOfRect(box);
}

/**
 * The box from the selection's corner farthest from a cell to that cell, for Shift-click. The side that the cell lies
 * beyond moves; a cell within moves the nearer side.
 */
export function extendTo({ box }: Selection, cell: Cell): Selection {
  const [x, w] = stretched(box.x, box.w, cell.x);
  const [y, h] = stretched(box.y, box.h, cell.y);
  return selectBox({ x, y, w, h }) as Selection;
}

function stretched(start: bigint, length: bigint, to: bigint): readonly [start: bigint, length: bigint] {
  const last = start + length - 1n;
  const nearStart = 2n * to < start + last;
  return nearStart ? [to, last - to + 1n] : [start, to - start + 1n];
}

export function moveSelection({ box, mask, centre }: Selection, dx: bigint, dy: bigint): Selection {
  return {
    box: { ...box, x: box.x + dx, y: box.y + dy },
    mask: mask && translateRuns(mask, dx, dy),
    centre: { x: centre.x + 2n * dx, y: centre.y + 2n * dy },
  };
}

/** In slices, for a set of millions of cells. Errors: `too-large` for a result of more than 2^24 runs. */
export function* slicedTurnOf(selection: Selection, turn: PlacedSymmetry): Sliced<Selection> {
  const { box, mask } = selection;
  const [a, b, c, d] = turn.symmetry.matrix;
  const centre = turnCentre(turn, selection.centre);
  // A symmetry that maps axes to axes keeps boxes boxes, whatever their size.
  if (mask === null && a * b === 0 && c * d === 0) {
    const at = (x: bigint, y: bigint): Cell => ({
      x: BigInt(a) * x + BigInt(b) * y + turn.dx,
      y: BigInt(c) * x + BigInt(d) * y + turn.dy,
    });
    const turned = selectBetween(at(box.x, box.y), at(box.x + box.w - 1n, box.y + box.h - 1n));
    return { ...turned, centre };
  }
  return selectCells(yield* slicedTurn(turn, selectedCells(selection)), centre) as Selection;
}

/** The part on the grid, or null. */
export function selectionOnGrid(selection: Selection, topology: Topology): Selection | null {
  const box = clipToGrid(topology, selection.box);
  if (!box) return null;
  if (sameBox(box, selection.box)) return selection;
  return selection.mask ? selectCells(clipRuns(selection.mask, box)) : selectBox(box);
}

/** Errors: `bad-argument` when a part of the set lies off the grid. */
export function checkOnGrid(selection: Selection, topology: Topology, what: string): void {
  const box = clipToGrid(topology, selection.box);
  if (box && sameBox(box, selection.box)) return;
  throw new TessellaError("bad-argument", `${what} would reach beyond the edge of the grid.`, {
    hint: "Select less, or nearer to the middle.",
  });
}

export function sameSelection(a: Selection | null, b: Selection | null): boolean {
  if (!a || !b) return a === b;
  if (!sameBox(a.box, b.box) || (a.mask === null) !== (b.mask === null)) return false;
  if (!a.mask || !b.mask) return true;
  return withoutCells(a.mask, b.mask).rows.length === 0 && withoutCells(b.mask, a.mask).rows.length === 0;
}

/** Bytes beyond a few words. */
export function bytesOfSelection(selection: Selection | null): number {
  return selection?.mask ? bytesOfCells(selection.mask) : 0;
}

function sameBox(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;
}
