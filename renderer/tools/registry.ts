import { Registry } from "../../engine/core/registry.ts";
import { PAN_TOOL } from "./pan-tool.ts";
import { DRAW_TOOL, ERASE_TOOL } from "./pen-tool.ts";
import { PICK_TOOL } from "./pick-tool.ts";
import { SELECT_TOOL } from "./select-tool.ts";
import type { ToolDescriptor } from "./tool.ts";
import { ZOOM_IN_TOOL, ZOOM_OUT_TOOL } from "./zoom-tool.ts";

/** In the order of the tool rail. */
export const TOOLS = new Registry<ToolDescriptor>("tool", [
  DRAW_TOOL,
  ERASE_TOOL,
  PICK_TOOL,
  SELECT_TOOL,
  PAN_TOOL,
  ZOOM_IN_TOOL,
  ZOOM_OUT_TOOL,
]);
