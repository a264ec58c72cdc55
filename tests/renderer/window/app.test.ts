// The whole window: what is there with a universe, without one and in a lab, and beside each other.

import { createElement } from "react";
import { expect, it, vi } from "vitest";
import { rect } from "../../../engine/core/rect.ts";
import type { StudioPreferences } from "../../../renderer/studio/preferences.ts";
import type { ShellState } from "../../../renderer/studio/shell.ts";
import { App } from "../../../renderer/window/app.tsx";
import { GLIDER } from "../../support/local-editor.ts";
import { acting } from "../../support/played-page/acting.ts";
import { act, all, click, coloursIn, one, press, textOn } from "../../support/played-page/hands.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { until } from "../../support/until.ts";
import { inStudio } from "../in-studio.ts";

/** Without the drawer, which has tests of its own. */
async function app(preferences: Partial<StudioPreferences> = {}) {
  const rig = inStudio({ library: false, minimap: false, welcomed: true, ...preferences });
  const { place } = await rig.page.show(createElement(App, { studio: rig.studio }));
  // In a whole window names are found sooner by their attributes.
  const labelled = (name: string): HTMLElement =>
    place.querySelector(`[aria-label="${name}"]`) as HTMLElement;
  const stageNow = (at = 0): HTMLElement => place.querySelectorAll("[role=application]")[at] as HTMLElement;
  const stages = (): (string | null)[] =>
    [...place.querySelectorAll("[role=application]")].map((stage) => stage.getAttribute("aria-label"));
  const has = (selector: string): boolean => place.querySelector(selector) !== null;
  const set = (state: Partial<ShellState>): void => acting(() => rig.studio.shell.setState(state));
  const prefer = (change: Partial<StudioPreferences>): void =>
    acting(() =>
      rig.studio.shell.setState((state) => ({ preferences: { ...state.preferences, ...change } })),
    );
  const focus = () => rig.page.document.activeElement;
  return { ...rig, place, labelled, stageNow, stages, has, set, prefer, focus };
}

it("has ways to begin without a universe, and with one all that belongs to it", async () => {
  const { place, studio, labelled, stages, has, set, prefer, open, commandsAsked } = await app();
  expect([stages(), has("nav.rail"), has(".dock")]).toEqual([[], true, false]);
  const asked = commandsAsked();
  for (const name of ["New universe", "Open a pattern"])
    click(all(place.querySelector(".nothing") as HTMLElement, "button", name)[0] as HTMLElement);
  expect(asked).toEqual(["file.new", "file.open"]);
  await open({ title: "Gun", cells: GLIDER });
  await until(() => stages().length === 1);
  expect([stages(), place.querySelector(".nothing")]).toEqual([["Gun, universe"], null]);
  expect([has(".inspector"), has(".dock")]).toEqual([true, true]);
  expect(place.querySelector("[data-testid=announcer]")?.textContent).toBe("Gun");
  prefer({ inspector: false });
  expect([has(".inspector"), place.querySelector(".with-inspector")]).toEqual([false, null]);
  prefer({ inspector: true, library: true });
  expect(has(".drawer")).toBe(true);
  // With all panels hidden there is a way back.
  set({ zen: true });
  expect([
    ...[".drawer", ".inspector"].map(has),
    ...[has("nav.rail"), place.querySelector("header.top"), has(".dock")],
  ]).toEqual([false, false, false, null, true]);
  expect(has(".tool-strip")).toBe(false);
  click(labelled("Show the panels"));
  set({ fullScreen: true });
  click(labelled("Show the panels"));
  expect(asked.slice(2)).toEqual(["view.zen", "view.full-screen"]);
  expect(studio.shell.getState().tabs).toHaveLength(1);
});

it.each([
  ["file.rule", "rule-text", "B36/S23"],
  ["file.info", "pattern-name", ""],
])(
  "%s leads to its field, with the text in it selected, wherever that is hidden",
  async (id, field, text) => {
    const { page, studio, set, open } = await app({ inspector: false, folded: ["Pattern", "Rule"] });
    await open({ title: "Gun", rule: "B36/S23" });
    set({ zen: true });
    for (const way of ["hidden", "in view"]) {
      acting(() => (page.document.activeElement as HTMLElement | null)?.blur());
      await studio.commands.run(id);
      await until(() => page.document.activeElement?.id === field);
      const { value, selectionStart, selectionEnd } = page.document.activeElement as HTMLInputElement;
      expect([value, selectionStart, selectionEnd], way).toEqual([text, 0, text.length]);
    }
  },
);

