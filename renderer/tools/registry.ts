import { Registry } from "../../engine/core/registry.ts";
import { FILL_TOOL } from "./fill-tool.ts";
import { LASSO_TOOL } from "./lasso-tool.ts";
import { MOVE_TOOL } from "./move-tool.ts";
import { PAN_TOOL } from "./pan-tool.ts";
import { DRAW_TOOL, ERASE_TOOL } from "./pen-tool.ts";
import { PICK_TOOL } from "./pick-tool.ts";
import { SELECT_TOOL } from "./select-tool.ts";
import { ELLIPSE_TOOL, LINE_TOOL, RECTANGLE_TOOL } from "./shape-tool.ts";
import type { ToolDescriptor } from "./tool.ts";
import { ZOOM_IN_TOOL, ZOOM_OUT_TOOL } from "./zoom-tool.ts";

/** In the order of the tool rail, group by group. */
export const TOOLS = new Registry<ToolDescriptor>("tool", [
  DRAW_TOOL,
  ERASE_TOOL,
  LINE_TOOL,
  RECTANGLE_TOOL,
  ELLIPSE_TOOL,
  FILL_TOOL,
  PICK_TOOL,
  SELECT_TOOL,
  LASSO_TOOL,
  MOVE_TOOL,
  PAN_TOOL,
  ZOOM_IN_TOOL,
  ZOOM_OUT_TOOL,
]);
