// Identifying in the built studio: by key, from the context menu and the inspector, stopped, copied, and what it says.

import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Rig } from "./studio.ts";
import { focusCells, inTurn, openPattern, startRig } from "./studio.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const dialog = (page: Page) => page.getByRole("dialog", { name: "Identify" });
const headline = (page: Page) => dialog(page).getByRole("status");
const row = (page: Page, label: string) =>
  dialog(page)
    .locator(".row", { has: page.getByText(label, { exact: true }) })
    .locator("dd");
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

describe("identify", () => {
  test("the Gosper gun, while it runs, and copied as text", () =>
    inTurn(rig, async ({ page }) => {
      await openPattern(page, "gun.rle", await readFile("assets/patterns/gosper-glider-gun.rle", "utf8"));
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Stop" }).first().waitFor();
      await page.keyboard.press("i");
      await headline(page).getByText("Gun of period 30.").waitFor();
      expect(await row(page, "Leaves").innerText()).toBe("spaceship of 5 cells, c/4 diagonal");
      expect(await row(page, "Growth").innerText()).toBe("5 cells a period");
      await dialog(page).getByRole("button", { name: "Copy as text" }).click();
      await dialog(page).getByText("Copied as text.").waitFor();
      await expect.poll(() => clipboard(page)).toMatch(/^Gun of period 30\.\nKind\s+Gun\n/);
      // The universe in the window goes on meanwhile.
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });
      expect(await page.getByRole("button", { name: "Stop" }).count()).toBe(1);
    }));

  test("a glider that is selected among others, from the inspector and the context menu", () =>
    inTurn(rig, async ({ page }) => {
      await openPattern(
        page,
        "two.rle",
        "#CXRLE Pos=0,0\nx = 23, y = 3, rule = B3/S23\nbo19bo$2bo18bo$3o18bo!",
      );
      await page.keyboard.press("i");
      await headline(page)
        .getByText(/^No period up to generation 10/)
        .waitFor({ timeout: 30_000 });
      await expect.poll(() => row(page, "Trend").innerText()).toContain("parts move apart");
      await dialog(page).getByText("Select one of them and identify that.").waitFor();
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });

      await focusCells(page);
      await page.keyboard.press("F4");
      const stage = page.locator("[data-stage]");
      const box = await stage.boundingBox();
      if (!box) throw new Error("there is no stage");
      // The pattern lies in the middle of the view, the glider left of it.
      await page.mouse.move(box.x + 20, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height - 20, { steps: 4 });
      await page.mouse.up();
      await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Identify" }).click();
      await headline(page).getByText("Spaceship of period 4, c/4 diagonal.").waitFor();
      await headline(page).getByText("Glider", { exact: true }).waitFor();
      expect(await row(page, "Code").innerText()).toBe("xq4_153");
      expect(await row(page, "Mod").innerText()).toBe("2, turned or mirrored");
      expect(await dialog(page).innerText()).toContain("The selection, run alone on the unbounded plane");
      await page.keyboard.press("Escape");
      await stage.click({ button: "right", position: { x: 60, y: 60 } });
      await page.getByRole("menuitem", { name: /^Identify/ }).click();
      await headline(page).getByText("Spaceship of period 4").waitFor();
    }));

  test("an oscillator with its map of periods, read out under the pointer", () =>
    inTurn(rig, async ({ page }) => {
      await openPattern(page, "p4.rle", "#CXRLE Pos=0,0\nx = 7, y = 5, rule = B3/S23\n3o!");
      await page.keyboard.press("i");
      await headline(page).getByText("Oscillator of period 2.").waitFor();
      expect(await row(page, "Volatility").innerText()).toBe("0.8");
      // A name that is found later moves what lies below it.
      await dialog(page).getByRole("button", { name: "Identify again" }).waitFor();
      const map = dialog(page).getByRole("img", {
        name: "Cells by their own period: period 1, 1; period 2, 4.",
      });
      const box = await map.boundingBox();
      if (!box) throw new Error("there is no map");
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await dialog(page).getByText("1, 0: period 1").waitFor();
      await page.mouse.move(box.x + 4, box.y + 4);
      await dialog(page).getByText("0, -1: never live").waitFor();
      const legend = await dialog(page).locator("figcaption li").allInnerTexts();
      expect(legend.map((line) => line.replace(/\s+/g, " ").trim())).toEqual(["1 1 cell", "2 4 cells"]);
    }));

  test("is stopped, and looks further when told", () =>
    inTurn(rig, async ({ page }) => {
      await openPattern(page, "r.rle", "x = 3, y = 3, rule = B3/S23\nb2o$2o$bo!");
      await page.keyboard.press("i");
      const limit = dialog(page).getByLabel("Generations to look at");
      await limit.fill("100");
      await dialog(page)
        .getByRole("button", { name: /^(Stop|Identify again)$/ })
        .click();
      await dialog(page).getByRole("button", { name: "Identify again" }).waitFor();
      await limit.press("ArrowUp");
      expect(await limit.inputValue()).toBe("101");
      await limit.press("ArrowDown");
      expect(await limit.inputValue()).toBe("100");
      await limit.fill("0");
      expect(await dialog(page).getByRole("button", { name: "Identify again" }).isDisabled()).toBe(true);
      await limit.fill("100");
      await limit.press("Enter");
      await headline(page).getByText("No period up to generation 100.").waitFor();
      await limit.fill("1000000");
      await limit.press("Enter");
      await dialog(page).getByRole("progressbar").waitFor();
      await dialog(page)
        .getByText(/^Generation .* of 1.000.000 at most/)
        .waitFor();
      await dialog(page).getByRole("button", { name: "Stop" }).click();
      await dialog(page)
        .getByRole("alert")
        .getByText(/^Stopped: no period within the first/)
        .waitFor();
      // Closing it in the middle leaves nothing behind.
      await dialog(page).getByRole("button", { name: "Identify again" }).click();
      await dialog(page).getByRole("progressbar").waitFor();
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });
    }));
});
