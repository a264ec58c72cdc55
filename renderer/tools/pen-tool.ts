import { DRAWING_ZOOM } from "../canvas/camera.ts";
import type { StrokeMode } from "../editor/stroke.ts";
import type { Tool, ToolContext, ToolCursor, ToolDescriptor, ToolPointer } from "./tool.ts";

/** Draws and erases. A stroke is written while it is drawn; cancelling takes it back. */
class PenTool implements Tool {
  readonly cursor: ToolCursor = "crosshair";
  readonly #context: ToolContext;
  readonly #mode: StrokeMode;
  state: "idle" | "drawing" = "idle";

  constructor(context: ToolContext, mode: StrokeMode) {
    this.#context = context;
    this.#mode = mode;
  }

  pointerDown({ cell, eraser }: ToolPointer): void {
    if (this.#context.view.camera.zoom < DRAWING_ZOOM) {
      this.#context.hint("Zoom in to draw: here a pixel is more than one cell.");
      return;
    }
    this.#context.hint(null);
    this.state = "drawing";
    this.#context.editor.beginStroke(cell, eraser ? "erase" : this.#mode);
  }

  pointerMove({ path }: ToolPointer): void {
    if (this.state !== "drawing") return;
    for (const cell of path) this.#context.editor.strokeTo(cell);
  }

  pointerUp(pointer: ToolPointer): void {
    if (this.state !== "drawing") return;
    this.pointerMove(pointer);
    this.state = "idle";
    this.#context.editor.endStroke();
  }

  cancel(): void {
    if (this.state !== "drawing") return;
    this.state = "idle";
    this.#context.editor.bailStroke();
  }
}

export const DRAW_TOOL: ToolDescriptor = {
  id: "draw",
  name: "Draw",
  icon: "pencil",
  keys: ["F2"],
  summary: "Draws live cells; a stroke that begins on a live cell erases.",
  create: (context) => new PenTool(context, "auto"),
};

export const ERASE_TOOL: ToolDescriptor = {
  id: "erase",
  name: "Erase",
  icon: "eraser",
  keys: ["Shift+F2"],
  summary: "Kills the cells that it crosses.",
  create: (context) => new PenTool(context, "erase"),
};
