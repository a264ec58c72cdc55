import type { ChoiceOption } from "./option.ts";
import type { DragMode } from "./selection-drag.ts";
import { carriedBy, SelectionDrag } from "./selection-drag.ts";
import type { Tool, ToolContext, ToolCursor, ToolDescriptor, ToolPointer, ToolPreview } from "./tool.ts";

const CARRIED: ChoiceOption<DragMode> = {
  kind: "choice",
  id: "carried",
  label: "Moves",
  choices: [
    { id: "cells", label: "Cells" },
    { id: "copy", label: "A copy" },
    { id: "frame", label: "Frame" },
  ],
  usual: "cells",
};

/** Carries the selected cells, wherever the person takes hold of them. */
class MoveTool implements Tool {
  readonly drags = true;
  readonly scrolls = true;
  readonly #context: ToolContext;
  #drag: SelectionDrag | null = null;
  #state: "idle" | "carrying" = "idle";

  constructor(context: ToolContext) {
    this.#context = context;
  }

  get cursor(): ToolCursor {
    return this.#state === "carrying" && this.#drag ? this.#drag.cursor : "move";
  }

  get preview(): ToolPreview | null {
    return this.#drag?.preview ?? null;
  }

  pointerDown(pointer: ToolPointer): void {
    const { shift, alt } = pointer;
    const { editor, hint, options } = this.#context;
    const { selection } = editor.state;
    if (!selection) {
      hint("Nothing is selected. Select some cells first, then drag them.");
      return;
    }
    hint(null);
    const what = shift || alt ? carriedBy({ shift, alt }) : options.choice(CARRIED);
    this.#drag = new SelectionDrag(this.#context, selection, what, pointer);
    this.#state = "carrying";
  }

  pointerMove(pointer: ToolPointer): void {
    if (this.#state === "carrying") this.#drag?.to(pointer);
  }

  pointerUp(pointer: ToolPointer): void {
    this.pointerMove(pointer);
    if (this.#state !== "carrying") return;
    this.#state = "idle";
    void this.#drag?.end();
  }

  cancel(): void {
    if (this.#state === "carrying") this.#drag?.cancel();
    this.#state = "idle";
  }
}

export const MOVE_TOOL: ToolDescriptor = {
  id: "move",
  name: "Move",
  keywords: "drag carry",
  icon: "move",
  keys: ["Shift+F5"],
  summary: "Drag to move the selected cells. Alt: a copy of them; Shift: only the frame.",
  group: 1,
  options: [CARRIED],
  create: (context) => new MoveTool(context),
};
