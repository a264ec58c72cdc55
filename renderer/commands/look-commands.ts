/** How the universe is looked at: what the camera does by itself, colours, minimap, pictures of what is seen. */

import type { Command } from "./command.ts";
import type { LookState } from "./look-state.ts";
import { COLOURS, coloursAfter, coloursName } from "./look-state.ts";

function toggle(
  which: Exclude<keyof LookState, "colours">,
  command: Pick<Command, "id" | "name" | "keys" | "group"> & Partial<Command>,
): Command {
  return {
    category: "View",
    checked: ({ look }) => look[which],
    run: ({ app }) => app.look.toggle(which),
    ...command,
  };
}

/** Each is in the palette; a menu has the one that goes through all of them. */
const CHOICES = COLOURS.map(
  (id): Command => ({
    id: `view.colours-${id}`,
    name: `Cell colours: ${coloursName(id)}`,
    category: "View",
    keys: [],
    group: 1,
    paletteOnly: true,
    checked: ({ look }) => look.colours === id,
    run: ({ app }) => app.look.chooseColours(id),
  }),
);

export const LOOK_COMMANDS: readonly Command[] = [
  toggle("follow", { id: "view.follow", name: "Follow the pattern", keys: ["Shift+T"], group: 0 }),
  toggle("ages", { id: "view.ages", name: "Colour cells by age", keys: ["Shift+C"], group: 1 }),
  toggle("trail", {
    id: "view.trail",
    name: "Trail of cells that died",
    keys: [],
    group: 1,
    when: ({ universe, look }) => universe && look.ages,
  }),
  {
    id: "view.next-colours",
    name: "Next cell colours",
    category: "View",
    group: 1,
    keys: ["C"],
    detail: ({ look }) => coloursName(coloursAfter(look.colours)),
    run: ({ app }) => app.look.nextColours(),
  },
  ...CHOICES,
  toggle("minimap", { id: "view.minimap", name: "Minimap", keys: [], group: 2 }),
  toggle("zen", {
    id: "view.zen",
    name: "Only cells and dock",
    keys: ["Shift+F11"],
    group: 2,
  }),
  {
    id: "view.copy-image",
    name: "Copy view as image",
    category: "View",
    group: 4,
    keys: ["Mod+Shift+C"],
    run: ({ app }) => app.look.copyImage(),
  },
  {
    id: "view.save-image",
    name: "Save view as PNG",
    category: "View",
    group: 4,
    keys: [],
    run: ({ app }) => app.look.saveImage(),
  },
];
