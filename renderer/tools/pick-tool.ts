import { clickTool } from "./click-tool.ts";
import type { ToolDescriptor } from "./tool.ts";

/** Picks up the state of a cell: with a live one's the pen goes on, with a dead one's the eraser. */
export const PICK_TOOL: ToolDescriptor = {
  id: "pick",
  name: "Pick",
  keywords: "eyedropper pipette sample",
  icon: "pipette",
  keys: ["F3"],
  summary: "Click a live cell to go on drawing as it is, a dead one to go on erasing.",
  group: 0,
  create: ({ editor, activate, setInk, report }) =>
    clickTool(({ cell }) => {
      editor.stateAt(cell).then((state) => {
        if (state > 0) setInk(state);
        activate(state > 0 ? "draw" : "erase");
      }, report);
    }),
};
