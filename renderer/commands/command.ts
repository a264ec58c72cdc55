/**
 * A command as menus, keys, palette and context menu see it; renderer/studio/command.ts adds what it does. The state that it
 * depends on is small and plain, so any view can tell what is possible by itself.
 */

import type { RegistryEntry } from "../../engine/core/registry.ts";
import type { LookState } from "./look-state.ts";

/** In the order of the menu bar. */
export const CATEGORIES = ["File", "Edit", "Select", "Time", "View", "Tools", "Labs", "Help"] as const;
export type CommandCategory = (typeof CATEGORIES)[number];

/** Whether keys go to the cells, to a text field, or elsewhere. */
export type Focus = "canvas" | "text" | "elsewhere";

export interface CommandState {
  readonly focus: Focus;
  /** Whether a tab is open, of a universe or of a lab. */
  readonly tab: boolean;
  /** Whether the tab in front is a universe. */
  readonly universe: boolean;
  readonly running: boolean;
  /** Whether its algorithm takes many generations in a leap. */
  readonly leaps: boolean;
  readonly selection: boolean;
  /** Whether a paste floats. */
  readonly pending: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly canReset: boolean;
  /** What undo and redo would change, for their titles. */
  readonly undoLabel: string | null;
  readonly redoLabel: string | null;
  /** Whether a run ends when all cells are dead, and when the pattern repeats. */
  readonly untilDied: boolean;
  readonly untilPeriodic: boolean;
  /** Whether it came from a file that can be read again. */
  readonly hasFile: boolean;
  readonly tool: string;
  /** Of its rule, and the one that tools draw with. */
  readonly states: number;
  readonly ink: number;
  readonly gridLines: boolean;
  readonly hyperspeed: boolean;
  readonly autofit: boolean;
  readonly fullScreen: boolean;
  readonly library: boolean;
  readonly inspector: boolean;
  /** Whether there are two panes. */
  readonly split: boolean;
  /** Whether universes are open in several tabs. */
  readonly universes: boolean;
  readonly look: LookState;
}

export interface CommandEntry extends RegistryEntry {
  /** The context that it needs: the studio, or the universe in front. Default: the universe. */
  readonly context?: "studio" | "document";
  readonly category: CommandCategory;
  /** Other words by which people look for it, with blanks between: "pause stop" for Run. The palette finds it by them. */
  readonly keywords?: string | undefined;
  /** Chords; menus show the first one. */
  readonly keys: readonly string[];
  /** The chords on a Mac, where they differ. */
  readonly macKeys?: readonly string[];
  /** Whether it makes sense now; a command on a universe never does without one in front. Default: always. */
  readonly when?: (state: CommandState) => boolean;
  /** When its keys mean it, where they have another meaning in between: Enter puts a floating paste down. Default: as `when`. */
  readonly keysWhen?: (state: CommandState) => boolean;
  /** What `when` waits for, as the end of "needs ...": "a selection". */
  readonly needs?: string;
  /** For a command that is on or off. */
  readonly checked?: (state: CommandState) => boolean;
  /** A detail to show behind the name: "Draw 14 cells" behind Undo. */
  readonly detail?: (state: CommandState) => string | null;
  /** Makes later requests wait until it is done, because it changes the state outside the editor's own order. */
  readonly holds?: boolean;
  /** Whether it skips the queue: a stop would be useless otherwise. Default: never. */
  readonly overtakes?: (state: CommandState) => boolean;
  /** Only a key: no menu or palette lists it. */
  readonly keyOnly?: boolean;
  /** The palette lists it, and no menu does: one of many of its kind, or one that has its place elsewhere in the window. */
  readonly paletteOnly?: boolean;
  /** Commands of one group stand together in a menu. Default: the category's first group. */
  readonly group?: number;
}

/** Why a command makes no sense now: "needs a selection". null for one that does. */
export function missingFor(command: CommandEntry, state: CommandState): string | null {
  if (isEnabled(command, state)) return null;
  if (command.context !== "studio" && !state.universe) return "needs a universe";
  return `needs ${command.needs ?? "something else first"}`;
}

export function isEnabled({ context, when }: CommandEntry, state: CommandState): boolean {
  return (context === "studio" || state.universe) && (when?.(state) ?? true);
}

/** Whether it makes sense now and its keys mean it. */
export function isKeyed(command: CommandEntry, state: CommandState): boolean {
  return isEnabled(command, state) && (command.keysWhen?.(state) ?? true);
}
