import { PASTE_MODES } from "../../../engine/core/paste.ts";
import { formatHash } from "../../../engine/core/state-hash.ts";
import type { SymmetryName } from "../../../engine/grids/symmetry.ts";
import type { CommandState } from "../../commands/command.ts";
import { onLifted } from "../../commands/key-words.ts";
import { pastePattern } from "../../document/float-paste.ts";
import { rawSelection, unplaced } from "../../editor/paste/clipboard.ts";
import { nextOf, PASTE_ANCHORS } from "../../editor/paste/pending-paste.ts";
import { clearAllEdit } from "../../editor/time/time-edits.ts";
import type { Command, DocumentContext } from "../../studio/command.ts";
import { showPaste } from "../../tools/show-paste.ts";
import { arrowCommands, cellsOf } from "./arrow-commands.ts";

const pending = (state: CommandState): boolean => state.pending;
const editable = (state: CommandState): boolean => state.selection || state.pending;

async function paste(context: DocumentContext): Promise<void> {
  const { clipboard, pointerCell } = context;
  await pastePattern(context, await clipboard.read(), { at: pointerCell });
}

const turn =
  (name: SymmetryName) =>
  ({ editor }: DocumentContext): Promise<boolean> =>
    editor.turn(name);

const NUDGES = arrowCommands("edit.nudge", (arrow) => ({
  name: `Move the paste ${arrow.way}${arrow.far ? " by ten" : ""}`,
  category: "Edit",
  keyOnly: true,
  keys: [arrow.far ? `Shift+${arrow.key}` : arrow.key],
  when: pending,
  run: ({ editor, view }) => {
    const at = editor.state.pending?.at;
    if (!at) return;
    const by = cellsOf(arrow);
    editor.movePaste({ x: at.x + by.x, y: at.y + by.y });
    showPaste(editor, view, { mayZoom: false });
  },
}));

