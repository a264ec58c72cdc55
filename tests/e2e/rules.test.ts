// The rule browser, by keyboard and by mouse.

import type { Page, Worker } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pick } from "../support/pick.ts";
import { shoot } from "./shots.ts";
import type { Rig } from "./studio.ts";
import { command, focusCells, inTurn, openPattern, openStudio, reading, startRig, status } from "./studio.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const GLIDER = "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!";
const search = (page: Page) => page.getByRole("combobox", { name: "Search rules" });
const chosen = (page: Page) => page.locator(".rule-option[aria-selected=true]");
const card = (page: Page) => page.locator(".rule-card");

async function openRules(page: Page): Promise<void> {
  await page.keyboard.press("Control+Shift+r");
  await search(page).waitFor();
}

/** Workers that were not there before and still are. */
const startedSince = (page: Page, before: readonly Worker[]): readonly string[] =>
  page.workers().flatMap((worker) => (before.includes(worker) ? [] : worker.url()));

async function closed(page: Page): Promise<void> {
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

// First: it looks at the list of rules that were used lately.
test("is gone through by keyboard, and what Enter applies is one step of history", { timeout: 60_000 }, () =>
  inTurn(rig, async ({ page }) => {
    await openPattern(page, "glider.rle", GLIDER);
    const workers = page.workers();
    await openRules(page);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Search rules");
    await expect.poll(() => chosen(page).innerText()).toContain("B3/S23");
    await page.keyboard.type("mazes");
    await expect.poll(() => chosen(page).innerText()).toContain("Maze");
    await expect.poll(() => card(page).getByRole("heading").innerText()).toBe("Maze");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => chosen(page).innerText()).toContain("Mazectric");
    await expect.poll(() => card(page).innerText()).toContain("longer, straighter corridors");
    await expect.poll(() => card(page).innerText()).toMatch(/Measured: a soup stands still/);
    await page.keyboard.press("Enter");
    await closed(page);
    await expect.poll(() => status(page, "Rule")).toBe("B3/S1234");
    await expect.poll(() => reading(page, "population")).toBe(5);
    await expect.poll(() => page.getByRole("region", { name: "History" }).innerText()).toContain("B3/S1234");
    // Nothing of it goes on running.
    await expect.poll(() => startedSince(page, workers)).toEqual([]);
    await focusCells(page);
    await page.keyboard.press("z");
    await expect.poll(() => status(page, "Rule")).toBe("B3/S23");
    await openRules(page);
    const lately = page.getByRole("group", { name: "Used lately" }).getByRole("option");
    await expect
      .poll(() => lately.allInnerTexts())
      .toEqual([expect.stringContaining("B3/S23"), expect.stringContaining("B3/S1234")]);
    await page.keyboard.press("Escape");
    await closed(page);
  }),
);

