// The rule browser.

import type { Screen } from "./screen.ts";
import { named, stay } from "./screen.ts";

export const RULE_SCREENS: readonly Screen[] = [
  {
    name: "rules",
    show: async (page) => {
      await page.keyboard.press("Control+Shift+r");
      await page.getByText(/^Measured/).waitFor();
    },
    leave: stay,
  },
  {
    name: "rules-neighbours",
    show: async (page) => {
      await page.getByRole("combobox", { name: "Search rules" }).fill("snowflake");
      await page.getByText("Neighbours: one digit").click();
      // Each is measured in its turn, the last of them last.
      await page
        .locator(".rule-neighbours li")
        .last()
        .locator("small", { hasText: /^[^…]+$/ })
        .waitFor();
      await page.locator(".rule-neighbours").scrollIntoViewIfNeeded();
    },
    leave: stay,
  },
  {
    name: "rules-own",
    show: async (page) => {
      await named(page, "Keep as yours…").click();
      await page.keyboard.press("Enter");
      await page.getByRole("alert").waitFor();
    },
    leave: (page) => named(page, "Cancel").click(),
  },
  {
    name: "rules-nothing",
    show: (page) => page.getByRole("combobox", { name: "Search rules" }).fill("qqqq"),
  },
];
