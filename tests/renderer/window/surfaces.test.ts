// What opens over the window: the menus of tabs and cards, the look, the palette, and the dialog of rules.

import "../../support/played-page/early.ts";
import { createElement } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import type { StudioDocument } from "../../../renderer/document/document.ts";
import { Cards } from "../../../renderer/library/cards.tsx";
import type { CatalogueEntry } from "../../../renderer/library/facts.ts";
import { OwnShelf } from "../../../renderer/library/own-shelf.tsx";
import { RuleLab } from "../../../renderer/rules/rule-lab.ts";
import { rulesOf } from "../../../renderer/rules/rule-shelf.ts";
import { RulesDialog } from "../../../renderer/rules/rules-dialog.tsx";
import { useShell } from "../../../renderer/studio/hooks.ts";
import { panesOf } from "../../../renderer/studio/split.ts";
import { RightClickMenu } from "../../../renderer/ui/menu.tsx";
import { Inspector } from "../../../renderer/window/inspector/inspector.tsx";
import { PaletteDialog } from "../../../renderer/window/palette/palette-dialog.tsx";
import { LookButton } from "../../../renderer/window/stage/look-button.tsx";
import { TabItem } from "../../../renderer/window/tabs/tab-item.tsx";
import { GLIDER } from "../../support/local-editor.ts";
import { act, all, click, isOff, names, one, press, textOn, type } from "../../support/played-page/hands.ts";
import type { PlayedPage } from "../../support/played-page/page.ts";
import { until } from "../../support/until.ts";
import { inStudio } from "../in-studio.ts";

/** The menu of a right click. */
async function menuOf(page: PlayedPage, element: HTMLElement) {
  const main = page.document.createElement("main");
  page.document.body.append(main);
  act(element, "contextmenu", { button: 2, clientX: 5, clientY: 5 });
  await until(() => all(page.document, "menuitem").length > 0);
  const items = () => all(page.document, "menuitem");
  const title = (item: HTMLElement): string => textOn(item.children[1] as HTMLElement);
  return {
    titles: () => items().map((item) => title(item) + (isOff(item) ? " (off)" : "")),
    choose: (name: string): void => {
      const item = items().find((each) => title(each) === name) as HTMLElement;
      act(item, "pointermove", { pointerType: "mouse" });
      click(item);
    },
  };
}
const FILE = { id: "memory:gun.rle", name: "gun.rle", place: "", writable: true };

describe("the menu of a tab", () => {
  async function menu(wanted: object = {}, others = 0) {
    const rig = inStudio();
    const document = await rig.open({ title: "Gun", ...wanted });
    for (let i = 0; i < others; i++) await rig.open({ title: "Other" });
    const { place } = await rig.show(TabItem, { tab: document, active: true, twin: false });
    const { titles, choose } = await menuOf(rig.page, place.querySelector(".tab") as HTMLElement);
    return { ...rig, document, titles, choose };
  }

  it("has what can be done with a universe without a file, alone", async () => {
    const { titles } = await menu();
    expect(titles()).toEqual([
      ...["Rename", "Duplicate", "Show beside", "Reveal file (off)", "Close", "Close others (off)"],
    ]);
  });

  it("renames", async () => {
    const { studio, document, choose } = await menu();
    choose("Rename");
    await until(() => studio.shell.getState().renaming === document.id);
  });

  it("duplicates", async () => {
    const { studio, choose } = await menu({ cells: GLIDER });
    choose("Duplicate");
    await until(() => studio.tabs.list.length === 2);
    expect(await studio.tabs.document?.universe.present.population()).toBe(5n);
  });

  it("shows it beside the one in front", async () => {
    const { studio, choose } = await menu({}, 1);
    choose("Show beside");
    await until(() => studio.shell.getState().split !== null);
    expect(panesOf(studio.shell.getState()).map((pane) => pane.document.title)).toEqual(["Other", "Gun"]);
  });

  it("shows its file", async () => {
    const { host, choose, titles } = await menu({ file: FILE }, 1);
    expect(titles()).not.toContain("Reveal file (off)");
    choose("Reveal file");
    await until(() => host.revealed.length === 1);
    expect(host.revealed).toEqual(["gun.rle"]);
  });

  it.each([
    ["Close", ["Other", "Other 2"]],
    ["Close others", ["Gun"]],
  ])("has %s", async (name, left) => {
    const { studio, choose } = await menu({}, 2);
    choose(name);
    await until(() => studio.tabs.list.length === left.length);
    expect(studio.tabs.list.map(({ title }) => title)).toEqual(left);
  });

  it("keeps a preview", async () => {
    const rig = inStudio();
    const document = await rig.open({ title: "Gun" });
    rig.studio.shell.setState({ preview: document.id });
    const { place } = await rig.show(TabItem, { tab: document, active: true, twin: false });
    const { choose } = await menuOf(rig.page, place.querySelector(".tab") as HTMLElement);
    choose("Keep open");
    await until(() => rig.studio.shell.getState().preview === null);
  });

  it("of a lab can only close", async () => {
    const { page, studio, show } = inStudio();
    const lab = { kind: "lab", id: "lab", title: "Evolve", session: {}, lab: {} } as never;
    studio.tabs.add(lab);
    const { place } = await show(TabItem, { tab: lab, active: true, twin: false });
    const { titles } = await menuOf(page, place.querySelector(".tab") as HTMLElement);
    expect(titles()).toEqual(["Close", "Close others (off)"]);
    expect(all(place, "button")[0]?.getAttribute("title")).toBeNull();
  });
});

