import { visibleCells } from "../canvas/camera.ts";
import { floodEdit } from "../editor/drawing-edits.ts";
import type { Tool, ToolContext, ToolCursor, ToolDescriptor, ToolPointer } from "./tool.ts";

/** Turns over the area that hangs together with the cell that is clicked. */
class FillTool implements Tool {
  readonly cursor: ToolCursor = "crosshair";
  readonly #context: ToolContext;
  state: "idle" | "pointing" = "idle";

  constructor(context: ToolContext) {
    this.#context = context;
  }

  pointerDown(): void {
    this.state = "pointing";
  }

  pointerMove(): void {}

  pointerUp({ cell }: ToolPointer): void {
    if (this.state !== "pointing") return;
    this.state = "idle";
    const { editor, view, report } = this.#context;
    const seen = visibleCells(view.camera, view.size, view.kind);
    editor.edit((port) => floodEdit(port, cell, seen)).catch(report);
  }

  cancel(): void {
    this.state = "idle";
  }
}

export const FILL_TOOL: ToolDescriptor = {
  id: "fill",
  name: "Fill",
  icon: "paint-bucket",
  keys: ["Shift+F3"],
  summary:
    "Click a dead cell to fill the area that live cells enclose, a live one to empty what hangs together.",
  group: 0,
  create: (context) => new FillTool(context),
};
