import { fit } from "../canvas/camera-fit.ts";
import type { Command, CommandState } from "./command.ts";

const selected = (state: CommandState): boolean => state.selection;

export const SELECT_COMMANDS: readonly Command[] = [
  {
    id: "select.all",
    name: "Select all",
    category: "Select",
    keys: ["Mod+A", "A"],
    run: ({ editor }) => editor.selectAll(),
  },
  {
    id: "select.none",
    name: "Deselect",
    category: "Select",
    keys: ["K"],
    when: selected,
    run: ({ editor }) => editor.select(null),
  },
  {
    id: "select.shrink",
    name: "Shrink selection",
    category: "Select",
    keys: ["S"],
    when: selected,
    run: ({ editor }) => editor.shrinkSelection(),
  },
  {
    id: "select.fit",
    name: "Fit selection",
    category: "Select",
    keys: ["Shift+F"],
    when: selected,
    run: ({ editor, view }) => {
      const { selection } = editor.state;
      if (selection) view.setCamera(fit(selection.box, view.size, view.kind));
    },
  },
  {
    id: "select.clear",
    name: "Clear inside",
    category: "Select",
    group: 1,
    keys: ["Delete"],
    macKeys: ["Delete", "Meta+Backspace"],
    when: selected,
    run: ({ editor }) => editor.clearSelection("inside"),
  },
  {
    id: "select.clear-outside",
    name: "Clear outside",
    category: "Select",
    group: 1,
    keys: ["Shift+Delete"],
    macKeys: ["Shift+Delete", "Shift+Meta+Backspace"],
    when: selected,
    run: ({ editor }) => editor.clearSelection("outside"),
  },
  {
    id: "select.random-fill",
    name: "Random fill",
    category: "Select",
    group: 1,
    keys: ["Mod+5"],
    when: selected,
    run: ({ editor, fillDensity, seed }) => editor.fillRandom({ density: fillDensity, seed: seed() }),
  },
];
