/**
 * Changes: history plays them forward and, where it can, backward. A change is exact data: played again from the same
 * state, it gives the same state, so history can always recompute a state from an earlier one.
 *
 * Small edits know their own way back (a diff, an opposite). A run does not, because a cellular automaton cannot go
 * backward, and an edit of millions of cells would take more memory to describe than the universe itself. To undo
 * these, history keeps a snapshot of the state they began in.
 */

import type { WriteMode } from "../../../engine/algorithms/algorithm.ts";
import { bytesOfCells, cellsOfRect, isEmptyCells, withoutCells } from "../../../engine/core/cell-sets.ts";
import { throwIfAborted } from "../../../engine/core/errors.ts";
import type { CellDiff } from "../../../engine/core/paste.ts";
import { slicedDiff } from "../../../engine/core/paste.ts";
import type { Rect } from "../../../engine/core/rect.ts";
import { intersectRects } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { runsPopulation } from "../../../engine/core/runs.ts";
import type { Sliced } from "../../../engine/core/slices.ts";
import { within } from "../../../engine/core/slices.ts";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import type { PlacedSymmetry } from "../../../engine/grids/symmetry.ts";
import { slicedTurn } from "../../../engine/grids/symmetry.ts";
import type { Rule } from "../../../engine/rules/rule.ts";
import type { WrittenRule } from "../../../engine/rules/universe-rule.ts";
import { ruleFacts } from "../../../engine/rules/universe-rule.ts";
import type { UniversePort } from "../../universe/universe-port.ts";
import type { Selection } from "../selection/selection.ts";
import { bytesOfSelection, slicedInside } from "../selection/selection.ts";
import { applyDiff, bytesOfDiff, invertDiff } from "./cell-diff.ts";
import type { ChangeData } from "./change-data.ts";
import type { RandomFill } from "./random-fill.ts";
import { writeFill } from "./random-fill.ts";
import type { WatchWork } from "./watch-work.ts";
import { inSight, unwatched } from "./watch-work.ts";

export interface Change {
  /** Bytes that history needs to remember it. */
  readonly bytes: number;
  /** Roughly how many milliseconds it takes to play; for a run, the time that it took. */
  readonly cost: number;
  /** Long work ends when the signal fires. Errors: `aborted` then. */
  readonly apply: (port: UniversePort, signal?: AbortSignal) => Promise<void>;
  /** null where only a snapshot leads back. */
  readonly revert: ((port: UniversePort) => Promise<void>) | null;
  /** For a run, the generation that it leads to; its cells can be computed, at any generation on the way. */
  readonly run?: bigint;
  /** The same as data; null where only a snapshot has it. */
  readonly data: ChangeData | null;
}

const EDIT_COST = 1;

/** Changes no cells: only the selection or the pattern's description. */
export const NO_CHANGE: Change = {
  bytes: 0,
  cost: 0,
  apply: nothing,
  revert: nothing,
  data: { kind: "none" },
};

export function cellsChange(diff: CellDiff): Change {
  return {
    bytes: bytesOfDiff(diff),
    cost: EDIT_COST,
    apply: (port) => applyDiff(port, diff),
    revert: (port) => applyDiff(port, invertDiff(diff)),
    data: { kind: "cells", diff },
  };
}

const written = (rule: Rule): WrittenRule => ruleFacts({ rule, topology: UNBOUNDED });

export function ruleChange(before: Rule, after: Rule): Change {
  return {
    bytes: 0,
    cost: EDIT_COST,
    apply: async (port) => port.setRule(after),
    // Cells in states that the rule does not have have changed.
    revert: after.states < before.states ? null : async (port) => port.setRule(before),
    data: { kind: "rule", before: written(before), after: written(after) },
  };
}

export function generationChange(before: bigint, after: bigint): Change {
  return {
    bytes: 0,
    cost: EDIT_COST,
    apply: async (port) => port.setGeneration(after),
    revert: async (port) => port.setGeneration(before),
    data: { kind: "generation", before, after },
  };
}

