// The guide, the first hints, keys that are bound otherwise, and a whole piece of work by keyboard alone.

import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runsPopulation } from "../../engine/core/runs.ts";
import { readPattern } from "../../engine/formats/pattern-file.ts";
import { pick } from "../support/pick.ts";
import { runsOf } from "../support/runs-of.ts";
import type { OpenStudio, Rig, StudioOptions } from "./studio.ts";
import {
  askPalette,
  command,
  focusCells,
  inOwnStudio,
  inTurn,
  kept,
  openPattern,
  reading,
  startRig,
} from "./studio.ts";

let rig: Rig;

beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const inStudio = (
  play: (page: Page, studio: OpenStudio) => Promise<void>,
  options?: StudioOptions,
): Promise<void> => inOwnStudio(rig, (studio) => play(studio.page, studio), options);

/** One after the other: what the guide remembers, it remembers for the next. */
const withGuide = (play: (page: Page) => Promise<void>): Promise<void> =>
  inTurn(rig, ({ page }) => play(page));

const soon = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 15_000, interval: 40 });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();
const generations = async (page: Page): Promise<number> =>
  Number((await page.getByTestId("example-generation").first().innerText()).replace(/\D/g, ""));
const heading = (page: Page) => page.locator(".guide-page").getAttribute("aria-label");

/** A second start, of a machine that may be busy. */
async function reload(page: Page): Promise<void> {
  await page.reload({ timeout: 20_000 });
  await page.getByTestId("generation").waitFor({ timeout: 20_000 });
}

/** What is kept for the next start. */
const preferences = async (page: Page): Promise<string> =>
  (await kept(page, "preferences")).map((text) => JSON.parse(text) as string).join("\n");

async function openGuide(page: Page): Promise<void> {
  await page.keyboard.press("F1");
  await page.locator(".guide-page h3").waitFor();
}

// The first of those that share a window: this is about a window's start.
test("nothing moves at the start where little motion is wished", () =>
  withGuide(async (page) => {
    await soon(() => reading(page, "population")).toBe(177);
    await page.waitForTimeout(800);
    expect(await reading(page, "generation")).toBe(0);
    await page.keyboard.press("Enter");
    await soon(() => reading(page, "generation")).toBeGreaterThan(1);
    await page.keyboard.press("Enter");
    await button(page, "Run").waitFor();
  }));

