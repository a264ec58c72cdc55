// The keys of one command: what a person presses is added, what they take away is gone, and what it clashes with is named.

import { createElement, useState } from "react";
import { expect, it, vi } from "vitest";
import { useShell } from "../../../../renderer/studio/hooks.ts";
import { KeyEditor } from "../../../../renderer/window/dialogs/key-editor.tsx";
import { acting } from "../../../support/played-page/acting.ts";
import { all, click, isOff, names, one, press, textOn } from "../../../support/played-page/hands.ts";
import { until } from "../../../support/until.ts";
import { inStudio } from "../../in-studio.ts";

async function editor(id: string) {
  const rig = inStudio();
  const { studio, page } = rig;
  const onDone = vi.fn();
  const Held = () => {
    const [capturing, onCapture] = useState(false);
    const keys = useShell((state) => state.preferences.keys);
    const onBind = (next: Readonly<Record<string, readonly string[]>>): void => {
      const plain = Object.fromEntries(Object.entries(next).map(([name, chords]) => [name, [...chords]]));
      void studio.settings.change({ keys: plain });
    };
    const command = studio.commands.list.get(id);
    return createElement(KeyEditor, { command, keys, capturing, onCapture, onBind, onDone });
  };
  const { place } = await rig.show(Held, {});
  const add = () =>
    all(place, "button")[
      names(place, "button").findIndex((name) => /^(Add a|Press the)/.test(name))
    ] as HTMLElement;
  const keys = () => names(place, "button").flatMap((name) => /^Remove (.*)/.exec(name)?.[1] ?? []);
  const said = () => textOn(one(place, "status"));
  const type = (key: string, held: Record<string, boolean> = {}) =>
    press(add(), key, { code: `Key${key}`, ...held });
  return { studio, page, place, add, keys, said, type, onDone };
}

it("takes keys away, and has the usual ones again", async () => {
  const { studio, page, place, add, keys, said, onDone } = await editor("edit.redo");
  expect(page.document.activeElement).toBe(add());
  expect(keys()).toEqual(["Ctrl+Shift+Z", "Shift+Z", "Ctrl+Y"]);
  const reset = one(place, "button", "Reset");
  expect(isOff(reset)).toBe(true);
  click(one(place, "button", "Remove Shift+Z"));
  await until(() => keys().length === 2);
  expect([keys(), said()]).toEqual([["Ctrl+Shift+Z", "Ctrl+Y"], "Shift+Z was removed."]);
  expect(studio.commands.keymap.allShown("edit.redo")).toEqual(["Ctrl+Shift+Z", "Ctrl+Y"]);
  // Whoever goes on by keyboard is not left without a place.
  expect(page.document.activeElement).toBe(add());
  expect(isOff(reset)).toBe(false);
  click(reset);
  await until(() => keys().length === 3);
  expect([said(), isOff(reset)]).toEqual(["Redo has its usual keys again.", true]);
  expect(page.document.activeElement).toBe(add());
  click(one(place, "button", "Done"));
  expect(onDone).toHaveBeenCalledTimes(1);
});

it("adds what is pressed once it waits for it", async () => {
  const { add, keys, said, type } = await editor("view.fit");
  expect(type("G").defaultPrevented).toBe(false);
  expect(keys()).toEqual(["F"]);
  click(add());
  expect([textOn(add()), said()]).toEqual([
    ...["Press the keys now; Esc for none", "Press the keys now. Escape for none."],
  ]);
  // A key that is only held with others is none yet.
  type("Control", { ctrlKey: true });
  expect(textOn(add())).toMatch(/^Press/);
  expect(type("G", { ctrlKey: true, altKey: true }).defaultPrevented).toBe(true);
  await until(() => keys().length === 2);
  expect([keys(), said(), textOn(add()).trim()]).toEqual([
    ["F", "Ctrl+Alt+G"],
    "Ctrl+Alt+G was added.",
    "Add a key",
  ]);
  click(add());
  type("f");
  expect([keys().length, said()]).toEqual([2, "F is one of its keys already."]);
  click(add());
  type("Escape");
  expect([keys().length, said()]).toEqual([2, "No key was added."]);
});

it("waits no longer once the focus is elsewhere", async () => {
  const { add, keys, type } = await editor("view.fit");
  click(add());
  acting(() => add().blur());
  expect(textOn(add()).trim()).toBe("Add a key");
  type("G");
  expect(keys()).toEqual(["F"]);
});

it("names the command that a key also means, and takes it away there", async () => {
  const { studio, place, add, keys, type } = await editor("view.fit");
  expect(all(place, "alert")).toEqual([]);
  click(add());
  type("L");
  await until(() => all(place, "alert").length === 1);
  expect(textOn(one(place, "alert"))).toBe("L also means “Grid lines”. Take it away there");
  click(one(place, "button", "Take it away there"));
  await until(() => all(place, "alert").length === 0);
  expect(keys()).toEqual(["F", "L"]);
  expect(studio.commands.keymap.allShown("view.grid-lines")).toEqual([]);
});
