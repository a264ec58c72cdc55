/** The one handler of keys, pastes and drops of the window. */

import type { KeyInput } from "../commands/chord.ts";
import { chordsOf, isSingleKey } from "../commands/chord.ts";
import type { Command, CommandState } from "../commands/command.ts";
import { HeldKeys } from "../commands/held-keys.ts";
import { showPaste } from "../tools/show-paste.ts";
import { isSurfaceOpen } from "../ui/surfaces.ts";
import type { Studio } from "./studio.ts";
import { focusNow } from "./studio.ts";

const held = new HeldKeys();

/** The returned function ends it. */
export function listenToKeys(studio: Studio): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  window.addEventListener("keydown", (event) => onKey(studio, event), { signal });
  window.addEventListener("paste", (event) => onPaste(studio, event), { signal });
  window.addEventListener("dragover", (event) => event.preventDefault(), { signal });
  window.addEventListener("drop", (event) => onDrop(studio, event), { signal });
  return () => controller.abort();
}

/** What of a press says which keys it is. */
export function keyInputOf(event: KeyboardEvent): KeyInput {
  const { key, code, ctrlKey, shiftKey, altKey, metaKey } = event;
  return { key, code, ctrlKey, shiftKey, altKey, metaKey, altGraph: event.getModifierState("AltGraph") };
}

function onKey(studio: Studio, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isSurfaceOpen()) return;
  const input = keyInputOf(event);
  const state = studio.commandState;
  const { focus } = state;
  const find = (now: CommandState): Command | null => studio.keymap.find(input, { ...now, focus });
  const command = find(state);
  // What makes no sense yet may do so once what was asked before is done.
  if (!command && !(studio.queue.busy && studio.keymap.knows(input, state))) {
    // Ctrl-R with nothing to reset must not reload the page, nor Ctrl-S save it.
    if (state.focus !== "text" && isTaken(studio, input)) event.preventDefault();
    return;
  }
  // The browser hands the clipboard over only with its own paste event, which follows this key.
  if (command?.id === "edit.paste" && (event.ctrlKey || event.metaKey)) return;
  // Held down, a key must not start and stop by turns.
  if (event.repeat && command?.checked) return;
  event.preventDefault();
  void held.run(command?.id ?? event.code, event.repeat, () => studio.queue.ask(find));
}

/** Whether a chord is some command's that only makes no sense now. Copying text off the screen stays the browser's. */
function isTaken({ keymap }: Studio, input: KeyInput): boolean {
  const chords = chordsOf(input).filter((chord) => !isSingleKey(chord));
  return keymap.commands.some(
    ({ id, category }) =>
      category !== "Edit" &&
      category !== "Select" &&
      keymap.chordsFor(id).some((chord) => chords.includes(chord)),
  );
}

/** What is pressed next waits until the paste floats, or the file is open. */
function onPaste(studio: Studio, event: ClipboardEvent): void {
  if (focusNow() === "text" || isSurfaceOpen() || !event.clipboardData) return;
  event.preventDefault();
  void studio.queue.hold(paste(studio, event.clipboardData).catch(studio.report));
}

async function paste(studio: Studio, data: DataTransfer): Promise<void> {
  const text = data.getData("text/plain");
  const { active } = studio;
  if (await studio.files.take(data)) return;
  const pattern = await studio.files.readText(text);
  if (!active) {
    await studio.files.openPattern(pattern, "Pasted pattern", { unsaved: true });
    return;
  }
  const at = active.view.state.pointerCell ?? { x: active.view.camera.x, y: active.view.camera.y };
  active.editor.beginPaste(pattern, at);
  showPaste(active.editor, active.view);
  studio.hint("Click or press Enter to put the paste down; > < x y turn it, Esc drops it.");
}

function onDrop(studio: Studio, event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer) return;
  event.preventDefault();
  studio.files.take(event.dataTransfer).catch(studio.report);
}
