import type { CommandState } from "../../commands/command.ts";
import { nudge } from "../../editor/selection/nudge.ts";
import type { Command } from "../../studio/command.ts";
import { arrowCommands, cellsOf } from "./arrow-commands.ts";

const selected = (state: CommandState): boolean => state.selection && !state.pending;

/** Moves the selection cell by cell. Plain arrows move the view, and a floating paste takes them for itself. */
export const NUDGE_COMMANDS: readonly Command[] = arrowCommands("select.nudge", (arrow) => ({
  name: `Nudge ${arrow.way}${arrow.far ? " by ten" : ""}`,
  category: "Select",
  keywords: "move shift",
  group: 3,
  keys: [arrow.far ? `Mod+Shift+${arrow.key}` : `Mod+${arrow.key}`],
  // The menu lists only these four.
  keyOnly: arrow.far,
  when: selected,
  needs: "a selection",
  run: ({ editor }) => nudge(editor, cellsOf(arrow)),
}));
