import type { Command } from "./command.ts";

const always = (): boolean => true;

export const HELP_COMMANDS: readonly Command[] = [
  {
    id: "help.guide",
    name: "Guide",
    category: "Help",
    keys: ["F1"],
    when: always,
    run: ({ app }) => app.showGuide(),
  },
  {
    id: "help.lexicon",
    name: "Lexicon",
    category: "Help",
    keys: [],
    when: always,
    run: ({ app }) => app.showGuide("lexicon"),
  },
  {
    id: "help.keys",
    name: "Keyboard shortcuts",
    category: "Help",
    keys: ["?"],
    when: always,
    run: ({ app }) => app.showHelp(),
  },
  {
    id: "help.palette",
    name: "Search commands",
    category: "Help",
    keys: ["Mod+K"],
    when: always,
    run: ({ app }) => app.showPalette(),
  },
  {
    id: "help.welcome",
    name: "First hints",
    category: "Help",
    keys: [],
    when: always,
    run: ({ app }) => app.showWelcome(),
  },
  {
    id: "help.licences",
    name: "Licences",
    category: "Help",
    group: 1,
    keys: [],
    when: always,
    run: ({ app }) => app.showLicences(),
  },
];
