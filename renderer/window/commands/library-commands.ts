import { libraryOf } from "../../library/studio-library.ts";
import type { Command } from "../../studio/command.ts";

/** In the File menu: after opening and saving, before the pattern's properties. */
export const LIBRARY_COMMANDS: readonly Command[] = [
  {
    id: "library.open-folder",
    name: "Open folder of patterns",
    category: "File",
    keys: ["Mod+Shift+O"],
    context: "studio",
    run: (studio) => libraryOf(studio).openFolder(),
  },
  {
    id: "library.search",
    name: "Search the library",
    category: "File",
    keys: ["Mod+F"],
    context: "studio",
    run: (studio) => libraryOf(studio).search(),
  },
  {
    id: "library.save",
    name: "Save to library",
    category: "File",
    group: 1,
    keys: ["Mod+D"],
    run: ({ services, document }) => libraryOf(services).offerToSave(document),
  },
  {
    id: "library.import-files",
    name: "Import files into the library",
    category: "File",
    group: 2,
    keys: [],
    context: "studio",
    run: (studio) => libraryOf(studio).importFiles(),
  },
  {
    id: "library.import-folder",
    name: "Import a folder into the library",
    category: "File",
    group: 2,
    keys: [],
    context: "studio",
    run: (studio) => libraryOf(studio).importFolder(),
  },
  {
    id: "library.export-zip",
    name: "Export the library as a ZIP",
    category: "File",
    group: 2,
    keys: [],
    context: "studio",
    run: (studio) => libraryOf(studio).exportZip(),
  },
  {
    id: "library.export-folder",
    name: "Export the library to a folder",
    category: "File",
    group: 2,
    keys: [],
    context: "studio",
    run: (studio) => libraryOf(studio).exportFolder(),
  },
];
