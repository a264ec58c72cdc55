import type { Command } from "./command.ts";

const always = (): boolean => true;

/** In the File menu: after opening and saving, before what the pattern is. */
export const LIBRARY_COMMANDS: readonly Command[] = [
  {
    id: "library.open-folder",
    name: "Open folder of patterns",
    category: "File",
    keys: ["Mod+Shift+O"],
    when: always,
    run: ({ app }) => app.openPatternFolder(),
  },
  {
    id: "library.search",
    name: "Search the library",
    category: "File",
    keys: ["Mod+F"],
    when: always,
    run: ({ app }) => app.searchLibrary(),
  },
  {
    id: "library.save",
    name: "Save to library",
    category: "File",
    group: 1,
    keys: ["Mod+D"],
    run: ({ app }) => app.saveToLibrary(),
  },
  {
    id: "library.import-files",
    name: "Import files into the library",
    category: "File",
    group: 2,
    keys: [],
    when: always,
    run: ({ app }) => app.importToLibrary("files"),
  },
  {
    id: "library.import-folder",
    name: "Import a folder into the library",
    category: "File",
    group: 2,
    keys: [],
    when: always,
    run: ({ app }) => app.importToLibrary("folder"),
  },
  {
    id: "library.export-zip",
    name: "Export the library as a ZIP",
    category: "File",
    group: 2,
    keys: [],
    when: always,
    run: ({ app }) => app.exportLibrary("zip"),
  },
  {
    id: "library.export-folder",
    name: "Export the library to a folder",
    category: "File",
    group: 2,
    keys: [],
    when: always,
    run: ({ app }) => app.exportLibrary("folder"),
  },
];
