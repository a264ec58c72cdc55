// Several files at once, packed files, and the tabs that come back at the next start.

import { gzipSync, zipSync } from "fflate";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Rig, StudioOptions } from "./studio.ts";
import {
  createUniverse,
  dropFile,
  focusCells,
  inOwnStudio,
  inTurn,
  kept,
  reading,
  startRig,
  status,
} from "./studio.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig?.close());

const soon = (read: () => unknown) => expect.poll(read);

const inStudio = (work: (page: Page) => Promise<void>, options: StudioOptions = {}): Promise<void> =>
  inOwnStudio(rig, ({ page }) => work(page), { answersDialogs: true, ...options });

/** In a studio that such tests use in turn. */
const onTabs = (work: (page: Page) => Promise<void>): Promise<void> =>
  inTurn(rig, ({ page }) => work(page), { answersDialogs: true });

const titles = (page: Page): Promise<string[]> =>
  page.locator(".tab .tab-title > span:first-of-type").allTextContents();

async function dropAll(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate((entries) => {
    const data = new DataTransfer();
    for (const [name, text] of entries) data.items.add(new File([text as string], name as string));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, Object.entries(files));
}

interface LastTab {
  readonly front: boolean;
  readonly note: { readonly camera: { readonly zoom: number } };
}

/** The tabs that the next start opens, as the studio has kept them. */
async function lastTabs(page: Page): Promise<readonly LastTab[]> {
  const texts = (await kept(page, "preferences")).map((text) => JSON.parse(text) as string);
  const list = texts.find((text) => text.includes('"tabs":')) ?? '{"value":{"tabs":[]}}';
  return (JSON.parse(list) as { readonly value: { readonly tabs: readonly LastTab[] } }).value.tabs;
}

const lastFronts = async (page: Page) => (await lastTabs(page)).map(({ front }) => front);

/** Opens a file of the browser's private file system by the dialog, as one that can be opened again. */
async function openKept(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    async ([file, content]) => {
      const root = await navigator.storage.getDirectory();
      const stream = await (await root.getFileHandle(file as string, { create: true })).createWritable();
      await stream.write(content as string);
      await stream.close();
      Object.assign(window, { nextFile: file });
    },
    [name, text],
  );
  await page.keyboard.press("Control+o");
  await page.locator(".tab.on", { hasText: name }).waitFor();
}

test("many files that are dropped open in tabs, and what failed is said once", () =>
  onTabs(async (page) => {
    await dropAll(page, {
      "a.rle": "x = 3, y = 1\n3o!",
      "bad.rle": "x = 1, y = 1, rule = Perrier\nA!",
      "b.cells": "OO\nOO\n",
      "script.lua": "local g = golly()\n",
    });
    await page
      .getByText(/2 of 4 files were opened\. Not opened: bad\.rle \(.*Perrier.*\), script\.lua/)
      .waitFor();
    expect((await titles(page)).slice(1)).toEqual(["a.rle", "b.cells"]);
    await soon(() => reading(page, "population")).toBe(4);
  }));

test("a file over the window shows what its drop will do", () =>
  onTabs(async (page) => {
    const drag = (type: string) =>
      page.evaluate((name) => {
        const data = new DataTransfer();
        data.items.add(new File(["3o!"], "a.rle"));
        const init = { dataTransfer: data, bubbles: true, cancelable: true };
        document.querySelector("[data-stage]")?.dispatchEvent(new DragEvent(name, init));
      }, type);
    const frame = page.getByText("Open in a new tab", { exact: true });
    // A drag that goes on says so all the time.
    const over = () =>
      soon(async () => {
        await drag("dragover");
        return frame.isVisible();
      }).toBe(true);
    await over();
    // A drag that ends elsewhere says nothing any more.
    await frame.waitFor({ state: "detached" });
    await over();
    await drag("drop");
    await frame.waitFor({ state: "detached" });
    await page.locator(".tab.on", { hasText: "a.rle" }).waitFor();
  }));

