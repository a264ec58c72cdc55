import type { Point } from "../../engine/grids/grid-kind.ts";
import type { Cell } from "../../engine/picture/camera-moves.ts";
import { withoutCells } from "../editor/cells/cell-sets.ts";
import { extendUpright, selectUpright } from "../editor/selection/drag-selection.ts";
import type { Selection } from "../editor/selection/selection.ts";
import { selectCells, selectedCells, selectionHas } from "../editor/selection/selection.ts";
import { carriedBy, SelectionDrag } from "./selection-drag.ts";
import type { Tool, ToolContext, ToolCursor, ToolDescriptor, ToolPointer, ToolPreview } from "./tool.ts";
import { isDrag } from "./tool.ts";

type State =
  | { readonly name: "idle" }
  /** Pressed and not moved yet: a click, which deselects, or the beginning of a drag. */
  | {
      readonly name: "pointing";
      readonly from: Point;
      readonly corner: Cell;
      readonly less: Selection | null;
    }
  /** `less`: the selection to subtract the box from. */
  | {
      readonly name: "dragging";
      readonly corner: Cell;
      readonly less: Selection | null;
      readonly draft: Selection | null;
    }
  /** Moves the nearest sides of the present selection. */
  | { readonly name: "extending"; readonly base: Selection; readonly draft: Selection | null }
  | { readonly name: "carrying"; readonly drag: SelectionDrag };

const IDLE: State = { name: "idle" };

/** Drags out a box that is upright on the screen: on hexagons, the cells whose centres lie in it. */
class SelectTool implements Tool {
  readonly drags = true;
  readonly #context: ToolContext;
  #state: State = IDLE;
  #left: SelectionDrag | null = null;

  constructor(context: ToolContext) {
    this.#context = context;
  }

  get cursor(): ToolCursor {
    return this.#state.name === "carrying" ? "move" : "cell";
  }

  get preview(): ToolPreview | null {
    const drag = this.#state.name === "carrying" ? this.#state.drag : this.#left;
    return drag?.preview ?? null;
  }

  pointerDown({ cell, point, shift, alt, control }: ToolPointer): void {
    const { selection } = this.#context.editor.state;
    if (control && selection && selectionHas(selection, cell)) {
      const drag = new SelectionDrag(this.#context, selection, carriedBy({ shift, alt }), cell);
      this.#state = { name: "carrying", drag };
    } else if (shift && selection) {
      this.#state = { name: "extending", base: selection, draft: selection };
      this.#reach(cell);
    } else {
      this.#state = { name: "pointing", from: point, corner: cell, less: alt ? selection : null };
    }
  }

  pointerMove({ cell, point }: ToolPointer): void {
    const state = this.#state;
    if (state.name === "carrying") state.drag.to(cell);
    else if (state.name === "pointing") {
      if (!isDrag(state.from, point)) return;
      this.#state = { name: "dragging", corner: state.corner, less: state.less, draft: null };
      this.#reach(cell);
    } else this.#reach(cell);
  }

  pointerUp(pointer: ToolPointer): void {
    this.pointerMove(pointer);
    const state = this.#state;
    this.#state = IDLE;
    if (state.name === "idle") return;
    if (state.name === "carrying") {
      this.#left = state.drag;
      void state.drag.end();
      return;
    }
    this.#context.hint(null);
    // A click with Alt subtracts nothing, and above all does not deselect everything.
    if (state.name === "pointing" && state.less) return;
    const chosen = state.name === "pointing" ? null : state.draft;
    this.#context.editor.select(chosen).catch(this.#context.report);
  }

  cancel(): void {
    if (this.#state.name === "carrying") this.#state.drag.cancel();
    this.#state = IDLE;
    this.#context.editor.setDraft(null);
  }

  /** A box too large to select shows the reason, and the one before stays. */
  #reach(cell: Cell): void {
    const state = this.#state;
    if (state.name !== "dragging" && state.name !== "extending") return;
    const { editor, hint } = this.#context;
    const { neighbourhood } = editor.state.rule;
    try {
      let draft: Selection | null =
        state.name === "extending"
          ? extendUpright(state.base, cell, neighbourhood)
          : selectUpright(state.corner, cell, neighbourhood);
      if (state.name === "dragging" && state.less) {
        draft = selectCells(withoutCells(selectedCells(state.less), selectedCells(draft)));
      }
      this.#state = { ...state, draft };
      editor.setDraft(draft);
    } catch (error) {
      hint(error instanceof Error ? error.message : String(error));
    }
  }
}

export const SELECT_TOOL: ToolDescriptor = {
  id: "select",
  name: "Select",
  icon: "box-select",
  keys: ["F4"],
  summary:
    "Drag to select cells, Shift-click to extend, click to deselect. Alt takes away; Ctrl carries the cells along.",
  group: 1,
  create: (context) => new SelectTool(context),
};