describe("the guide", () => {
  test("opens by its key, finds words, marks them, and goes there and back", () =>
    withGuide(async (page) => {
      await openGuide(page);
      expect(await heading(page)).toBe("First steps");
      await page.getByLabel("Search the guide").fill("photosensitive");
      await page.getByRole("navigation", { name: "Found" }).getByText("One place").waitFor();
      await page.keyboard.press("Enter");
      await soon(() => heading(page)).toBe("The view");
      expect(await page.locator(".guide-page mark").first().innerText()).toBe("photosensitive");
      await soon(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Flashing");
      await button(page, "Back").click();
      await soon(() => heading(page)).toBe("First steps");
      await page.getByLabel("Search the guide").fill("qqqq");
      await page.getByText("Nothing in the guide says that.").waitFor();
    }));

  test("links its chapters and words with each other and with the studio", () =>
    withGuide(async (page) => {
      await openGuide(page);
      await page.locator(".guide-contents").getByRole("button", { name: "One dimension" }).click();
      // Rule 30 from one cell: its first rows have 1, 3 and 3 cells.
      const picture = page.getByRole("img", { name: /^Rule 30 from one cell/ });
      const firstRows = () =>
        picture.evaluate((canvas: HTMLCanvasElement) => {
          const context = canvas.getContext("2d") as CanvasRenderingContext2D;
          return [0, 1, 2].map((row) => {
            const words = new Uint32Array(context.getImageData(0, row, canvas.width, 1).data.buffer);
            return words.filter((word) => word !== words[0]).length;
          });
        });
      await soon(firstRows).toEqual([1, 3, 3]);
      await page.locator(".guide-contents").getByRole("button", { name: "First steps" }).click();
      await page.locator(".guide-page").getByRole("button", { name: "gliders" }).click();
      await soon(() => heading(page)).toBe("Lexicon");
      await soon(() => page.evaluate(() => document.activeElement?.textContent)).toBe("glider");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      // It opens where it was left, and other panels open it where they want.
      await openGuide(page);
      expect(await heading(page)).toBe("Lexicon");
      await page.keyboard.press("Escape");
      await button(page, "Why this algorithm").click();
      await button(page, "What is this?").click();
      await soon(() => heading(page)).toBe("Algorithms");
      await page.locator(".guide-page").getByRole("button", { name: "preferences" }).first().click();
      await page.getByRole("dialog", { name: "Preferences" }).waitFor();
    }));

  test("has examples that live while they are in view, and open in a tab", () =>
    inStudio(
      async (page) => {
        await openGuide(page);
        await soon(() => generations(page)).toBeGreaterThan(3);
        await button(page, "Pause Gosper glider gun").click();
        await button(page, "Play Gosper glider gun").waitFor();
        // The step that was under way is the last.
        const last = (await generations(page)) + 1;
        await page.waitForTimeout(700);
        expect(await generations(page)).toBeLessThanOrEqual(last);
        await button(page, "Play Gosper glider gun").click();
        await soon(() => generations(page)).toBeGreaterThan(last);
        await button(page, "Open in a tab: Gosper glider gun").click();
        await page.locator(".tab.on", { hasText: "Gosper glider gun" }).waitFor();
        await soon(() => reading(page, "population")).toBe(36);
        await soon(() => page.evaluate(() => document.activeElement?.className)).toContain("stage");
      },
      { reducedMotion: "no-preference" },
    ));

  test("leaves its examples still where little motion is wished, and ends its worker when it is closed", () =>
    withGuide(async (page) => {
      const before = page.workers();
      const others = () => page.workers().filter((worker) => !before.includes(worker));
      await openGuide(page);
      await page.locator(".guide-contents").getByRole("button", { name: "First steps" }).click();
      await button(page, "Play Gosper glider gun").waitFor();
      await soon(async () => others().length).toBe(1);
      await page.waitForTimeout(500);
      expect(await generations(page)).toBe(0);
      await page.keyboard.press("Escape");
      await soon(async () => others().length).toBe(0);
    }));
});

describe("the first start", () => {
  test("shows something alive and three hints, which are put away for good and come back when asked for", () =>
    inStudio(
      async (page) => {
        const hints = page.getByRole("region", { name: "First hints" });
        await soon(() => reading(page, "generation")).toBeGreaterThan(3);
        expect(await hints.getByRole("listitem").count()).toBe(3);
        await button(page, "Got it").click();
        await hints.waitFor({ state: "detached" });
        await soon(() => page.evaluate(() => document.activeElement?.className)).toContain("stage");
        await button(page, "Stop").click();
        await button(page, "Reset to the start").click();
        await soon(() => reading(page, "generation")).toBe(0);
        await soon(() => reading(page, "population")).toBe(177);
        await soon(() => preferences(page)).toMatch(/"welcomed":true/);
        await reload(page);
        await page.waitForTimeout(300);
        expect(await hints.count()).toBe(0);
        await command(page, "First hints");
        await hints.getByText("It is alive").waitFor();
      },
      { withHints: true, running: true },
    ));
});

describe("keys", () => {
  test("are bound by pressing them, with a warning of what they mean already, and everything follows", () =>
    inStudio(async (page) => {
      await focusCells(page);
      await page.keyboard.press("?");
      const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      await dialog.getByLabel("Search commands and keys").fill("one generation");
      await dialog.getByRole("button", { name: /^One generation(?! back)/ }).click();
      await button(page, "Add a key").click();
      // Escape takes back the question for a key, and not the dialog.
      await page.keyboard.press("Escape");
      await dialog.waitFor();
      await button(page, "Add a key").click();
      await page.keyboard.press("f");
      await dialog.getByRole("alert").getByText("F also means “Fit pattern”.").waitFor();
      await button(page, "Take it away there").click();
      await dialog.getByRole("alert").waitFor({ state: "detached" });
      await button(page, "Remove Space").click();
      await button(page, "Done").click();
      await soon(() => page.evaluate(() => document.activeElement?.textContent)).toContain("One generation");
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });

      await soon(() => preferences(page)).toMatch(/"time.next":\["f"\]/i);
      await reload(page);
      await openPattern(page, "blinker.rle", "x = 3, y = 1\n3o!");
      await page.keyboard.press("Space");
      await page.keyboard.press("f");
      await soon(() => reading(page, "generation")).toBe(1);
      // The hint, the palette and the menu name the new key.
      await page.locator(".status").getByText("F goes one generation").waitFor();
      await askPalette(page, "One generation");
      await page.getByRole("option", { name: /One generation.*F/ }).waitFor();
      await page.keyboard.press("Escape");

      // LifeViewer's are one choice away.
      await page.keyboard.press("?");
      expect(await page.getByLabel("Set of keys").getAttribute("value")).toBe("own");
      await pick(page.getByLabel("Set of keys"), "lifeviewer");
      await page
        .getByRole("button", { name: /^Grid lines/ })
        .getByText("X")
        .waitFor();
      await button(page, "Reset all").click();
      await page
        .getByRole("button", { name: /^One generation(?! back)/ })
        .getByText("Space")
        .waitFor();
    }));
});