describe("the menu of a card", () => {
  const RLE = "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!";
  const ENTRY = { id: "a", name: "Glider", note: "", rule: "B3/S23", author: null, tags: [] } as never;

  async function menu(word: string | null = null, universe = true) {
    const rig = inStudio();
    if (universe) await rig.open();
    const did: unknown[] = [];
    const { place } = await rig.show(Cards, {
      ...{ label: "Patterns", entries: [ENTRY], textOf: () => RLE, wordFor: async () => word },
      onOpen: (_: CatalogueEntry, preview: boolean) => did.push(preview),
      menu: [[{ id: "change", title: "Change…" }]],
      onChoose: (command: string) => did.push(command),
    });
    const list = place.querySelector("ul") as HTMLElement;
    expect(act(list, "contextmenu").defaultPrevented).toBe(true);
    return {
      ...rig,
      did,
      place,
      ...(await menuOf(rig.page, place.querySelector(".card b") as HTMLElement)),
    };
  }

  it("opens it to stay, and does what the shelf adds", async () => {
    const first = await menu();
    expect(first.titles()).toEqual(["Open", "Place here", "Copy RLE", "In the lexicon (off)", "Change…"]);
    first.choose("Open");
    await until(() => first.did.length > 0);
    expect(first.did).toEqual([false]);
  });

  it("does what the shelf adds", async () => {
    const { did, choose } = await menu();
    choose("Change…");
    await until(() => did.length > 0);
    expect(did).toEqual(["change"]);
  });

  it("lets it float over the cells", async () => {
    const { studio, choose } = await menu();
    choose("Place here");
    await until(() => studio.tabs.document?.editor.state.pending !== null);
    expect(studio.tabs.document?.editor.state.pending?.region.box).toMatchObject({ w: 3n, h: 3n });
  });

  it("has no place for it without a universe", async () => {
    const { titles } = await menu(null, false);
    expect(titles()).toContain("Place here (off)");
  });

  it("copies its text", async () => {
    const { host, studio, choose } = await menu();
    choose("Copy RLE");
    await until(() => studio.shell.getState().hint === "Copied Glider.");
    expect(host.clipboardText).toBe(RLE);
  });

  it("leads to its word in the lexicon", async () => {
    const { studio, choose, titles } = await menu("glider");
    await until(() => titles().includes("In the lexicon"));
    choose("In the lexicon");
    await until(() => studio.shell.getState().dialog !== null);
    expect(studio.shell.getState().dialog).toMatchObject({ id: "guide", props: { place: "lexicon/glider" } });
  });
});

it("of one's own pattern changes its labels and deletes it", async () => {
  const rig = inStudio();
  rig.host.disk.library.set("a", "#N Mine\nx = 3, y = 1, rule = B3/S23\n3o!");
  const shelf = { query: "", wordFor: async () => null, onClear: () => {}, onCount: () => {} };
  const { place } = await rig.show(OwnShelf, shelf);
  await until(() => place.querySelector(".card") !== null);
  const first = await menuOf(rig.page, place.querySelector(".card b") as HTMLElement);
  expect(first.titles().slice(-2)).toEqual(["Name, folder and tags", "Delete"]);
  first.choose("Name, folder and tags");
  const { shell } = rig.studio;
  await until(() => shell.getState().dialog !== null);
  expect(shell.getState().dialog).toMatchObject({ id: "library-item", props: { item: { id: "a" } } });
  const second = await menuOf(rig.page, place.querySelector(".card b") as HTMLElement);
  second.choose("Delete");
  await until(() => shell.getState().question !== null);
  expect(shell.getState().question?.title).toBe("Delete Mine?");
});

