// The plot in the built studio: recorded while it runs, read and zoomed by keys, saved as CSV and PNG.

import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Rig } from "./studio.ts";
import { focusCells, inTurn, openPattern, reading, startRig } from "./studio.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const dialog = (page: Page) => page.getByRole("dialog", { name: "Plot" });
const cursor = (page: Page) => dialog(page).getByRole("slider", { name: "Cursor in the plot" });

async function saved(page: Page, name: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog(page).getByRole("button", { name }).click(),
  ]);
  return readFile(await download.path());
}

/** What a worker that is short of time leaves out is a generation, or its births and deaths; the clock that decides is in tests/engine/worker. */
const LIFE_OF_R =
  /^generation,population,births,deaths\n0,5,,\n(1,6,(2,1|,)\n)?(2,7,(3,2|,)\n)?(3,9,(2,0|,)\n)?(4,8,(2,3|,)\n)?(5,9,(3,2|,)\n)?$/;

async function openR(page: Page): Promise<void> {
  await openPattern(page, "r.rle", "x = 3, y = 3, rule = B3/S23\nb2o$2o$bo!");
}

describe("the plot", () => {
  test("says what to do while nothing is recorded, and begins when it runs", () =>
    inTurn(rig, async ({ page }) => {
      await openR(page);
      await page.keyboard.press("Shift+P");
      await dialog(page)
        .getByText(/^Nothing is recorded yet/)
        .waitFor();
      await dialog(page).getByRole("button", { name: "Run" }).click();
      await cursor(page).waitFor();
      await dialog(page).locator("canvas").waitFor();
    }));

  test("has every step with births and deaths, as a CSV and a PNG", () =>
    inTurn(rig, async ({ page }) => {
      await openR(page);
      for (let n = 0; n < 5; n++) await page.keyboard.press("Space");
      await expect.poll(() => reading(page, "generation")).toBe(5);
      await page.keyboard.press("Shift+P");
      await dialog(page).locator("canvas").waitFor();
      const csv = async () => String(await saved(page, "Save CSV"));
      // Nothing comes behind the last one, which would move the cursor.
      await expect.poll(csv).toMatch(/\n5,/);
      const noted = await csv();
      expect(noted).toMatch(LIFE_OF_R);
      const png = await saved(page, "Save PNG");
      expect(png.subarray(1, 4).toString()).toBe("PNG");
      expect(png.readUInt32BE(16)).toBeGreaterThan(400);

      await cursor(page).focus();
      await page.keyboard.press("Home");
      const said = () => cursor(page).getAttribute("aria-valuetext");
      await expect.poll(said).toBe("Generation 0: population 5");
      expect(await cursor(page).getAttribute("aria-valuenow")).toBe(
        await cursor(page).getAttribute("aria-valuemin"),
      );
      await page.keyboard.press("ArrowRight");
      const [generation, population, births, deaths] = noted.split("\n")[2]?.split(",") ?? [];
      const changes = births ? `, ${births} born, ${deaths} died` : "";
      const first = `Generation ${generation}: population ${population}${changes}`;
      await expect.poll(said).toBe(first);
      await dialog(page).getByText(first).waitFor();
      // Keys zoom, and everything can be seen again.
      const picture = () =>
        dialog(page)
          .locator("canvas")
          .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
      const whole = await picture();
      await page.keyboard.press("+");
      await expect.poll(picture).not.toBe(whole);
      await dialog(page).getByRole("button", { name: "Show all" }).click();
      await expect.poll(picture).toBe(whole);
      await dialog(page).getByRole("checkbox", { name: "Logarithmic" }).check();
      await expect.poll(picture).not.toBe(whole);
      const byGeneration = await picture();
      await dialog(page).getByRole("checkbox", { name: "Log time" }).check();
      await expect.poll(picture).not.toBe(byGeneration);
      await dialog(page).getByRole("checkbox", { name: "Log time" }).uncheck();
      await expect.poll(picture).toBe(byGeneration);
      await dialog(page).getByRole("checkbox", { name: "Births" }).uncheck();
      await dialog(page).locator("canvas").waitFor();
    }));

  test("follows time back and forth, and forgets the future that an edit takes away", () =>
    inTurn(rig, async ({ page }) => {
      await openR(page);
      /** The lines of the file, once it has this one: what was noted is fetched a few times a second. */
      const csv = async (last: string): Promise<string[]> => {
        await page.keyboard.press("Shift+P");
        await dialog(page).locator("canvas").waitFor();
        let text = "";
        await expect.poll(async () => (text = String(await saved(page, "Save CSV")))).toContain(`\n${last},`);
        await page.keyboard.press("Escape");
        await dialog(page).waitFor({ state: "detached" });
        await focusCells(page);
        return text
          .trim()
          .split("\n")
          .slice(1)
          .map((line) => line.split(",").slice(0, 2).join(":"));
      };
      for (let n = 0; n < 4; n++) await page.keyboard.press("Space");
      await expect.poll(() => reading(page, "generation")).toBe(4);
      const noted = await csv("4,8");
      expect(["0:5", "1:6", "2:7", "3:9", "4:8"]).toEqual(expect.arrayContaining(noted));
      expect(noted.length).toBeGreaterThan(1);
      await page.keyboard.press("z");
      await page.keyboard.press("z");
      await expect.poll(() => reading(page, "generation")).toBe(2);
      expect(await csv("4,8")).toEqual(noted);
      // All cells away: another future.
      await page.keyboard.press("a");
      await page.keyboard.press("Delete");
      await expect.poll(() => reading(page, "population")).toBe(0);
      await page.keyboard.press("Space");
      await expect.poll(() => reading(page, "generation")).toBe(3);
      expect(["0:5", "1:6", "2:7", "2:0", "3:0"]).toEqual(expect.arrayContaining(await csv("3,0")));
    }));
});