it("gives the keys that a panel had to the cells of the next universe", async () => {
  const { place, studio, stageNow, stages, open, focus } = await app();
  const first = await open({ title: "First", cells: GLIDER });
  await open({ title: "Second" });
  await until(() => stages()[0] === "Second, universe");
  acting(() => (place.querySelector(".inspector .select") as HTMLElement).focus());
  acting(() => studio.tabs.activate(first.id));
  expect(focus()).toBe(stageNow());
});

it("has commands in its bar, and in the corner of the cells those of the view", async () => {
  const { place, stageNow, stages, open, prefer, focus, commandsAsked } = await app();
  await open({ title: "Gun", cells: GLIDER });
  await until(() => stages().length === 1);
  const button = (name: string): HTMLElement =>
    place.querySelector(`.top [aria-label="${name}"]`) as HTMLElement;
  const pressed = (name: string) => button(name).getAttribute("aria-pressed");
  expect([pressed("Library"), pressed("Inspector")]).toEqual(["false", "true"]);
  prefer({ inspector: false });
  expect(pressed("Inspector")).toBe("false");
  const asked = commandsAsked();
  click(button("Library"));
  click(button("New universe"));
  click(place.querySelector(".search-commands") as HTMLElement);
  click(button("Inspector"));
  for (const button of place.querySelectorAll<HTMLElement>(".zoom > button:not([aria-haspopup])"))
    click(button);
  expect(asked).toEqual([
    ...["view.library", "file.new", "help.palette", "view.inspector"],
    ...["view.zoom-out", "view.zoom-in", "view.fit"],
  ]);
  expect(focus()).toBe(stageNow());
});

it("shows two universes beside each other, of which one has the focus", async () => {
  const { page, place, studio, labelled, stageNow, stages, open, commandsAsked } = await app();
  const first = await open({ title: "First", cells: GLIDER });
  await open({ title: "Second" });
  acting(() => studio.panes.showBeside(first.id));
  await until(() => stages().length === 2);
  expect(stages()).toEqual(["Second, universe, pane 1 of 2", "First, universe, pane 2 of 2"]);
  const line = () => labelled("Between the panes");
  expect([line().getAttribute("aria-valuenow"), line().getAttribute("aria-orientation")]).toEqual([
    "50",
    "vertical",
  ]);
  const controls = () => labelled("Split view");
  expect(textOn(controls())).toContain("First");
  press(line(), "ArrowRight");
  const area = place.querySelector(".stage-area") as HTMLElement;
  const { share } = studio.shell.getState().split as { readonly share: number };
  expect(share).toBeGreaterThan(0.5);
  expect(area.style.getPropertyValue("--first")).toBe(`${share}fr`);
  // Whoever presses there goes there.
  act(stageNow(1), "pointerdown", { button: 1, pointerId: 1 });
  await until(() => studio.tabs.front?.title === "First");
  expect(textOn(controls())).toContain("Second");
  Object.defineProperty(area, "clientWidth", { value: 559, configurable: true });
  page.resize(area, 559, 800);
  expect([line().getAttribute("aria-orientation"), area.className.trim()]).toEqual([
    ...["horizontal", "stage-area split stacked"],
  ]);
  const linked = labelled("Link cameras");
  expect(linked.getAttribute("aria-pressed")).toBe("false");
  const asked = commandsAsked();
  click(linked);
  click(labelled("Close this pane"));
  expect(asked).toEqual(["view.link-cameras", "view.split"]);
  acting(() => studio.panes.toggle());
  await until(() => stages().length === 1);
  expect(stages()).toEqual(["First, universe"]);
  // Twice the same one needs no name.
  acting(() => studio.panes.toggle());
  await until(() => stages().length === 2);
  expect(textOn(controls())).not.toContain("First");
});

