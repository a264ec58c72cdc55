/** The window's one handler of keys, pastes and drops. */

import type { KeyInput } from "../commands/chord.ts";
import { chordsOf, isSingleKey } from "../commands/chord.ts";
import type { CommandState } from "../commands/command.ts";
import { missingFor } from "../commands/command.ts";
import { HeldKeys } from "../commands/held-keys.ts";
import { onTabStep } from "../commands/key-words.ts";
import type { WalkFocus } from "../commands/tab-walk.ts";
import { TabWalk } from "../commands/tab-walk.ts";
import { pastePattern } from "../document/float-paste.ts";
import type { Command } from "../studio/command.ts";
import { focusNow } from "../studio/focus.ts";
import type { Studio } from "../studio/studio.ts";
import { isSurfaceOpen } from "../ui/surfaces.ts";
import { COMMANDS } from "./commands/registry.ts";

const held = new HeldKeys();
/**
 * Whether the last press was that of a key. Linux also pastes when the middle button is released, which here pans and closes
 * tabs: what no key asked for is no paste. The command does not come this way.
 */
let keyed = false;
const walk = new TabWalk();
let wayOutSaid = false;
const WAY_OUT_MILLISECONDS = 10_000;

/** The returned function ends it. */
export function listenToKeys(studio: Studio): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  window.addEventListener("keydown", (event) => onKey(studio, event), { signal });
  window.addEventListener("keydown", () => void (keyed = true), { signal, capture: true });
  window.addEventListener("pointerdown", () => void (keyed = false), { signal, capture: true });
  window.addEventListener("pointerdown", () => walk.end(), { signal });
  window.addEventListener("paste", (event) => onPaste(studio, event), { signal });
  window.addEventListener("dragover", (event) => event.preventDefault(), { signal });
  window.addEventListener("drop", (event) => onDrop(studio, event), { signal });
  return () => controller.abort();
}

/** The part of a key event that identifies the key. */
export function keyInputOf(event: KeyboardEvent): KeyInput {
  const { key, code, ctrlKey, shiftKey, altKey, metaKey } = event;
  return { key, code, ctrlKey, shiftKey, altKey, metaKey, altGraph: event.getModifierState("AltGraph") };
}

function onKey(studio: Studio, event: KeyboardEvent): void {
  // With Ctrl it changes tabs.
  const isCombined = event.ctrlKey || event.altKey || event.metaKey;
  if (!isCombined && walk.press(event.key, walkFocus())) return;
  if (event.defaultPrevented || event.isComposing || isSurfaceOpen()) return;
  const input = keyInputOf(event);
  const state = studio.commands.state;
  const { focus } = state;
  const find = (now: CommandState): Command | null => studio.commands.keymap.find(input, { ...now, focus });
  const command = find(state);
  // A command that is disabled now may be enabled once the earlier ones are done.
  if (!command && !(studio.commands.queue.busy && studio.commands.keymap.knows(input, state))) {
    // Ctrl-R must not reload the page even if there is nothing to reset, nor Ctrl-S save it.
    if (state.focus !== "text" && isTaken(studio, input)) event.preventDefault();
    if (!event.repeat) sayMissing(studio, input, state);
    return;
  }
  // The browser gives access to the clipboard only in its own paste event, which follows this key.
  if (command?.id === "edit.paste" && (event.ctrlKey || event.metaKey)) return;
  // A held key must not start and stop by turns.
  if (event.repeat && command?.checked) return;
  event.preventDefault();
  if (command?.id === "time.step" && input.key === "Tab" && !event.repeat) sayWayOut(studio);
  void held.run(command?.id ?? event.code, event.repeat, () => studio.commands.queue.ask(find));
}

function walkFocus(): WalkFocus {
  if (focusNow() !== "canvas") return "control";
  return document.activeElement === document.body ? "nothing" : "cells";
}

/** Shown once: people who know Golly step with Tab all the time. */
function sayWayOut(studio: Studio): void {
  const words = wayOutSaid ? null : onTabStep(studio.commands.keyNames);
  if (!words) return;
  wayOutSaid = true;
  // The steps that follow it are why it is said.
  studio.status.hint(words, () => false);
  setTimeout(() => {
    if (studio.shell.getState().hint === words) studio.status.hint(null);
  }, WAY_OUT_MILLISECONDS);
}

/** A key on the cells that does nothing says why. Where text of the page is selected, the browser may do something with it. */
function sayMissing({ commands, status }: Studio, input: KeyInput, state: CommandState): void {
  if (document.getSelection()?.isCollapsed === false) return;
  const wanting = state.focus === "canvas" ? commands.keymap.wanting(input, state) : null;
  if (wanting) status.hint(`${wanting.name} ${missingFor(wanting, state)}.`);
}

/** Whether a chord belongs to a command that is only disabled now. Copying text from the page stays the browser's. */
function isTaken({ commands: { keymap } }: Studio, input: KeyInput): boolean {
  const chords = chordsOf(input).filter((chord) => !isSingleKey(chord));
  return keymap.commands.some(
    ({ id, category }) =>
      category !== "Edit" &&
      category !== "Select" &&
      keymap.chordsFor(id).some((chord) => chords.includes(chord)),
  );
}

/**
 * Later keys wait until the paste floats or the file is open. The paste waits for earlier commands: the event has the
 * clipboard of its own moment, and a copy that is still under way is the one that the person means.
 */
function onPaste(studio: Studio, event: ClipboardEvent): void {
  const { clipboardData: data } = event;
  if (focusNow() === "text" || isSurfaceOpen() || !data) return;
  event.preventDefault();
  if (!keyed) return;
  if (data.files.length > 0) {
    void studio.commands.queue.hold(studio.files.take(data).catch(studio.status.report));
    return;
  }
  const text = data.getData("text/plain");
  const { clipboard, commands, tabs } = studio;
  const { copies } = clipboard;
  const usual = COMMANDS.get("edit.paste");
  const command: Command = {
    ...usual,
    context: "studio",
    run: () =>
      tabs.document && clipboard.copies !== copies ? commands.perform(usual) : pasteText(studio, text),
  };
  void commands.queue.ask(() => command);
}

async function pasteText(studio: Studio, text: string): Promise<void> {
  const pattern = await studio.files.readText(text);
  const active = studio.tabs.document;
  if (!active) {
    await studio.files.openPattern(pattern, "Pasted pattern", { unsaved: true });
    return;
  }
  const { editor, view } = active;
  const { hint } = studio.status;
  const place = { document: active, editor, view, hint, keys: studio.commands.keyNames };
  await pastePattern(place, pattern, { at: view.state.pointerCell });
}

function onDrop(studio: Studio, event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer) return;
  event.preventDefault();
  studio.files.take(event.dataTransfer).catch(studio.status.report);
}
