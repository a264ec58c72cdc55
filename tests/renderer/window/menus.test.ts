// Menus of controls and of the whole window, what is typed in a popover, tips, the sheet of all keys, what Save asks, and what is recovered.

import "../../support/played-page/early.ts";
import { describe, expect, it, vi } from "vitest";
import { rect } from "../../../engine/core/rect.ts";
import { cellAtPoint } from "../../../engine/picture/camera-moves.ts";
import { selectBox } from "../../../renderer/editor/selection/selection.ts";
import { LEAST_BASE, MOST_BASE, mostExponent } from "../../../renderer/editor/time/pace.ts";
import { KeysDialog } from "../../../renderer/window/dialogs/keys-dialog.tsx";
import { RecoverDialog } from "../../../renderer/window/dialogs/recover-dialog.tsx";
import { SaveDialog } from "../../../renderer/window/dialogs/save-dialog.tsx";
import { StepControl } from "../../../renderer/window/dock/step-control.tsx";
import { ZoomControl } from "../../../renderer/window/stage/zoom-control.tsx";
import { TopBar } from "../../../renderer/window/top-bar.tsx";
import { UndoButtons } from "../../../renderer/window/undo-buttons.tsx";
import { GLIDER } from "../../support/local-editor.ts";
import { acting } from "../../support/played-page/acting.ts";
import { act, all, click, isOff, one, press, textOn, type } from "../../support/played-page/hands.ts";
import { until } from "../../support/until.ts";
import { inStudio } from "../in-studio.ts";

describe("the zoom", () => {
  async function zoom(selected = false) {
    const rig = inStudio();
    const document = await rig.open({ cells: GLIDER });
    if (selected) await document.editor.select(selectBox(rect(0, 0, 2, 2)));
    document.view.setSize({ width: 800, height: 600 });
    document.view.setCamera({ ...document.view.camera, zoom: 3 });
    rig.page.document.body.append(rig.page.document.createElement("main"));
    const { place } = await rig.show(ZoomControl, { document });
    const face = place.querySelector(".zoom-value") as HTMLElement;
    const items = () => rig.page.document.querySelectorAll<HTMLElement>("[role^=menuitem]");
    const title = (item: HTMLElement): string => textOn(item.children[1] as HTMLElement);
    press(face, "ArrowDown");
    await until(() => items().length > 0);
    const choose = (name: string): void => {
      const item = [...items()].find((each) => title(each) === name) as HTMLElement;
      act(item, "pointermove", { pointerType: "mouse" });
      click(item);
    };
    return { ...rig, document, face, items, title, choose };
  }

  it("is a round size of the cells, around the middle, or whatever shows a whole", async () => {
    const { document, studio, face, items, title, choose } = await zoom();
    expect([textOn(face), face.getAttribute("aria-label")]).toEqual(["8 px", "Zoom: 8 px a cell"]);
    expect([...items()].map(title)).toEqual([
      ...[32, 16, 8, 4, 2, 1].map((pixels) => `${pixels} px a cell`),
      ...[2, 4, 8, 64].map((cells) => `${cells} cells a pixel`),
      ...["view.fit", "view.centre"].map((id) => studio.commands.list.get(id).name),
    ]);
    const on = [...items()].filter((item) => item.querySelector(".menu-check svg") !== null);
    expect(on.map(title)).toEqual(["8 px a cell"]);
    const { kind, size, camera } = document.view;
    const middle = cellAtPoint(camera, size, kind, { x: 400, y: 300 });
    choose("4 cells a pixel");
    await until(() => document.view.camera.zoom === -2);
    expect(cellAtPoint(document.view.camera, size, kind, { x: 400, y: 300 })).toEqual(middle);
    await until(() => textOn(face) === "1 : 4");
    expect([face.getAttribute("aria-label"), face.title]).toEqual([
      ...["Zoom: 1 : 4. A pixel shows 4 × 4 cells", "A pixel shows 4 × 4 cells"],
    ]);
  });

  it("takes commands, one more where something is selected", async () => {
    const { studio, items, title, choose, commandsAsked } = await zoom(true);
    const names_ = ["view.fit", "select.fit", "view.centre"].map((id) => studio.commands.list.get(id).name);
    expect([...items()].map(title).slice(-3)).toEqual(names_);
    const asked = commandsAsked();
    choose(names_[1] as string);
    await until(() => asked.length > 0);
    expect(asked).toEqual(["select.fit"]);
  });
});