test("gzip and ZIP are opened wherever a file is, and come back although a drop gave their bytes alone", () =>
  inStudio(async (page) => {
    const text = new TextEncoder().encode("[M2] (x)\n#R B3/S23\n**$**$\n");
    await dropFile(page, "block.mc.gz", gzipSync(text));
    await page.locator(".tab.on", { hasText: "block.mc.gz" }).waitFor();
    await soon(() => reading(page, "population")).toBe(4);
    await dropFile(page, "three.zip", zipSync({ "in/three.rle": new TextEncoder().encode("3o!") }));
    await page.locator(".tab.on", { hasText: "three.zip" }).waitFor();
    await soon(() => reading(page, "population")).toBe(3);
    // Of several one is chosen by name, by keys too.
    const five = new TextEncoder().encode("5o!");
    await dropFile(page, "two.zip", zipSync({ "in/a.rle": text, "in/b.rle": five }));
    await page.getByRole("dialog", { name: "two.zip" }).getByText("2 patterns").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator(".tab.on", { hasText: "b.rle" }).waitFor();
    await soon(() => reading(page, "population")).toBe(5);
    await soon(async () => (await lastTabs(page)).length).toBe(3);
    await page.reload();
    await soon(() => titles(page)).toEqual(["block.mc.gz", "three.zip", "b.rle"]);
    await page.locator(".tab.on", { hasText: "b.rle" }).waitFor();
    await soon(() => reading(page, "population")).toBe(5);
  }));

test("the files that were open come back, in their order and where they were looked at", () =>
  inStudio(async (page) => {
    await openKept(page, "first.rle", "x = 3, y = 1, rule = B36/S23\n3o!");
    await openKept(page, "second.rle", "x = 2, y = 2\n2o$2o!");
    await page.locator(".tab", { hasText: "first.rle" }).locator(".tab-title").click();
    await soon(() => lastFronts(page)).toEqual([true, false]);
    const group = page.getByRole("group", { name: "Zoom" });
    const shown = await status(page, "Zoom");
    await group.getByRole("button", { name: "Zoom out" }).click();
    await soon(() => status(page, "Zoom")).not.toBe(shown);
    const zoom = await status(page, "Zoom");
    // Out of the powers of two that are shown.
    const pixels = Number.parseFloat(zoom);
    await soon(async () => (await lastTabs(page))[0]?.note.camera.zoom).toBe(Math.log2(pixels));
    await page.reload();
    await soon(() => titles(page)).toEqual(["first.rle", "second.rle"]);
    await page.locator(".tab.on", { hasText: "first.rle" }).waitFor();
    await soon(() => reading(page, "population")).toBe(3);
    await soon(() => status(page, "Zoom")).toBe(zoom);
    // Not when that is not wanted.
    await page.keyboard.press("Control+,");
    await page.getByLabel("Open the last tabs at start").uncheck();
    await page.keyboard.press("Escape");
    await soon(async () => (await kept(page, "preferences")).join()).toContain('\\"reopenTabs\\":false');
    await page.reload();
    await soon(() => titles(page)).toEqual(["Small garden"]);
  }));

