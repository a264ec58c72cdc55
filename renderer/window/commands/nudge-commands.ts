import type { CommandState } from "../../commands/command.ts";
import { nudge } from "../../editor/selection/nudge.ts";
import type { Command } from "../../studio/command.ts";

const selected = (state: CommandState): boolean => state.selection && !state.pending;

const WAYS = [
  ["left", "ArrowLeft", -1n, 0n],
  ["right", "ArrowRight", 1n, 0n],
  ["up", "ArrowUp", 0n, -1n],
  ["down", "ArrowDown", 0n, 1n],
] as const;

/** Moving what is selected cell by cell: arrows alone move the view, and a floating paste has them for itself. */
export const NUDGE_COMMANDS: readonly Command[] = WAYS.flatMap(([way, key, x, y]) =>
  [1n, 10n].map(
    (by): Command => ({
      id: `select.nudge-${way}${by > 1n ? "-far" : ""}`,
      name: `Nudge ${way}${by > 1n ? " by ten" : ""}`,
      category: "Select",
      group: 3,
      keys: [by > 1n ? `Mod+Shift+${key}` : `Mod+${key}`],
      // Four in the menu are enough.
      keyOnly: by > 1n,
      when: selected,
      run: ({ editor }) => nudge(editor, { x: x * by, y: y * by }),
    }),
  ),
);