it("a step has a base and an exponent, as far as either goes", async () => {
  const { page, studio, open, show, commandsAsked } = inStudio();
  const document = await open();
  studio.pacing.set({ ...studio.shell.getState().pace, base: 2, exponent: 0 });
  const { place } = await show(StepControl, { document });
  const [less, more] = ["Smaller step", "Larger step"].map((name) => one(place, "button", name)) as [
    HTMLElement,
    HTMLElement,
  ];
  const asked = commandsAsked();
  expect([isOff(less), isOff(more)]).toEqual([true, false]);
  click(more);
  click(place.querySelector(".over") as HTMLElement);
  await until(() => all(page.document, "spinbutton").length === 2);
  const most = mostExponent(2);
  const takes = (name: string, text: string): boolean => {
    type(one(page.document, "spinbutton", name), text);
    const { base, exponent } = studio.shell.getState().pace;
    return String(name === "Base" ? base : exponent) === text;
  };
  expect([0, most, most + 1].map((n) => takes("Exponent", String(n)))).toEqual([true, true, false]);
  expect([isOff(less), isOff(more)]).toEqual([false, true]);
  // What does not fit stays to be mended, and what does follows the pace.
  const field = (name: string) => one(page.document, "spinbutton", name) as HTMLInputElement;
  const { value } = field("Exponent");
  expect([value, field("Exponent").getAttribute("aria-invalid")]).toEqual([`${most + 1}`, "true"]);
  const bases = [LEAST_BASE - 1, LEAST_BASE, MOST_BASE, MOST_BASE + 1];
  expect(bases.map((n) => takes("Base", String(n)))).toEqual([false, true, true, false]);
  expect([takes("Base", "2"), takes("Exponent", "3")]).toEqual([true, true]);
  for (const [base, exponent] of [
    [5, 4],
    [2, 3],
  ] as const) {
    acting(() => studio.pacing.set({ ...studio.shell.getState().pace, base, exponent }));
    expect(["Base", "Exponent"].map((name) => field(name).value)).toEqual([`${base}`, `${exponent}`]);
  }
  click(less);
  expect(asked).toEqual(["time.larger-step", "time.smaller-step"]);
});

describe("the window's menu", () => {
  async function menu() {
    const rig = inStudio();
    rig.host.disk.recent.push(
      { id: "memory:gun.rle", name: "gun.rle", place: "patterns", opened: 2 },
      { id: "memory:ship.rle", name: "ship.rle", place: "", opened: 1 },
    );
    const { place } = await rig.show(TopBar, {});
    const items = () => all(rig.page.document, "menuitem");
    const title = (item: HTMLElement): string => textOn(item.children[1] as HTMLElement);
    const item = (name: string) => items().find((each) => title(each) === name) as HTMLElement;
    press(one(place, "button", "Menu"), "ArrowDown");
    await until(() => item("Recent files") !== undefined);
    return { ...rig, items, title, item };
  }

  it("has all commands", async () => {
    const { items, title, item, commandsAsked } = await menu();
    const menus = items().map(title);
    expect(menus.slice(0, 2)).toEqual(["File", "Recent files"]);
    expect(new Set(menus).size).toBe(menus.length);
    press(item("File"), "ArrowRight");
    await until(() => item("New universe") !== undefined);
    const asked = commandsAsked();
    click(item("New universe"));
    await until(() => asked.length > 0);
    expect(asked).toEqual(["file.new"]);
  });

  it("has the recent files behind those of files", async () => {
    const { studio, items, title, item } = await menu();
    const openRecent = vi.spyOn(studio.files, "openRecent").mockResolvedValue(undefined as never);
    press(item("Recent files"), "ArrowRight");
    await until(() => item("ship.rle") !== undefined);
    expect(items().slice(-2).map(title)).toEqual(["gun.rle (patterns)", "ship.rle"]);
    click(item("ship.rle"));
    await until(() => openRecent.mock.calls.length > 0);
    expect(openRecent.mock.calls).toEqual([["memory:ship.rle"]]);
  });
});

