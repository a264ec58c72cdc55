import type { Command } from "../../studio/command.ts";

export const ANALYSIS_COMMANDS: readonly Command[] = [
  {
    id: "analysis.identify",
    name: "Identify",
    category: "View",
    keywords: "recognise recognize period speed measure what is this classify analyse",
    group: 3,
    keys: ["I"],
    detail: ({ selection }) => (selection ? "selection" : null),
    run: ({ services }) => services.dialogs.show("identify"),
  },
  {
    id: "analysis.plot",
    name: "Plot",
    category: "View",
    keywords: "graph chart population births deaths curve statistics",
    group: 3,
    keys: ["Shift+P"],
    run: ({ services }) => services.dialogs.show("plot"),
  },
];
