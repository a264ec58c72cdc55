import type { CommandState } from "../../commands/command.ts";
import { fitBox } from "../../document/fit-all.ts";
import { rawSelection } from "../../editor/paste/clipboard.ts";
import { invertEdit } from "../../editor/selection/selection-edits.ts";
import type { Advance } from "../../editor/time/advance.ts";
import { advanceEdit } from "../../editor/time/advance.ts";
import { stepOf } from "../../editor/time/pace.ts";
import type { Command, DocumentContext } from "../../studio/command.ts";
import { shortCount } from "../../ui/numbers.ts";

const selected = (state: CommandState): boolean => state.selection;

/** By the present step. The generation stays, as the rest of the universe has not advanced. */
const advance =
  (where: Advance["where"]) =>
  async ({ editor, makeSpare, pace, watch, hint }: DocumentContext): Promise<void> => {
    const generations = stepOf(pace);
    const by = generations === 1n ? "one generation" : `${shortCount(generations)} generations`;
    const changed = await watch(`Advancing ${where} the selection by ${by}`, (watched) =>
      editor.editSelection((port, selection) =>
        advanceEdit(port, selection, { where, generations }, makeSpare, watched),
      ),
    );
    hint(changed ? `Advanced ${where} the selection by ${by}.` : `Nothing changed ${where} the selection.`);
  };

export const SELECT_COMMANDS: readonly Command[] = [
  {
    id: "select.all",
    name: "Select all",
    category: "Select",
    keywords: "everything",
    keys: ["Mod+A", "A"],
    run: ({ editor }) => editor.selectAll(),
  },
  {
    id: "select.none",
    name: "Deselect",
    category: "Select",
    keywords: "unselect select nothing none",
    keys: ["K"],
    when: selected,
    needs: "a selection",
    run: ({ editor }) => editor.select(null),
  },
  {
    id: "select.shrink",
    name: "Shrink selection",
    category: "Select",
    keywords: "crop tighten trim",
    keys: ["S"],
    when: selected,
    needs: "a selection",
    run: ({ editor }) => editor.shrinkSelection(),
  },
  {
    id: "select.fit",
    name: "Fit selection",
    category: "Select",
    keywords: "zoom",
    keys: ["Shift+F"],
    when: selected,
    needs: "a selection",
    run: ({ editor, view }) => {
      const { selection } = editor.state;
      if (selection) view.setCamera(fitBox(selection.box, view));
    },
  },
  {
    id: "select.clear",
    name: "Clear inside",
    category: "Select",
    keywords: "delete erase kill remove",
    group: 1,
    keys: ["Delete"],
    macKeys: ["Delete", "Meta+Backspace"],
    when: selected,
    needs: "a selection",
    run: ({ editor }) => editor.clearSelection("inside"),
  },
  {
    id: "select.clear-outside",
    name: "Clear outside",
    category: "Select",
    keywords: "delete erase crop",
    group: 1,
    keys: ["Shift+Delete"],
    macKeys: ["Shift+Delete", "Shift+Meta+Backspace"],
    when: selected,
    needs: "a selection",
    run: ({ editor }) => editor.clearSelection("outside"),
  },
  {
    id: "select.random-fill",
    name: "Random fill",
    category: "Select",
    keywords: "soup noise randomise randomize seed density",
    group: 1,
    keys: ["Mod+5"],
    when: selected,
    needs: "a selection",
    run: async ({ editor, toolbox, fillDensity, seed, hint }) => {
      const states = toolbox.fillStates;
      const fill = { density: fillDensity, seed: seed(), ...(states ? { states } : {}) };
      if (await editor.fillRandom(fill))
        hint(
          `Filled to ${Math.round(fill.density * 100)} % with seed ${fill.seed}: the same seed makes the same soup.`,
        );
    },
  },
  {
    id: "select.invert",
    name: "Invert selection",
    category: "Select",
    keywords: "not complement",
    group: 1,
    keys: [],
    when: selected,
    needs: "a selection",
    run: ({ editor }) => editor.editSelection(invertEdit),
  },
  {
    id: "select.advance-inside",
    name: "Advance inside",
    category: "Select",
    keywords: "step run",
    group: 2,
    keys: ["Shift+Space"],
    when: selected,
    needs: "a selection",
    run: advance("inside"),
  },
  {
    id: "select.advance-outside",
    name: "Advance outside",
    category: "Select",
    keywords: "step run",
    group: 2,
    keys: ["Mod+Shift+Space"],
    when: selected,
    needs: "a selection",
    run: advance("outside"),
  },
  {
    id: "select.save",
    name: "Save selection",
    category: "Select",
    keywords: "export file download",
    group: 3,
    keys: [],
    when: selected,
    needs: "a selection",
    run: ({ services }) => services.dialogs.show("save", { selection: true }),
  },
  {
    id: "select.open",
    name: "New universe from selection",
    category: "Select",
    keywords: "extract",
    group: 3,
    keys: [],
    when: selected,
    needs: "a selection",
    run: async ({ services, editor }) => services.files.openCells(await editor.readSelection(rawSelection)),
  },
];
