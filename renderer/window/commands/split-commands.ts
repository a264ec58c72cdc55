/** Two panes: one universe at two places, or two tabs. */

import type { Command } from "../../studio/command.ts";

export const SPLIT_COMMANDS: readonly Command[] = [
  {
    id: "view.split",
    name: "Split view",
    category: "View",
    keywords: "layers panes two side by side clone tile close unsplit twice",
    group: 5,
    keys: ["Mod+\\"],
    checked: (state) => state.split,
    run: ({ services }) => services.panes.toggle(),
  },
  {
    id: "view.split-tab",
    name: "Show the next tab beside",
    category: "View",
    keywords: "split view layers panes two side by side compare tile",
    group: 5,
    keys: [],
    when: (state) => state.universes,
    needs: "a second universe",
    run: ({ services }) => services.panes.showNextBeside(),
  },
  {
    id: "view.link-cameras",
    name: "Link cameras",
    category: "View",
    keywords: "split view panes together synchronise lock same zoom",
    group: 5,
    keys: [],
    checked: (state) => state.look.linked,
    when: (state) => state.split,
    needs: "a split view",
    run: ({ services: { panes } }) => panes.setLinked(!panes.split?.linked),
  },
  {
    id: "view.other-pane",
    name: "Go to the other pane",
    category: "View",
    keywords: "split view focus switch",
    group: 5,
    keys: ["Shift+F6"],
    when: (state) => state.split,
    needs: "a split view",
    run: ({ services }) => services.panes.focusOther(),
  },
];
