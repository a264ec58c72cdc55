import type { Command } from "./command.ts";

const always = (): boolean => true;

export const HELP_COMMANDS: readonly Command[] = [
  {
    id: "help.keys",
    name: "Keys and mouse",
    category: "Help",
    keys: ["?", "F1"],
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
    id: "help.benchmarks",
    name: "Benchmarks",
    category: "Help",
    group: 1,
    keys: [],
    when: always,
    run: ({ app }) => app.showBenchmarks(),
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
