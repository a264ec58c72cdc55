import { clickTool } from "./click-tool.ts";
import type { ToolDescriptor } from "./tool.ts";

/** Picks up the state of a cell: from a live one it goes on with the pen, from a dead one with the eraser. */
export const PICK_TOOL: ToolDescriptor = {
  id: "pick",
  name: "Pick",
  keywords: "eyedropper pipette sample",
  icon: "pipette",
  keys: ["F3"],
  summary: "Click a live cell to go on drawing, a dead one to go on erasing.",
  group: 0,
  create: ({ editor, activate, report }) =>
    clickTool(({ cell }) => {
      editor.isAlive(cell).then((alive) => activate(alive ? "draw" : "erase"), report);
    }),
};
