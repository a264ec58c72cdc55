// The library's drawer: its three shelves, the search over them, and what a card or a row opens.

import { expect, it } from "vitest";
import { LibraryDrawer } from "../../../renderer/library/drawer.tsx";
import { libraryOf } from "../../../renderer/library/studio-library.ts";
import type { MemoryDisk } from "../../support/memory-host.ts";
import { acting } from "../../support/played-page/acting.ts";
import {
  act,
  all,
  click,
  names,
  one,
  press,
  stageOn,
  textOn,
  type,
} from "../../support/played-page/hands.ts";
import { until } from "../../support/until.ts";
import { inStudio } from "../in-studio.ts";

const GLIDER = "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!";
const BLINKER = "x = 3, y = 1, rule = B3/S23\n3o!";

async function drawer(shelf: string, fill: (disk: MemoryDisk) => void = () => {}) {
  const rig = inStudio();
  fill(rig.host.disk);
  const { place } = await rig.show(LibraryDrawer, { wordFor: async () => null });
  if (shelf !== "Collection") click(one(place, "radio", shelf));
  const field = one(place, "searchbox", "Search the library") as HTMLInputElement;
  const count = (): string => textOn(place.querySelector("h2 .number") as HTMLElement);
  const cards = (): string[] => [...place.querySelectorAll(".card b")].map(textOn);
  const headings = (): string[] => [...place.querySelectorAll(".shelf-heading")].map(textOn);
  const chips = (): string[] => [...place.querySelectorAll<HTMLElement>(".chip")].map(textOn);
  const chip = (start: string): HTMLElement =>
    all(place, "button").find((button) => textOn(button).startsWith(start)) as HTMLElement;
  const front = () => rig.studio.tabs.document;
  return { ...rig, place, field, count, cards, headings, chips, chip, front };
}

it("begins with what everybody should have seen, and shows one category at a time", async () => {
  const { count, cards, headings, chips, chip } = await drawer("Collection");
  await until(() => count() !== "");
  const all_ = Number(count());
  expect(all_).toBeGreaterThan(100);
  expect(headings()[0]).toBe("Famous");
  expect(cards()[0]).toBe("Glider");
  // Three of them and the way to the others.
  expect(chips()).toHaveLength(4);
  expect(chip("More").getAttribute("aria-expanded")).toBe("false");
  click(chip("More"));
  expect(chips().length).toBeGreaterThan(6);
  expect(chip("Fewer").getAttribute("aria-expanded")).toBe("true");
  const last = chips().at(-2) as string;
  const [, name, many] = /^(.+) (\d+)$/.exec(last) as RegExpExecArray;
  click(chip(name));
  expect([count(), headings()]).toEqual([many, []]);
  expect(cards()).not.toContain("Glider");
  click(chip("Fewer"));
  // The chosen one stays.
  expect([chips().length, chip(name).getAttribute("aria-pressed")]).toEqual([5, "true"]);
  expect(chip("Famous").getAttribute("aria-pressed")).toBe("false");
  click(chip(name));
  expect([count(), headings()[0], chips().length]).toEqual([String(all_), "Famous", 4]);
});

it("finds patterns, the nearest first, or says what can be searched for", async () => {
  const { place, field, count, cards, headings, chip, front } = await drawer("Collection");
  expect(field.placeholder).toBe("Name, rule, period…");
  await until(() => count() !== "");
  const all_ = count();
  type(field, "  ");
  expect(headings()[0]).toBe("Famous");
  type(field, "gosper");
  expect(cards()[0]).toBe("Gosper glider gun");
  expect([count(), headings()]).toEqual([String(cards().length), []]);
  press(field, "Enter");
  await until(() => front() !== null);
  expect([front()?.title, front()?.origin]).toEqual([
    "Gosper glider gun",
    { kind: "collection", id: "gosper-glider-gun" },
  ]);
  type(field, "xyzzy");
  expect([count(), textOn(place.querySelector(".empty p") as HTMLElement)]).toEqual([
    "0",
    expect.stringMatching(/^Nothing in the library is like that\./),
  ]);
  expect(place.querySelector(".chips")).toBeNull();
  click(chip("Show everything"));
  expect([field.value, count()]).toEqual(["", all_]);
});

