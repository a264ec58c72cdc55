// The window as it starts, its menus, and the dialogs and lists that open over any pattern.

import type { Page } from "playwright-core";
import { pick } from "../support/pick.ts";
import { RULE_SCREENS } from "./rule-screens.ts";
import type { Screen } from "./screen.ts";
import { ask, closeLibrary, closeMenu, keys, named, openMenu, stay } from "./screen.ts";
import { askPalette, chooseCommand, command, focusCells } from "./studio.ts";

/** From a start with the library open and the first pattern running. */
export const DIALOG_SCREENS: readonly Screen[] = [
  { name: "start", show: stay },
  {
    name: "stopped",
    like: "start",
    show: async (page) => {
      await named(page, "Stop").click();
      await page.locator("[data-stage]").hover({ position: { x: 200, y: 150 } });
    },
    // Its cards are most of the page, and axe goes over each of them; they come back among their own screens.
    leave: closeLibrary,
  },
  ...["File", "Edit", "Select", "View", "Time", "Tools", "Labs", "Help"].map((title) => ({
    name: `menu-${title.toLowerCase()}`,
    ...(title === "Edit" ? {} : { like: "menu-edit" }),
    show: (page: Page) => openMenu(page, title),
    leave: closeMenu,
  })),
  { name: "split", show: keys("Control+\\"), leave: keys("Control+\\") },
  { name: "palette", show: keys("Control+k") },
  {
    name: "palette-nothing",
    show: (page) => askPalette(page, "qqqq"),
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
      await command(page, "First hints");
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
      await pick(page.getByLabel("Topology"), "torus");
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
      await chooseCommand(page, "licences");
      await page.getByRole("dialog", { name: /licences/i }).waitFor();
    },
  },
];
