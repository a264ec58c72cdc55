import type { Point } from "../../engine/grids/grid-kind.ts";
import type { Cell } from "../canvas/camera.ts";
import type { Selection } from "../editor/selection.ts";
import { extendTo, selectBetween } from "../editor/selection.ts";
import type { Tool, ToolContext, ToolCursor, ToolDescriptor, ToolPointer } from "./tool.ts";
import { isDrag } from "./tool.ts";

type State =
  | { readonly name: "idle" }
  /** Pressed and not moved yet: a click, which deselects, or the beginning of a drag. */
  | { readonly name: "pointing"; readonly from: Point; readonly corner: Cell }
  | { readonly name: "dragging"; readonly corner: Cell; readonly draft: Selection }
  /** Moves the nearest sides of what is selected already. */
  | { readonly name: "extending"; readonly base: Selection; readonly draft: Selection };

const IDLE: State = { name: "idle" };

/** Drags out a box of cells: on hexagons, a parallelogram of the lattice. */
class SelectTool implements Tool {
  readonly cursor: ToolCursor = "cell";
  readonly #context: ToolContext;
  #state: State = IDLE;

  constructor(context: ToolContext) {
    this.#context = context;
  }

  get state(): string {
    return this.#state.name;
  }

  pointerDown({ cell, point, shift }: ToolPointer): void {
    const { selection } = this.#context.editor.state;
    if (shift && selection)
      this.#drag({ name: "extending", base: selection, draft: extendTo(selection, cell) });
    else this.#state = { name: "pointing", from: point, corner: cell };
  }

  pointerMove({ cell, point }: ToolPointer): void {
    const state = this.#state;
    if (state.name === "pointing" && isDrag(state.from, point)) {
      this.#drag({ name: "dragging", corner: state.corner, draft: selectBetween(state.corner, cell) });
    } else if (state.name === "dragging") {
      this.#drag({ ...state, draft: selectBetween(state.corner, cell) });
    } else if (state.name === "extending") {
      this.#drag({ ...state, draft: extendTo(state.base, cell) });
    }
  }

  pointerUp(pointer: ToolPointer): void {
    this.pointerMove(pointer);
    const state = this.#state;
    this.#state = IDLE;
    if (state.name === "idle") return;
    const chosen = state.name === "pointing" ? null : state.draft;
    this.#context.editor.select(chosen).catch(this.#context.report);
  }

  cancel(): void {
    this.#state = IDLE;
    this.#context.editor.setDraft(null);
  }

  #drag(state: Extract<State, { draft: Selection }>): void {
    this.#state = state;
    this.#context.editor.setDraft(state.draft);
  }
}

export const SELECT_TOOL: ToolDescriptor = {
  id: "select",
  name: "Select",
  icon: "box-select",
  keys: ["F4"],
  summary: "Drag to select cells, Shift-click to extend, click to deselect.",
  create: (context) => new SelectTool(context),
};
