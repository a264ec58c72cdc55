import type { Command } from "./command.ts";

const always = (): boolean => true;

export const FILE_COMMANDS: readonly Command[] = [
  {
    id: "file.new",
    name: "New universe",
    category: "File",
    keys: ["Mod+N"],
    when: always,
    run: ({ app }) => app.newUniverse(),
  },
  {
    id: "file.open",
    name: "Open",
    category: "File",
    keys: ["Mod+O"],
    when: always,
    run: ({ app }) => app.openFile(),
  },
  {
    id: "file.save",
    name: "Save",
    category: "File",
    group: 1,
    keys: ["Mod+S"],
    run: ({ app }) => app.save(),
  },
  {
    id: "file.save-as",
    name: "Save as",
    category: "File",
    group: 1,
    keys: ["Mod+Shift+S"],
    run: ({ app }) => app.saveAs(),
  },
  {
    id: "file.export",
    name: "Export",
    category: "File",
    group: 1,
    keys: ["Mod+E"],
    run: ({ app }) => app.exportFrames(),
  },
  {
    id: "file.info",
    name: "Pattern info",
    category: "File",
    group: 2,
    keys: ["Mod+I"],
    run: ({ app }) => app.showPatternInfo(),
  },
  {
    id: "file.rule",
    name: "Change rule",
    category: "File",
    group: 2,
    keys: ["Mod+U"],
    run: ({ app }) => app.editRule(),
  },
  {
    id: "file.preferences",
    name: "Preferences",
    category: "File",
    group: 4,
    keys: ["Mod+,"],
    when: always,
    run: ({ app }) => app.showPreferences(),
  },
  {
    id: "file.close",
    name: "Close tab",
    category: "File",
    group: 5,
    keys: ["Mod+W"],
    run: ({ app }) => app.closeTab(),
  },
];
