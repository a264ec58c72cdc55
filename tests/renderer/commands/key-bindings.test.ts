import { describe, expect, it } from "vitest";
import type { CommandState } from "../../../renderer/commands/command.ts";
import {
  clashesWith,
  KEY_PRESETS,
  ownChords,
  presetOf,
  statesNear,
  withChords,
  withoutOverride,
} from "../../../renderer/commands/key-bindings.ts";
import type { KeyOverrides } from "../../../renderer/commands/keymap.ts";
import { Keymap } from "../../../renderer/commands/keymap.ts";
import type { Command } from "../../../renderer/studio/command.ts";
import { COMMANDS } from "../../../renderer/window/commands/registry.ts";
import { toolDriver } from "../../support/tool-driver.ts";

/** An empty universe, with the focus on the cells. */
const STATE: CommandState = (await toolDriver()).state;

const get = (id: string): Command => COMMANDS.get(id);
const keymapOf = (keys: KeyOverrides): Keymap => new Keymap(COMMANDS.list(), "linux", keys);
const clashes = (keys: KeyOverrides, id: string, chord: string): readonly string[] =>
  clashesWith(keymapOf(keys), get(id), chord, STATE).map((other) => other.id);

describe("binding keys", () => {
  it("keeps what differs from a command's own keys, in one spelling, each chord once", () => {
    const some = withChords({}, get("time.run"), ["Enter", "Shift+p", "Shift+P"], "linux");
    expect(some).toEqual({ "time.run": ["Enter", "Shift+P"] });
    expect(withChords(some, get("time.run"), ["Enter"], "linux")).toEqual({});
    expect(withChords(some, get("time.step"), [], "linux")).toEqual({ ...some, "time.step": [] });
    expect(withoutOverride(some, "time.run")).toEqual({});
    expect(withoutOverride(some, "time.step")).toEqual(some);
  });

  it("knows a Mac's own keys as its own", () => {
    expect(ownChords(get("select.clear"), "mac")).toEqual(["Delete", "Meta+Backspace"]);
    expect(withChords({}, get("edit.undo"), ["Meta+Z", "Z"], "mac")).toEqual({});
    expect(withChords({}, get("edit.undo"), ["Ctrl+Z", "Z"], "mac")).toEqual({
      "edit.undo": ["Ctrl+Z", "Z"],
    });
  });

  it("is followed by the keymap, which finds nothing under the keys that were given up", () => {
    const input = { code: "", ctrlKey: false, shiftKey: false, altKey: false, metaKey: false };
    const keymap = keymapOf(withChords({}, get("time.next"), ["N"], "linux"));
    expect(keymap.find({ ...input, key: "n" }, STATE)?.id).toBe("time.next");
    expect(keymap.find({ ...input, key: " " }, STATE)).toBeNull();
    expect(keymap.shown("time.next")).toBe("N");
  });
});

describe("a clash", () => {
  it("is between commands that make sense at the same time", () => {
    expect(clashes({ "time.next": ["F"] }, "time.next", "F")).toEqual(["view.fit"]);
    expect(clashes({ "view.grid-lines": ["X"] }, "view.grid-lines", "X")).toEqual(["edit.flip-across"]);
  });

  it("is none where the one makes sense only when the other does not", () => {
    // Enter puts a paste down while one floats, and runs otherwise.
    expect(clashes({}, "time.run", "Enter")).toEqual([]);
    expect(clashes({}, "edit.place-paste", "Enter")).toEqual([]);
    expect(clashes({}, "view.pan-left", "ArrowLeft")).toEqual([]);
  });

  it("is found though it takes several conditions at once", () => {
    const seen = [...statesNear(STATE)];
    for (const wanted of [
      { selection: true, canReset: true, running: false, pending: false },
      { universe: false, library: true },
      { universe: true, pending: true, leaps: false, canUndo: true },
    ]) {
      const fits = (one: CommandState): boolean =>
        Object.entries(wanted).every(([flag, value]) => one[flag as keyof CommandState] === value);
      expect(seen.some(fits), JSON.stringify(wanted)).toBe(true);
    }
  });
});

describe("the sets of keys", () => {
  it.each(KEY_PRESETS.map((preset) => [preset.id, preset] as const))("%s clash nowhere", (_id, { keys }) => {
    const keymap = keymapOf(keys);
    for (const id of Object.keys(keys)) expect(COMMANDS.find(id), id).toBeDefined();
    for (const command of COMMANDS.list()) {
      for (const chord of keymap.chordsFor(command.id))
        expect(clashesWith(keymap, command, chord, STATE).map(({ id }) => `${chord} ${id}`)).toEqual([]);
    }
  });

  it("choose tools by letters: E and H in any, B and V in a set that keeps going back and pasting", () => {
    const letters = KEY_PRESETS.find(({ id }) => id === "letters")?.keys ?? {};
    const by = (keys: KeyOverrides, letter: string): readonly string[] =>
      COMMANDS.list()
        .filter(({ id }) => keymapOf(keys).chordsFor(id).includes(letter))
        .map(({ id }) => id);
    expect(["B", "E", "V", "H"].flatMap((letter) => by(letters, letter))).toEqual([
      "tool.draw",
      "tool.erase",
      "tool.select",
      "tool.pan",
    ]);
    expect(["B", "E", "V", "H"].flatMap((letter) => by({}, letter))).toEqual([
      "time.back",
      "tool.erase",
      "edit.paste",
      "tool.pan",
    ]);
    expect(by(letters, "Ctrl+V")).toEqual(["edit.paste"]);
    expect(by(letters, "Backspace")).toEqual(["time.back"]);
  });

  it("are told apart from a person's own", () => {
    expect(presetOf({})?.id).toBe("golly");
    for (const { id, keys } of KEY_PRESETS) expect(presetOf({ ...keys })?.id).toBe(id);
    expect(presetOf({ "time.run": ["P"] })).toBeNull();
  });
});
