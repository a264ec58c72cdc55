// The window's keys, pastes and drops: which command each asks for, and what stays the browser's.

import { createElement } from "react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { OpenSurface } from "../../../renderer/ui/surfaces.ts";
import { listenToKeys } from "../../../renderer/window/keys.ts";
import { GLIDER } from "../../support/local-editor.ts";
import { act, press, stageOn } from "../../support/played-page/hands.ts";
import { until } from "../../support/until.ts";
import type { InStudio } from "../in-studio.ts";
import { inStudio } from "../in-studio.ts";

let rig: InStudio;
/** The commands that ran. */
let ran: string[];
let end: () => void;

beforeEach(async () => {
  rig = inStudio();
  const { studio } = rig;
  ran = [];
  end = listenToKeys(studio);
  onTestFinished(end);
  const perform = studio.commands.perform.bind(studio.commands);
  vi.spyOn(studio.commands, "perform").mockImplementation((command) => {
    ran.push(command.id);
    return perform(command);
  });
  await rig.open({ cells: GLIDER });
});

const body = (): HTMLElement => rig.page.document.body;
function element(name: string, attributes: Readonly<Record<string, string>> = {}): HTMLElement {
  const made = rig.page.document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  body().append(made);
  return made;
}
/** Presses a key where the focus is; whether the browser is kept from it. */
const key = (name: string, init: Readonly<Record<string, unknown>> = {}): boolean =>
  press(rig.page.document.activeElement as Element, name, init).defaultPrevented;
const ctrl = { ctrlKey: true };
const settled = () => rig.studio.tabs.document?.editor.settled();

describe("a key", () => {
  it("runs its command, and the browser does nothing with it", async () => {
    expect(key("a")).toBe(true);
    await until(() => ran.length === 1);
    expect(ran).toEqual(["select.all"]);
    expect(key("ä")).toBe(false);
    expect(key("k", { isComposing: true })).toBe(false);
    await settled();
    expect(ran).toEqual(["select.all"]);
  });

  it("is text in a field, and goes to no command under a dialog or once somebody else took it", async () => {
    element("input", { type: "text" }).focus();
    expect(key("a")).toBe(false);
    (rig.page.document.activeElement as HTMLElement).blur();
    const surface = await rig.page.show(createElement(OpenSurface));
    expect(key("a")).toBe(false);
    surface.end();
    body().addEventListener("keydown", (event) => event.preventDefault(), { once: true });
    key("a");
    await settled();
    expect(ran).toEqual([]);
    key("a");
    await until(() => ran.length === 1);
  });

  it("of a disabled command does not do what a browser would: reload or save", async () => {
    // There is nothing to reset.
    expect(key("r", ctrl)).toBe(true);
    expect(key("F12")).toBe(false);
    expect(key("9", ctrl)).toBe(false);
    // Text of the page can be copied.
    expect(key("c", ctrl)).toBe(false);
    // A single key is nobody's.
    expect(key("z")).toBe(false);
    const field = element("input", { type: "text" });
    field.focus();
    expect(key("r", ctrl)).toBe(false);
    await settled();
    expect(ran).toEqual([]);
  });

  it("on the cells that does nothing says what it needs, until that is there", async () => {
    const { shell } = rig.studio;
    stageOn(rig.page).focus();
    key("c", ctrl);
    expect(shell.getState().hint).toBe("Copy needs a selection.");
    key("z");
    expect(shell.getState().hint).toBe("Undo needs an edit to undo.");
    // Text of the page that is selected is the browser's to copy.
    const { document } = rig.page;
    const words = document.body.appendChild(document.createElement("p"));
    words.textContent = "Selected";
    rig.studio.status.hint(null);
    document.getSelection()?.selectAllChildren(words);
    key("c", ctrl);
    expect(shell.getState().hint).toBeNull();
    document.getSelection()?.removeAllRanges();
    key("z");
    expect(shell.getState().hint).toBe("Undo needs an edit to undo.");
    // What needs nothing says nothing.
    key("a");
    await until(() => shell.getState().hint === null);
    key("Escape");
    key("ä");
    await settled();
    expect(shell.getState().hint).toBeNull();
    // A press that is held goes on with what was said once, and keys elsewhere are not about the cells.
    key("Delete", { repeat: true });
    element("button").focus();
    key("Delete");
    expect([ran, shell.getState().hint]).toEqual([["select.all", "edit.cancel"], null]);
  });

  it("that is held down does not start and stop by turns", async () => {
    key("Enter");
    await until(() => rig.studio.tabs.document?.editor.state.running === true);
    expect(ran).toEqual(["time.run"]);
    key("Enter", { repeat: true });
    key("Enter", { repeat: true });
    expect(ran).toEqual(["time.run"]);
    expect(rig.studio.tabs.document?.editor.state.running).toBe(true);
    key("Enter");
    await until(() => ran.length === 2);
    await settled();
  });

  it("waits where its command only makes sense after the one before", async () => {
    // Undo of a step that is still under way.
    expect([key(" "), key("z"), key("Z", { shiftKey: true })]).toEqual([true, true, true]);
    await until(() => ran.length === 3);
    expect(ran).toEqual(["time.next", "edit.undo", "edit.redo"]);
  });

  it("with Ctrl and V waits for the browser's paste", async () => {
    expect(key("v", ctrl)).toBe(false);
    await settled();
    expect(ran).toEqual([]);
    rig.host.clipboardText = "bo$2bo$3o!";
    expect(key("v")).toBe(true);
    await until(() => ran.length === 1);
    expect(ran).toEqual(["edit.paste"]);
  });

  it("is heard no more after the end", async () => {
    end();
    expect(key("a")).toBe(false);
    for (const type of ["keydown", "pointerdown", "paste", "drop", "dragover"])
      expect(rig.page.listeners(window, type)).toBe(0);
  });
});

