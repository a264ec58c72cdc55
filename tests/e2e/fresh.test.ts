// The tests' own tool: a window that a test has used is as good as a new one for the next.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Rig } from "./studio.ts";
import { command, launchRig, openPattern, openStudio, reading } from "./studio.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await launchRig();
});
afterAll(() => rig.close());

/** All that an origin can keep, and what is shown. */
async function traces(page: Page): Promise<unknown> {
  const kept = await page.evaluate(async () => {
    const files: string[] = [];
    const root = (await navigator.storage.getDirectory()) as unknown as { keys(): AsyncIterable<string> };
    for await (const name of root.keys()) files.push(name);
    const local = { ...localStorage };
    const marks = Object.keys(window).filter((name) => name === "leftBehind");
    return { files, local, marks, size: [innerWidth, innerHeight] };
  });
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  return {
    ...kept,
    databases,
    titles: await page.locator(".tab .tab-title > span:first-of-type").allTextContents(),
    theme: await page.evaluate(() => document.documentElement.dataset.theme),
  };
}

test("a window that was used opens as a new one does", async () => {
  const first = await openStudio(rig, { running: true });
  const { page } = first;
  const asNew = await traces(page);
  await openPattern(page, "row.rle", "x = 3, y = 1, rule = B3/S23\n3o!");
  await command(page, "Cell colours: Ink on paper");
  await page.keyboard.press("Alt+Enter");
  await page.setViewportSize({ width: 900, height: 700 });
  await page.evaluate(async () => {
    localStorage.setItem("left", "behind");
    Object.assign(window, { leftBehind: true });
    await (await navigator.storage.getDirectory()).getFileHandle("left.rle", { create: true });
    indexedDB.open("left behind");
    console.error("Left behind.");
  });
  await expect.poll(() => first.complaints).toEqual(["Left behind."]);
  expect(await traces(page)).not.toEqual(asNew);
  await first.close();
  const second = await openStudio(rig, { running: true });
  expect(second.page).toBe(page);
  expect(await traces(page)).toEqual(asNew);
  expect(second.complaints).toEqual([]);
  await expect.poll(() => reading(page, "generation")).toBeGreaterThan(3);
  await second.close();
});

test("a window that a test has spoilt is not used again", async () => {
  const spoilt = await openStudio(rig);
  await spoilt.page.addInitScript(() => {});
  await spoilt.close();
  const next = await openStudio(rig);
  expect(next.page).not.toBe(spoilt.page);
  await next.close();
});
