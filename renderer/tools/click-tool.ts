import type { Tool, ToolPointer } from "./tool.ts";

/** A tool that acts once on the cell that is clicked. */
export function clickTool(act: (pointer: ToolPointer) => void): Tool {
  let pressed = false;
  return {
    cursor: "crosshair",
    pointerDown: () => {
      pressed = true;
    },
    pointerMove: () => {},
    pointerUp: (pointer) => {
      if (pressed) act(pointer);
      pressed = false;
    },
    cancel: () => {
      pressed = false;
    },
  };
}
