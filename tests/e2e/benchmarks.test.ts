// Benchmarks in the built studio: chosen, run in the workers, stopped, shown, copied, with the window alive meanwhile.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { violations } from "./axe.ts";
import type { Rig } from "./studio.ts";
import { command, inTurn, startRig } from "./studio.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const lab = (page: Page) => page.getByRole("region", { name: "Performance" });
const box = (page: Page, group: string, name: string) =>
  lab(page)
    .getByRole("group", { name: group })
    .getByRole("checkbox", { name: new RegExp(`^${name.replace(" ", "\\s")}$`) });

/** Opens the lab with these sides and algorithms chosen, and nothing else. */
async function choose(page: Page, sides: readonly string[], algorithms: readonly string[]): Promise<void> {
  await command(page, "benchmarks");
  await lab(page).waitFor();
  await box(page, "Algorithms", "gpu").waitFor();
  for (const [group, wanted] of [
    ["Sides of the grids", sides],
    ["Algorithms", algorithms],
  ] as const) {
    const boxes = lab(page).getByRole("group", { name: group }).getByRole("checkbox");
    await expect
      .poll(() => boxes.evaluateAll((all) => all.some((one) => (one as HTMLInputElement).checked)))
      .toBe(true);
    for (const one of await boxes.all()) await one.uncheck();
    for (const name of wanted) await box(page, group, name).check();
  }
}

const run = (page: Page) => lab(page).getByRole("button", { name: "Run" });
const stop = (page: Page) => lab(page).getByRole("button", { name: "Stop" });
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

describe("benchmarks", () => {
  test("run beside each other, check the cells, and can be copied", () =>
    inTurn(rig, async ({ page }) => {
      await choose(page, ["256"], ["bitwise", "gpu"]);
      const sides = lab(page).getByRole("group", { name: "Sides of the grids" }).locator("label");
      expect((await sides.allInnerTexts()).map((side) => Math.log2(Number(side.replace(/\D/g, ""))))).toEqual(
        [8, 9, 10, 11, 12, 13, 14],
      );
      await lab(page).getByLabel("Rule").fill("B2/S34H");
      await lab(page)
        .getByLabel(/^Stretches/)
        .fill("2");
      // As in every other form.
      await page.keyboard.press("Enter");
      await stop(page).waitFor();
      await lab(page).getByRole("progressbar").waitFor();
      await run(page).waitFor({ timeout: 50_000 });
      const rows = lab(page).getByRole("table").locator("tbody tr");
      expect(await rows.count()).toBe(2);
      expect(await rows.nth(0).innerText()).toMatch(/256 x 256\s+bitwise\s+\d\.\d\de\d+/);
      expect(await rows.nth(1).innerText()).toMatch(/256 x 256\s+gpu\s+\d\.\d\de\d+.*right/s);
      await lab(page)
        .getByRole("img", { name: /Cells a second/ })
        .waitFor();
      expect(await lab(page).innerText()).toContain("One generation a pass can at best reach");
      expect(await violations(page)).toEqual([]);

      await lab(page).getByRole("button", { name: "Copy as CSV" }).click();
      await lab(page).getByText("Copied as CSV.").waitFor();
      await expect.poll(() => clipboard(page)).toMatch(/^rule,width,height,algorithm/);
      expect((await clipboard(page)).trim().split("\n")).toHaveLength(3);
      await lab(page).getByRole("button", { name: "Copy as text" }).click();
      await expect.poll(() => clipboard(page)).toMatch(/\| B2\/S34H \| 256 x 256 \| gpu /);

      // What was measured is still there when somebody comes back.
      await page.keyboard.press("Control+w");
      await lab(page).waitFor({ state: "detached" });
      await choose(page, ["256"], ["gpu"]);
      expect(await rows.count()).toBe(2);
    }));

  test("leave the window alive, and stop when told", () =>
    inTurn(rig, async ({ page }) => {
      // Minutes of work for the CPU alone.
      await choose(page, ["4,096"], ["reference"]);
      await run(page).click();
      await stop(page).waitFor();
      // Its timers go off meanwhile, however long a generation takes.
      await page.evaluate(async () => {
        for (let n = 0; n < 50; n++) await new Promise((resolve) => setTimeout(resolve, 10));
      });
      expect(await stop(page).isVisible()).toBe(true);
      // Another tab in front does not end it, and closing its own asks.
      await page.keyboard.press("Control+Tab");
      await page.getByTestId("generation").waitFor();
      expect(await lab(page).isVisible()).toBe(false);
      await page.getByRole("button", { name: "Close Performance" }).click();
      await page.getByRole("dialog", { name: "Stop the benchmarks?" }).waitFor();
      await page.getByRole("button", { name: "Cancel" }).click();
      expect(await page.title()).toBe("• Performance - Tessella");
      await stop(page).click();
      await run(page).waitFor();
      await lab(page).getByText("Stopped; what was measured stays.").waitFor();
    }));

  test("say what is wrong with a rule before they run", () =>
    inTurn(rig, async ({ page }) => {
      await choose(page, ["256"], ["gpu"]);
      const rule = lab(page).getByLabel("Rule");
      for (const [text, problem] of [
        ["B3/S9", /./],
        ["B3/S23:T64,64", /the grids are tori/],
      ] as const) {
        await rule.fill(text);
        expect(await rule.getAttribute("aria-invalid")).toBe("true");
        const hint = page.locator(`[id="${await rule.getAttribute("aria-describedby")}"]`);
        expect(await hint.innerText()).toMatch(problem);
        expect(await run(page).isDisabled()).toBe(true);
      }
      await rule.fill("Life");
      expect(await run(page).isEnabled()).toBe(true);
      await box(page, "Algorithms", "gpu").uncheck();
      expect(await run(page).isDisabled()).toBe(true);
    }));
});
