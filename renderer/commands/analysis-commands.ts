import type { Command } from "./command.ts";

export const ANALYSIS_COMMANDS: readonly Command[] = [
  {
    id: "analysis.identify",
    name: "Identify",
    category: "View",
    group: 3,
    keys: ["I"],
    detail: ({ selection }) => (selection ? "selection" : null),
    run: ({ app }) => app.showIdentify(),
  },
  {
    id: "analysis.plot",
    name: "Plot",
    category: "View",
    group: 3,
    keys: ["Shift+P"],
    run: ({ app }) => app.showPlot(),
  },
];
