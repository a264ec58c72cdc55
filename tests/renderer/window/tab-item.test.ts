// A tab: what it says of its universe, and what clicks and keys on it ask for.

import { expect, it } from "vitest";
import { TabItem } from "../../../renderer/window/tabs/tab-item.tsx";
import { act, all, click, one, press, textOn, type } from "../../support/played-page/hands.ts";
import { until } from "../../support/until.ts";
import { inStudio } from "../in-studio.ts";

async function tab(wanted: Parameters<ReturnType<typeof inStudio>["open"]>[0] = {}, twin = false) {
  const { page, studio, open, show, within } = inStudio();
  const document = await open({ title: "Gun", ...wanted });
  const props = { tab: document, active: true, twin };
  const { place, render } = await show(TabItem, props);
  const title = (): HTMLElement => place.querySelector(".tab-title") as HTMLElement;
  const again = (change: Partial<typeof props>) => render(within(TabItem, { ...props, ...change }));
  return { page, studio, document, place, title, open, again };
}
const FILE = { id: "memory:rle%2Fgun.rle", name: "gun.rle", place: "rle", writable: true };

it("bears its title, and says where it comes from", async () => {
  const { title, again, place } = await tab({
    file: FILE,
    info: { name: "Gosper gun", comments: [] } as never,
  });
  expect(textOn(title())).toBe("Gosper gun gun.rle");
  expect(title().title).toBe("gun.rle (rle)");
  expect(title().getAttribute("aria-current")).toBe("page");
  // Seen only where another tab is called the same.
  expect(place.querySelector(".tab-file")).toBeNull();
  again({ twin: true, active: false });
  expect(place.querySelector(".tab-file")?.textContent).toBe(" gun.rle");
  expect(title().getAttribute("aria-current")).toBeNull();
  expect(place.querySelector(".tab.on")).toBeNull();
});

it("has no file behind its title where that is the file's name, or where there is none", async () => {
  const named = await tab({ title: "gun.rle", file: { ...FILE, place: "" } });
  expect(textOn(named.title())).toBe("gun.rle");
  expect(named.title().getAttribute("title")).toBeNull();
});

it("says that work would be lost, and that it is a preview only", async () => {
  const { studio, document, title, place } = await tab();
  expect(textOn(title())).toBe("Gun");
  expect(place.querySelector(".unsaved")).toBeNull();
  studio.shell.setState({ preview: document.id });
  await until(() => textOn(title()) === "Gun, preview");
  await document.editor.setInfo({ ...document.editor.state.info, name: "Mine" });
  await until(() => textOn(title()) === "Mine, not saved");
  expect(place.querySelector(".unsaved")).not.toBeNull();
});

it("comes to the front by a click; a double click keeps a preview, and names any other", async () => {
  const { studio, document, title, open } = await tab();
  const other = await open({ title: "Other" });
  expect(studio.tabs.front).toBe(other);
  click(title());
  expect(studio.tabs.front).toBe(document);
  studio.shell.setState({ preview: document.id });
  await until(() => textOn(title()).includes("preview"));
  act(title(), "dblclick");
  expect(studio.shell.getState()).toMatchObject({ preview: null, renaming: null });
  await until(() => !textOn(title()).includes("preview"));
  act(title(), "dblclick");
  expect(studio.shell.getState().renaming).toBe(document.id);
});

it("lets its name be typed after F2", async () => {
  const { studio, document, place, title } = await tab();
  expect(press(title(), "a").defaultPrevented).toBe(false);
  expect(studio.shell.getState().renaming).toBeNull();
  expect(press(title(), "F2").defaultPrevented).toBe(true);
  await until(() => all(place, "textbox", "Name of the tab").length === 1);
  type(one(place, "textbox"), "Glider gun");
  press(one(place, "textbox"), "Enter");
  await until(() => document.title === "Glider gun");
  await until(() => textOn(title()).startsWith("Glider gun"));
});

it("is closed by the middle button, and not by the second one", async () => {
  const { studio, document, place, title, open } = await tab();
  const other = await open({ title: "Other" });
  const box = place.querySelector(".tab") as HTMLElement;
  expect(act(box, "auxclick", { button: 2 }).defaultPrevented).toBe(false);
  expect(studio.tabs.list).toEqual([document, other]);
  expect(act(title(), "auxclick", { button: 1 }).defaultPrevented).toBe(true);
  await until(() => studio.tabs.list.length === 1);
  expect(studio.tabs.list).toEqual([other]);
});

it("is closed by its cross", async () => {
  const { studio, place } = await tab();
  click(one(place, "button", "Close Gun"));
  await until(() => studio.tabs.list.length === 0);
});

it("is dragged by its title with the first button of a mouse", async () => {
  const { page, studio, document, place, title, open } = await tab();
  const other = await open({ title: "Other" });
  const row = place.firstElementChild?.parentElement as HTMLElement;
  const carried = place.querySelector(".tab") as HTMLElement;
  const twin = page.document.createElement("div");
  row.append(twin);
  for (const [element, left] of [
    [carried, 0],
    [twin, 100],
  ] as const) {
    page.place(element, { left, width: 100, height: 30 });
  }
  page.place(row, { width: 300, height: 30 });
  Object.defineProperty(row, "scrollWidth", { value: 300 });
  Object.assign(page.document, { elementFromPoint: () => null });
  const drag = (on: HTMLElement, init: object): void => {
    act(on, "pointerdown", { button: 0, pointerType: "mouse", clientX: 50, clientY: 10, ...init });
    act(window, "pointermove", { clientX: 220, clientY: 10 });
    page.paint();
    act(window, "pointerup");
  };
  drag(title(), { button: 2 });
  drag(title(), { pointerType: "touch" });
  drag(one(place, "button", "Close Gun"), {});
  expect(studio.tabs.list).toEqual([document, other]);
  drag(title(), {});
  expect(studio.tabs.list).toEqual([other, document]);
});
