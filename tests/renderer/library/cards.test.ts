// A list of patterns as cards: which are on the page, which one Tab reaches, and how they are opened.

import { expect, it, onTestFinished, vi } from "vitest";
import { SEARCH_FIELD } from "../../../renderer/library/card-keys.ts";
import type { CardsProps } from "../../../renderer/library/cards.tsx";
import { Cards } from "../../../renderer/library/cards.tsx";
import type { CatalogueEntry } from "../../../renderer/library/facts.ts";
import { acting } from "../../support/played-page/acting.ts";
import { act, all, click, names, press, stageOn, textOn } from "../../support/played-page/hands.ts";
import { inStudio } from "../in-studio.ts";

const GLIDER = "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!";
const entry = (id: string, more: object = {}) =>
  ({ id, name: `Pattern ${id}`, note: "", rule: "B3/S23", author: null, tags: [], ...more }) as never;
const ENTRIES: readonly CatalogueEntry[] = Array.from({ length: 60 }, (_, i) => entry(`${i}`));

async function cards(wanted: Partial<CardsProps> = {}) {
  const rig = inStudio();
  const did: unknown[] = [];
  const props: CardsProps = {
    ...{ label: "Patterns", entries: ENTRIES, textOf: () => GLIDER, wordFor: async () => null },
    onOpen: ({ id }, preview) => did.push([preview ? "look" : "open", id]),
    onChoose: (command, { id }) => did.push([command, id]),
    ...wanted,
  };
  const { place, render } = await rig.show(Cards, props);
  const scroller = place.querySelector(".cards") as HTMLElement;
  rig.page.resize(scroller, 300, 600);
  const ids = (): number[] =>
    [...scroller.querySelectorAll<HTMLElement>("[data-card]")].map(({ dataset }) => Number(dataset.card));
  const card = (id: number): HTMLElement => scroller.querySelector(`[data-card="${id}"]`) as HTMLElement;
  const stops = (): number[] => ids().filter((id) => card(id).tabIndex === 0);
  const again = (change: Partial<CardsProps>): void => render(rig.within(Cards, { ...props, ...change }));
  const key = (name: string, init: Readonly<Record<string, unknown>> = {}) =>
    press(rig.page.document.activeElement as Element, name, init);
  return { ...rig, place, scroller, did, ids, card, stops, again, key };
}

it("has a name, and on the page those cards that can be seen or soon will be", async () => {
  const { place, scroller, ids } = await cards();
  expect(place.querySelector("ul")?.getAttribute("aria-label")).toBe("Patterns");
  // 600 pixels are ten cards; four more lie beyond.
  expect(ids()).toEqual(Array.from({ length: 14 }, (_, i) => i));
  const [first] = all(place, "listitem");
  expect([first?.getAttribute("aria-setsize"), first?.getAttribute("aria-posinset")]).toEqual(["60", "1"]);
  expect(place.querySelector("ul")?.style.height).toBe("225rem");
  scroller.scrollTop = 1800;
  act(scroller, "scroll", { bubbles: false });
  expect(ids()).toEqual([0, ...Array.from({ length: 18 }, (_, i) => i + 26)]);
  expect(all(place, "listitem")[1]?.style.top).toBe("97.5rem");
});

it("is one stop for Tab, which the arrows move, to cards that were far off, too", async () => {
  const { page, ids, card, stops, key } = await cards();
  expect(stops()).toEqual([0]);
  acting(() => card(3).focus());
  expect(stops()).toEqual([3]);
  const reached = (): number => Number((page.document.activeElement as HTMLElement).dataset.card);
  expect(key("ArrowDown").defaultPrevented).toBe(true);
  expect(reached()).toBe(4);
  key("End");
  expect(reached()).toBe(59);
  expect(stops()).toEqual([59]);
  expect(ids().at(-1)).toBe(59);
  key("PageUp");
  expect(reached()).toBe(51);
  key("Home");
  expect(reached()).toBe(0);
  expect(key("Home", { ctrlKey: true }).defaultPrevented).toBe(false);
  expect(key("Tab").defaultPrevented).toBe(false);
});

