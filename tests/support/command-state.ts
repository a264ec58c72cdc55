// The state of the commands in a studio where nothing has happened, and what a keymap would mean twice.

import type { CommandState } from "../../renderer/commands/command.ts";
import { isKeyed } from "../../renderer/commands/command.ts";
import type { Keymap } from "../../renderer/commands/keymap.ts";
import type { LookState } from "../../renderer/commands/look-state.ts";

export const STUDIO_LOOK: LookState = {
  follow: false,
  linked: false,
  ages: false,
  trail: false,
  icons: false,
  minimap: false,
  zen: false,
  colours: "auto",
};

/** A universe is in front, and nothing is selected. */
export const PLAIN: CommandState = {
  focus: "canvas",
  tab: true,
  universe: true,
  running: false,
  leaps: false,
  selection: false,
  pending: false,
  canUndo: false,
  canRedo: false,
  canReset: false,
  undoLabel: null,
  redoLabel: null,
  untilDied: false,
  untilPeriodic: false,
  hasFile: false,
  tool: "draw",
  states: 2,
  ink: 1,
  gridLines: false,
  hyperspeed: false,
  autofit: false,
  fullScreen: false,
  library: false,
  inspector: false,
  split: false,
  universes: false,
  look: STUDIO_LOOK,
};

/** Pairs of commands that one chord could mean in one of the states. */
export function keyClashes(
  keymap: Keymap,
  states: Iterable<CommandState>,
): readonly (readonly [chord: string, a: string, b: string])[] {
  const chords = new Set(keymap.commands.flatMap(({ id }) => keymap.chordsFor(id)));
  const shared = [...chords]
    .map((chord) => ({
      chord,
      commands: keymap.commands.filter(({ id }) => keymap.chordsFor(id).includes(chord)),
    }))
    .filter(({ commands }) => commands.length > 1);
  const found = new Map<string, readonly [string, string, string]>();
  for (const state of shared.length > 0 ? states : []) {
    for (const { chord, commands } of shared) {
      const [a, b] = commands.filter((command) => isKeyed(command, state));
      if (a && b) found.set(`${chord} ${a.id} ${b.id}`, [chord, a.id, b.id]);
    }
  }
  return [...found.values()];
}
