import { gridKindOf } from "../../../engine/grids/registry.ts";
import type { StudioDocument } from "../../document/document.ts";
import { useEditor, useShell } from "../../studio/hooks.ts";
import type { ToolOption } from "../../tools/option.ts";
import { TOOLS } from "../../tools/registry.ts";

/** What the strip shows: the options of the tool in hand that matter on this grid; none while a paste floats. */
export function useToolOptions(document: StudioDocument): readonly ToolOption[] {
  const tool = useShell((state) => state.tool);
  const { rule, topology, floats } = useEditor(document, "rule", "topology", "floats");
  if (floats) return [];
  const kind = gridKindOf(rule, topology);
  return (TOOLS.get(tool).options ?? []).filter(({ on }) => on?.(kind, rule) ?? true);
}