test("names, order and preview: renamed in place, dragged, closed by the middle button, and back after a reload", () =>
  inStudio(
    async (page) => {
      const tab = (title: string) => page.locator(".tab", { hasText: title });
      for (let n = 0; n < 3; n++) await createUniverse(page);
      await soon(() => titles(page)).toEqual(["Small garden", "Square", "Square 2", "Square 3"]);
      await tab("Square 3").locator(".tab-title").dblclick();
      await page.keyboard.type("  Work in   progress ");
      await page.keyboard.press("Enter");
      await soon(() => titles(page)).toEqual(["Small garden", "Square", "Square 2", "Work in progress"]);
      await page.keyboard.press("Control+z");
      await tab("Square 3").waitFor();
      await page.keyboard.press("Control+Shift+z");
      await tab("Work in progress").locator(".tab-title").focus();
      await page.keyboard.press("F2");
      await page.keyboard.type("no");
      await page.keyboard.press("Escape");
      await tab("Work in progress").waitFor();
      // The name goes into the file, and is what the file is called.
      await page.keyboard.press("Control+s");
      await page.getByText("Saved Work in progress.rle.").waitFor();
      const saved = await page.evaluate(async () => {
        const root = await navigator.storage.getDirectory();
        return (await (await root.getFileHandle("Work in progress.rle")).getFile()).text();
      });
      expect(saved).toContain("#N Work in progress\n");
      // A pattern of the library is looked at in one tab, until it is kept.
      const card = (name: string) =>
        page.locator(".card", { has: page.getByText(name, { exact: true }) }).first();
      const find = (name: string) => page.getByRole("searchbox", { name: "Search the library" }).fill(name);
      await find("acorn");
      await card("Acorn").click();
      await page.locator(".tab.on.preview", { hasText: "Acorn" }).waitFor();
      await find("pulsar");
      await card("Pulsar").dblclick();
      await page.locator(".tab.on:not(.preview)", { hasText: "Pulsar" }).waitFor();
      await card("Pulsar").click();
      await find("glider");
      await card("Glider").click();
      await page.locator(".tab.on.preview", { hasText: "Glider" }).waitFor();
      const order = ["Small garden", "Square", "Square 2", "Work in progress", "Pulsar", "Glider"];
      await soon(() => titles(page)).toEqual(order);
      // A middle click closes, and pastes nothing, though the system hands its selection over.
      await page.evaluate(() => {
        window.addEventListener("auxclick", () => {
          const data = new DataTransfer();
          data.setData("text/plain", "3o!");
          window.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, cancelable: true }));
        });
      });
      await tab("Square 2").click({ button: "middle" });
      await soon(() => titles(page)).toEqual(order.filter((title) => title !== "Square 2"));
      await page.waitForTimeout(300);
      expect(await page.getByRole("region", { name: "Paste" }).count()).toBe(0);
      // Dragged to the front, and one to the right by key.
      const [from, to] = [await tab("Pulsar").boundingBox(), await tab("Small garden").boundingBox()];
      if (!from || !to) throw new Error("The tabs are not there.");
      // Escape takes a drag back, and other keys do nothing to it.
      for (const key of ["Escape", "Shift"]) {
        await page.mouse.move(from.x + 20, from.y + 10);
        await page.mouse.down();
        await page.mouse.move(to.x + 60, to.y + 10, { steps: 5 });
        await page.mouse.move(to.x + 15, to.y + 10, { steps: 3 });
        await soon(async () => (await titles(page))[0]).toBe("Pulsar");
        await page.keyboard.press(key);
        await soon(async () => (await titles(page))[0]).toBe(key === "Escape" ? "Small garden" : "Pulsar");
        await page.mouse.up();
      }
      await page.keyboard.press("Control+Shift+PageDown");
      const moved = ["Small garden", "Pulsar", "Square", "Work in progress", "Glider"];
      await soon(() => titles(page)).toEqual(moved);
      await soon(() => lastFronts(page)).toEqual([true, false, false, false]);
      await page.reload();
      // All that was opened comes back; the garden of the first start was not.
      await soon(() => titles(page)).toEqual(moved.slice(1));
      await page.locator(".tab.preview", { hasText: "Glider" }).waitFor();
      await page.locator(".tab.on", { hasText: "Pulsar" }).waitFor();
      await tab("Glider").click({ button: "right" });
      await page.getByRole("menuitem", { name: "Duplicate" }).click();
      await page.locator(".tab.on", { hasText: "Glider 2" }).waitFor();
      await page.locator(".tab.on").click({ button: "right" });
      await page.getByRole("menuitem", { name: "Close others" }).click();
      await soon(() => titles(page)).toEqual(["Glider 2"]);
    },
    { withLibrary: true },
  ));