test("shows a rule at work, until it is closed", { timeout: 60_000 }, async () => {
  const { page, complaints, close } = await openStudio(rig, { reducedMotion: "no-preference" });
  await page.getByRole("button", { name: "Stop" }).first().click();
  const workers = page.workers();
  await openRules(page);
  const generation = async (): Promise<number> =>
    Number(
      /Generation ([\d,]+)/
        .exec(await page.getByTestId("preview-generation").innerText())?.[1]
        ?.replace(/\D/g, ""),
    );
  await expect.poll(generation).toBeGreaterThan(3);
  await page.getByRole("button", { name: "Pause the preview" }).click();
  await page.getByRole("button", { name: "Play the preview" }).waitFor();
  const at = await generation();
  await page.getByRole("button", { name: "One generation" }).click();
  await expect.poll(generation).toBe(at + 1);
  await page.waitForTimeout(300);
  expect(await generation()).toBe(at + 1);
  await page.getByRole("radio", { name: "One cell" }).click();
  // A single cell dies in Life, and then there is nothing to compute.
  await expect
    .poll(() => page.getByTestId("preview-generation").innerText())
    .toMatch(/0 alive, stands still$/);
  await page.keyboard.press("Escape");
  await closed(page);
  await expect.poll(() => startedSince(page, workers)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

test("with reduced motion nothing moves by itself", { timeout: 60_000 }, () =>
  inTurn(rig, async ({ page }) => {
    await openRules(page);
    const text = () => page.getByTestId("preview-generation").innerText();
    await expect.poll(text).toContain("Generation 60,");
    await page.waitForTimeout(400);
    expect(await text()).toContain("Generation 60,");
  }),
);

test("opens a universe with a rule that was typed, and keeps it under a name", {
  timeout: 60_000,
}, async () => {
  const { page, complaints, close } = await openStudio(rig);
  await openRules(page);
  await page.keyboard.type("B3/S9");
  await page.getByText('The rule "B3/S9" counts 9 live neighbours').waitFor();
  await page.keyboard.press("Enter");
  await search(page).fill("");
  await page.keyboard.type("b36/s24");
  await expect.poll(() => chosen(page).innerText()).toContain("B36/S24");
  await page.getByRole("button", { name: "Name it…" }).click();
  await page.getByLabel("Your name for B36/S24").fill("High Life");
  await page.getByLabel("What is interesting about it").fill("It is mine.");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByRole("alert").innerText()).toContain("HighLife is the name of B36/S23.");
  await page.getByLabel("Your name for B36/S24").fill("Tinder");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Rename…" }).waitFor();
  await page.getByRole("button", { name: "New universe with it" }).click();
  await closed(page);
  await page.locator(".tab.on", { hasText: "Tinder" }).waitFor();
  await expect.poll(() => status(page, "Rule")).toContain("B36/S24");
  await expect.poll(() => reading(page, "population")).toBeGreaterThan(4000);
  await page.reload();
  await page.getByTestId("generation").waitFor();
  await command(page, "Browse rules");
  await search(page).fill("mine");
  const own = page.getByRole("group", { name: "Yours" }).getByRole("option");
  await expect.poll(() => own.allInnerTexts()).toEqual([expect.stringContaining("Tinder")]);
  await own.click();
  await page.getByRole("button", { name: "Forget" }).click();
  await expect.poll(() => own.count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

test(
  "finds rules by chance, by neighbourhood, and those in which a pattern does the same",
  {
    timeout: 90_000,
  },
  () =>
    inTurn(rig, async ({ page }) => {
      await openPattern(page, "glider.rle", GLIDER);
      await openRules(page);
      await page.getByLabel("Only where the pattern does the same").check();
      await page.getByText("B3/S23 to B3678/S0235678, 256 rules: it repeats with period 4.").waitFor();
      const options = page.getByRole("group", { name: /^Square, eight/ }).getByRole("option");
      const names = async () => (await options.allInnerTexts()).map((text) => text.split("\n")[0]);
      await expect.poll(names).not.toContain("Maze");
      await expect.poll(names).toContain("HighLife");
      await page.getByRole("button", { name: "Random rule" }).click();
      await expect.poll(() => page.locator(".rule-card-head").innerText()).toMatch(/B3[678]*\/S0?23[5678]*/);
      await page.getByLabel("Only where the pattern does the same").uncheck();
      await page.getByRole("radio", { name: "Hex" }).click();
      await pick(page.getByLabel("By chance, one that"), "explodes");
      await page.getByRole("button", { name: "Random rule" }).click();
      await expect
        .poll(() => page.locator(".rule-card-head").innerText(), { timeout: 30_000 })
        .toMatch(/\/S\d*H/);
      await expect.poll(() => page.locator(".rule-does").innerText()).toMatch(/^Explodes/);
      await page.getByText("Neighbours: one digit").click();
      const around = page.locator(".rule-neighbours button");
      await expect.poll(() => around.count()).toBe(14);
      await expect.poll(() => around.locator("small", { hasText: "…" }).count(), { timeout: 30_000 }).toBe(0);
      const wanted = (await around.nth(4).innerText()).match(/B\d*\/S\d*H/)?.[0];
      await around.nth(4).click();
      await expect.poll(() => page.locator(".rule-card-head").innerText()).toContain(wanted);
      await page.getByRole("button", { name: "Apply to the universe" }).click();
      await closed(page);
      await expect.poll(() => status(page, "Rule")).toBe(wanted);
    }),
);

test("narrows to triangles, and draws a rule on them by chance", () =>
  inTurn(rig, async ({ page }) => {
    await openRules(page);
    await page.getByRole("radio", { name: "Triangular" }).click();
    const texts = () => page.locator(".rule-option").allInnerTexts();
    const areTriangular = async (): Promise<boolean> => {
      const all = await texts();
      return all.length >= 8 && all.every((text) => /NL/.test(text));
    };
    await expect.poll(areTriangular).toBe(true);
    await page.getByRole("button", { name: "Random rule" }).click();
    await expect.poll(() => card(page).innerText()).toMatch(/^R\d,C\d+,M\d,S.*,NL/);
    await shoot(page, "rules-triangles");
    // In a low window the column scrolls: its last field can be had, and does not lie on the buttons.
    await page.setViewportSize({ width: 700, height: 500 });
    await page.getByLabel("Draw number").click({ trial: true });
    await page.keyboard.press("Escape");
    await closed(page);
  }));
