/** The commands as people see them: the menu bar, the context menu and the table of keys. All plain data. */

import type { CommandCategory, CommandEntry, CommandState } from "./command.ts";
import { CATEGORIES, isEnabled } from "./command.ts";
import type { Keymap } from "./keymap.ts";

export interface MenuItem {
  readonly id: string;
  readonly title: string;
  /** For display; null for none. */
  readonly key: string | null;
  /** Normalised; for native menus. */
  readonly chord: string | null;
  readonly enabled: boolean;
  /** null for a command that is neither on nor off. */
  readonly checked: boolean | null;
}

/** Groups of items, with a line between each two. */
export interface Menu {
  readonly title: string;
  readonly groups: readonly (readonly MenuItem[])[];
}

export function menuItem(command: CommandEntry, keymap: Keymap, state: CommandState): MenuItem {
  const detail = command.detail?.(state);
  return {
    id: command.id,
    title: detail ? `${command.name}: ${detail}` : command.name,
    key: keymap.shown(command.id),
    chord: keymap.chordsFor(command.id)[0] ?? null,
    enabled: isEnabled(command, state),
    checked: command.checked ? command.checked(state) : null,
  };
}

/** The menu bar. */
export function menuBar(keymap: Keymap, state: CommandState): readonly Menu[] {
  return CATEGORIES.map((title) => {
    const commands = keymap.commands.filter((c) => c.category === title && !c.keyOnly && !c.paletteOnly);
    return { title, groups: groupsOf(commands).map((group) => group.map((c) => menuItem(c, keymap, state))) };
  });
}

function groupsOf(commands: readonly CommandEntry[]): readonly (readonly CommandEntry[])[] {
  const groups = new Map<number, CommandEntry[]>();
  for (const command of commands) {
    const at = command.group ?? 0;
    groups.set(at, [...(groups.get(at) ?? []), command]);
  }
  return [...groups].sort(([a], [b]) => a - b).map(([, group]) => group);
}

const ON_PASTE = [
  ["edit.place-paste", "edit.paste-mode", "edit.paste-location"],
  ["edit.flip-across", "edit.flip-down", "edit.rotate-clockwise", "edit.rotate-anticlockwise"],
  ["edit.cancel"],
];
const ON_SELECTION = [
  ["edit.cut", "edit.copy", "edit.paste", "edit.copy-positioned", "edit.lift"],
  ["edit.flip-across", "edit.flip-down", "edit.rotate-clockwise", "edit.rotate-anticlockwise"],
  ["select.clear", "select.clear-outside", "select.random-fill", "select.invert"],
  ["select.advance-inside", "select.advance-outside"],
  ["select.save", "select.open"],
  ["select.shrink", "select.fit", "select.none"],
  ["analysis.identify"],
];
const ON_CELLS = [
  ["edit.undo", "edit.redo"],
  ["edit.paste", "select.all"],
  ["time.run", "time.next", "time.reset"],
  ["view.fit", "view.grid-lines"],
  ["analysis.identify"],
];

/** The context menu of the canvas: about the paste, else the selection, else the universe. */
export function contextMenu(keymap: Keymap, state: CommandState): Menu {
  const wanted = state.pending ? ON_PASTE : state.selection ? ON_SELECTION : ON_CELLS;
  const groups = wanted.map((ids) =>
    keymap.commands
      .filter((command) => ids.includes(command.id))
      .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
      .map((command) => menuItem(command, keymap, state)),
  );
  return { title: state.pending ? "Paste" : state.selection ? "Selection" : "Universe", groups };
}

export interface HelpRow {
  readonly title: string;
  readonly keys: readonly string[];
}

/** Gestures that work with any tool; they are not commands. */
export const HAND: readonly HelpRow[] = [
  { title: "Zoom at the pointer", keys: ["Wheel"] },
  { title: "Pan", keys: ["Middle drag"] },
  { title: "Pan and zoom", keys: ["Two fingers"] },
  { title: "Erase", keys: ["A stroke that begins on a live cell"] },
  { title: "Extend the selection", keys: ["Shift-click with Select"] },
  { title: "Take away from the selection", keys: ["Alt-drag from outside with Select, or with Lasso"] },
  { title: "Move the selected cells", keys: ["Drag inside with Select or Lasso"] },
  { title: "Move a copy of them", keys: ["Alt-drag inside with Select"] },
  { title: "Move them along an axis", keys: ["Shift-drag inside with Select"] },
  { title: "Straight line, square, circle", keys: ["Shift while drawing it"] },
  { title: "Point and draw by keyboard", keys: ["Alt-arrows, Alt-Enter"] },
  { title: "Take a drag back", keys: ["Esc"] },
  { title: "Open a pattern", keys: ["Drop a file on the window"] },
];

export interface KeySection {
  readonly title: CommandCategory;
  readonly commands: readonly CommandEntry[];
}

/** Every command by category: those in menus in their order, then those with a key only. */
export function keySections(keymap: Keymap): readonly KeySection[] {
  return CATEGORIES.map((title): KeySection => {
    const commands = keymap.commands.filter((command) => command.category === title);
    const listed = groupsOf(commands.filter((command) => !command.keyOnly)).flat();
    return { title, commands: [...listed, ...commands.filter((command) => command.keyOnly)] };
  }).filter(({ commands }) => commands.length > 0);
}
