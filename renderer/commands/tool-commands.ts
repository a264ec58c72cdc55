import { TOOLS } from "../tools/registry.ts";
import type { Command } from "./command.ts";

/** A command for each tool, whatever tools there are. */
export const TOOL_COMMANDS: readonly Command[] = TOOLS.list().map((tool) => ({
  id: `tool.${tool.id}`,
  name: tool.name,
  category: "Tools",
  keys: tool.keys,
  checked: (state) => state.tool === tool.id,
  run: ({ toolbox }) => toolbox.choose(tool.id),
}));
