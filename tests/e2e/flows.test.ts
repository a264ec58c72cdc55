// What people do with the studio, by mouse and by keyboard, and what they then read on it.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runsPopulation } from "../../engine/core/runs.ts";
import { readPattern } from "../../engine/formats/pattern-file.ts";
import { pick } from "../support/pick.ts";
import { runsOf } from "../support/runs-of.ts";
import type { Rig } from "./studio.ts";
import {
  askPalette,
  command,
  createUniverse,
  dropFile,
  focusCells,
  inTurn,
  openStudio,
  reading,
  startRig,
  status,
} from "./studio.ts";

const R_PENTOMINO = join(import.meta.dirname, "../../assets/patterns/r-pentomino.rle");
let rig: Rig;

beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

/** For what leaves the first pattern as it is. */
const onTabs = (play: (page: Page) => Promise<void>): Promise<void> => inTurn(rig, ({ page }) => play(page));

const population = (page: Page) => expect.poll(() => reading(page, "population"));
const generation = (page: Page) => expect.poll(() => reading(page, "generation"), { timeout: 20_000 });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();

/** An empty plane, standing still. */
async function emptyUniverse(page: Page): Promise<void> {
  await createUniverse(page);
  await population(page).toBe(0);
}

describe("the studio", () => {
  test("keeps the content security policy and is isolated", async () => {
    const { page, close } = await openStudio(rig);
    try {
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
      const refused = await page.evaluate(
        () =>
          new Promise((resolve) => {
            document.addEventListener("securitypolicyviolation", () => resolve(true), { once: true });
            setTimeout(() => resolve(false), 2000);
            const script = document.createElement("script");
            script.src = "data:text/javascript,1";
            document.head.append(script);
          }),
      );
      expect(refused).toBe(true);
    } finally {
      await close();
    }
  });

  test("opens an RLE file and runs it to where it settles", () =>
    onTabs(async (page) => {
      await dropFile(page, "r-pentomino.rle", await readFile(R_PENTOMINO, "utf8"));
      await button(page, "r-pentomino.rle").waitFor();
      await population(page).toBe(5);
      await generation(page).toBe(0);
      // 1103 = 1024 + 64 + 8 + 4 + 2 + 1, as steps of powers of two.
      for (const exponent of [0, 1, 2, 3, 6, 10]) {
        while (
          !(await page.getByRole("group", { name: "Step" }).locator("output").textContent())?.endsWith(
            `2${exponent}`,
          )
        ) {
          await button(page, "Larger step").click();
        }
        const before = await reading(page, "generation");
        // A step of one generation has no button of its own.
        await button(page, exponent === 0 ? /^One generation$/ : /^One step/).click();
        await generation(page).toBe(before + 2 ** exponent);
      }
      await generation(page).toBe(1103);
      await population(page).toBe(116);
    }));

  test("lists all commands to whoever looks at them, the first at once", () =>
    onTabs(async (page) => {
      await page.keyboard.press("Control+k");
      const listed = page.getByRole("dialog").getByRole("option");
      await expect.poll(() => listed.count()).toBeGreaterThan(100);
      await page.keyboard.press("End");
      const marked = () =>
        listed.evaluateAll((all) => all.findIndex((one) => one.getAttribute("aria-selected") === "true"));
      await expect.poll(marked).toBeGreaterThan(50);
    }));

  test("changes the rule by keyboard alone, and takes that back through the palette", () =>
    onTabs(async (page) => {
      await emptyUniverse(page);
      await page.keyboard.press("Control+u");
      await page.keyboard.type("HighLife");
      await page.keyboard.press("Enter");
      await expect.poll(() => status(page, "Rule")).toBe("B36/S23");
      await command(page, "fit patt");
      await command(page, "undo");
      await expect.poll(() => status(page, "Rule")).toBe("B3/S23");
    }));

  test("places a pattern that the palette finds on these cells by Shift+Enter, and opens it by Enter", () =>
    onTabs(async (page) => {
      await emptyUniverse(page);
      const find = async (): Promise<void> => {
        await askPalette(page, "acorn");
        await page
          .getByRole("dialog")
          .getByRole("option", { name: /^Acorn/ })
          .first()
          .waitFor();
        await page.getByText("Enter opens it, Shift+Enter places it here.").waitFor();
      };
      const tabs = await page.locator(".tab").count();
      await find();
      await page.keyboard.press("Shift+Enter");
      await page.getByText(/put the paste down/).waitFor();
      await page.keyboard.press("Enter");
      await population(page).toBe(7);
      expect(await page.locator(".tab").count()).toBe(tabs);
      await find();
      await page.keyboard.press("Enter");
      await page.locator(".tab.on", { hasText: "Acorn" }).waitFor();
      await population(page).toBe(7);
    }));

  test("makes a hexagonal soup on a torus", () =>
    onTabs(async (page) => {
      await page.keyboard.press("Control+n");
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Hexagonal", { exact: true }).click();
      await pick(dialog.getByLabel("Topology"), "torus");
      await dialog.getByLabel("Width").fill("64");
      await dialog.getByLabel("Height").fill("64");
      await dialog.getByLabel("Fill with random cells").check();
      // Impatient hands get one universe all the same.
      await dialog.getByRole("button", { name: "Create" }).dblclick();
      await expect.poll(() => status(page, "Rule")).toBe("B2/S34H");
      await dialog.waitFor({ state: "detached" });
      expect(await page.locator(".tab").count()).toBe(2);
      expect(await page.locator(".inspector .row", { hasText: "Topology" }).innerText()).toMatch(
        /torus.*64/i,
      );
      await population(page).toBeGreaterThan(1000);
      await button(page, "Birth with 3").click();
      await expect.poll(() => status(page, "Rule")).toBe("B23/S34H");
    }));

  test("shows what a file says of its pattern, and takes back what a person writes over it", () =>
    onTabs(async (page) => {
      const head = "#N Blinker\n#O John Conway\n#C Three cells\n#C in a row.\n";
      await dropFile(page, "noted.rle", `${head}x = 3, y = 1, rule = B3/S23\n3o!`);
      await button(page, "noted.rle").waitFor();
      const field = (name: string) => page.getByRole("region", { name: "Pattern" }).getByLabel(name);
      const fields = async () => [
        await field("Name").inputValue(),
        await field("Author").inputValue(),
        await field("Comments").inputValue(),
      ];
      const noted = ["Blinker", "John Conway", "Three cells\nin a row."];
      await expect.poll(fields).toEqual(noted);
      await field("Comments").fill("It blinks.");
      await focusCells(page);
      await page.keyboard.press("Control+z");
      await expect.poll(fields).toEqual(noted);
      await page.keyboard.press("Control+y");
      await expect.poll(fields).toEqual(["Blinker", "John Conway", "It blinks."]);
      await page.keyboard.press("Control+z");
    }));

  test("saves what the command line reads", () =>
    onTabs(async (page) => {
      await page.keyboard.press("Control+Shift+s");
      const download = page.waitForEvent("download");
      await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe("Small garden.rle");
      const { pattern } = readPattern(await readFile(await file.path()));
      expect(pattern.rule).toBe("B3/S23");
      expect(runsPopulation(runsOf(pattern))).toBe(177n);
    }));

  test("saves Macrocell, and takes it from the clipboard", () =>
    onTabs(async (page) => {
      await page.keyboard.press("Control+Shift+s");
      await pick(page.getByRole("dialog").getByLabel("Format"), "macrocell");
      const download = page.waitForEvent("download");
      await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe("Small garden.mc");
      const text = await readFile(await file.path(), "utf8");
      expect(runsPopulation(runsOf(readPattern(new TextEncoder().encode(text)).pattern))).toBe(177n);
      await emptyUniverse(page);
      await page.evaluate((mc) => navigator.clipboard.writeText(mc), text);
      await page.keyboard.press("v");
      await page.getByText(/put the paste down/).waitFor();
      await page.keyboard.press("Enter");
      await population(page).toBe(177);
    }));
});
