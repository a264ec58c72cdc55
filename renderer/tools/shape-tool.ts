import type { Runs } from "../../engine/core/runs.ts";
import { EMPTY_RUNS } from "../../engine/core/runs.ts";
import type { Cell } from "../../engine/picture/camera-moves.ts";
import { cellLattice } from "../editor/cells/cell-lattice.ts";
import { mirrored, squareCorner, straightEnd } from "../editor/cells/constrain.ts";
import { shapeEdit } from "../editor/cells/drawing-edits.ts";
import type { ShapeName, ShapeStyle } from "../editor/cells/shapes.ts";
import { cellsOfShape } from "../editor/cells/shapes.ts";
import { describeLine, describeShape } from "../editor/labels.ts";
import type { ChoiceOption } from "./option.ts";
import { INK } from "./shared-options.ts";
import type { Tool, ToolContext, ToolCursor, ToolDescriptor, ToolPointer, ToolPreview } from "./tool.ts";

const STYLE: ChoiceOption<ShapeStyle> = {
  kind: "choice",
  id: "style",
  label: "Style",
  choices: [
    { id: "outline", label: "Outline" },
    { id: "filled", label: "Filled" },
  ],
  usual: "outline",
};

/** The parts of a pointer that a shape depends on: while they stay the same, so does the shape. */
interface Drag {
  readonly from: Cell;
  readonly to: Cell;
  readonly straight: boolean;
  readonly fromMiddle: boolean;
  readonly ink: number;
}

type State =
  | { readonly name: "idle" }
  | { readonly name: "dragging"; readonly drag: Drag; readonly cells: Runs }
  /** Released, and shown until the universe has it. */
  | { readonly name: "idle"; readonly cells: Runs; readonly ink: number };

const IDLE: State = { name: "idle" };

/** Draws a shape between the places where the pointer goes down and up. */
class ShapeTool implements Tool {
  readonly cursor: ToolCursor = "crosshair";
  readonly drags = true;
  readonly scrolls = true;
  readonly #context: ToolContext;
  readonly #shape: ShapeName;
  readonly #name: string;
  #state: State = IDLE;

  constructor(context: ToolContext, shape: ShapeName, name: string) {
    this.#context = context;
    this.#shape = shape;
    this.#name = name;
  }

  get preview(): ToolPreview | null {
    const state = this.#state;
    if (state.name === "dragging") return { cells: state.cells, ink: state.drag.ink };
    return "cells" in state ? { cells: state.cells, ink: state.ink } : null;
  }

  pointerDown(pointer: ToolPointer): void {
    const ink = pointer.eraser ? 0 : this.#context.ink;
    const drag = { from: pointer.cell, to: pointer.cell, straight: false, fromMiddle: false, ink };
    this.#state = { name: "dragging", drag, cells: EMPTY_RUNS };
    this.#drag({ ...drag, straight: pointer.shift, fromMiddle: pointer.alt });
  }

  pointerMove({ cell, shift, alt }: ToolPointer): void {
    if (this.#state.name !== "dragging") return;
    const { drag } = this.#state;
    const same = cell.x === drag.to.x && cell.y === drag.to.y;
    if (same && shift === drag.straight && alt === drag.fromMiddle) return;
    this.#drag({ ...drag, to: cell, straight: shift, fromMiddle: alt });
  }

  pointerUp(pointer: ToolPointer): void {
    this.pointerMove(pointer);
    if (this.#state.name !== "dragging") return;
    const { cells, drag } = this.#state;
    const { editor, inTurn, report, hint } = this.#context;
    const shown: State = { name: "idle", cells, ink: drag.ink };
    this.#state = shown;
    hint(null);
    inTurn(() => editor.edit((port) => shapeEdit(port, cells, drag.ink, this.#name)))
      .catch(report)
      .finally(() => {
        if (this.#state === shown) this.cancel();
      });
  }

  cancel(): void {
    if (this.#state.name === "dragging") this.#context.hint(null);
    this.#state = IDLE;
    this.#context.redraw();
  }

  /** A shape too large to draw shows the reason, and the one before stays. */
  #drag(drag: Drag): void {
    const { options, editor, hint, redraw } = this.#context;
    const lattice = cellLattice(editor.state);
    const isLine = this.#shape === "line";
    const fixed = isLine ? straightEnd : squareCorner;
    const to = drag.straight ? fixed(drag.from, drag.to, lattice) : drag.to;
    const from = drag.fromMiddle ? mirrored(drag.from, to) : drag.from;
    try {
      const cells = cellsOfShape(this.#shape, from, to, lattice, options.choice(STYLE));
      this.#state = { name: "dragging", drag, cells };
      hint((isLine ? describeLine : describeShape)(this.#name, cells));
    } catch (error) {
      hint(error instanceof Error ? error.message : String(error));
    }
    redraw();
  }
}

const CONSTRAINED = "Shift: as wide as high; Alt: from the middle.";

export const LINE_TOOL: ToolDescriptor = {
  id: "line",
  name: "Line",
  keywords: "straight",
  icon: "slash",
  keys: ["F8"],
  summary: "Drag a straight line. Shift: along the lattice or a diagonal; Alt: to both sides.",
  group: 0,
  options: [INK],
  create: (context) => new ShapeTool(context, "line", "Line"),
};

export const RECTANGLE_TOOL: ToolDescriptor = {
  id: "rectangle",
  name: "Rectangle",
  keywords: "box square shape",
  icon: "square",
  keys: ["F9"],
  summary: `Drag a rectangle. ${CONSTRAINED}`,
  group: 0,
  options: [STYLE, INK],
  create: (context) => new ShapeTool(context, "rectangle", "Rectangle"),
};

export const ELLIPSE_TOOL: ToolDescriptor = {
  id: "ellipse",
  name: "Ellipse",
  keywords: "circle oval disc shape",
  icon: "circle",
  keys: ["Shift+F9"],
  summary: `Drag an ellipse. ${CONSTRAINED}`,
  group: 0,
  options: [STYLE, INK],
  create: (context) => new ShapeTool(context, "ellipse", "Ellipse"),
};
