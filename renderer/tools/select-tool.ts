import { withoutCells } from "../../engine/core/cell-sets.ts";
import type { Point } from "../../engine/grids/grid-kind.ts";
import type { Cell, Position } from "../../engine/picture/camera-moves.ts";
import { positionAt } from "../../engine/picture/camera-moves.ts";
import { extendUpright, selectUpright } from "../editor/selection/drag-selection.ts";
import { resized } from "../editor/selection/resize-selection.ts";
import type { Selection } from "../editor/selection/selection.ts";
import { selectCells, selectedCells, selectionHas } from "../editor/selection/selection.ts";
import type { SelectionDrag } from "./selection-drag.ts";
import { takeHold } from "./selection-drag.ts";
import type { Grip } from "./selection-grips.ts";
import { gripAt, gripsOf } from "./selection-grips.ts";
import type { Tool, ToolContext, ToolCursor, ToolDescriptor, ToolPointer, ToolPreview } from "./tool.ts";
import { isDrag } from "./tool.ts";

type State =
  | { readonly name: "idle" }
  /** Pressed outside the selection and not moved yet: a click, which deselects, or the beginning of a drag. */
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
  /** Moves the sides that a handle belongs to. */
  | {
      readonly name: "resizing";
      readonly base: Selection;
      readonly grip: Grip;
      readonly from: Position;
      readonly draft: Selection | null;
    }
  | { readonly name: "carrying"; readonly drag: SelectionDrag };

const IDLE: State = { name: "idle" };

/** Drags out a box that is upright on the screen: on hexagons, the cells whose centres lie in it. */
class SelectTool implements Tool {
  readonly drags = true;
  readonly scrolls = true;
  readonly #context: ToolContext;
  #state: State = IDLE;
  #left: SelectionDrag | null = null;
  /** What a press would do where the pointer rests. */
  #over: ToolCursor = "cell";

  constructor(context: ToolContext) {
    this.#context = context;
  }

  get cursor(): ToolCursor {
    const state = this.#state;
    if (state.name === "idle") return this.#over;
    if (state.name === "carrying") return state.drag.cursor;
    return state.name === "resizing" ? state.grip.cursor : "cell";
  }

  get preview(): ToolPreview | null {
    const drag = this.#state.name === "carrying" ? this.#state.drag : this.#left;
    return drag?.preview ?? null;
  }

  get handles(): readonly Point[] {
    return this.#state.name === "idle" ? this.#grips().map(({ at }) => at) : [];
  }

  pointerDown(pointer: ToolPointer): void {
    const { cell, point, shift, alt, control } = pointer;
    const { selection } = this.#context.editor.state;
    const grip = control ? null : this.#gripAt(pointer);
    const drag = grip ? null : takeHold(this.#context, pointer);
    if (selection && grip) {
      this.#state = {
        name: "resizing",
        base: selection,
        grip,
        from: this.#positionAt(point),
        draft: selection,
      };
    } else if (drag) {
      this.#state = { name: "carrying", drag };
    } else if (shift && selection) {
      this.#state = { name: "extending", base: selection, draft: selection };
      this.#reach(pointer);
    } else {
      this.#state = { name: "pointing", from: point, corner: cell, less: alt ? selection : null };
    }
  }

  pointerMove(pointer: ToolPointer): void {
    const state = this.#state;
    if (state.name === "idle") this.#over = this.#cursorOver(pointer);
    else if (state.name === "carrying") state.drag.to(pointer);
    else if (state.name === "pointing") {
      if (!isDrag(state.from, pointer.point)) return;
      this.#state = { name: "dragging", corner: state.corner, less: state.less, draft: null };
      this.#reach(pointer);
    } else this.#reach(pointer);
  }

  pointerUp(pointer: ToolPointer): void {
    this.pointerMove(pointer);
    const state = this.#state;
    this.#state = IDLE;
    if (state.name === "idle") return;
    const { editor, hint, inTurn, report } = this.#context;
    if (state.name === "carrying") {
      this.#left = state.drag;
      void state.drag.end();
      const { selection } = editor.state;
      // A click with Shift reaches for the nearest sides, inside the selection too.
      if (state.drag.moved || !pointer.shift || pointer.control || !selection) return;
      this.#state = { name: "extending", base: selection, draft: selection };
      this.pointerUp(pointer);
      return;
    }
    hint(null);
    // A click with Alt subtracts nothing, and above all does not deselect everything.
    if (state.name === "pointing" && state.less) return;
    const chosen = state.name === "pointing" ? null : state.draft;
    inTurn(() => editor.select(chosen)).catch(report);
  }

  cancel(): void {
    if (this.#state.name === "carrying") this.#state.drag.cancel();
    this.#state = IDLE;
    this.#context.editor.setDraft(null);
  }

  /** A box too large to select shows the reason, and the one before stays. */
  #reach({ cell, point, shift }: ToolPointer): void {
    const state = this.#state;
    if (state.name !== "dragging" && state.name !== "extending" && state.name !== "resizing") return;
    const { editor, hint } = this.#context;
    const { neighbourhood } = editor.state.rule;
    const draftOf = (): Selection | null => {
      if (state.name === "extending") return extendUpright(state.base, cell, neighbourhood);
      if (state.name === "resizing") {
        const way = { from: state.from, to: this.#positionAt(point) };
        return resized(state.base, state.grip.sides, way, { aspect: shift, neighbourhood });
      }
      const box = selectUpright(state.corner, cell, neighbourhood);
      return state.less ? selectCells(withoutCells(selectedCells(state.less), selectedCells(box))) : box;
    };
    try {
      const draft = draftOf();
      this.#state = { ...state, draft };
      editor.setDraft(draft);
    } catch (error) {
      hint(error instanceof Error ? error.message : String(error));
    }
  }

  #grips(): readonly Grip[] {
    const { editor, view } = this.#context;
    const { selection, draft } = editor.state;
    return selection && !draft ? gripsOf(selection, view) : [];
  }

  #gripAt({ point, type }: ToolPointer): Grip | null {
    const grips = this.#grips();
    return grips.length > 0 ? gripAt(grips, point, type === "touch") : null;
  }

  #positionAt(point: Point): Position {
    const { camera, size, kind } = this.#context.view;
    return positionAt(camera, size, kind, point);
  }

  #cursorOver(pointer: ToolPointer): ToolCursor {
    const { selection } = this.#context.editor.state;
    if (!selection) return "cell";
    const grip = this.#gripAt(pointer);
    if (grip) return grip.cursor;
    if (!selectionHas(selection, pointer.cell)) return "cell";
    return pointer.alt ? "copy" : "move";
  }
}

export const SELECT_TOOL: ToolDescriptor = {
  id: "select",
  name: "Select",
  keywords: "marquee box area",
  icon: "box-select",
  keys: ["F4"],
  summary:
    "Drag to select cells; drag inside to move them (Alt: a copy), a handle to resize, click outside to deselect. Shift-click extends; Alt outside takes away.",
  group: 1,
  create: (context) => new SelectTool(context),
};
