/**
 * Takes hold of the selection and carries it somewhere else: the cells, a copy of them, or only the frame. The frame moves as a
 * draft; the cells are read when the drag begins and follow as soon as they are there. Putting them down is one change.
 */

import { cellsToRuns } from "../../engine/core/cells.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { translateRuns } from "../../engine/core/runs.ts";
import type { Point } from "../../engine/grids/grid-kind.ts";
import { evenStep, isOnTriangles } from "../../engine/grids/triangle.ts";
import type { Cell } from "../../engine/picture/camera-moves.ts";
import { cellLattice } from "../editor/cells/cell-lattice.ts";
import { axisEnd } from "../editor/cells/constrain.ts";
import { moveEdit } from "../editor/cells/drawing-edits.ts";
import type { Selection } from "../editor/selection/selection.ts";
import { moveSelection, selectionArea, selectionHas } from "../editor/selection/selection.ts";
import type { ToolContext, ToolCursor, ToolPointer, ToolPreview } from "./tool.ts";
import { isDrag } from "./tool.ts";

/** Of a larger selection only the frame is shown on its way: reading its cells would hold up the hand. */
const MOST_SHOWN = 2n ** 24n;

export type DragMode = "cells" | "copy" | "frame";

type Hand = Pick<ToolPointer, "cell" | "point" | "shift" | "alt">;

export class SelectionDrag {
  readonly #context: ToolContext;
  readonly #selection: Selection;
  readonly #what: DragMode | null;
  readonly #from: Cell;
  readonly #press: Point;
  #by: Cell = { x: 0n, y: 0n };
  #copies: boolean;
  #cells: Runs | null = null;
  #moved = false;
  #ended = false;

  /** `what`: null lets the keys decide as long as the drag lasts. Alt then makes a copy, Shift keeps to an axis. */
  constructor(context: ToolContext, selection: Selection, what: DragMode | null, { cell, point, alt }: Hand) {
    this.#context = context;
    this.#selection = selection;
    this.#what = what;
    this.#from = cell;
    this.#press = point;
    this.#copies = what === null ? alt : what === "copy";
    // A press without keys may turn out to be a click, which needs no cells.
    if (what === "cells" || what === "copy") void this.#read();
  }

  /** Whether the pointer went far enough for a drag. */
  get moved(): boolean {
    return this.#moved;
  }

  get cursor(): ToolCursor {
    return this.#copies ? "copy" : "move";
  }

  get preview(): ToolPreview | null {
    if (!this.#cells) return null;
    return { cells: translateRuns(this.#cells, this.#by.x, this.#by.y) };
  }

  to({ cell, point, shift, alt }: Hand): void {
    if (!this.#moved) {
      const sameCell = cell.x === this.#from.x && cell.y === this.#from.y;
      if (sameCell || (this.#what === null && !isDrag(this.#press, point))) return;
      this.#moved = true;
      if (this.#what === null) void this.#read();
    }
    if (this.#what === null) this.#copies = alt;
    const { state } = this.#context.editor;
    const end = this.#what === null && shift ? axisEnd(this.#from, cell, cellLattice(state)) : cell;
    const wanted = { x: end.x - this.#from.x, y: end.y - this.#from.y };
    const snaps = this.#what !== "frame" && isOnTriangles(state.rule);
    const by = snaps ? evenStep(wanted, this.#from) : wanted;
    if (by.x === this.#by.x && by.y === this.#by.y) return;
    this.#by = by;
    this.#context.editor.setDraft(moveSelection(this.#selection, by.x, by.y));
    this.#context.redraw();
  }

  /** Puts it down; resolves when that is done. Reports failures. */
  async end(): Promise<void> {
    const { inTurn, report } = this.#context;
    const { x, y } = this.#by;
    try {
      if (x !== 0n || y !== 0n) await inTurn(() => this.#put({ x, y }));
    } catch (error) {
      report(error);
    } finally {
      this.cancel();
    }
  }

  cancel(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#cells = null;
    this.#context.editor.setDraft(null);
    this.#context.redraw();
  }

  async #put(by: Cell): Promise<void> {
    const { editor, watch } = this.#context;
    const selection = this.#selection;
    if (this.#what === "frame") await editor.select(moveSelection(selection, by.x, by.y));
    else await editor.edit((port) => moveEdit(port, selection, by, { leave: this.#copies, watch }));
  }

  /** A selection too large to show on its way moves all the same. */
  async #read(): Promise<void> {
    if (selectionArea(this.#selection) > MOST_SHOWN) return;
    try {
      const { cells } = await this.#context.editor.copy();
      if (this.#ended) return;
      this.#cells = cellsToRuns(cells);
      this.#context.redraw();
    } catch {
      // The frame alone is shown.
    }
  }
}

/** What a drag carries that begins with Ctrl held. */
export function carriedBy({ shift, alt }: Pick<ToolPointer, "shift" | "alt">): DragMode {
  return shift ? "frame" : alt ? "copy" : "cells";
}

/** Takes hold of the selection where the pointer is on it; null elsewhere. */
export function takeHold(context: ToolContext, pointer: ToolPointer): SelectionDrag | null {
  const { selection } = context.editor.state;
  if (!selection || !selectionHas(selection, pointer.cell)) return null;
  return new SelectionDrag(context, selection, pointer.control ? carriedBy(pointer) : null, pointer);
}
