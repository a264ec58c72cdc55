/** The commands as people meet them: the menu bar, the context menu and the sheet of keys. All plain data. */

import type { CommandCategory, CommandEntry, CommandState } from "./command.ts";
import { CATEGORIES, isEnabled } from "./command.ts";
import type { Keymap } from "./keymap.ts";

export interface MenuItem {
  readonly id: string;
  readonly title: string;
  /** As people read it; null for none. */
  readonly key: string | null;
  /** Normalised; for native menus. */
  readonly chord: string | null;
  readonly enabled: boolean;
  /** null for what is neither on nor off. */
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
    return { title, groups: grouped(commands).map((group) => group.map((c) => menuItem(c, keymap, state))) };
  });
}

function grouped(commands: readonly CommandEntry[]): readonly (readonly CommandEntry[])[] {
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

/** What a right click on the canvas offers: about the paste, else what is selected, else the universe. */
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

/** What the hand does with any tool; these are gestures, not commands. */
export const HAND: readonly HelpRow[] = [
  { title: "Zoom at the pointer", keys: ["Wheel"] },
  { title: "Pan", keys: ["Middle drag"] },
  { title: "Pan and zoom", keys: ["Two fingers"] },
  { title: "Erase", keys: ["A stroke that begins on a live cell"] },
  { title: "Extend the selection", keys: ["Shift-click with Select"] },
  { title: "Take away from the selection", keys: ["Alt-drag with Select or Lasso"] },
  { title: "Carry the selected cells", keys: ["Ctrl-drag with Select or Lasso"] },
  { title: "Straight line, square, circle", keys: ["Shift while drawing it"] },
  { title: "Point and draw by keyboard", keys: ["Alt-arrows, Alt-Enter"] },
  { title: "Take a drag back", keys: ["Esc"] },
  { title: "Open a pattern", keys: ["Drop a file on the window"] },
];

export interface KeySection {
  readonly title: CommandCategory;
  readonly commands: readonly CommandEntry[];
}

/** Every command by category: those of the menus in their order, then those that are keys alone. */
export function keySections(keymap: Keymap): readonly KeySection[] {
  return CATEGORIES.map((title): KeySection => {
    const commands = keymap.commands.filter((command) => command.category === title);
    const listed = grouped(commands.filter((command) => !command.keyOnly)).flat();
    return { title, commands: [...listed, ...commands.filter((command) => command.keyOnly)] };
  }).filter(({ commands }) => commands.length > 0);
}
