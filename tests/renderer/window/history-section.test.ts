// The history as a list: its lines, where one stands, and the ways to another.

import { expect, it } from "vitest";
import { HistorySection } from "../../../renderer/window/inspector/history-section.tsx";
import { R_PENTOMINO } from "../../support/local-editor.ts";
import { act, all, click, one, press, textOn } from "../../support/played-page/hands.ts";
import { until } from "../../support/until.ts";
import { inStudio } from "../in-studio.ts";

/** A universe after so many generations, each a step of its own, and its history in a box of so many lines. */
async function stepped(steps: number, height = 10) {
  const { page, studio, open, show } = inStudio();
  const document = await open({ cells: R_PENTOMINO });
  for (let i = 0; i < steps; i++) await document.editor.step(1n);
  const { place, end } = await show(HistorySection, { document });
  const list = one(place, "listbox", "History");
  page.resize(list, 200, height * 24);
  return { page, studio, document, place, list, end };
}
const lines = (place: HTMLElement) => all(place, "option");
const selected = (place: HTMLElement) =>
  lines(place)
    .filter((line) => line.getAttribute("aria-selected") === "true")
    .map(textOn);
/** The lines by their numbers in the list. */
const places = (place: HTMLElement) => lines(place).map((line) => Number(line.getAttribute("aria-posinset")));

it("has a line for the beginning and each entry, and a click leads to the state after it", async () => {
  const { document, place, list } = await stepped(3);
  expect(lines(place).map(textOn)).toEqual(["Beginning", "Step 0 to 1", "Step 1 to 2", "Step 2 to 3"]);
  expect(selected(place)).toEqual(["Step 2 to 3"]);
  expect(lines(place)[0]?.getAttribute("aria-setsize")).toBe("4");
  click(lines(place)[1] as HTMLElement);
  await until(() => selected(place)[0] === "Step 0 to 1");
  expect(document.editor.generation).toBe(1n);
  expect(lines(place).map(textOn)).toEqual([
    "Beginning",
    "Step 0 to 1",
    "Step 1 to 2 (undone)",
    "Step 2 to 3 (undone)",
  ]);
  expect(lines(place).map(({ className }) => className)).toEqual(["", "", "ahead", "ahead"]);
  const active = list.getAttribute("aria-activedescendant");
  expect(lines(place).find(({ id }) => id === active)?.textContent).toContain("Step 0");
  click(lines(place)[0] as HTMLElement);
  await until(() => selected(place)[0] === "Beginning");
  expect(document.editor.generation).toBe(0n);
});

it.each([
  ["ArrowUp", 9, 8],
  ["ArrowDown", 9, 10],
  ["PageUp", 9, 2],
  ["PageDown", 9, 12],
  ["PageUp", 3, 0],
  ["Home", 9, 0],
  ["End", 9, 12],
])("%s at line %i leads to line %i", async (key, from, to) => {
  const { document, list } = await stepped(12);
  await document.editor.goTo(from);
  let heardAbove = 0;
  list.parentElement?.addEventListener("keydown", () => heardAbove++);
  for (const held of ["ctrlKey", "metaKey", "altKey"])
    expect(press(list, key, { [held]: true }).defaultPrevented).toBe(false);
  expect(press(list, "a").defaultPrevented).toBe(false);
  expect(press(list, key).defaultPrevented).toBe(true);
  await until(() => document.editor.state.position === to);
});

it("goes on from where the last key leads, and only there", async () => {
  const { document, list } = await stepped(12);
  const went: number[] = [];
  const goTo = document.editor.goTo.bind(document.editor);
  document.editor.goTo = (line) => {
    went.push(line);
    return goTo(line);
  };
  for (let i = 0; i < 5; i++) press(list, "ArrowUp");
  await until(() => document.editor.state.position < 12);
  await document.editor.settled();
  // The first goes at once; of those pressed meanwhile the last one counts.
  expect(went.length).toBeLessThan(5);
});

it("says what went wrong on the way, and goes on", async () => {
  const { studio, document, list } = await stepped(2);
  const goTo = document.editor.goTo.bind(document.editor);
  document.editor.goTo = async () => {
    throw new Error("No such state.");
  };
  press(list, "Home");
  await until(() => studio.shell.getState().message !== null);
  expect(studio.shell.getState().message?.text).toContain("No such state.");
  document.editor.goTo = goTo;
  press(list, "Home");
  await until(() => document.editor.state.position === 0);
});

it("has only those lines in the page that can be seen, some around them, and the present one", async () => {
  const { page, document, place, list } = await stepped(60, 5);
  await document.editor.goTo(0);
  await until(() => list.scrollTop === 0);
  await document.editor.goTo(60);
  await until(() => list.scrollTop > 0);
  // The present one is the last.
  expect(list.scrollTop).toBe(61 * 24 - 5 * 24);
  act(list, "scroll", { bubbles: false });
  await until(() => places(place)[0] === 49);
  expect(places(place).at(-1)).toBe(61);
  list.scrollTop = 20 * 24;
  act(list, "scroll", { bubbles: false });
  await until(() => places(place)[0] === 13);
  expect(places(place)).toEqual([...Array.from({ length: 22 }, (_, i) => 13 + i), 61]);
  expect(lines(place)[0]?.style.top).toBe("18rem");
  list.scrollTop = 0;
  act(list, "scroll", { bubbles: false });
  await until(() => places(place)[0] === 1);
  expect((list.firstElementChild as HTMLElement).style.height).toBe("91.5rem");
  // The state that one goes to comes into view, above and below.
  await document.editor.goTo(40);
  await until(() => list.scrollTop === 41 * 24 - 5 * 24);
  await document.editor.goTo(38);
  await document.editor.settled();
  expect(list.scrollTop).toBe(36 * 24);
  await document.editor.goTo(10);
  await until(() => list.scrollTop === 10 * 24);
  expect(page.watching).toBe(1);
});

it("says that a run is on, and leaves nothing behind", async () => {
  const { page, document, place, list, end } = await stepped(0);
  expect(textOn(one(place, "button"))).toBe("History");
  await document.editor.run({ increment: 1n, interval: 0 });
  await until(() => textOn(one(place, "button")) === "Historyrunning");
  await document.editor.stop();
  end();
  expect(page.watching).toBe(0);
  expect(page.listeners(list, "scroll")).toBe(0);
});
