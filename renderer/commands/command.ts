/**
 * What menus, keys, palette and context menu know of a command; what it does is said in renderer/studio/command.ts. The state
 * it depends on is small and plain, so that any view can tell what is possible without asking around.
 */

import type { RegistryEntry } from "../../engine/core/registry.ts";
import type { LookState } from "./look-state.ts";

/** In the order of the menu bar. */
export const CATEGORIES = ["File", "Edit", "Select", "Time", "View", "Tools", "Labs", "Help"] as const;
export type CommandCategory = (typeof CATEGORIES)[number];

/** Whether keys go to the cells, to a text field, or to anything else. */
export type Focus = "canvas" | "text" | "elsewhere";

export interface CommandState {
  readonly focus: Focus;
  /** Whether a tab is open, of a universe or of a lab. */
  readonly tab: boolean;
  /** Whether a universe is in front. */
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
  /** What undo and redo are about, for their titles. */
  readonly undoLabel: string | null;
  readonly redoLabel: string | null;
  /** Whether a run ends when nothing is left alive, and when the pattern repeats. */
  readonly untilDied: boolean;
  readonly untilPeriodic: boolean;
  /** Whether it came from a file that can be read again. */
  readonly hasFile: boolean;
  readonly tool: string;
  readonly gridLines: boolean;
  readonly hyperspeed: boolean;
  readonly autofit: boolean;
  readonly fullScreen: boolean;
  readonly library: boolean;
  readonly inspector: boolean;
  readonly look: LookState;
}

export interface CommandEntry extends RegistryEntry {
  /** What it works with: the studio, or the universe in front, which is the default. */
  readonly context?: "studio" | "document";
  readonly category: CommandCategory;
  /** Chords; the first is the one that menus show. */
  readonly keys: readonly string[];
  /** Where a Mac has others. */
  readonly macKeys?: readonly string[];
  /** Whether it makes sense now; about a universe no command does without one in front. Default: always. */
  readonly when?: (state: CommandState) => boolean;
  /** For what is on or off. */
  readonly checked?: (state: CommandState) => boolean;
  /** What stands behind the name: "Draw 14 cells" behind Undo. */
  readonly detail?: (state: CommandState) => string | null;
  /** Later requests wait until it is done, because it changes the state outside the editor's own order. */
  readonly holds?: boolean;
  /** Whether it is done at once, whatever waits: a stop would be none otherwise. Default: never. */
  readonly overtakes?: (state: CommandState) => boolean;
  /** A key and nothing more: no menu or palette lists it. */
  readonly keyOnly?: boolean;
  /** One of many of a kind: found in the palette, and in no menu. */
  readonly paletteOnly?: boolean;
  /** Commands of one group stand together in a menu. Default: the category's first group. */
  readonly group?: number;
}

export function isEnabled({ context, when }: CommandEntry, state: CommandState): boolean {
  return (context === "studio" || state.universe) && (when?.(state) ?? true);
}