export const EDIT_COMMANDS: readonly Command[] = [
  {
    id: "edit.undo",
    name: "Undo",
    category: "Edit",
    keywords: "revert back mistake",
    keys: ["Mod+Z", "Z"],
    when: (state) => state.canUndo,
    needs: "an edit to undo",
    detail: (state) => state.undoLabel,
    run: async ({ editor, hint }) => {
      const { running } = editor.state;
      await editor.undo();
      // Whoever has just edited a running universe sees the run go first.
      const { redoLabel, undoLabel } = editor.state;
      if (running && undoLabel) hint(`Took back: ${redoLabel}. Undo again for: ${undoLabel}`);
    },
  },
  {
    id: "edit.redo",
    name: "Redo",
    category: "Edit",
    keywords: "again repeat",
    keys: ["Mod+Shift+Z", "Shift+Z", "Mod+Y"],
    macKeys: ["Mod+Shift+Z", "Shift+Z"],
    when: (state) => state.canRedo,
    needs: "an undone edit",
    detail: (state) => state.redoLabel,
    run: ({ editor }) => editor.redo(),
  },
  {
    id: "edit.cut",
    name: "Cut",
    category: "Edit",
    group: 1,
    keys: ["Mod+X"],
    when: (state) => state.selection,
    needs: "a selection",
    // A paste pressed right after this pastes these cells.
    holds: true,
    run: ({ editor, clipboard }) => editor.cut((cells) => clipboard.write(unplaced(cells))),
  },
  {
    id: "edit.copy",
    name: "Copy",
    category: "Edit",
    keywords: "clipboard duplicate",
    group: 1,
    keys: ["Mod+C"],
    when: (state) => state.selection,
    needs: "a selection",
    // A paste pressed right after this pastes these cells.
    holds: true,
    run: async ({ editor, clipboard }) => clipboard.write(unplaced(await editor.readSelection(rawSelection))),
  },
  {
    id: "edit.copy-positioned",
    name: "Copy as RLE with position",
    category: "Edit",
    keywords: "clipboard",
    group: 1,
    keys: [],
    when: (state) => state.selection,
    needs: "a selection",
    // A paste pressed right after this pastes these cells.
    holds: true,
    run: async ({ editor, clipboard, hint }) => {
      await clipboard.write(await editor.readSelection(rawSelection));
      hint("Copied with its rule, its place (Pos) and its generation (Gen).");
    },
  },
  {
    id: "edit.lift",
    name: "Lift the selection",
    category: "Edit",
    keywords: "move float grab",
    group: 1,
    keys: ["Mod+Shift+X"],
    when: (state) => state.selection && !state.pending,
    needs: "a selection and no floating paste",
    holds: true,
    run: async ({ editor, pointerCell, view, hint, keys }) => {
      await editor.lift(pointerCell);
      showPaste(editor, view);
      hint(onLifted(keys));
    },
  },
  {
    id: "edit.paste",
    name: "Paste",
    category: "Edit",
    keywords: "clipboard insert import",
    group: 1,
    keys: ["Mod+V", "V"],
    holds: true,
    run: paste,
  },
  {
    id: "edit.place-paste",
    name: "Put the paste down",
    category: "Edit",
    keywords: "drop stamp place",
    group: 1,
    keys: ["Enter"],
    when: pending,
    needs: "a floating paste",
    run: ({ editor }) => editor.placePaste(),
  },
  {
    id: "edit.copy-hash",
    name: "Copy state hash",
    category: "Edit",
    keywords: "checksum fingerprint",
    group: 3,
    keys: [],
    run: async ({ editor, clipboard, hint }) => {
      const hash = formatHash(await editor.hash());
      await clipboard.writeText(hash);
      hint(`Copied the state hash ${hash}; the command line says the same of the same cells.`);
    },
  },
  {
    id: "edit.paste-mode",
    name: "Next paste mode",
    category: "Edit",
    keywords: "or xor and",
    group: 1,
    keys: ["Shift+M"],
    run: ({ editor, hint }) => {
      editor.setPasteMode(nextOf(PASTE_MODES, editor.pasteMode));
      hint(`Paste mode: ${editor.pasteMode}.`);
    },
  },
  {
    id: "edit.paste-location",
    name: "Next paste location",
    category: "Edit",
    keywords: "anchor corner",
    group: 1,
    keys: ["Shift+L"],
    run: ({ editor, hint }) => {
      editor.setPasteAnchor(nextOf(PASTE_ANCHORS, editor.state.pending?.anchor ?? editor.pasteAnchor));
      hint(`Paste by its ${editor.pasteAnchor}.`);
    },
  },
  {
    id: "edit.flip-across",
    name: "Flip left to right",
    category: "Edit",
    keywords: "mirror reflect horizontal",
    group: 2,
    keys: ["X"],
    when: editable,
    needs: "a selection or a floating paste",
    run: turn("flip-across"),
  },
  {
    id: "edit.flip-down",
    name: "Flip top to bottom",
    category: "Edit",
    keywords: "mirror reflect vertical",
    group: 2,
    keys: ["Y"],
    when: editable,
    needs: "a selection or a floating paste",
    run: turn("flip-down"),
  },
  {
    id: "edit.rotate-clockwise",
    name: "Rotate clockwise",
    category: "Edit",
    keywords: "turn right 90",
    group: 2,
    keys: [">"],
    when: editable,
    needs: "a selection or a floating paste",
    run: turn("rotate-clockwise"),
  },
  {
    id: "edit.rotate-anticlockwise",
    name: "Rotate anticlockwise",
    category: "Edit",
    keywords: "turn left counterclockwise 90",
    group: 2,
    keys: ["<"],
    when: editable,
    needs: "a selection or a floating paste",
    run: turn("rotate-anticlockwise"),
  },
  {
    id: "edit.clear-universe",
    name: "Clear universe",
    category: "Edit",
    keywords: "erase empty delete wipe kill all everything",
    group: 4,
    keys: [],
    run: ({ editor }) => editor.inTime((queue) => queue.edit(clearAllEdit)),
  },
  {
    id: "edit.resize",
    name: "Resize universe",
    category: "Edit",
    keywords: "torus topology plane sphere klein cylinder size edges bounded infinite wrap width height",
    group: 4,
    keys: [],
    run: ({ services }) => services.dialogs.show("resize"),
  },
  {
    id: "edit.cancel",
    name: "Cancel",
    category: "Edit",
    keyOnly: true,
    keys: ["Escape"],
    overtakes: () => true,
    run: async ({ services, document, editor, cancelGesture }) => {
      if (cancelGesture() || services.status.cancel()) return;
      // What it drops may still be on its way: a paste that is read, a selection that is lifted.
      await document.inTurn(async () => {
        if (editor.state.pending) editor.cancelPaste();
        else if (editor.state.selection) await editor.select(null);
      });
    },
  },
  {
    id: "edit.drop-paste",
    name: "Drop the paste",
    category: "Edit",
    keywords: "cancel",
    group: 1,
    keys: [],
    when: pending,
    needs: "a floating paste",
    run: ({ editor }) => editor.cancelPaste(),
  },
  ...NUDGES,
];
