import { withoutCells } from "../../engine/core/cell-sets.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { EMPTY_RUNS } from "../../engine/core/runs.ts";
import { cellsChange } from "../../renderer/editor/cells/changes.ts";
import { liveWithin } from "../../renderer/editor/cells/live-within.ts";
import type { Editor } from "../../renderer/editor/editor.ts";

/** Writes cells on the grid, as one change that can be undone; false when nothing changes. */
export function setCells(editor: Editor, cells: Runs, mode: "or" | "xor", label: string): Promise<boolean> {
  return editor.edit(async (port) => {
    const live = await liveWithin(port, cells);
    const set = withoutCells(cells, live);
    const cleared = mode === "or" ? EMPTY_RUNS : live;
    if (set.rows.length + cleared.rows.length === 0) return null;
    return { label, change: cellsChange({ set, cleared }) };
  });
}
