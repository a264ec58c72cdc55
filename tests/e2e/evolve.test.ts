// The lab of one-dimensional rules in the built studio: seen in both themes and two sizes, watched, asked, taken from.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { THEMES } from "../../engine/picture/themes.ts";
import { pick } from "../support/pick.ts";
import type { OpenStudio, Rig } from "./studio.ts";
import { command, openStudio, reading, startRig } from "./studio.ts";
import { inspect, LOOKS } from "./walk.ts";

let rig: Rig;
let studio: OpenStudio;
let page: Page;
beforeAll(async () => {
  rig = await startRig();
  studio = await openStudio(rig);
  ({ page } = studio);
});
afterAll(async () => {
  await studio.close();
  await rig.close();
});

const lab = () => page.getByRole("region", { name: "Evolve" });
const button = (name: string) => lab().getByRole("button", { name, exact: true });
const step = async () => Number((await page.getByTestId("ring-step").innerText()).replace(/\D/g, ""));
const verdict = () => page.getByTestId("ring-verdict").innerText();
const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
/** As a word of the canvas's memory. */
const CELLS = THEMES.list().map(
  ({ cell }) => (0xff000000 | ((cell & 255) << 16) | (cell & 0xff00) | (cell >>> 16)) >>> 0,
);
/** The diagram's size, and its pixels that are cells. */
const lit = () =>
  lab()
    .getByRole("img")
    .evaluate((canvas: HTMLCanvasElement, cells) => {
      const { width, height } = canvas;
      const context = canvas.getContext("2d") as CanvasRenderingContext2D;
      const words = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
      return { width, height, lit: words.filter((word) => cells.includes(word)).length };
    }, CELLS);

describe("watching a ring", () => {
  test("begins with a whole picture where nothing may move, in any look", async () => {
    await command(page, "Evolve");
    await lab().waitFor();
    await expect.poll(verdict).toMatch(/cells begin as 1/);
    expect(await button("Play").isVisible()).toBe(true);
    const { width, height } = await lit();
    expect(width).toBe(149);
    await expect.poll(step).toBe(height - 1);
    for (const look of LOOKS) await inspect(page, { name: "evolve", show: async () => {} }, look);
    await page.setViewportSize({ width: 1160, height: 800 });
  });

  test("shows a rule that is typed, from one cell", async () => {
    await lab().getByLabel("Rule", { exact: true }).fill("W90");
    await pick(lab().getByLabel("Starts from"), "single");
    await lab().getByRole("spinbutton", { name: "Cells" }).fill("101");
    await expect.poll(async () => (await lit()).width).toBe(101);
    const { height, lit: live } = await lit();
    // Row t of Sierpinski's triangle has 2 to the number of ones in t.
    const rows = Math.min(height, 51);
    expect(live).toBeGreaterThan(rows);
    expect(await lab().getByRole("img").getAttribute("aria-label")).toContain("W90, 101 cells, cyclic");
  });

  test("says what is wrong with a rule, and goes on with the last one", async () => {
    const rule = lab().getByLabel("Rule", { exact: true });
    await rule.fill("W300");
    expect(await rule.getAttribute("aria-invalid")).toBe("true");
    await lab().getByText('"W300" is no elementary rule: those are W0 to W255.').waitFor();
    expect(await lab().getByRole("img").getAttribute("aria-label")).toContain("W90");
    await rule.fill("W30");
    expect(await rule.getAttribute("aria-invalid")).toBe(null);
  });

  test("takes keys: a step, the next vector, the next that fails", async () => {
    await pick(lab().getByLabel("Known rules"), "gkl");
    await lab().getByRole("spinbutton", { name: "Cells" }).fill("149");
    await pick(lab().getByLabel("Starts from"), "vector");
    await lab().getByRole("img").click();
    const before = await step();
    await page.keyboard.press("s");
    await expect.poll(step).toBe(before + 1);
    await page.keyboard.press("n");
    await expect.poll(() => lab().getByRole("spinbutton", { name: "Vector" }).inputValue()).toBe("1");
    await page.keyboard.press("f");
    await expect.poll(verdict).toMatch(/wrong\.$/);
    expect(Number(await lab().getByRole("spinbutton", { name: "Vector" }).inputValue())).toBeGreaterThan(1);
    // The window moves nothing by itself, but whole pictures may follow each other.
    await page.keyboard.press(" ");
    await button("Pause").waitFor();
    await page.keyboard.press(" ");
    await button("Play").waitFor();
  });

  test("filters regular domains", async () => {
    await lab().getByRole("spinbutton", { name: "Vector" }).fill("7");
    // More than a start's: the whole picture is there.
    await expect.poll(async () => (await lit()).lit).toBeGreaterThan(1000);
    const { lit: all } = await lit();
    await lab()
      .getByRole("checkbox", { name: /outside of regular domains/ })
      .check();
    expect((await lit()).lit).toBeLessThan(all / 2);
    await lab()
      .getByRole("checkbox", { name: /outside of regular domains/ })
      .uncheck();
  });

  test("gives the rule as text, and the diagram as a universe", async () => {
    const take = async (name: string) => {
      await button("Copy or save").click();
      await page.getByRole("menuitem", { name }).click();
    };
    await take("Copy as table");
    await expect.poll(clipboard).toBe("x005f005f005f005f005fff5f005fff5f");
    await take("Copy as tessella ring command");
    await expect
      .poll(clipboard)
      .toMatch(/^tessella ring x005f\w+ --cells 149 --steps 298 --start vector:1:\d+$/);
    const { lit: live } = await lit();
    await take("Open as a universe");
    await page.getByTestId("generation").waitFor();
    await expect.poll(() => reading(page, "population")).toBe(live);
    expect(studio.complaints).toEqual([]);
  });
});
