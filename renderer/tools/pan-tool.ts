import type { Point } from "../../engine/grids/grid-kind.ts";
import type { Camera } from "../../engine/picture/camera.ts";
import { panBy } from "../../engine/picture/camera-moves.ts";
import type { Tool, ToolContext, ToolCursor, ToolDescriptor, ToolPointer } from "./tool.ts";

type State =
  | { readonly name: "idle" }
  | { readonly name: "panning"; readonly last: Point; readonly before: Camera };

class PanTool implements Tool {
  readonly #context: ToolContext;
  #state: State = { name: "idle" };

  constructor(context: ToolContext) {
    this.#context = context;
  }

  get cursor(): ToolCursor {
    return this.#state.name === "panning" ? "grabbing" : "grab";
  }

  pointerDown({ point }: ToolPointer): void {
    this.#state = { name: "panning", last: point, before: this.#context.view.camera };
  }

  pointerMove({ point }: ToolPointer): void {
    const state = this.#state;
    if (state.name !== "panning") return;
    const { view } = this.#context;
    view.setCamera(panBy(view.camera, view.kind, { x: point.x - state.last.x, y: point.y - state.last.y }));
    this.#state = { ...state, last: point };
  }

  pointerUp(pointer: ToolPointer): void {
    this.pointerMove(pointer);
    this.#state = { name: "idle" };
  }

  cancel(): void {
    if (this.#state.name === "panning") this.#context.view.setCamera(this.#state.before);
    this.#state = { name: "idle" };
  }
}

export const PAN_TOOL: ToolDescriptor = {
  id: "pan",
  name: "Pan",
  keywords: "hand grab scroll drag",
  icon: "hand",
  keys: ["F5", "H"],
  summary: "Drag to move the view; with any tool the middle button or two fingers do the same.",
  group: 2,
  create: (context) => new PanTool(context),
};
