// Larger text, by the preferences and by the browser's zoom: everything keeps its place.

import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pick } from "../support/pick.ts";
import type { OpenStudio, Rig, StudioOptions } from "./studio.ts";
import { focusCells, openStudio, startRig } from "./studio.ts";
import { drawn } from "./walk.ts";

let rig: Rig;
let studio: OpenStudio;
let page: Page;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

async function open(options: StudioOptions): Promise<void> {
  studio = await openStudio(rig, options);
  page = studio.page;
}

async function done(): Promise<void> {
  expect(studio.complaints).toEqual([]);
  await studio.close();
}

/** What is off the window, cut, or lies on something else. */
function faults(): Promise<readonly string[]> {
  return page.evaluate(() => {
    const seen: string[] = [];
    const { innerWidth, innerHeight } = window;
    if (document.documentElement.scrollWidth > innerWidth) seen.push("the window is too wide");
    const name = (element: Element): string =>
      element.getAttribute("aria-label") ?? element.textContent?.slice(0, 30) ?? element.tagName;
    for (const element of document.querySelectorAll(
      ".status dd, .numbers dd, .transport button, .top button, .zoom > *, .minimap, .dialog footer button",
    )) {
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      if (width === 0) continue;
      if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
        seen.push(`${name(element)} is off the window`);
      if (element.matches("dd, .zoom > *") && element.scrollWidth > element.clientWidth + 1)
        seen.push(`${name(element)} is cut across`);
      if (element.matches("dd, .zoom > *, button") && element.scrollHeight > element.clientHeight + 2)
        seen.push(`${name(element)} is cut down`);
    }
    for (const group of [".transport > *, .trace, .numbers", ".zoom, .minimap", ".status dl > div"]) {
      const boxes = [...document.querySelectorAll(group)].map((element) => ({
        element,
        box: element.getBoundingClientRect(),
      }));
      boxes.forEach(({ element, box }, at) => {
        for (const other of boxes.slice(at + 1)) {
          const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
          const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
          if (across > 1 && down > 1) seen.push(`${name(element)} lies on ${name(other.element)}`);
        }
      });
    }
    return seen;
  });
}

async function setTextSize(size: number): Promise<void> {
  await page.keyboard.press("Control+,");
  await pick(page.getByLabel("Text size"), String(size));
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect
    .poll(() => page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)))
    .toBe((16 * size) / 100);
}

describe("larger text", () => {
  test("keeps everything in its place at 1280 x 800 with the library, and at 1024 x 640 without", async () => {
    await open({ withLibrary: true });
    await focusCells(page);
    for (const key of ["]", "]", "]"]) await page.keyboard.press(key);
    for (const [width, height] of [
      [1280, 800],
      [1024, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      const library = page.getByRole("complementary", { name: "Library" });
      if (width < 1280) {
        await setTextSize(100);
        await page.keyboard.press("Control+l");
      }
      await library.waitFor({ state: width < 1280 ? "detached" : "visible" });
      await page.getByRole("img", { name: /^Minimap/ }).waitFor();
      for (const size of [125, 150, 200]) {
        await setTextSize(size);
        await drawn(page);
        await expect.poll(faults, { message: `${width} x ${height}, ${size} %` }).toEqual([]);
      }
    }
    await done();
  });

  test("by the browser's zoom keeps everything in its place", async () => {
    await open({ viewport: { width: 853, height: 533 } });
    const library = page.getByRole("button", { name: "Library", exact: true });
    const inspector = page.getByRole("button", { name: "Inspector", exact: true });
    // It would lie on the cells.
    expect(await page.locator(".inspector").count()).toBe(0);
    for (const [zoom, width, height] of [
      [150, 853, 533],
      [200, 640, 400],
    ] as const) {
      await page.setViewportSize({ width, height });
      await drawn(page);
      await expect.poll(faults, { message: `${zoom} %` }).toEqual([]);
      await library.click();
      await page.locator(".card").first().waitFor();
      await drawn(page);
      await expect.poll(faults, { message: `${zoom} %, with the library` }).toEqual([]);
      await library.click();
      await page.locator(".card").first().waitFor({ state: "detached" });
      await inspector.click();
      await drawn(page);
      const [strip, panel] = [page.locator(".tool-strip"), page.locator(".inspector")];
      const box = await strip.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((await panel.boundingBox())?.x ?? 0);
      await inspector.click();
      await panel.waitFor({ state: "detached" });
    }
    await done();
  });

  test("leaves each part of a low window within reach", async () => {
    await open({ viewport: { width: 700, height: 500 }, withHints: true });
    const hints = page.locator(".welcome");
    for (const name of ["Inspector", "Library"]) {
      const [button, panel] = [
        page.getByRole("button", { name, exact: true }),
        page.getByRole("complementary", { name }),
      ];
      await button.click();
      await panel.waitFor();
      await expect.poll(() => overlap(hints, panel), { message: name }).toBe(0);
      await button.click();
      await panel.waitFor({ state: "detached" });
    }
    await hints.getByRole("button", { name: "Got it" }).click();
    // There are more tools at the end that fades.
    const rail = page.getByRole("navigation", { name: "Tools" });
    const fading = (): Promise<readonly string[]> =>
      rail.evaluate((element) => {
        const style = getComputedStyle(element);
        return ["--rest-before", "--rest-behind"].map((name) => style.getPropertyValue(name));
      });
    await expect.poll(fading).toEqual(["0px", "32px"]);
    await rail.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect.poll(fading).toEqual(["32px", "0px"]);
    await page.setViewportSize({ width: 900, height: 600 });
    await page.keyboard.press("Control+Shift+r");
    await page.getByText(/^Measured/).waitFor();
    await page.getByRole("button", { name: "Keep as yours…" }).click();
    const card = page.locator(".rule-card");
    const keep = page.getByRole("button", { name: "Keep", exact: true });
    const lowest = (of: Locator): Promise<number> =>
      of.evaluate((element) => element.getBoundingClientRect().bottom);
    expect(await lowest(keep)).toBeLessThanOrEqual(await lowest(card));
    // So it stays when the form has something to say.
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    expect(await lowest(keep)).toBeLessThanOrEqual(await lowest(card));
    await done();
  });
});

/** How much of one lies under the other, in pixels; not 0 for what is not shown. */
async function overlap(one: Locator, other: Locator): Promise<number> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) return Number.NaN;
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, across) * Math.max(0, down);
}