it("puts a pattern that is dropped on the cells down there, in the pane that it falls on", async () => {
  const { page, studio, place, stages, stageNow, open, focus } = await app();
  const first = await open({ title: "First" });
  await open({ title: "Second" });
  acting(() => studio.panes.showBeside(first.id));
  await until(() => stages().length === 2);
  const { view } = first;
  acting(() => {
    view.setSize({ width: 400, height: 400 });
    view.setCamera({ ...view.camera, x: 0n, y: 0n, dx: 0, dy: 0, zoom: 3 });
  });
  const drag = { dataTransfer: { getData: () => "x = 1, y = 1, rule = B3/S23\no!" } };
  const pane = place.querySelectorAll<HTMLElement>(".stage-pane")[1] as HTMLElement;
  page.place(pane, { left: 500, top: 100, width: 400, height: 400 });
  // Whoever opens files that fall on the window leaves it alone.
  act(pane, "drop", {
    ...drag,
    clientX: 500 + 200 + 8 * 4 + 1,
    clientY: 100 + 200 - 8 * 3 + 1,
  });
  await until(() => studio.tabs.front?.title === "First");
  await until(() => first.editor.state.undoLabel !== null);
  expect(await first.universe.present.bounds()).toEqual(rect(4, -3, 1, 1));
  await until(() => focus() === stageNow(1));
  expect([studio.shell.getState().message, studio.tabs.list.length]).toEqual([null, 2]);
});

it("has a lab's page under its heading, which stays while another tab is in front", async () => {
  const { place, studio, set, open, stages, has } = await app();
  let begun = 0;
  const Page = () => {
    begun++;
    return createElement("p", null, "Its page");
  };
  const pages = { store: { getState: () => ({ page: "b" }), subscribe: () => () => {} }, show: vi.fn() };
  const all_ = [
    { id: "a", name: "First page", summary: "What the first does." },
    { id: "b", name: "Second page", summary: "What the second does." },
  ];
  const lab = { id: "lab", name: "A lab", summary: "What it does.", pages: all_ };
  const tab = { kind: "lab", id: "lab", title: "A lab", lab, session: { Page, pages } };
  acting(() => studio.tabs.add(tab as never));
  await until(() => place.querySelector(".lab") !== null);
  const section = place.querySelector(".lab") as HTMLElement;
  expect(textOn(section)).toBe("A labFirst pageSecond pageWhat the second does.Its page");
  expect([place.querySelector(".in-lab") !== null, has("nav.rail")]).toEqual([true, false]);
  expect(section.ownerDocument.activeElement).toBe(section);
  click(one(section, "radio", "First page"));
  expect(pages.show).toHaveBeenCalledWith("a");
  await open({ title: "Gun" });
  await until(() => stages().length === 1);
  expect([section.isConnected, section.style.display]).toEqual([true, "none"]);
  acting(() => studio.tabs.activate("lab"));
  expect([section.style.display, stages()]).toEqual(["", []]);
  expect(begun).toBeGreaterThan(0);
  set({ zen: true });
  // There is no universe whose panels could hide.
  expect(has("nav.tabs")).toBe(true);
});

it("shows all of the pattern in a corner while the view has a part of it, and a press looks there", async () => {
  const { page, place, open, prefer } = await app();
  const document = await open({ cells: cellsFromRle("o199bo$o!") });
  const { view } = document;
  acting(() => {
    view.setSize({ width: 800, height: 600 });
    view.setCamera({ ...view.camera, zoom: 5 });
  });
  prefer({ minimap: true });
  const map = () => place.querySelector<HTMLElement>(".minimap");
  await until(() => map() !== null);
  expect(map()?.getAttribute("aria-label")).toMatch(/^Minimap: .* shows all of the pattern$/);
  expect([map()?.style.width, map()?.style.height]).toEqual(["168px", "105px"]);
  const seen = () => page.pictureOn(map()?.querySelector("canvas") as HTMLElement);
  await until(() => seen() !== null);
  expect(coloursIn(seen())).toBeGreaterThan(1);
  const mark = map()?.querySelector("i") as HTMLElement;
  const before = Number.parseFloat(mark.style.left);
  page.place(map() as HTMLElement, { left: 100, top: 0, width: 168, height: 105 });
  const at = { button: 0, pointerId: 1, clientX: 240, clientY: 52 };
  act(map() as HTMLElement, "pointermove", at);
  act(map() as HTMLElement, "pointerdown", { ...at, button: 2 });
  expect(Number.parseFloat(mark.style.left)).toBe(before);
  act(map() as HTMLElement, "pointerdown", at);
  const there = Number.parseFloat(mark.style.left) + Number.parseFloat(mark.style.width) / 2;
  expect(there).toBeCloseTo(140, 0);
  act(map() as HTMLElement, "pointermove", { ...at, clientX: 150 });
  expect(Number.parseFloat(mark.style.left) + Number.parseFloat(mark.style.width) / 2).toBeCloseTo(50, 0);
});