it("has ways to fill one's own shelf while that is empty", async () => {
  const { place, field, count, commandsAsked, studio } = await drawer("Yours");
  expect(libraryOf(studio).store.getState().shelf).toBe("own");
  expect(field.placeholder).toBe("Name, folder, tag…");
  await until(() => count() === "0");
  const asked = commandsAsked();
  for (const name of ["Save to library", "Import files", "Import a folder"])
    click(one(place, "button", name));
  expect(asked).toEqual(["library.save", "library.import-files", "library.import-folder"]);
});

it("has one's own patterns by folders, to be found, opened, changed and deleted", async () => {
  const rig = await drawer("Yours", ({ library }) => {
    library.set("a", `#N Mine\n#C folder: odd\n${GLIDER}`);
    library.set("b", `#N Zebra\n${BLINKER}`);
  });
  const { place, studio, field, count, cards, headings, chip, front } = rig;
  await until(() => count() === "2");
  const shown = [...cards()].sort();
  expect(shown).toEqual(["Mine", "Zebra"]);
  type(field, "zebra");
  expect([cards(), headings(), count()]).toEqual([["Zebra"], [], "1"]);
  const card = place.querySelector(".card") as HTMLElement;
  click(card);
  await until(() => front() !== null);
  expect([front()?.title, front()?.origin, studio.shell.getState().preview]).toEqual([
    "Zebra",
    { kind: "own", id: "b" },
    front()?.id,
  ]);
  acting(() => card.focus());
  press(card, "F2");
  await until(() => studio.shell.getState().dialog !== null);
  expect(studio.shell.getState().dialog).toMatchObject({
    id: "library-item",
    props: { item: { id: "b", labels: { name: "Zebra" } } },
  });
  press(card, "Delete");
  await until(() => studio.shell.getState().question !== null);
  expect(studio.shell.getState().question?.title).toBe("Delete Zebra?");
  acting(() => studio.shell.getState().question?.answer("delete"));
  await until(() => count() === "0");
  expect(textOn(place.querySelector(".empty p") as HTMLElement)).toBe(
    "Nothing of your own is like that. A name, a folder, a tag or a rule finds it.",
  );
  click(chip("Show everything"));
  expect([cards(), count()]).toEqual([["Mine"], "1"]);
  const asked = rig.commandsAsked();
  for (const name of ["Save", "Import", "Export"]) click(chip(name));
  expect(asked).toEqual(["library.save", "library.import-files", "library.export-zip"]);
});

const GUNS = { "guns/a.rle": GLIDER, "guns/more/b.rle": BLINKER, "guns/more/deep/c.rle": BLINKER };

async function folder() {
  const rig = await drawer("Folder", (disk) => disk.put(GUNS));
  rig.host.folderAnswers.push("guns");
  await libraryOf(rig.studio).openFolder();
  await until(() => rig.count() === "3");
  const rows = (): HTMLElement[] => all(rig.place, "treeitem");
  const row = (name: string): HTMLElement =>
    rows().find((each) => textOn(each.querySelector("span") as HTMLElement) === name) as HTMLElement;
  const shown = (): string[] =>
    rows().map((each) => `${each.getAttribute("aria-level")} ${each.dataset.card}`);
  return { ...rig, rows, row, shown };
}

