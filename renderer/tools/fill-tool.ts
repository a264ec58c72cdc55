import { visibleCells } from "../../engine/picture/camera-moves.ts";
import { floodEdit } from "../editor/cells/drawing-edits.ts";
import type { Tool, ToolContext, ToolCursor, ToolDescriptor, ToolPointer } from "./tool.ts";

/** Milliseconds after which a hint says that the fill is under way. */
const PATIENCE = 250;

/** Fills the area connected to the cell that is clicked. */
class FillTool implements Tool {
  readonly cursor: ToolCursor = "crosshair";
  readonly #context: ToolContext;
  #state: "idle" | "pointing" = "idle";

  constructor(context: ToolContext) {
    this.#context = context;
  }

  pointerDown(): void {
    this.#state = "pointing";
  }

  pointerMove(): void {}

  pointerUp({ cell }: ToolPointer): void {
    if (this.#state !== "pointing") return;
    this.#state = "idle";
    const { editor, view, report, watch } = this.#context;
    const seen = visibleCells(view.camera, view.size, view.kind);
    const end = new AbortController();
    const filling = editor.edit((port) => floodEdit(port, cell, seen, end.signal));
    // Most fills end before a person could read the hint.
    const slow = setTimeout(() => {
      watch("Filling the area", ({ signal }) => {
        signal?.addEventListener("abort", () => end.abort());
        return filling;
      }).catch(() => {});
    }, PATIENCE);
    filling.catch(report).finally(() => clearTimeout(slow));
  }

  cancel(): void {
    this.#state = "idle";
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
