/**
 * Moving what is selected step by step. Steps that follow each other are one move: the last is taken back and made anew
 * from where the first began. So what the cells pass over on their way stays as it was, and one undo leads back.
 */

import type { Cell } from "../../../engine/picture/camera-moves.ts";
import { moveEdit } from "../cells/drawing-edits.ts";
import type { Editor } from "../editor.ts";

interface Way {
  /** The entry of the history that the move is. */
  readonly id: number;
  readonly by: Cell;
}

const WAYS = new WeakMap<Editor, Way>();
const TAILS = new WeakMap<Editor, Promise<unknown>>();

/** Behind nudges asked for before. Errors: `bad-argument` when that leads off the grid; then the cells stay where they are. */
export function nudge(editor: Editor, by: Cell): Promise<void> {
  const turn = (TAILS.get(editor) ?? Promise.resolve()).catch(() => {}).then(() => step(editor, by));
  TAILS.set(editor, turn);
  return turn;
}

async function step(editor: Editor, by: Cell): Promise<void> {
  await editor.settled();
  const before = WAYS.get(editor);
  // A run is in the history only when it has been kept for the first time: until then an undo would take it back, not the move.
  const goesOn = before !== undefined && !editor.state.running && last(editor) === before.id;
  const whole = goesOn ? { x: before.by.x + by.x, y: before.by.y + by.y } : by;
  if (goesOn) await editor.undo();
  try {
    await move(editor, whole);
  } catch (error) {
    if (goesOn) await editor.redo();
    throw error;
  }
}

async function move(editor: Editor, by: Cell): Promise<void> {
  WAYS.delete(editor);
  const { selection } = editor.state;
  if (!selection || !(await editor.edit((port) => moveEdit(port, selection, by)))) return;
  const id = last(editor);
  if (id !== null) WAYS.set(editor, { id, by });
}

/** The entry that an undo would take back. */
function last(editor: Editor): number | null {
  return editor.history[editor.state.position - 1]?.id ?? null;
}
