import { describe, expect, it } from "vitest";
import type { KeyInput } from "../../../renderer/commands/chord.ts";
import {
  acceleratorOf,
  chordsOf,
  isSingleKey,
  normaliseChord,
  showChord,
} from "../../../renderer/commands/chord.ts";
import type { CommandState } from "../../../renderer/commands/command.ts";
import { Keymap } from "../../../renderer/commands/keymap.ts";
import { COMMANDS } from "../../../renderer/window/commands/registry.ts";
import { toolDriver } from "../../support/tool-driver.ts";

const press = (key: string, rest: Partial<KeyInput> = {}): KeyInput => ({
  key,
  code: "",
  ctrlKey: false,
  shiftKey: false,
  altKey: false,
  metaKey: false,
  ...rest,
});
const shift = { shiftKey: true };
const ctrl = { ctrlKey: true };

describe("a chord", () => {
  it("has one spelling", () => {
    expect(normaliseChord("Shift+Mod+z", "linux")).toBe("Ctrl+Shift+Z");
    expect(normaliseChord("Shift+Mod+z", "mac")).toBe("Shift+Meta+Z");
    expect(normaliseChord("+", "linux")).toBe("+");
    expect(normaliseChord("Mod++", "linux")).toBe("Ctrl++");
  });

  it("names what is typed: Shift counts for letters and for keys that type nothing", () => {
    expect(chordsOf(press("z"))).toEqual(["Z"]);
    expect(chordsOf(press("Z", shift))).toEqual(["Shift+Z"]);
    expect(chordsOf(press("?", shift))).toEqual(["?"]);
    expect(chordsOf(press("Delete", shift))).toEqual(["Shift+Delete"]);
    expect(chordsOf(press(" "))).toEqual(["Space"]);
    expect(chordsOf(press("Z", { ...ctrl, ...shift }))).toEqual(["Ctrl+Shift+Z"]);
    // With Caps Lock the letter is large and nothing is held.
    expect(chordsOf(press("Z"))).toEqual(["Z"]);
  });

  it("is typed with AltGr or Option where the keyboard needs it", () => {
    const german = press("[", { code: "Digit8", ctrlKey: true, altKey: true, altGraph: true });
    expect(chordsOf(german)[0]).toBe("[");
    expect(chordsOf(press("[", { code: "Digit5", altKey: true }))[0]).toBe("[");
  });

  it("falls back on the key's place where no Latin letter or digit is typed", () => {
    expect(chordsOf(press("я", { code: "KeyZ", ...ctrl }))).toEqual(["Ctrl+Я", "Ctrl+Z"]);
    expect(chordsOf(press("Я", { code: "KeyZ", ...shift }))).toEqual(["Я", "Shift+Z"]);
    expect(chordsOf(press("(", { code: "Digit5", ...ctrl }))).toEqual(["Ctrl+(", "Ctrl+5"]);
    // A key that types a Latin letter means that letter, wherever it is.
    expect(chordsOf(press("y", { code: "KeyZ" }))).toEqual(["Y"]);
  });

  it("is nothing for a modifier, a dead key or composition", () => {
    for (const key of ["Shift", "Control", "Meta", "Dead", "Process", "Unidentified"]) {
      expect(chordsOf(press(key))).toEqual([]);
    }
  });

  it("is a single key with at most Shift beside it", () => {
    for (const chord of ["F", "Shift+F", "?", "+", "Space", "Shift+Delete", "Enter"]) {
      expect(isSingleKey(chord)).toBe(true);
    }
    for (const chord of ["F2", "Shift+F2", "Ctrl+F6", "Ctrl+Z", "Meta+Z", "Shift+Meta+Z", "Ctrl++"]) {
      expect(isSingleKey(chord)).toBe(false);
    }
  });

  it("is shown as the platform does", () => {
    expect(showChord("Mod+Shift+Z", "windows")).toBe("Ctrl+Shift+Z");
    expect(showChord("Mod+Shift+Z", "mac")).toBe("⇧⌘Z");
    expect(showChord("ArrowLeft", "linux")).toBe("←");
    expect(showChord("+", "mac")).toBe("+");
    expect(showChord("Mod++", "linux")).toBe("Ctrl++");
  });

  it("is spelt as Electron's menus want it", () => {
    expect(acceleratorOf(normaliseChord("Mod+Shift+S", "linux"))).toBe("Ctrl+Shift+S");
    expect(acceleratorOf(normaliseChord("Mod+Shift+S", "mac"))).toBe("Shift+Cmd+S");
    expect(acceleratorOf("F11")).toBe("F11");
    expect(acceleratorOf("Ctrl+ArrowLeft")).toBe("Ctrl+Left");
    expect(acceleratorOf("Ctrl++")).toBe("Ctrl+Plus");
    expect(acceleratorOf("+")).toBe("Plus");
    expect(acceleratorOf("Space")).toBe("Space");
  });
});

describe("the focus", () => {
  const keymap = new Keymap(COMMANDS.list(), "linux");
  const state = async (focus: CommandState["focus"]): Promise<CommandState> => {
    const driver = await toolDriver();
    driver.focus = focus;
    return { ...driver.state, canUndo: true, selection: true };
  };
  const meant = (input: KeyInput, in_: CommandState): string | undefined => keymap.find(input, in_)?.id;

  it("decides whether single keys act, and whether editing is a text field's own", async () => {
    const canvas = await state("canvas");
    const panel = await state("elsewhere");
    const field = await state("text");
    for (const key of ["z", "Enter", " ", "Tab", "Delete", "?", "ArrowLeft", "Escape"]) {
      expect(meant(press(key), canvas)).toBeDefined();
      expect(meant(press(key), panel)).toBeUndefined();
      expect(meant(press(key), field)).toBeUndefined();
    }
    expect(meant(press("z", ctrl), canvas)).toBe("edit.undo");
    expect(meant(press("z", ctrl), panel)).toBe("edit.undo");
    expect(meant(press("z", ctrl), field)).toBeUndefined();
    expect(meant(press("s", ctrl), field)).toBe("file.save");
    expect(meant(press("F2"), panel)).toBe("tool.draw");
    expect(meant(press("F6", ctrl), canvas)).toBe("view.leave-canvas");
    expect(meant(press("F6", ctrl), panel)).toBeUndefined();
  });

  it("follows Command on a Mac", async () => {
    const mac = new Keymap(COMMANDS.list(), "mac");
    const canvas = await state("canvas");
    expect(mac.find(press("z", { metaKey: true }), canvas)?.id).toBe("edit.undo");
    expect(mac.find(press("z", ctrl), canvas)).toBeNull();
    expect(mac.find(press("Backspace", { metaKey: true }), canvas)?.id).toBe("select.clear");
  });
});