it("the tips of Undo and Redo say what they would change", async () => {
  const { page, open, show } = inStudio();
  const { editor } = await open({ cells: GLIDER });
  await editor.step(1n);
  const { place } = await show(UndoButtons, {});
  const tip = async (name: string): Promise<string> => {
    acting(() => one(place, "button", name).focus());
    const found = () => all(page.document, "tooltip").map(textOn).join();
    await until(() => found().includes(name) || found().includes(name.toLowerCase()));
    return found();
  };
  expect([await tip("Undo"), await tip("Redo")]).toEqual(["Undo: StepCtrl+Z", "Nothing to redoCtrl+Shift+Z"]);
});

it("Save says what a format does not keep, and closes once the file is there", async () => {
  const { page, host, open, show } = inStudio();
  const document = await open({ cells: GLIDER, title: "Gun" });
  const onClose = vi.fn();
  await show(SaveDialog, { document, onClose });
  const { body } = page.document;
  await until(() => all(body, "heading", "Save as").length > 0);
  const lacks = () => /This format does not keep [^.]*\./.exec(textOn(body))?.[0] ?? "";
  expect(lacks()).toBe("");
  click(one(body, "combobox", "Format"));
  await until(() => all(body, "option").length > 0);
  click(all(body, "option").find((option) => textOn(option).includes(".cells")) as HTMLElement);
  await until(() => lacks() !== "");
  expect(lacks()).toBe("This format does not keep the rule, the position, the generation.");
  host.saveAnswers.push("glider.cells.gz");
  click(one(body, "checkbox", "Compress with gzip"));
  click(one(body, "button", "Save"));
  await until(() => onClose.mock.calls.length > 0);
  expect([...(host.disk.files.get("glider.cells.gz") ?? [])].slice(0, 2)).toEqual([0x1f, 0x8b]);
});

describe("what an earlier session left", () => {
  const COPIES = ["Gun", "Ship"].map((title, n) => ({ id: `${n}`, title, saved: 1000, size: 2048 }));
  async function recovering() {
    const rig = inStudio();
    const { autosaver } = rig.studio;
    const [recover, discard] = (["recover", "discard"] as const).map((verb) =>
      vi.spyOn(autosaver, verb).mockResolvedValue(undefined as never),
    );
    let taken: (id: string) => void = () => {};
    vi.spyOn(autosaver, "onTaken").mockImplementation((listener) => {
      taken = listener;
      return () => {};
    });
    const onClose = vi.fn();
    await rig.show(RecoverDialog, { found: COPIES as never, onClose });
    const { body } = rig.page.document;
    await until(() => all(body, "listitem").length === 2);
    return { ...rig, body, onClose, recover, discard, take: (id: string) => acting(() => taken(id)) };
  }

  it.each([
    ["Recover", "recover"],
    ["Discard", "discard"],
  ] as const)("is offered with its size, to %s", async (name, verb) => {
    const { body, onClose, ...verbs } = await recovering();
    expect(all(body, "listitem").map(textOn)).toEqual([
      expect.stringMatching(/^Gun.*2(\.0)? kB$/),
      expect.stringMatching(/^Ship/),
    ]);
    expect(onClose).not.toHaveBeenCalled();
    click(one(body, "button", name));
    await until(() => onClose.mock.calls.length === 1);
    expect(verbs[verb]?.mock.calls).toEqual([[COPIES]]);
    expect(verbs[verb === "recover" ? "discard" : "recover"]).not.toHaveBeenCalled();
  });

  it("is no longer offered once another window has taken it", async () => {
    const { studio, body, onClose, recover, take } = await recovering();
    take("0");
    expect(all(body, "listitem")).toHaveLength(1);
    expect([onClose.mock.calls.length, studio.shell.getState().message]).toEqual([0, null]);
    take("1");
    await until(() => onClose.mock.calls.length === 1);
    expect(studio.shell.getState().message?.text).toMatch(/^Another window has recovered or discarded/);
    expect(recover).not.toHaveBeenCalled();
  });
});