test("inspector and dock stay for the next tab, and nothing half done reaches it", () =>
  onTabs(async (page) => {
    await dropAll(page, { "one.rle": "3o!", "two.rle": "3o!" });
    await page.locator(".tab.on", { hasText: "two.rle" }).waitFor();
    let here = "two.rle";
    const other = async (): Promise<void> => {
      await page.keyboard.press(here === "two.rle" ? "Control+PageUp" : "Control+PageDown");
      here = here === "two.rle" ? "one.rle" : "two.rle";
      await page.locator(".tab.on", { hasText: here }).waitFor();
    };
    const rule = page.locator("#rule-text");
    const seed = page.getByLabel("Seed");
    const states = page.getByRole("spinbutton", { name: "States, as a number" });
    const pictures = page.getByText("Neighbourhoods and states");
    const rest = page.locator(".inspector-rest");
    const generation = () => reading(page, "generation");

    // What was opened and scrolled stays.
    await pictures.click();
    await page.getByRole("group", { name: "Birth with 2" }).waitFor();
    await rest.evaluate((element) => element.scrollTo(0, 70));
    await page.getByRole("button", { name: "One generation", exact: true }).focus();
    await other();
    await soon(() => rest.evaluate((element) => element.scrollTop)).toBe(70);
    await page.getByRole("group", { name: "Birth with 2" }).waitFor();
    await soon(() => page.evaluate(() => !!document.activeElement?.closest("[data-stage]"))).toBe(true);

    // What is half typed goes, and no other document gets it.
    const fields = [
      [rule, "B9", "B3/S23"],
      [page.getByLabel("Comments"), "of life", ""],
      [states, "77", "2"],
    ] as const;
    for (const [field, text, first] of fields) {
      await field.fill(text);
      await other();
      await soon(() => field.inputValue()).toBe(first);
    }
    await other();
    for (const [field, , first] of fields) await soon(() => field.inputValue()).toBe(first);
    for (const _ of ["one", "two"]) {
      await other();
      await page.keyboard.press("Control+a");
      await seed.waitFor();
    }
    await seed.fill("no number");
    await other();
    await soon(() => seed.inputValue()).toBe("");

    // A slider that was moved stays in the hand that moved it, and comes to no other.
    for (const text of ["3", "2"]) {
      await states.fill(text);
      await states.press("Enter");
      await soon(() => rule.inputValue()).toBe(text === "2" ? "B3/S23" : "23/3/3");
    }
    await pictures.click();
    await soon(() => states.count()).toBe(1);
    await other();
    await soon(() => states.count()).toBe(0);

    // A drag through time that goes on in another tab moves nothing there.
    for (const _ of ["one", "two"]) {
      await focusCells(page);
      for (let n = 0; n < 4; n++) await page.keyboard.press("Space");
      await soon(generation).toBe(4);
      await other();
    }
    const line = await page.getByRole("slider", { name: "Timeline" }).boundingBox();
    if (!line) throw new Error("The timeline is not there.");
    const [middle, y] = [line.x + line.width / 2, line.y + line.height / 2];
    await page.mouse.move(middle, y);
    await page.mouse.down();
    await soon(generation).toBe(2);
    await other();
    await page.mouse.move(middle - line.width / 4, y);
    await page.mouse.up();
    await other();
    await soon(generation).toBe(2);
    await other();
    await soon(generation).toBe(4);
  }));

test("a file that somebody else has changed is not replaced without a question", () =>
  onTabs(async (page) => {
    await openKept(page, "shared.rle", "x = 3, y = 1\n3o!");
    const content = () =>
      page.evaluate(async () => {
        const root = await navigator.storage.getDirectory();
        return (await (await root.getFileHandle("shared.rle")).getFile()).text();
      });
    await page.locator(".tab.on .tab-title").dblclick();
    await page.keyboard.type("Mine");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+s");
    // The studio knows by then when it wrote the file.
    await page.getByText("Saved shared.rle").waitFor();
    expect(await content()).toContain("#N Mine");
    await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const stream = await (await root.getFileHandle("shared.rle")).createWritable();
      await stream.write("x = 5, y = 1\n5o!");
      await stream.close();
    });
    await page.locator(".tab.on .tab-title").dblclick();
    await page.keyboard.type("Ours");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+s");
    const question = page.getByRole("dialog", { name: "Replace shared.rle?" });
    await question.waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    expect(await content()).toContain("5o!");
    await page.keyboard.press("Control+s");
    await question.getByRole("button", { name: "Replace" }).click();
    await soon(content).toContain("#N Ours");
  }));

