import type { Tool, ToolContext, ToolCursor, ToolDescriptor, ToolPointer } from "./tool.ts";

/** Picks up the state of a cell: from a live one it goes on with the pen, from a dead one with the eraser. */
class PickTool implements Tool {
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
    const { editor, activate, report } = this.#context;
    editor.isAlive(cell).then((alive) => activate(alive ? "draw" : "erase"), report);
  }

  cancel(): void {
    this.#state = "idle";
  }
}

export const PICK_TOOL: ToolDescriptor = {
  id: "pick",
  name: "Pick",
  icon: "pipette",
  keys: ["F3"],
  summary: "Click a live cell to go on drawing, a dead one to go on erasing.",
  group: 0,
  create: (context) => new PickTool(context),
};