describe("the sheet of keys", () => {
  /** All but a few of the rows are found by what they are in the page: names of so many take long. */
  async function sheet() {
    const rig = inStudio();
    await rig.show(KeysDialog, { onClose: () => {} });
    const { body } = rig.page.document;
    const in_ = (selector: string) => body.querySelector(selector) as HTMLElement;
    await until(() => in_(".key-row") !== null);
    const rows = () => [...body.querySelectorAll<HTMLElement>(".key-row")];
    const row = (name: string) => rows().find((each) => textOn(each).startsWith(name)) as HTMLElement;
    const search = (text: string) => type(in_("[type=search]"), text);
    const set = () => in_('[aria-label="Set of keys"]');
    const reset = () =>
      [...body.querySelectorAll("button")].find((button) => textOn(button) === "Reset all") as HTMLElement;
    return { ...rig, body, in_, rows, row, search, set, reset };
  }

  it("is searched by names and by keys", async () => {
    const { body, rows, search } = await sheet();
    const texts = () => rows().map(textOn);
    expect(rows().length).toBeGreaterThan(150);
    search("grid li");
    expect(texts()[0]).toBe("Grid linesL");
    search(" ctrl+shift+z ");
    expect(texts()[0]).toBe("RedoCtrl+Shift+ZShift+ZCtrl+Y");
    search("ctrl+z");
    expect(texts()).toContain("UndoCtrl+ZZ");
    search("no such thing");
    expect([texts(), textOn(body).includes("No command and no key is called that.")]).toEqual([[], true]);
  });

  it("has sets of keys, marks what is changed, and takes all of it back", async () => {
    const { page, studio, in_, body, row, set, reset } = await sheet();
    expect([textOn(set()), isOff(reset())]).toEqual(["As in Golly", true]);
    click(set());
    const option = () =>
      [...body.querySelectorAll<HTMLElement>("[role=option]")].find(
        (each) => textOn(each) === "As in LifeViewer",
      );
    await until(() => option() !== undefined);
    click(option() as HTMLElement);
    await until(() => textOn(set()) === "As in LifeViewer");
    expect([textOn(row("Grid lines")), textOn(row("Autofit"))]).toEqual([
      ...["Grid linesX, changed", "AutofitShift+F, changed"],
    ]);
    await studio.settings.change({ keys: { "view.fit": ["Q"] } });
    await until(() => textOn(set()) === "Your own");
    expect(textOn(row("Fit pattern"))).toBe("Fit patternQ, changed");
    click(reset());
    await until(() => isOff(reset()));
    expect([textOn(set()), textOn(row("Fit pattern"))]).toEqual(["As in Golly", "Fit patternF"]);
    expect(page.document.activeElement).toBe(in_("[type=search]"));
  });

  it("leads to the keys of a command and back, but Escape's cannot be changed", async () => {
    const { page, body, row, search } = await sheet();
    expect(row("Cancel").tagName).toBe("DIV");
    search("grid lines");
    expect([row("Grid lines").tagName, row("Grid lines").getAttribute("aria-pressed")]).toEqual([
      ...["BUTTON", "false"],
    ]);
    click(row("Grid lines"));
    expect(row("Grid lines").getAttribute("aria-pressed")).toBe("true");
    expect(all(body, "button", "Remove L")).toHaveLength(1);
    click(one(body, "button", "Done"));
    expect([all(body, "button", "Remove L"), page.document.activeElement]).toEqual([[], row("Grid lines")]);
  });
});