test("a file that is gone is said, and the others come back", () =>
  inStudio(async (page) => {
    await openKept(page, "gone.rle", "3o!");
    await openKept(page, "here.rle", "2o$2o!");
    await soon(() => lastFronts(page)).toEqual([false, true]);
    await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry("gone.rle"));
    await page.reload();
    await soon(() => titles(page)).toEqual(["here.rle"]);
    await page.getByText("gone.rle of the last tabs could not be opened again.").waitFor();
  }));

test("megabytes of RLE show how far they have come, and open", () =>
  onTabs(async (page) => {
    // A soup that a counter makes: nothing of it repeats soon, and nothing is sent from here.
    await page.evaluate(() => {
      let state = 7;
      const rows: string[] = [];
      for (let y = 0; y < 2600; y++) {
        let row = "";
        while (row.length < 2800) {
          state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
          const [dead, live] = [1 + ((state >>> 24) & 3), 1 + ((state >>> 28) & 1)];
          row += `${dead > 1 ? dead : ""}b${live > 1 ? live : ""}o`;
        }
        rows.push(`${row}$`);
      }
      const text = `x = 1, y = 1, rule = B3/S23\n${rows.join("\n")}!`;
      const seen = new Set<number>();
      // Each change of the page, also where no frame shows it: a window that is held up draws few.
      const watch = new MutationObserver(() => {
        const bar = document.querySelector<HTMLProgressElement>("progress");
        if (bar && bar.position >= 0) seen.add(bar.value);
      });
      watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ["value"] });
      const data = new DataTransfer();
      data.items.add(new File([text], "large.rle"));
      Object.assign(window, { seen, size: text.length, lookNoMore: () => watch.disconnect() });
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await page.locator(".tab.on", { hasText: "large.rle" }).waitFor({ timeout: 40_000 });
    await expect.poll(() => reading(page, "population"), { timeout: 40_000 }).toBeGreaterThan(2_800_000);
    const { seen, size } = await page.evaluate(() => {
      const { seen, size, lookNoMore } = window as unknown as {
        readonly seen: Set<number>;
        readonly size: number;
        lookNoMore(): void;
      };
      lookNoMore();
      return { seen: [...seen], size };
    });
    expect(size).toBeGreaterThan(7_000_000);
    // The bar comes late, and how often it moves is a matter of the machine's speed.
    expect(Math.max(...seen.filter((share) => share < 1))).toBeGreaterThan(0);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  }));

test("the tab in front is in view, whole, however many there are", () =>
  onTabs(async (page) => {
    await page.setViewportSize({ width: 1024, height: 640 });
    const front = () =>
      page.evaluate(() => {
        const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
        const [nav, tab] = [box(".tabs"), box(".tab.on")];
        return nav && tab ? tab.left >= nav.left - 0.5 && tab.right <= nav.right + 0.5 : false;
      });
    const files = Array.from({ length: 7 }, (_, at) => [`a pattern of its own ${at}.rle`, "3o!"]);
    await dropAll(page, Object.fromEntries(files));
    await soon(() => page.locator(".tab").count()).toBe(8);
    await soon(front).toBe(true);
    for (let at = 0; at < 8; at++) {
      await page.keyboard.press("Control+PageDown");
      await soon(front).toBe(true);
    }
    await page.setViewportSize({ width: 900, height: 640 });
    await soon(front).toBe(true);
    // A wheel over the row leads to those that have no room; what lies beyond an end fades there.
    const row = page.locator(".tabs");
    const scrolled = () => row.evaluate(({ scrollLeft }) => scrollLeft);
    const hidden = (side: string) =>
      row.evaluate((nav, name) => getComputedStyle(nav).getPropertyValue(name), `--rest-${side}`);
    await row.hover();
    await page.mouse.wheel(0, -9999);
    await soon(scrolled).toBe(0);
    await soon(() => Promise.all([hidden("before"), hidden("behind")])).toEqual(["0px", "32px"]);
    await page.mouse.wheel(0, 120);
    await soon(scrolled).toBe(120);
    await page.mouse.wheel(0, 9999);
    await soon(() => Promise.all([hidden("before"), hidden("behind")])).toEqual(["32px", "0px"]);
  }));
