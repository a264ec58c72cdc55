import type { CommandState } from "../../commands/command.ts";
import { nudge } from "../../editor/selection/nudge.ts";
import type { Command } from "../../studio/command.ts";
import { arrowCommands, cellsOf } from "./arrow-commands.ts";

const selected = (state: CommandState): boolean => state.selection && !state.pending;

/** Moving what is selected cell by cell: arrows alone move the view, and a floating paste has them for itself. */
export const NUDGE_COMMANDS: readonly Command[] = arrowCommands("select.nudge", (arrow) => ({
  name: `Nudge ${arrow.way}${arrow.far ? " by ten" : ""}`,
  category: "Select",
  group: 3,
  keys: [arrow.far ? `Mod+Shift+${arrow.key}` : `Mod+${arrow.key}`],
  // Four in the menu are enough.
  keyOnly: arrow.far,
  when: selected,
  run: ({ editor }) => nudge(editor, cellsOf(arrow)),
}));