describe("the keyboard alone", () => {
  test("opens a library pattern, selects, turns, pastes, runs and saves", () =>
    inStudio(
      async (page) => {
        const press = async (...chords: readonly string[]): Promise<void> => {
          for (const chord of chords) await page.keyboard.press(chord);
        };
        await focusCells(page);
        // Shift-Tab leads from the cells back to the library, whose search is then typed into.
        for (let n = 0; n < 400; n++) {
          await press("Shift+Tab");
          if (await page.evaluate(() => document.activeElement?.matches("input.search"))) break;
        }
        await page.keyboard.type("acorn");
        await page.locator(".card").first().waitFor();
        await soon(() => page.locator(".card").count()).toBeLessThan(4);
        for (let n = 0; n < 20; n++) {
          await press("Tab");
          if (await page.evaluate(() => document.activeElement?.matches(".card"))) break;
        }
        await press("Enter");
        await page.locator(".tab.on", { hasText: "Acorn" }).waitFor();
        await soon(() => reading(page, "population")).toBe(7);

        await press("Control+F6");
        for (let n = 0; n < 400; n++) {
          if (await page.evaluate(() => document.activeElement?.matches("[data-stage] [role=application]")))
            break;
          await press("Shift+Tab");
        }
        await press("a", ">", "Control+c", "k");
        await soon(() => page.evaluate(() => navigator.clipboard.readText())).toContain("x = 3, y = 7");
        await press("v");
        await page.getByText(/put the paste down/).waitFor();
        for (let n = 0; n < 3; n++) await press("Shift+ArrowRight");
        await press("Enter");
        await soon(() => reading(page, "population")).toBe(14);
        await press("Enter");
        await soon(() => reading(page, "generation")).toBeGreaterThan(2);
        await press("Enter");
        await button(page, "Run").waitFor();
        // Who listens is told where it came to rest.
        await soon(() => page.getByTestId("announcer").innerText()).toMatch(
          /^Generation [\d,]+, population \d+/,
        );
        await press("Control+Shift+s");
        // Once: the dialog closes when the file is written, and the next key comes to the cells, where Tab is a generation.
        await soon(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Save");
        const download = page.waitForEvent("download");
        await press("Enter");
        const { pattern } = readPattern(await readFile(await (await download).path()));
        await page.getByRole("dialog", { name: "Save as" }).waitFor({ state: "detached" });
        await soon(() => reading(page, "population")).toBe(Number(runsPopulation(runsOf(pattern))));
      },
      { withLibrary: true },
    ));
});
