/**
 * Moves the selected cells step by step. Consecutive steps count as one move: each step takes back the last move and
 * makes a longer one from the same start. So the cells on the way stay as they were, and one undo leads back.
 */

import type { Cell } from "../../../engine/picture/camera-moves.ts";
import { moveEdit } from "../cells/drawing-edits.ts";
import type { Editor } from "../editor.ts";

interface Way {
  /** The history entry of the move. */
  readonly id: number;
  readonly by: Cell;
}

const WAYS = new WeakMap<Editor, Way>();
const TAILS = new WeakMap<Editor, Promise<unknown>>();

/** Waits for earlier nudges. Errors: `bad-argument` when the move leads off the grid; the cells then stay where they are. */
export function nudge(editor: Editor, by: Cell): Promise<void> {
  const turn = (TAILS.get(editor) ?? Promise.resolve()).catch(() => {}).then(() => step(editor, by));
  TAILS.set(editor, turn);
  return turn;
}

async function step(editor: Editor, by: Cell): Promise<void> {
  await editor.settled();
  const before = WAYS.get(editor);
  // History lists a run only after it has recorded a part: before that, undo takes back the run and not the move.
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
