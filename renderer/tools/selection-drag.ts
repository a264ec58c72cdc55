/**
 * Takes hold of the selection and carries it somewhere else: the cells, a copy of them, or only the frame. The frame moves as a
 * draft; the cells are read at the start of the drag and follow as soon as they are there. Putting them down is one change.
 */

import { cellsToRuns } from "../../engine/core/cells.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { translateRuns } from "../../engine/core/runs.ts";
import type { Cell } from "../../engine/picture/camera-moves.ts";
import { moveEdit } from "../editor/cells/drawing-edits.ts";
import type { Selection } from "../editor/selection/selection.ts";
import { moveSelection } from "../editor/selection/selection.ts";
import type { ToolContext, ToolPreview } from "./tool.ts";

export type DragMode = "cells" | "copy" | "frame";

export class SelectionDrag {
  readonly #context: ToolContext;
  readonly #selection: Selection;
  readonly #what: DragMode;
  readonly #from: Cell;
  #by: Cell = { x: 0n, y: 0n };
  #cells: Runs | null = null;
  #ended = false;

  constructor(context: ToolContext, selection: Selection, what: DragMode, from: Cell) {
    this.#context = context;
    this.#selection = selection;
    this.#what = what;
    this.#from = from;
    if (what !== "frame") void this.#read();
  }

  get preview(): ToolPreview | null {
    if (!this.#cells) return null;
    return { cells: translateRuns(this.#cells, this.#by.x, this.#by.y) };
  }

  to(cell: Cell): void {
    const by = { x: cell.x - this.#from.x, y: cell.y - this.#from.y };
    if (by.x === this.#by.x && by.y === this.#by.y) return;
    this.#by = by;
    this.#context.editor.setDraft(moveSelection(this.#selection, by.x, by.y));
    this.#context.redraw();
  }

  /** Puts it down; resolves when that is done. Reports failures. */
  async end(): Promise<void> {
    const { editor, report } = this.#context;
    const { x, y } = this.#by;
    try {
      if (x !== 0n || y !== 0n) {
        const selection = this.#selection;
        if (this.#what === "frame") await editor.select(moveSelection(selection, x, y));
        else await editor.edit((port) => moveEdit(port, selection, { x, y }, this.#what === "copy"));
      }
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

  /** A selection too large to show on its way moves all the same. */
  async #read(): Promise<void> {
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
export function carriedBy({ shift, alt }: { readonly shift: boolean; readonly alt: boolean }): DragMode {
  return shift ? "frame" : alt ? "copy" : "cells";
}