/** A run or step up to a generation, which took `cost` milliseconds. */
export function runChange(to: bigint, cost: number): Change {
  return {
    bytes: 0,
    cost,
    apply: async (port, signal) => {
      throwIfAborted(signal);
      while ((await port.step(to)) === "more") throwIfAborted(signal);
    },
    revert: null,
    run: to,
    data: { kind: "run", to, cost },
  };
}

/** A flip or rotation that maps a selection to itself: it is its own way back and needs no other data. */
export function turnInPlace(
  selection: Selection,
  there: PlacedSymmetry,
  back: PlacedSymmetry,
  watch: WatchWork = unwatched,
): Change {
  const play = (turn: PlacedSymmetry) => async (port: UniversePort) => {
    const live = await port.readRuns(selection.box);
    await applyDiff(port, await inSight(watch, TURNING, live, turnDiff(selection, live, turn)));
  };
  return {
    bytes: bytesOfSelection(selection),
    cost: EDIT_COST,
    apply: play(there),
    revert: play(back),
    data: { kind: "turn", selection, there, back },
  };
}

/** The progress text while the cells of a selection turn. */
export const TURNING = "Turning the selection";

function* turnDiff(selection: Selection, live: Runs, turn: PlacedSymmetry): Sliced<CellDiff> {
  const cells = yield* within(0, 0.1, slicedInside(selection, live));
  const turned = yield* within(0.1, 0.7, slicedTurn(turn, cells));
  return yield* within(0.7, 1, slicedDiff(cells, turned));
}

/**
 * Writes so many cells that a snapshot leads back. That also covers a write that ran out of memory half way: nobody could tell
 * then which cells it had changed.
 */
export function writeChange(cells: Runs, mode: WriteMode): Change {
  return {
    bytes: bytesOfCells(cells),
    cost: Math.max(EDIT_COST, Number(runsPopulation(cells)) / 1e5),
    apply: (port) => port.writeRuns(cells, mode),
    revert: null,
    data: { kind: "write", cells, mode },
  };
}

export function fillChange(selection: Selection, fill: RandomFill): Change {
  return {
    bytes: bytesOfSelection(selection),
    cost: Number(selection.box.w * selection.box.h) / 1e5,
    apply: (port) => writeFill(port, selection, fill),
    revert: null,
    data: { kind: "fill", selection, fill },
  };
}

/** Kills the selected cells, or all others. */
export function clearChange(selection: Selection, where: "inside" | "outside"): Change {
  return {
    bytes: bytesOfSelection(selection),
    cost: EDIT_COST,
    apply: (port) => (where === "inside" ? clearInside(port, selection) : clearOutside(port, selection)),
    revert: null,
    data: { kind: "clear", selection, where },
  };
}

/** Kills everything and counts from 0 again. */
export function clearAllChange(): Change {
  return {
    bytes: 0,
    cost: EDIT_COST,
    apply: async (port) => {
      await port.clear();
      await port.setGeneration(0n);
    },
    revert: null,
    data: { kind: "clear-all" },
  };
}

async function clearInside(port: UniversePort, { box, mask }: Selection): Promise<void> {
  if (mask) await port.writeRuns(mask, "clear");
  else await port.clear(box);
}

async function clearOutside(port: UniversePort, { box, mask }: Selection): Promise<void> {
  const bounds = await port.bounds();
  if (!bounds) return;
  for (const side of around(bounds, box)) await port.clear(side);
  if (!mask) return;
  const rest = withoutCells(cellsOfRect(box), mask);
  if (!isEmptyCells(rest)) await port.writeRuns(rest, "clear");
}

/** The parts of `whole` that are not in `hole`: above, below, left, right. */
export function around(whole: Rect, hole: Rect): readonly Rect[] {
  const inner = intersectRects(whole, hole);
  if (!inner) return [whole];
  const { x, y, w, h } = whole;
  const parts = [
    { x, y, w, h: inner.y - y },
    { x, y: inner.y + inner.h, w, h: y + h - inner.y - inner.h },
    { x, y: inner.y, w: inner.x - x, h: inner.h },
    { x: inner.x + inner.w, y: inner.y, w: x + w - inner.x - inner.w, h: inner.h },
  ];
  return parts.filter((part) => part.w > 0n && part.h > 0n);
}

async function nothing(): Promise<void> {}