it("offers to open a folder, and says so of the one before", async () => {
  const { place, host, field, studio, commandsAsked } = await drawer("Folder");
  expect([field.placeholder, names(place.querySelector(".empty") as HTMLElement, "button")]).toEqual([
    "File or folder…",
    ["Open folder of patterns"],
  ]);
  host.disk.put(GUNS);
  const last = { id: "memory:guns", name: "guns", place: "" } as never;
  acting(() => libraryOf(studio).store.setState({ last }));
  expect(textOn(place.querySelector(".empty p") as HTMLElement)).toMatch(/^guns was open here last\./);
  const asked = commandsAsked();
  click(one(place, "button", "Open another folder"));
  expect(asked).toEqual(["library.open-folder"]);
  host.folderAnswers.push("guns");
  const chosen = await host.folders.pick("read", "patterns");
  acting(() => libraryOf(studio).store.setState({ last: chosen }));
  click(one(place, "button", "Open again guns"));
  await until(() => place.querySelector(".tree") !== null);
  await until(() => field.ownerDocument.activeElement === field);
});

it("opens the folder of the last session by itself, once", async () => {
  const { place, studio, count } = await drawer("Folder", (disk) => {
    disk.put(GUNS);
    disk.folder = "guns";
  });
  await until(() => count() === "3");
  expect(textOn(place.querySelector(".folder-name b") as HTMLElement)).toBe("guns");
  expect(libraryOf(studio).store.getState().last).toBeNull();
});

it("shows a folder as a tree, which keys walk through", async () => {
  const { page, place, count, rows, row, shown, studio } = await folder();
  const cells = stageOn(page);
  expect(shown()).toEqual(["1 more", "1 a.rle"]);
  expect(textOn(row("more"))).toBe("more2");
  // One stop for Tab.
  expect(rows().map(({ tabIndex }) => tabIndex)).toEqual([0, -1]);
  acting(() => row("a.rle").focus());
  expect(rows().map(({ tabIndex }) => tabIndex)).toEqual([-1, 0]);
  const key = (name: string): string => {
    const at = page.document.activeElement as HTMLElement;
    expect(press(at, name).defaultPrevented).toBe(true);
    return (page.document.activeElement as HTMLElement).dataset.card ?? "";
  };
  expect(key("ArrowUp")).toBe("more");
  expect(key("ArrowRight")).toBe("more");
  expect(shown()).toEqual(["1 more", "2 more/deep", "2 more/b.rle", "1 a.rle"]);
  expect(row("more").getAttribute("aria-expanded")).toBe("true");
  expect(key("ArrowRight")).toBe("more/deep");
  expect(key("End")).toBe("a.rle");
  expect(key("ArrowUp")).toBe("more/b.rle");
  expect(key("ArrowLeft")).toBe("more");
  expect(key("ArrowLeft")).toBe("more");
  expect(shown()).toEqual(["1 more", "1 a.rle"]);
  click(row("more"));
  click(row("more"));
  expect(shown()).toEqual(["1 more", "1 a.rle"]);
  acting(() => row("more").focus());
  press(row("more"), "Escape");
  expect(page.document.activeElement).toBe(cells);
  click(one(place, "button", "Close"));
  await until(() => count() === "");
  expect([place.querySelector(".tree"), libraryOf(studio).store.getState().folder]).toEqual([null, null]);
});

it("looks at a file with a click, opens it with two, and finds files by words", async () => {
  const { place, field, count, row, shown, studio, front, chip } = await folder();
  click(row("a.rle"));
  await until(() => front() !== null);
  expect([front()?.title, studio.shell.getState().preview]).toEqual(["a.rle", front()?.id]);
  act(row("a.rle"), "dblclick");
  await until(() => studio.shell.getState().preview === null);
  expect(studio.tabs.list).toHaveLength(1);
  type(field, "MORE b");
  expect([count(), shown()]).toEqual(["1", ["1 more/b.rle"]]);
  expect(textOn(row("b.rle"))).toBe("b.rlemore");
  type(field, "nothing");
  expect([count(), textOn(place.querySelector(".empty p") as HTMLElement)]).toEqual([
    "0",
    "No file or folder is called so.",
  ]);
  click(chip("Show everything"));
  expect(shown()).toEqual(["1 more", "1 a.rle"]);
});
