import type { Command } from "../../studio/command.ts";

export const HELP_COMMANDS: readonly Command[] = [
  {
    id: "help.guide",
    name: "Guide",
    category: "Help",
    keys: ["F1"],
    context: "studio",
    run: ({ dialogs }) => dialogs.show("guide"),
  },
  {
    id: "help.lexicon",
    name: "Lexicon",
    category: "Help",
    keys: [],
    context: "studio",
    run: ({ dialogs }) => dialogs.show("guide", { place: "lexicon" }),
  },
  {
    id: "help.keys",
    name: "Keyboard shortcuts",
    category: "Help",
    keys: ["?"],
    context: "studio",
    run: ({ dialogs }) => dialogs.show("keys"),
  },
  {
    id: "help.palette",
    name: "Search commands",
    category: "Help",
    keys: ["Mod+K"],
    context: "studio",
    run: ({ dialogs }) => dialogs.show("palette"),
  },
  {
    id: "help.welcome",
    name: "First hints",
    category: "Help",
    keys: [],
    context: "studio",
    run: ({ settings }) => settings.change({ welcomed: false }),
  },
  {
    id: "help.licences",
    name: "Licences",
    category: "Help",
    group: 1,
    keys: [],
    context: "studio",
    run: ({ dialogs }) => dialogs.show("licences"),
  },
];