it("what is chosen in a right click's menu comes after what that does at its end", async () => {
  const { page, show } = inStudio();
  const did: string[] = [];
  const { place } = await show(RightClickMenu, {
    ...{ groups: [[{ id: "find", title: "Find" }]], onOpen: () => {}, children: createElement("b") },
    onChoose: (id: string) => did.push(id),
    onClosed: () => did.push("closed"),
  });
  const { choose } = await menuOf(page, place.querySelector("b") as HTMLElement);
  choose("Find");
  await until(() => did.length === 2);
  expect(did).toEqual(["closed", "find"]);
});

describe("the look", () => {
  async function look(preferences: object = {}, rule = "B3/S23") {
    const rig = inStudio(preferences);
    const document = await rig.open({ rule });
    const { place } = await rig.show(LookButton, { document });
    click(one(place, "button", "Look"));
    await until(() => all(rig.page.document, "switch").length > 0);
    const part = (name: string): HTMLElement => one(rig.page.document, "switch", name);
    const isOn = (name: string): boolean => part(name).getAttribute("aria-checked") === "true";
    return { ...rig, document, part, isOn };
  }

  it("has the parts of the look, as they are", async () => {
    const { page, isOn, part } = await look({ ages: true, trail: false, gridLines: true });
    expect(all(page.document, "switch").map((each) => each.id && names(page.document, "switch")).length).toBe(
      3,
    );
    expect([isOn("Age"), isOn("Trail"), isOn("Grid")]).toEqual([true, false, true]);
    expect(isOff(part("Trail"))).toBe(false);
    expect([...page.document.querySelectorAll("kbd")].map(textOn)).toContain("L");
  });

  it("has no trail without ages, and icons only where the rule has some", async () => {
    const { part, isOn } = await look({ ages: false, trail: true });
    expect(isOn("Trail")).toBe(false);
    expect(isOff(part("Trail"))).toBe(true);
    expect(isOff(part("Age"))).toBe(false);
  });

  it("asks for a command with each part", async () => {
    const { part, commandsAsked } = await look({ ages: true });
    const asked = commandsAsked();
    for (const name of ["Age", "Trail", "Grid"]) click(part(name));
    expect(asked).toEqual(["view.ages", "view.trail", "view.grid-lines"]);
  });

  it("has the colours of the cells; the studio's own go on following its theme", async () => {
    const { page, commandsAsked } = await look();
    const asked = commandsAsked();
    const swatches = all(page.document, "radio");
    const on = swatches.filter((each) => each.matches("[aria-checked=true], :checked"));
    expect(on).toHaveLength(1);
    click(on[0] as HTMLElement);
    for (const other of swatches.filter((each) => each !== on[0]).slice(0, 2)) click(other);
    expect(asked.filter((id) => !id.startsWith("view.colours-"))).toEqual([]);
    expect(asked.filter((id) => id === "view.colours-dark")).toEqual([]);
    expect(new Set(asked).size).toBe(asked.length);
  });
});

describe("the palette", () => {
  it("does what is chosen before it hears of another key, and has closed by then", async () => {
    const { page, studio, show } = inStudio();
    const did: string[] = [];
    vi.spyOn(studio.commands, "run").mockImplementation(async (id) => did.push(id) > 0);
    await show(PaletteDialog, { onClose: () => did.push("closed") });
    type(one(page.document, "combobox"), "lexicon");
    press(one(page.document, "combobox"), "Enter");
    expect(did).toEqual(["closed", "help.lexicon"]);
  });

  it("has a command that can be done only since it is open", async () => {
    const { page, studio, open, show, commandsAsked } = inStudio();
    const document = await open({ cells: GLIDER });
    const onClose = vi.fn();
    await show(PaletteDialog, { onClose });
    const field = one(page.document, "combobox");
    type(field, "undo");
    press(field, "Enter");
    expect(onClose).not.toHaveBeenCalled();
    await document.editor.setRule(parseRule("B36/S23"));
    await until(() => studio.commands.state.canUndo);
    const asked = commandsAsked();
    press(field, "Enter");
    expect(onClose).toHaveBeenCalledTimes(1);
    await until(() => asked.length > 0);
    expect(asked).toEqual(["edit.undo"]);
  });
});

