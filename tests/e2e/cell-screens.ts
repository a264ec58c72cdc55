// Errors, tools, the looks of cells, several tabs and none.

import { pick } from "../support/pick.ts";
import type { Screen } from "./screen.ts";
import { dragWith, keys, letGo, named, stay } from "./screen.ts";
import { command, createUniverse, dropFile, reading } from "./studio.ts";

/** From a start with the first pattern. */
export const CELL_SCREENS: readonly Screen[] = [
  {
    name: "error",
    show: async (page) => {
      await dropFile(page, "bad.rle", "x = 3, y = 3, rule = B3/S29\nbob$2o!");
      await page.getByRole("alert").first().waitFor();
    },
    leave: (page) => named(page, "Close the message").click(),
  },
  {
    name: "rule-refused",
    show: async (page) => {
      await page.locator("#rule-text").fill("B3/S9");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").first().waitFor();
    },
    leave: async (page) => {
      await page.keyboard.press("Escape");
      await page.locator("[data-stage] [tabindex]").focus();
    },
  },
  { name: "empty", like: "start", show: (page) => createUniverse(page, "Square"), leave: stay },
  {
    name: "keyboard-cursor",
    like: "empty",
    show: keys("Alt+ArrowRight", "Alt+Enter", "Alt+ArrowDown"),
    leave: stay,
  },
  {
    name: "tool-options",
    show: keys("F2", "}", "}", "}", "}"),
    leave: keys("{", "{", "{", "{"),
  },
  { name: "tool-shape", like: "tool-options", show: (page) => dragWith(page, "F9"), leave: letGo },
  {
    name: "lasso",
    like: "tool-shape",
    show: (page) => dragWith(page, "Shift+F4"),
    leave: async (page) => {
      await letGo(page);
      await page.keyboard.press("F2");
    },
  },
  {
    name: "question",
    show: async (page) => {
      await page.keyboard.press("Control+w");
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "hex",
    show: async (page) => {
      await createUniverse(page, "Hexagonal", (dialog) =>
        dialog.getByLabel("Fill with random cells").check(),
      );
      await page.keyboard.press("]");
      await page.keyboard.press("]");
      await page.keyboard.press("]");
    },
    leave: stay,
  },
  {
    name: "hex-selection",
    like: "hex",
    show: async (page) => {
      await page.keyboard.press("F4");
      const box = await page.locator("[data-stage]").boundingBox();
      if (!box) throw new Error("there is no stage");
      await page.mouse.move(box.x + 120, box.y + 80);
      await page.mouse.down();
      await page.mouse.move(box.x + 300, box.y + 260, { steps: 4 });
      await page.mouse.up();
    },
    leave: async (page) => {
      await page.keyboard.press("k");
      await page.keyboard.press("F2");
    },
  },
  {
    name: "triangles",
    show: async (page) => {
      await createUniverse(page, "Triangular", (dialog) =>
        dialog.getByLabel("Fill with random cells").check(),
      );
      await page.keyboard.press("]");
      await page.keyboard.press("]");
      await page.keyboard.press("]");
    },
    leave: stay,
  },
  {
    name: "anneal",
    like: "large-run",
    show: async (page) => {
      await createUniverse(page, "ANNEAL");
      for (let n = 0; n < 4; n++) await page.keyboard.press("Space");
      while ((await reading(page, "generation")) < 4) await page.waitForTimeout(50);
    },
    leave: stay,
  },
  {
    name: "ages",
    like: "minimap",
    show: keys("Shift+C", "Space", "Space", "Space", "Space"),
    leave: stay,
  },
  { name: "minimap", show: keys("]", "]"), leave: stay },
  {
    name: "high-contrast",
    like: "minimap",
    show: (page) => command(page, "Cell colours: High contrast"),
    leave: stay,
  },
  {
    name: "zen",
    show: keys("Shift+F11"),
    leave: async (page) => {
      await named(page, "Show the panels").click();
      await command(page, "Cell colours: As the studio");
      await page.locator("[data-stage] [tabindex]").focus();
      for (const chord of ["Shift+C", "[", "["]) await page.keyboard.press(chord);
    },
  },
  {
    name: "text-150",
    show: async (page) => {
      await page.keyboard.press("Control+,");
      await pick(page.getByLabel("Text size"), "150");
      await page.keyboard.press("Escape");
    },
    leave: stay,
  },
  {
    name: "text-200-preferences",
    show: async (page) => {
      await page.keyboard.press("Control+,");
      await pick(page.getByLabel("Text size"), "200");
    },
    leave: async (page) => {
      await pick(page.getByLabel("Text size"), "100");
      await page.keyboard.press("Escape");
    },
  },
  { name: "density", like: "large-run", show: keys("[", "[", "["), leave: stay },
  {
    name: "large-run",
    show: async (page) => {
      await page.keyboard.press("f");
      await page.keyboard.press("Enter");
      while ((await reading(page, "generation")) < 30) await page.waitForTimeout(50);
    },
    leave: (page) => named(page, "Stop").click(),
  },
  { name: "several-tabs", show: (page) => createUniverse(page, "Square"), leave: stay },
  {
    name: "nothing-open",
    show: async (page) => {
      while ((await page.locator(".tab").count()) > 0) {
        const before = await page.locator(".tab").count();
        await page.locator(".close-tab").first().click();
        const discard = page.getByRole("button", { name: "Discard" });
        while ((await page.locator(".tab").count()) === before) {
          if (await discard.isVisible()) await discard.click();
          await page.waitForTimeout(60);
        }
      }
    },
    leave: stay,
  },
];
