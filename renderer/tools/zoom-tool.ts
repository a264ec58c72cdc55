import type { Point } from "../../engine/grids/grid-kind.ts";
import { fitScreenBox } from "../../engine/picture/camera-fit.ts";
import { zoomAt } from "../../engine/picture/camera-moves.ts";
import type { Tool, ToolContext, ToolCursor, ToolDescriptor, ToolPointer } from "./tool.ts";
import { isDrag } from "./tool.ts";

type State =
  | { readonly name: "idle" }
  | { readonly name: "pointing"; readonly from: Point }
  | { readonly name: "dragging"; readonly from: Point };

const IDLE: State = { name: "idle" };

/** A click zooms by two at the pointer, with Shift, Alt or the right button the other way; a drag makes its box fill the view. */
class ZoomTool implements Tool {
  readonly cursor: ToolCursor;
  readonly drags = true;
  readonly #context: ToolContext;
  readonly #change: number;
  #state: State = IDLE;

  constructor(context: ToolContext, change: 1 | -1) {
    this.#context = context;
    this.#change = change;
    this.cursor = change > 0 ? "zoom-in" : "zoom-out";
  }

  pointerDown({ point }: ToolPointer): void {
    this.#state = { name: "pointing", from: point };
  }

  pointerMove({ point }: ToolPointer): void {
    const state = this.#state;
    if (state.name === "idle" || (state.name === "pointing" && !isDrag(state.from, point))) return;
    this.#state = { name: "dragging", from: state.from };
    this.#context.view.setBox([state.from, point]);
  }

  pointerUp(pointer: ToolPointer): void {
    this.pointerMove(pointer);
    const state = this.#state;
    const { view } = this.#context;
    const { point, shift, alt } = pointer;
    this.cancel();
    if (state.name === "pointing") this.#zoom(point, shift || alt ? -this.#change : this.#change);
    else if (state.name === "dragging") {
      view.setCamera(fitScreenBox(view.camera, view.size, view.kind, [state.from, point]));
    }
  }

  /** The other way, as in Golly. */
  secondary({ point }: ToolPointer): void {
    this.#zoom(point, -this.#change);
  }

  cancel(): void {
    if (this.#state.name === "dragging") this.#context.view.setBox(null);
    this.#state = IDLE;
  }

  #zoom(point: Point, change: number): void {
    const { view } = this.#context;
    view.setCamera(zoomAt(view.camera, view.size, view.kind, point, change));
  }
}

export const ZOOM_IN_TOOL: ToolDescriptor = {
  id: "zoom-in",
  name: "Zoom-in tool",
  keywords: "magnifier loupe",
  icon: "zoom-in",
  keys: ["F6"],
  summary: "Click to zoom in (Shift or right button: out), drag to see the part in the box.",
  group: 2,
  create: (context) => new ZoomTool(context, 1),
};

export const ZOOM_OUT_TOOL: ToolDescriptor = {
  id: "zoom-out",
  name: "Zoom-out tool",
  keywords: "magnifier loupe",
  icon: "zoom-out",
  keys: ["F7"],
  summary: "Click to zoom out (Shift or right button: in).",
  group: 2,
  create: (context) => new ZoomTool(context, -1),
};