describe("the rule browser", () => {
  beforeEach(() => {
    // Measuring takes seconds.
    vi.spyOn(RuleLab.prototype, "measure").mockReturnValue(new Promise(() => {}));
    return () => vi.restoreAllMocks();
  });

  async function browser(wanted: { rule?: string; first?: string; own?: string } = {}) {
    const rig = inStudio();
    if (wanted.own !== undefined)
      await rulesOf(rig.studio).keep({ rule: wanted.own, name: "Mine", note: "" });
    rig.page.littleMotion = true;
    const document = wanted.rule === undefined ? null : await rig.open({ rule: wanted.rule });
    const onClose = vi.fn();
    const first = wanted.first === undefined ? {} : { rule: parseRule(wanted.first) };
    await rig.show(RulesDialog, { onClose, ...first });
    const { document: all_ } = rig.page;
    const field = one(all_, "combobox", "Search rules");
    const list = one(all_, "listbox", "Rules");
    const options = () => [...list.querySelectorAll<HTMLElement>("[role=option]")];
    const chosen = (): string => textOn(all_.querySelector(".rule-card h3") as HTMLElement);
    const at = (): number => options().findIndex((option) => option.getAttribute("aria-selected") === "true");
    const foot = (): string => textOn(all_.querySelector(".rules-feet [role=status]") as HTMLElement);
    return { ...rig, document, onClose, field, list, options, chosen, at, foot, whole: all_ };
  }

  it("begins with Life without a universe, and opens one with Enter", async () => {
    const { chosen, foot, whole, field, studio, onClose } = await browser();
    expect(chosen()).toBe("Life");
    expect(foot()).toBe("Enter opens a universe with it, Esc closes.");
    expect(isOff(one(whole, "button", "Apply to the universe"))).toBe(true);
    press(field, "Enter");
    expect(onClose).toHaveBeenCalledTimes(1);
    await until(() => studio.tabs.document !== null);
    expect(studio.tabs.document?.title).toBe("Life");
    expect(await studio.tabs.document?.universe.present.population()).toBeGreaterThan(0n);
  });

  it("applies another rule to the universe", async () => {
    const { whole, foot, document, onClose, studio } = await browser({ rule: "B3/S23", first: "B36/S23" });
    expect(foot()).toBe("Enter applies it, Esc closes.");
    click(one(whole, "button", "New universe with it"));
    await until(() => studio.tabs.list.length === 2);
    expect(studio.tabs.front?.title).toBe("HighLife");
    studio.tabs.activate(document?.id ?? "");
    await until(() => foot() === "Enter applies it, Esc closes.");
    click(one(whole, "button", "Apply to the universe"));
    expect(onClose).toHaveBeenCalledTimes(2);
    await until(() => studio.shell.getState().hint === "The universe goes on under HighLife.");
    expect(document?.editor.state.rule.text).toBe("B36/S23");
  });

  it("begins with the rule in front, moves along the list with keys, and applies an entry with two clicks", async () => {
    const { field, list, options, at, chosen, foot, whole, onClose } = await browser({
      rule: "B36/S23",
      own: "B36/S23",
    });
    expect(chosen()).toBe("Mine");
    expect(foot()).toBe("The universe in front runs under it.");
    expect(isOff(one(whole, "button", "Apply to the universe"))).toBe(false);
    const start = at();
    expect(field.getAttribute("aria-activedescendant")).toBe(options()[start]?.id);
    const to = (element: HTMLElement, key: string): [number, boolean] => {
      const { defaultPrevented } = press(element, key);
      return [at(), defaultPrevented];
    };
    expect(to(field, "ArrowDown")).toEqual([start + 1, true]);
    expect(to(field, "PageDown")).toEqual([start + 11, true]);
    expect(to(field, "PageUp")).toEqual([start + 1, true]);
    expect(to(field, "ArrowUp")).toEqual([start, true]);
    // There these edit the text.
    expect(to(field, "End")).toEqual([start, false]);
    expect(to(list, "End")).toEqual([options().length - 1, true]);
    expect(to(list, "ArrowDown")).toEqual([options().length - 1, true]);
    expect(to(list, "Home")).toEqual([0, true]);
    expect(to(list, "ArrowUp")).toEqual([0, true]);
    expect(to(list, "x")).toEqual([0, false]);
    expect(chosen()).toBe(textOn(options()[0]?.children[0] as HTMLElement));
    // The same rule stands among one's own, too.
    expect(textOn(options()[0] as HTMLElement)).toContain("Mine");
    const [, again] = options().filter((option) => textOn(option).includes("B36/S23"));
    click(again as HTMLElement);
    expect(options()[at()]).toBe(again);
    click(options()[4] as HTMLElement);
    expect(at()).toBe(4);
    expect(onClose).not.toHaveBeenCalled();
    act(options()[4] as HTMLElement, "dblclick");
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("finds rules by words and shows the first one, which Enter applies; where it finds none Enter does nothing", async () => {
    const { field, options, chosen, at, onClose, document } = await browser({ rule: "B3/S23" });
    const many = options().length;
    type(field, "day & night");
    expect(options().length).toBeLessThan(many);
    expect(at()).toBe(0);
    expect(chosen()).toBe("Day & Night");
    type(field, "neither a word nor a rule");
    expect(at()).toBe(-1);
    expect(press(field, "Enter").defaultPrevented).toBe(true);
    expect(onClose).not.toHaveBeenCalled();
    type(field, "day & night");
    press(field, "Enter");
    expect(onClose).toHaveBeenCalledTimes(1);
    await until(() => document?.editor.state.rule.text === "B3678/S34678");
  });

  it("narrows the list to a lattice, says when nothing is like that, and looks at rules by chance", async () => {
    const { whole, field, options, chosen, at } = await browser({ rule: "B3/S23" });
    const many = options().length;
    click(one(whole, "radio", "Hex"));
    const hex = options().length;
    expect(hex).toBeGreaterThan(0);
    expect(hex).toBeLessThan(many);
    click(one(whole, "radio", "All"));
    expect(options().length).toBe(many);
    type(field, "xyzzy");
    expect(options()).toEqual([]);
    expect(field.getAttribute("aria-expanded")).toBe("false");
    expect(textOn(whole.querySelector(".empty") as HTMLElement)).toBe(
      "No rule in the list is like that. A rule by chance may be.",
    );
    expect(press(field, "Enter").defaultPrevented).toBe(true);
    type(field, "B9/S23");
    expect(textOn(whole.querySelector(".empty") as HTMLElement)).toContain("9");
    type(field, "");
    click(all(whole, "button").find((button) => textOn(button).includes("Random rule")) as HTMLElement);
    await until(() => chosen() !== "Life");
    expect(textOn(whole.querySelector(".rule-draw [role=status]") as HTMLElement)).toMatch(
      /^Last drawn: \d+\.$/,
    );
    expect(at()).toBe(-1);
  });
});

describe("a field of the inspector that a command leads to", () => {
  function Side({ document }: { readonly document: StudioDocument }) {
    const isShown = useShell(({ zen, preferences }) => preferences.inspector && !zen);
    return isShown ? createElement(Inspector, { document }) : null;
  }

  it.each([
    ["file.rule", "Rule", "rule-text", false],
    ["file.info", "Pattern", "pattern-name", true],
  ])(
    "%s has the next key, though it was not there before and the disk is slow",
    async (id, section, field, zen) => {
      const { studio, host, page, show, open } = inStudio({ inspector: false, folded: [section] });
      const document = await open();
      studio.shell.setState({ zen });
      await show(Side, { document });
      expect(page.document.getElementById(field)).toBeNull();
      let store = (): void => {};
      const update = vi.spyOn(host.preferences, "update");
      update.mockReturnValueOnce(
        new Promise((resolve) => {
          store = resolve as () => void;
        }),
      );
      const done = studio.commands.run(id);
      expect(page.document.activeElement?.id).toBe(field);
      store();
      await done;
    },
  );

  it("is left by Escape before the next key, with the rule that holds", async () => {
    const { studio, page, show, open } = inStudio({ inspector: true });
    const document = await open();
    await show(Side, { document });
    const stage = page.document.createElement("div");
    stage.innerHTML = '<div tabindex="0" id="cells"></div>';
    stage.dataset.stage = "";
    page.document.body.append(stage);
    const field = page.document.getElementById("rule-text") as HTMLInputElement;
    field.focus();
    type(field, "B36/S23");
    press(field, "Escape");
    expect([page.document.activeElement?.id, field.value]).toEqual(["cells", "B3/S23"]);
    await document.editor.settled();
    expect(studio.tabs.document?.editor.state.rule.text).toBe("B3/S23");
  });
});
