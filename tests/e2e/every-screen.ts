// Every state of the window that somebody may come to look at, as a list: how to get there from the one before, and
// whether something is to be closed behind. screens.test.ts walks along it.

import type { Page } from "playwright-core";
import { EXPORT_SCREENS } from "./export-screens.ts";
import { LIBRARY_SCREENS } from "./library-screens.ts";
import { RULE_SCREENS } from "./rule-screens.ts";
import type { Screen } from "./screen.ts";
import {
  ask,
  closeMenu,
  create,
  dragWith,
  keys,
  letGo,
  named,
  openLibrary,
  openMenu,
  search,
  stay,
} from "./screen.ts";
import { command, dropFile, focusCells, reading } from "./studio.ts";

export const SCREENS: readonly Screen[] = [
  { name: "start", show: stay },
  {
    name: "stopped",
    like: "start",
    show: async (page) => {
      await named(page, "Stop").click();
      await page.locator("[data-stage]").hover({ position: { x: 200, y: 150 } });
    },
  },
  ...["File", "Edit", "Select", "View", "Time", "Tools", "Labs", "Help"].map((title) => ({
    name: `menu-${title.toLowerCase()}`,
    ...(title === "Edit" ? {} : { like: "menu-edit" }),
    show: (page: Page) => openMenu(page, title),
    leave: closeMenu,
  })),
  { name: "palette", show: keys("Control+k") },
  {
    name: "palette-nothing",
    show: async (page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("qqqq");
    },
  },
  {
    name: "keys",
    show: async (page) => {
      // A single key means something where the cells have the focus.
      await focusCells(page);
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "keys-clash",
    show: async (page) => {
      await page.keyboard.press("?");
      await named(page, /^Fit pattern/).click();
      await named(page, "Add a key").click();
      await page.keyboard.press("l");
      await page.getByRole("alert").getByText("Grid lines").waitFor();
    },
    leave: async (page) => {
      await named(page, "Reset all").click();
      await page.keyboard.press("Escape");
    },
  },
  {
    name: "guide",
    show: async (page) => {
      await page.keyboard.press("F1");
      await page.locator(".guide-page canvas").first().waitFor();
    },
  },
  {
    name: "guide-search",
    show: async (page) => {
      await page.keyboard.press("F1");
      await page.getByLabel("Search the guide").fill("torus");
      await page.keyboard.press("Enter");
      await page.getByRole("navigation", { name: "Found" }).waitFor();
    },
  },
  {
    name: "first-hints",
    show: async (page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("First hints");
      await page.keyboard.press("Enter");
      await named(page, "Got it").waitFor();
    },
    leave: (page) => named(page, "Got it").click(),
  },
  { name: "preferences", show: keys("Control+,") },
  { name: "set-generation", like: "resize", show: ask("Set the generation number") },
  {
    name: "resize",
    show: async (page) => {
      await ask("Resize universe")(page);
      await page.getByLabel("Topology").selectOption("torus");
    },
  },
  { name: "speed", show: (page) => named(page, /^Speed: /).click() },
  ...RULE_SCREENS,
  { name: "new-square", like: "new-hex", show: keys("Control+n") },
  {
    name: "new-hex",
    show: async (page) => {
      await page.keyboard.press("Control+n");
      await page.getByRole("radio", { name: "Hexagonal" }).click();
      await page.getByLabel("Fill with random cells").check();
    },
  },
  {
    name: "new-anneal",
    like: "new-hex",
    show: async (page) => {
      await page.keyboard.press("Control+n");
      await page.getByRole("radio", { name: "ANNEAL" }).click();
    },
  },
  {
    name: "new-refused",
    show: async (page) => {
      await page.keyboard.press("Control+n");
      await page.getByLabel("Rule").last().fill("B3/S9");
      await named(page, "Create").click();
    },
  },
  { name: "save", show: keys("Control+Shift+s") },
  {
    name: "licences",
    like: "keys",
    show: async (page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("licences");
      await page.keyboard.press("Enter");
    },
  },
  {
    name: "benchmarks",
    show: async (page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("benchmarks");
      await page.keyboard.press("Enter");
      await page.getByRole("checkbox", { name: "bitwise" }).waitFor();
    },
    leave: stay,
  },
  {
    name: "benchmarks-done",
    show: async (page) => {
      await page.getByRole("spinbutton", { name: /^Stretches/ }).fill("1");
      await page.getByRole("checkbox", { name: "512" }).uncheck();
      await named(page, /^Run$/).click();
      await named(page, "Copy as CSV").waitFor({ timeout: 60_000 });
      await page.getByRole("table").scrollIntoViewIfNeeded();
    },
    leave: (page) => page.locator(".tab.on .close-tab").click(),
  },
  {
    name: "plot",
    show: async (page) => {
      await page.locator("[data-stage] [tabindex]").focus();
      await page.keyboard.press("Shift+P");
      await page.locator(".plot-explorer canvas").waitFor();
    },
  },
  {
    name: "plot-nothing",
    show: async (page) => {
      await create(page, "Square");
      await page.keyboard.press("Shift+P");
      await named(page, /^Run$/).waitFor();
    },
    leave: async (page) => {
      await page.keyboard.press("Escape");
      await page.locator(".tab.on .close-tab").click();
    },
  },
  {
    name: "identify",
    show: async (page) => {
      await page.locator("[data-stage] [tabindex]").focus();
      await page.keyboard.press("i");
      await named(page, "Copy as text").waitFor({ timeout: 30_000 });
    },
  },
  {
    name: "identify-map",
    show: async (page) => {
      await dropFile(page, "beacon.rle", "x = 4, y = 4, rule = B3/S23\n2o$o$3bo$2b2o!");
      await page.locator(".tab.on", { hasText: "beacon" }).waitFor();
      await page.locator("[data-stage] [tabindex]").focus();
      await page.keyboard.press("i");
      await page.locator(".period-map").waitFor({ timeout: 30_000 });
    },
    leave: async (page) => {
      await page.keyboard.press("Escape");
      await page.locator(".tab.on .close-tab").click();
    },
  },
  { name: "library", show: openLibrary, leave: stay },
  { name: "library-search", like: "library", show: (page) => search(page, "glider"), leave: stay },
  {
    name: "library-nothing",
    show: (page) => search(page, "qqqq"),
    leave: async (page) => {
      await search(page, "");
      await page.locator("[data-stage] [tabindex]").focus();
    },
  },
  ...LIBRARY_SCREENS,
  { name: "selection", show: keys("a"), leave: stay },
  {
    name: "seed-refused",
    show: async (page) => {
      await page.getByLabel("Seed").fill("12x");
      await page.getByText("A seed is a whole number").scrollIntoViewIfNeeded();
    },
    leave: async (page) => {
      await page.getByLabel("Seed").fill("");
      await page.locator("[data-stage] [tabindex]").focus();
    },
  },
  {
    name: "save-selection",
    like: "save",
    show: (page) => page.getByRole("region", { name: "Selection" }).getByText("Save").click(),
  },
  { name: "lifted", show: keys("Control+Shift+X", "ArrowRight") },
  {
    name: "pending-paste",
    like: "selection",
    show: async (page) => {
      await keys("Control+c", "k", "Control+v")(page);
      await page.getByRole("region", { name: "Paste" }).waitFor();
    },
  },
  {
    name: "context-menu",
    show: (page) => page.locator("[data-stage]").click({ button: "right", position: { x: 240, y: 160 } }),
  },
  ...EXPORT_SCREENS,
  {
    name: "error",
    show: async (page) => {
      await dropFile(page, "bad.rle", "x = 3, y = 3, rule = B3/S23/5\nbob$2o!");
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
  { name: "empty", like: "start", show: (page) => create(page, "Square"), leave: stay },
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
      await create(page, "Hexagonal", (dialog) => dialog.getByLabel("Fill with random cells").check());
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
    name: "anneal",
    like: "large-run",
    show: async (page) => {
      await create(page, "ANNEAL");
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
      await page.getByLabel("Text size").selectOption("150");
      await page.keyboard.press("Escape");
    },
    leave: stay,
  },
  {
    name: "text-200-preferences",
    show: async (page) => {
      await page.keyboard.press("Control+,");
      await page.getByLabel("Text size").selectOption("200");
    },
    leave: async (page) => {
      await page.getByLabel("Text size").selectOption("100");
      await page.keyboard.press("Escape");
    },
  },
  { name: "density", like: "large-run", show: keys("[", "[", "["), leave: stay },
  {
    name: "large-run",
    show: async (page) => {
      await page.keyboard.press("f");
      await page.keyboard.press("Enter");
      await page.waitForTimeout(900);
    },
    leave: (page) => named(page, "Stop").click(),
  },
  { name: "several-tabs", show: (page) => create(page, "Square"), leave: stay },
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
