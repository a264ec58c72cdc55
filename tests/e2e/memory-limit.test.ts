// What does not fit into the memory of one universe is refused before it begins, in a sentence, and what is open stays.

import { afterAll, beforeAll, expect, test } from "vitest";
import { pick } from "../support/pick.ts";
import type { Rig } from "./studio.ts";
import { inOwnStudio, openPattern, reading, startRig, stateHash } from "./studio.ts";

let rig: Rig;

beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

test("what is past the memory of one universe", () =>
  inOwnStudio(rig, async ({ page }) => {
    const dialog = page.getByRole("dialog");
    const alert = page.getByRole("alert");
    const algorithm = page.getByLabel("Algorithm", { exact: true });
    const says = (sentence: RegExp) => expect.poll(() => alert.innerText()).toMatch(sentence);
    await page.keyboard.press("Control+,");
    await dialog.getByLabel("Memory of one universe").fill("64");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    // The dialog stays, with what was typed: a smaller soup is a few keys away.
    await page.keyboard.press("Control+n");
    await dialog.getByLabel("Fill with random cells").check();
    for (const side of ["Soup width", "Soup height"]) await dialog.getByLabel(side).fill("16384");
    await dialog.getByRole("button", { name: "Create" }).click();
    await says(/^A soup of 16,384 x 16,384 cells needs \d+ MB, more than the limit of 64 MB\./);
    expect(await dialog.getByLabel("Soup width").inputValue()).toBe("16384");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    // A grid that is stored whole.
    await openPattern(page, "wide.rle", "x = 3, y = 3, rule = B3/S23:T200000,200000\nbo$2bo$3o!");
    const hash = await stateHash(page);
    await pick(algorithm, "block");
    await says(/200,000.* needs [\d,]+ MB, more than the limit of 64 MB/);
    await expect.poll(() => algorithm.getAttribute("value")).toBe("bitwise");
    expect([await stateHash(page), await reading(page, "population")]).toEqual([hash, 5]);
  }));
