import type { Point } from "../../engine/grids/grid-kind.ts";
import type { Cell } from "../../engine/picture/camera-moves.ts";
import type { Tool, ToolContext, ToolCursor, ToolPointer } from "./tool.ts";
import { isDrag } from "./tool.ts";

type State =
  | { readonly name: "idle" }
  /** With a mouse or pen pressed, the paste follows and is put down on release. */
  | { readonly name: "placing" }
  /** A finger has no place of its own before it touches: it pushes the paste along, and a tap puts it down. */
  | {
      readonly name: "pushing";
      readonly from: Point;
      readonly grip: Cell;
      readonly at: Cell;
      readonly moved: boolean;
    };

const IDLE: State = { name: "idle" };

/** In force while a paste floats, whatever tool is chosen. */
export class PasteTool implements Tool {
  readonly cursor: ToolCursor = "move";
  readonly scrolls = true;
  readonly #context: ToolContext;
  #state: State = IDLE;

  constructor(context: ToolContext) {
    this.#context = context;
  }

  pointerDown({ type, cell, point }: ToolPointer): void {
    const { editor } = this.#context;
    const at = editor.state.pending?.at;
    if (!at) return;
    if (type === "touch") {
      this.#state = { name: "pushing", from: point, grip: cell, at, moved: false };
    } else {
      this.#state = { name: "placing" };
      editor.movePaste(cell);
    }
  }

  pointerMove({ type, cell, point }: ToolPointer): void {
    const state = this.#state;
    const { editor } = this.#context;
    if (state.name !== "pushing") {
      if (type !== "touch") editor.movePaste(cell);
      return;
    }
    const moved = state.moved || isDrag(state.from, point);
    this.#state = { ...state, moved };
    if (moved)
      editor.movePaste({ x: state.at.x + cell.x - state.grip.x, y: state.at.y + cell.y - state.grip.y });
  }

  pointerUp(pointer: ToolPointer): void {
    this.pointerMove(pointer);
    const state = this.#state;
    this.#state = IDLE;
    if (state.name === "idle" || (state.name === "pushing" && state.moved)) return;
    const { editor, inTurn, report } = this.#context;
    inTurn(() => {
      // The pointer may have gone on meanwhile.
      if (state.name === "placing") editor.movePaste(pointer.cell);
      return editor.placePaste();
    }).catch(report);
  }

  /** A cancelled press puts nothing down; the paste floats on where it was. */
  cancel(): void {
    if (this.#state.name === "pushing") this.#context.editor.movePaste(this.#state.at);
    this.#state = IDLE;
  }
}
