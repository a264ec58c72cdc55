import type { Runs } from "../../engine/core/runs.ts";
import { DRAWING_ZOOM } from "../../engine/picture/camera-moves.ts";
import { brushCells } from "../editor/cells/brush.ts";
import { cellLattice } from "../editor/cells/cell-lattice.ts";
import type { Pen } from "../editor/cells/pen.ts";
import type { StrokeMode } from "../editor/cells/stroke.ts";
import { BRUSH_FORM, BRUSH_SIZE, brushOf } from "./shared-options.ts";
import type { Tool, ToolContext, ToolCursor, ToolDescriptor, ToolPointer } from "./tool.ts";

const ORIGIN = { x: 0n, y: 0n };

/** Draws and erases. The stroke writes as the pen moves; cancelling takes it back. */
class PenTool implements Tool {
  readonly cursor: ToolCursor = "crosshair";
  readonly scrolls = true;
  readonly #context: ToolContext;
  readonly #mode: StrokeMode;
  #state: "idle" | "drawing" = "idle";
  #footprint: { readonly of: string; readonly cells: Runs } | null = null;

  constructor(context: ToolContext, mode: StrokeMode) {
    this.#context = context;
    this.#mode = mode;
  }

  /** The same object as long as the brush is, so that the outline is computed once. */
  get footprint(): Runs | null {
    const brush = brushOf(this.#context.options);
    if (brush.size === 1) return null;
    const lattice = cellLattice(this.#context.editor.state);
    const of = `${brush.size} ${brush.form} ${lattice}`;
    if (this.#footprint?.of !== of) {
      this.#footprint = { of, cells: brushCells(brush, ORIGIN, lattice) };
    }
    return this.#footprint.cells;
  }

  pointerDown({ cell, eraser }: ToolPointer): void {
    const { view, hint, options, ink } = this.#context;
    const brush = brushOf(options);
    // A broad brush works from further away, as long as it is at least a pixel on the screen.
    const isNear = (): boolean => view.camera.zoom >= DRAWING_ZOOM - Math.log2(brush.size);
    if (!isNear()) {
      hint("Zoom in to draw: here a pixel is more than one cell.", isNear);
      return;
    }
    hint(null);
    this.#state = "drawing";
    const mode = eraser ? "erase" : this.#mode;
    this.#hand((pen) => pen.begin(cell, mode, { brush, ink }));
  }

  pointerMove({ path }: ToolPointer): void {
    if (this.#state !== "drawing") return;
    this.#hand((pen) => {
      for (const cell of path) pen.moveTo(cell);
    });
  }

  pointerUp(pointer: ToolPointer): void {
    if (this.#state !== "drawing") return;
    this.pointerMove(pointer);
    this.#state = "idle";
    this.#hand((pen) => pen.end());
  }

  cancel(): void {
    if (this.#state !== "drawing") return;
    this.#state = "idle";
    this.#hand((pen) => pen.bail());
  }

  /** Each motion takes its turn, so that a stroke waits as a whole. */
  #hand(move: (pen: Pen) => void): void {
    const { editor, inTurn, report } = this.#context;
    inTurn(() => move(editor.pen)).catch(report);
  }
}

export const DRAW_TOOL: ToolDescriptor = {
  id: "draw",
  name: "Draw",
  keywords: "pen pencil brush paint",
  icon: "pencil",
  keys: ["F2"],
  summary: "Draws live cells, or those of the chosen state; a stroke that begins on such a cell erases.",
  group: 0,
  options: [BRUSH_SIZE, BRUSH_FORM],
  create: (context) => new PenTool(context, "auto"),
};

export const ERASE_TOOL: ToolDescriptor = {
  id: "erase",
  name: "Erase",
  keywords: "eraser rubber",
  icon: "eraser",
  keys: ["Shift+F2", "E"],
  summary: "Kills the cells that it crosses.",
  group: 0,
  options: [BRUSH_SIZE, BRUSH_FORM],
  create: (context) => new PenTool(context, "erase"),
};