describe("Tab", () => {
  it("steps on the cells, says once how to leave them, and is taken back", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    stageOn(rig.page).focus();
    expect(key("Tab")).toBe(true);
    const { shell } = rig.studio;
    const said = shell.getState().hint;
    expect(said).toMatch(/F6/);
    vi.advanceTimersByTime(9_999);
    expect(shell.getState().hint).toBe(said);
    vi.advanceTimersByTime(1);
    expect(shell.getState().hint).toBeNull();
    expect(key("Tab")).toBe(true);
    expect(shell.getState().hint).toBeNull();
    vi.useRealTimers();
    await until(() => ran.length === 2);
    expect(ran).toEqual(["time.step", "time.step"]);
  });

  it("walks along the controls and out of the window without a step, until the pointer comes", async () => {
    const button = element("button");
    button.focus();
    expect(key("Tab")).toBe(false);
    button.blur();
    // Behind the last control nothing has the focus.
    expect(key("Tab")).toBe(false);
    act(window, "pointerdown");
    expect(key("Tab")).toBe(true);
    await until(() => ran.length === 1);
    expect(ran).toEqual(["time.step"]);
  });
});

describe("a paste", () => {
  const data = (text: string, files: readonly object[] = []) => ({
    clipboardData: { getData: (type: string) => (type === "text/plain" ? text : ""), files },
  });
  const paste = (init: Readonly<Record<string, unknown>>): boolean =>
    act(body(), "paste", init).defaultPrevented;
  const RLE = "x = 3, y = 1, rule = B3/S23\n3o!";

  it("of a key floats the pattern that the clipboard had then, at the pointer", async () => {
    const { studio, host } = rig;
    studio.tabs.document?.view.setPointerCell({ x: 20n, y: 10n });
    host.clipboardText = "nothing";
    key("v", ctrl);
    expect(paste(data(RLE))).toBe(true);
    await until(() => studio.tabs.document?.editor.state.pending !== null);
    expect(studio.tabs.document?.editor.state.pending?.region.box).toMatchObject({ x: 20n, y: 10n, w: 3n });
  });

  it("behind a copy that is still under way means that copy", async () => {
    const { studio, host } = rig;
    key("a");
    key("c", ctrl);
    key("v", ctrl);
    paste(data(RLE));
    await until(() => studio.tabs.document?.editor.state.pending !== null);
    expect(host.clipboardText).toContain("bo$2bo$3o!");
    expect(studio.tabs.document?.editor.state.pending?.region.box).toMatchObject({ w: 3n, h: 3n });
  });

  it("without a universe opens one with the pattern, which no file holds", async () => {
    const { studio } = rig;
    await studio.tabs.close(studio.tabs.front?.id ?? "");
    key("v", ctrl);
    paste(data(RLE));
    await until(() => studio.tabs.document !== null);
    expect(studio.tabs.document?.title).toBe("Pasted pattern");
    expect(studio.tabs.document?.editor.state.dirty).toBe(true);
  });

  it("of files opens them", async () => {
    const { studio } = rig;
    key("v", ctrl);
    expect(paste(data("", [new File([RLE], "row.rle")]))).toBe(true);
    await until(() => studio.tabs.list.length === 2);
    expect(studio.tabs.document?.title).toBe("row.rle");
  });

  it("of the middle button does nothing, nor does one in a field or of nothing", async () => {
    const { studio } = rig;
    key("v", ctrl);
    act(window, "pointerdown");
    expect(paste(data(RLE))).toBe(true);
    key("v", ctrl);
    expect(paste({ clipboardData: null })).toBe(false);
    element("input", { type: "text" }).focus();
    key("v", ctrl);
    expect(paste(data(RLE))).toBe(false);
    await settled();
    expect(ran).toEqual([]);
    expect(studio.tabs.document?.editor.state.pending).toBeNull();
  });

  it("that cannot be read says so", async () => {
    const { studio } = rig;
    key("v", ctrl);
    paste(data("This is no pattern."));
    await until(() => studio.shell.getState().message !== null);
    expect(studio.shell.getState().message?.kind).toBe("error");
  });
});

describe("a drop", () => {
  it("opens the files, unless somebody took it, and the page stays", async () => {
    const { studio } = rig;
    const files = [new File(["3o!"], "row.rle")];
    expect(act(body(), "dragover").defaultPrevented).toBe(true);
    expect(act(body(), "drop", { dataTransfer: null }).defaultPrevented).toBe(false);
    const drop = (): boolean => act(body(), "drop", { dataTransfer: { files } }).defaultPrevented;
    expect(drop()).toBe(true);
    await until(() => studio.tabs.list.length === 2);
    expect(studio.tabs.document?.title).toBe("row.rle");
    body().addEventListener("drop", (event) => event.preventDefault());
    drop();
    await settled();
    expect(studio.tabs.list.length).toBe(2);
  });
});
