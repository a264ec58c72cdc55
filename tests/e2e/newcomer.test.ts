// Somebody who has no mouse and has never seen the studio, in a small window: at every step the keys go where they are wanted next.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pictured } from "./screen.ts";
import type { Rig } from "./studio.ts";
import { openStudio, reading, startRig, status } from "./studio.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig?.close());

/** What has the focus: its name, else its text; "cells" for the universe and whatever leaves the keys to it. */
function focus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body || element.closest("[data-stage]")) return "cells";
    const label = element.id && document.querySelector(`label[for="${element.id}"]`)?.textContent;
    return element.getAttribute("aria-label") || label || element.textContent || element.tagName;
  });
}

test("goes from an empty universe to exported pictures by keys alone", { timeout: 120_000 }, async () => {
  const { page, complaints, close } = await openStudio(rig, {
    viewport: { width: 1024, height: 640 },
    withHints: true,
    answersDialogs: true,
  });
  const press = async (...chords: readonly string[]): Promise<void> => {
    for (const chord of chords) await page.keyboard.press(chord);
  };
  const focused = () => expect.poll(() => focus(page));
  const population = () => expect.poll(() => reading(page, "population"));
  const generation = () => expect.poll(() => reading(page, "generation"));
  const hint = () => expect.poll(() => page.locator(".status .hint").innerText());

  // Tab is what one tries first. Here it is a step, and the way out is told.
  await press("Tab");
  await hint().toBe("Tab is a step here. Ctrl+F6 leads out of the cells.");
  await press("Control+F6");
  await focused().toBe("Reset to the start");

  // The library: what is opened has the keys.
  await press("Control+f");
  await focused().toBe("Search the library");
  await page.keyboard.type("acorn");
  await page.locator(".card").first().waitFor();
  await expect.poll(() => page.locator(".card").count()).toBeLessThan(4);
  await press("ArrowDown");
  await focused().toContain("Acorn");
  await press("Enter");
  await page.locator(".tab.on", { hasText: "Acorn" }).waitFor();
  await focused().toBe("cells");
  await press("Control+f", "Escape");
  expect(await page.getByRole("searchbox").inputValue()).toBe("");
  await press("Escape");
  await focused().toBe("cells");

  // An empty universe, with what the dialog offers; drawn in it a cell, and a rectangle of 3 x 2.
  await press("Control+n", "Enter");
  await page.locator(".tab.on", { hasText: "Square" }).waitFor();
  await focused().toBe("cells");
  await press("Alt+ArrowRight", "Alt+Enter");
  await population().toBe(1);
  await press("F9", "Alt+Enter", "Alt+ArrowRight", "Alt+ArrowRight", "Alt+ArrowDown", "Alt+Enter");
  await population().toBe(6);
  await press("Control+a");
  await page.getByText("6 of 6").waitFor();
  await press(">");
  await page.getByRole("region", { name: "Selection" }).getByText("2 × 3").waitFor();
  await press("Control+c", "Control+v");
  await hint().toBe("Click or press Enter to put the paste down; > < X Y turn it, Esc drops it.");
  await press("Shift+ArrowRight", "Shift+ArrowRight", "Enter");
  await population().toBe(12);
  await focused().toBe("cells");

  // Time.
  await press("Enter");
  await generation().toBeGreaterThan(1);
  await press("Enter", "Shift+N");
  await focused().toBe("Generation");
  await page.keyboard.type("500");
  await press("Enter");
  await generation().toBe(500);
  await focused().toBe("cells");

  // Another rule, typed.
  await press("Control+u");
  await focused().toBe("Rule");
  await page.keyboard.type("B36/S23");
  await press("Enter");
  await expect.poll(() => status(page, "Rule")).toBe("B36/S23");
  await focused().toBe("cells");

  await press("i");
  await page
    .getByRole("dialog", { name: "Identify" })
    .getByRole("button", { name: "Copy as text" })
    .waitFor();
  await press("Escape");
  await focused().toBe("cells");

  // Pictures: from GIF three choices on is PBM.
  await press("Control+e");
  await focused().toBe("GIF");
  for (let choices = 0; choices < 3; choices++) {
    const before = await focus(page);
    await press("ArrowRight");
    await focused().not.toBe(before);
  }
  await focused().toBe("PBM");
  await press("Enter");
  await expect.poll(() => page.getByRole("radio", { name: "PBM" }).getAttribute("aria-checked")).toBe("true");
  await pictured(page);
  await press("Enter");
  await page.locator(".message", { hasText: "Exported" }).waitFor({ timeout: 30_000 });
  await focused().toBe("cells");

  // The tab is closed; what would lose work is not what Enter does.
  await press("Control+w");
  await focused().toBe("Save");
  await press("Shift+Tab", "Enter");
  await page.locator(".tab.on", { hasText: "Acorn" }).waitFor();
  await focused().toBe("cells");
  expect(complaints).toEqual([]);
  await close();
});
