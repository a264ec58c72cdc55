import { commonCells, uniteCells, withoutCells } from "../../engine/core/cell-sets.ts";
import type { Point } from "../../engine/grids/grid-kind.ts";
import type { Cell, Position } from "../../engine/picture/camera-moves.ts";
import { positionAt } from "../../engine/picture/camera-moves.ts";
import { fromLattice, latticeFrame, toLattice } from "../../engine/picture/lattice-frame.ts";
import { cellsInLoop } from "../editor/selection/lasso.ts";
import type { Selection } from "../editor/selection/selection.ts";
import { selectCells, selectedCells, selectionHas } from "../editor/selection/selection.ts";
import type { SelectionDrag } from "./selection-drag.ts";
import { takeHold } from "./selection-drag.ts";
import type { Tool, ToolContext, ToolCursor, ToolDescriptor, ToolPointer, ToolPreview } from "./tool.ts";
import { isDrag } from "./tool.ts";

/** How the loop combines with the selection: Shift adds it, Alt takes it away, both keep the common part. */
type Meeting = "instead" | "added" | "removed" | "common";

interface Loop {
  readonly origin: Cell;
  /** In cells along the lattice's axes, from the origin's centre. */
  readonly corners: readonly Point[];
  readonly meeting: Meeting;
}

type State =
  | { readonly name: "idle" }
  | { readonly name: "pointing"; readonly from: Point; readonly loop: Loop }
  | { readonly name: "looping"; readonly loop: Loop }
  | { readonly name: "carrying"; readonly drag: SelectionDrag };

const IDLE: State = { name: "idle" };

/** Alone, Shift and Alt say what the loop does to the selection, wherever it begins. */
function carries({ control, shift, alt }: ToolPointer): boolean {
  return control || !(shift || alt);
}

/** Draws a loop around cells to select them. The loop belongs to the cells: the view may move under it. */
class LassoTool implements Tool {
  readonly drags = true;
  readonly scrolls = true;
  readonly #context: ToolContext;
  #state: State = IDLE;
  #left: SelectionDrag | null = null;
  #over: ToolCursor = "crosshair";

  constructor(context: ToolContext) {
    this.#context = context;
  }

  get cursor(): ToolCursor {
    if (this.#state.name === "carrying") return this.#state.drag.cursor;
    return this.#state.name === "idle" ? this.#over : "crosshair";
  }

  get preview(): ToolPreview | null {
    const state = this.#state;
    if (state.name === "looping") {
      const frame = latticeFrame(this.#context.view.kind);
      const { origin, corners } = state.loop;
      return { cells: null, loop: { origin, points: corners.map((corner) => fromLattice(frame, corner)) } };
    }
    const drag = state.name === "carrying" ? state.drag : this.#left;
    return drag?.preview ?? null;
  }

  pointerDown(pointer: ToolPointer): void {
    const { cell, point, shift, alt } = pointer;
    const drag = carries(pointer) ? takeHold(this.#context, pointer) : null;
    if (drag) {
      this.#state = { name: "carrying", drag };
      return;
    }
    const meeting = shift ? (alt ? "common" : "added") : alt ? "removed" : "instead";
    const loop: Loop = { origin: cell, corners: [this.#cornerAt(point, cell)], meeting };
    this.#state = { name: "pointing", from: point, loop };
  }

  pointerMove(pointer: ToolPointer): void {
    const { point, trail } = pointer;
    const state = this.#state;
    if (state.name === "idle") {
      const { selection } = this.#context.editor.state;
      const holds = selection && carries(pointer) && selectionHas(selection, pointer.cell);
      this.#over = holds ? "move" : "crosshair";
    } else if (state.name === "carrying") state.drag.to(pointer);
    else if (state.name === "looping" || (state.name === "pointing" && isDrag(state.from, point))) {
      const { loop } = state;
      const corners = [...loop.corners, ...trail.map((at) => this.#cornerAt(at, loop.origin))];
      this.#state = { name: "looping", loop: { ...loop, corners } };
      this.#context.redraw();
    }
  }

  pointerUp(pointer: ToolPointer): void {
    this.pointerMove(pointer);
    const state = this.#state;
    this.#state = IDLE;
    const { editor, inTurn, report, redraw } = this.#context;
    if (state.name === "carrying") {
      this.#left = state.drag;
      void state.drag.end();
    } else if (state.name === "looping") {
      redraw();
      inTurn(() => editor.select(this.#chosen(state.loop))).catch(report);
    } else if (state.name === "pointing" && state.loop.meeting === "instead") {
      inTurn(() => editor.select(null)).catch(report);
    }
  }

  cancel(): void {
    if (this.#state.name === "carrying") this.#state.drag.cancel();
    this.#state = IDLE;
    this.#context.redraw();
  }

  /** Errors: `too-large`. */
  #chosen({ corners, origin, meeting }: Loop): Selection | null {
    const inside = cellsInLoop(corners, origin);
    const { selection } = this.#context.editor.state;
    if (!selection || meeting === "instead") {
      return meeting === "instead" || meeting === "added" ? selectCells(inside) : selection;
    }
    const there = selectedCells(selection);
    const meet = { added: uniteCells, removed: withoutCells, common: commonCells }[meeting];
    return selectCells(meet(there, inside));
  }

  #cornerAt(point: Point, origin: Cell): Point {
    const { camera, size, kind } = this.#context.view;
    const { x, y }: Position = positionAt(camera, size, kind, point);
    const frame = latticeFrame(kind);
    const centre = toLattice(frame, frame.centre);
    return {
      x: Number(x.whole - origin.x) + x.part - centre.x,
      y: Number(y.whole - origin.y) + y.part - centre.y,
    };
  }
}

export const LASSO_TOOL: ToolDescriptor = {
  id: "lasso",
  name: "Lasso",
  keywords: "freehand polygon select",
  icon: "lasso",
  keys: ["Shift+F4"],
  summary:
    "Draw a line round the cells to select them. Shift adds to the selection, Alt takes away; a drag inside moves the cells.",
  group: 1,
  create: (context) => new LassoTool(context),
};
