import type { Cell } from "../../engine/picture/camera-moves.ts";
import { visibleCells } from "../../engine/picture/camera-moves.ts";
import { floodEdit } from "../editor/cells/drawing-edits.ts";
import { clickTool } from "./click-tool.ts";
import type { ToolContext, ToolDescriptor } from "./tool.ts";

/** Milliseconds after which a hint says that the fill is under way. */
const PATIENCE = 250;

/** Fills the area connected to a cell. */
function fill({ editor, view, inTurn, report, watch, ink }: ToolContext, cell: Cell): void {
  const seen = visibleCells(view.camera, view.size, view.kind);
  const end = new AbortController();
  const filling = inTurn(() => editor.edit((port) => floodEdit(port, cell, { seen, ink }, end.signal)));
  // Most fills end before a person could read the hint.
  const slow = setTimeout(() => {
    watch("Filling the area", ({ signal }) => {
      signal?.addEventListener("abort", () => end.abort());
      return filling;
    }).catch(() => {});
  }, PATIENCE);
  filling.catch(report).finally(() => clearTimeout(slow));
}

export const FILL_TOOL: ToolDescriptor = {
  id: "fill",
  name: "Fill",
  keywords: "bucket flood paint",
  icon: "paint-bucket",
  keys: ["Shift+F3"],
  summary:
    "Click a dead cell to fill the area that live cells enclose, a live one to empty what hangs together.",
  group: 0,
  create: (context) => clickTool(({ cell }) => fill(context, cell)),
};