it("gives the keys back with Escape, and a letter to the search field", async () => {
  const { page, card, key } = await cards();
  const cells = stageOn(page);
  acting(() => card(1).focus());
  key("Escape");
  expect(page.document.activeElement).toBe(cells);
  const field = page.document.createElement("input");
  field.id = SEARCH_FIELD;
  page.document.body.append(field);
  acting(() => card(1).focus());
  key("g");
  expect(page.document.activeElement).toBe(field);
});

it("looks at a card with a click and opens it with two; F2 and Delete are for whoever can do that", async () => {
  const { did, card, again } = await cards();
  click(card(2));
  act(card(2), "dblclick");
  expect(press(card(2), "F2").defaultPrevented).toBe(true);
  expect(press(card(2), "Delete").defaultPrevented).toBe(true);
  expect(press(card(2), "x").defaultPrevented).toBe(false);
  expect(did).toEqual([
    ["look", "2"],
    ["open", "2"],
    ["change", "2"],
    ["delete", "2"],
  ]);
  again({ onChoose: undefined as never });
  expect(press(card(2), "Delete").defaultPrevented).toBe(false);
  expect(did).toHaveLength(4);
});

it("begins with the first card again when the one that was reached is gone", async () => {
  const { card, stops, again } = await cards();
  acting(() => card(3).focus());
  again({ entries: ENTRIES.slice(5) });
  expect(stops()).toEqual([5]);
  again({ entries: [] });
  expect(stops()).toEqual([]);
});

it("has headings between the groups, which are no cards", async () => {
  const groupOf = ({ id }: CatalogueEntry): string => (Number(id) < 2 ? "Guns" : "");
  const { place } = await cards({ entries: ENTRIES.slice(0, 3), groupOf });
  expect(all(place, "listitem").map((line) => line.title)).toEqual(["Guns", "", "", "No folder", ""]);
  expect(all(place, "listitem").map(({ className }) => className === "shelf-heading")).toEqual([
    ...[true, false, false, true, false],
  ]);
  expect(names(place, "button")).toHaveLength(3);
});

it("says all of a card that may be cut off in its tip", async () => {
  const { card } = await cards({ entries: [entry("0", { note: "Found in 1970." })] });
  expect(card(0).title.split("\n")).toContain("Found in 1970.");
  expect(card(0).title.split("\n")[0]).toBe("Pattern 0");
  expect(textOn(card(0))).toContain("Pattern 0");
});

it("runs a pattern while somebody points at its card or has it in the focus", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { page, card } = await cards();
  const canvas = card(0).querySelector("canvas") as HTMLCanvasElement;
  expect(page.pictureOn(canvas)).toBeNull();
  page.scrollTo(canvas, true);
  const still = page.pictureOn(canvas);
  expect(still).not.toBeNull();
  const moves = (): boolean => {
    const before = page.drawnOn(canvas).list.length;
    acting(() => vi.advanceTimersByTime(1000));
    return page.drawnOn(canvas).list.length > before;
  };
  expect(moves()).toBe(false);
  act(card(0), "pointerover", { relatedTarget: null });
  expect(moves()).toBe(true);
  act(card(0), "pointerout", { relatedTarget: null });
  expect(moves()).toBe(false);
  acting(() => card(0).focus());
  expect(moves()).toBe(true);
  acting(() => card(0).blur());
  expect(moves()).toBe(false);
  page.littleMotion = true;
  acting(() => card(0).focus());
  expect(moves()).toBe(false);
});

it("is drawn in other colours for another theme", async () => {
  const { studio, card } = await cards();
  const before = card(0).querySelector("canvas");
  acting(() => studio.shell.setState({ theme: "light" }));
  expect(card(0).querySelector("canvas")).not.toBe(before);
});
