/**
 * A stroke of the pen. Its first cell decides what it does: on a cell that has the ink it erases, on any other it draws, as other
 * editors do, unless the tool says otherwise. It writes as the pen moves, and knows what it changed. Each turn says which universe
 * that is: another algorithm may have been on its way when the pen was put down.
 */

import {
  inState,
  isEmptyCells,
  replacedCells,
  uniteCells,
  unlikeCells,
} from "../../../engine/core/cell-sets.ts";
import type { CellDiff } from "../../../engine/core/paste.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { EMPTY_RUNS, highestState } from "../../../engine/core/runs.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";
import type { UniversePort } from "../../universe/universe-port.ts";
import { countCells } from "../labels.ts";
import type { Brush } from "./brush.ts";
import { FINE, sweptCells } from "./brush.ts";
import { applyDiff, diffSize, invertDiff, isEmptyDiff } from "./cell-diff.ts";
import type { CellLattice } from "./cell-lattice.ts";
import { onGrid } from "./edits.ts";
import { lineBetween } from "./line.ts";
import { liveWithin } from "./live-within.ts";

export type StrokeMode = "auto" | "draw" | "erase";

/** What a pen draws with. */
export interface PenPoint {
  /** Default: a single cell. */
  readonly brush?: Brush;
  /** The state that it draws, 0 to erase. Default 1. */
  readonly ink?: number;
}

export class Stroke {
  readonly #lattice: CellLattice;
  readonly #first: Cell;
  readonly #brush: Brush;
  readonly #ink: number;
  #mode: StrokeMode;
  /** Where the pen is. */
  #last: Cell;
  /** Cells that the pen has covered and the stroke has not written yet. */
  #fresh: Runs;
  /** What changed cells were, and what they are now. */
  #cleared: Runs = EMPTY_RUNS;
  #set: Runs = EMPTY_RUNS;

  constructor(lattice: CellLattice, start: Cell, mode: StrokeMode, { brush = FINE, ink = 1 }: PenPoint = {}) {
    this.#lattice = lattice;
    this.#brush = brush;
    this.#ink = ink;
    this.#first = start;
    this.#last = start;
    this.#mode = mode;
    this.#fresh = sweptCells(brush, start, start, lattice);
  }

  /** Moves the pen; true when there is something new to write. Errors: `too-large`. */
  moveTo(cell: Cell): boolean {
    if (cell.x === this.#last.x && cell.y === this.#last.y) return false;
    const line = sweptCells(this.#brush, this.#last, cell, this.#lattice);
    this.#last = cell;
    this.#fresh = uniteCells(this.#fresh, line);
    return true;
  }

  /** Writes the new cells. */
  async flush(port: UniversePort): Promise<void> {
    const fresh = onGrid(port, this.#fresh);
    this.#fresh = EMPTY_RUNS;
    if (this.#mode === "auto") {
      const start = await liveWithin(port, lineBetween(this.#first, this.#first, "moore"));
      const state = highestState(start);
      this.#mode = this.#ink === 0 || state === this.#ink ? "erase" : "draw";
    }
    if (isEmptyCells(fresh)) return;
    const live = await liveWithin(port, fresh);
    const draws = this.#mode === "draw";
    const drawn = draws ? inState(fresh, this.#ink) : EMPTY_RUNS;
    const set = unlikeCells(drawn, live);
    const cleared = draws ? replacedCells(live, drawn) : live;
    const changed = draws ? set : cleared;
    if (isEmptyCells(changed)) return;
    // Recorded before the write, so that a write that fails half way can be taken back.
    this.#set = uniteCells(this.#set, set);
    this.#cleared = uniteCells(this.#cleared, cleared);
    await port.writeRuns(changed, draws ? "or" : "clear");
  }

  /** The changes so far; null for none. */
  diff(): CellDiff | null {
    const diff = { set: this.#set, cleared: this.#cleared };
    return isEmptyDiff(diff) ? null : diff;
  }

  label(diff: CellDiff): string {
    return countCells(this.#mode === "erase" ? "Erase" : "Draw", diffSize(diff));
  }

  /** Undoes everything that the stroke wrote. */
  async takeBack(port: UniversePort): Promise<void> {
    const diff = this.diff();
    this.#fresh = EMPTY_RUNS;
    this.#set = EMPTY_RUNS;
    this.#cleared = EMPTY_RUNS;
    if (diff) await applyDiff(port, invertDiff(diff));
  }
}
