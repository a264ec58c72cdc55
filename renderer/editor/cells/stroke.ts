/**
 * A stroke of the pen. Its first cell decides what it does: on a dead cell it draws, on a live one it erases, as other
 * editors do, unless the tool says otherwise. It writes as the pen moves, and knows what it changed. Each turn says which universe
 * that is: another algorithm may have been on its way when the pen was put down.
 */

import { isEmptyCells, uniteCells, withoutCells } from "../../../engine/core/cell-sets.ts";
import type { CellDiff } from "../../../engine/core/paste.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { EMPTY_RUNS } from "../../../engine/core/runs.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";
import type { Neighbourhood } from "../../../engine/rules/rule.ts";
import type { UniversePort } from "../../universe/universe-port.ts";
import { countCells } from "../labels.ts";
import type { Brush } from "./brush.ts";
import { FINE, sweptCells } from "./brush.ts";
import { applyDiff, diffSize, invertDiff, isEmptyDiff } from "./cell-diff.ts";
import { onGrid } from "./edits.ts";
import { lineBetween } from "./line.ts";
import { liveWithin } from "./live-within.ts";

export type StrokeMode = "auto" | "draw" | "erase";

export class Stroke {
  readonly #neighbourhood: Neighbourhood;
  readonly #first: Cell;
  readonly #brush: Brush;
  #mode: StrokeMode;
  /** Where the pen is. */
  #last: Cell;
  /** Cells that the pen has covered and the stroke has not written yet. */
  #fresh: Runs;
  #changed: Runs = EMPTY_RUNS;

  constructor(neighbourhood: Neighbourhood, start: Cell, mode: StrokeMode, brush: Brush = FINE) {
    this.#neighbourhood = neighbourhood;
    this.#brush = brush;
    this.#first = start;
    this.#last = start;
    this.#mode = mode;
    this.#fresh = sweptCells(brush, start, start, neighbourhood);
  }

  /** Moves the pen; true when there is something new to write. Errors: `too-large`. */
  moveTo(cell: Cell): boolean {
    if (cell.x === this.#last.x && cell.y === this.#last.y) return false;
    const line = sweptCells(this.#brush, this.#last, cell, this.#neighbourhood);
    this.#last = cell;
    this.#fresh = uniteCells(this.#fresh, line);
    return true;
  }

  /** Writes the new cells. */
  async flush(port: UniversePort): Promise<void> {
    const fresh = onGrid(port, this.#fresh);
    this.#fresh = EMPTY_RUNS;
    if (this.#mode === "auto") {
      const start = lineBetween(this.#first, this.#first, "moore");
      this.#mode = isEmptyCells(await liveWithin(port, start)) ? "draw" : "erase";
    }
    if (isEmptyCells(fresh)) return;
    const live = await liveWithin(port, fresh);
    const changed = this.#mode === "draw" ? withoutCells(fresh, live) : live;
    if (isEmptyCells(changed)) return;
    // Recorded before the write, so that a write that fails half way can be taken back.
    this.#changed = uniteCells(this.#changed, changed);
    await port.writeRuns(changed, this.#mode === "draw" ? "or" : "clear");
  }

  /** The changes so far; null for none. */
  diff(): CellDiff | null {
    const diff =
      this.#mode === "erase"
        ? { set: EMPTY_RUNS, cleared: this.#changed }
        : { set: this.#changed, cleared: EMPTY_RUNS };
    return isEmptyDiff(diff) ? null : diff;
  }

  label(diff: CellDiff): string {
    return countCells(this.#mode === "erase" ? "Erase" : "Draw", diffSize(diff));
  }

  /** Undoes everything that the stroke wrote. */
  async takeBack(port: UniversePort): Promise<void> {
    const diff = this.diff();
    this.#fresh = EMPTY_RUNS;
    this.#changed = EMPTY_RUNS;
    if (diff) await applyDiff(port, invertDiff(diff));
  }
}
