// The library's other shelves, from the collection's own screen and back to it.

import type { Screen } from "./screen.ts";
import { closeLibrary } from "./screen.ts";

export const LIBRARY_SCREENS: readonly Screen[] = [
  {
    name: "library-own-empty",
    show: (page) => page.getByRole("radio", { name: "Yours" }).click(),
    leave: async () => {},
  },
  {
    name: "library-save",
    show: async (page) => {
      await page.getByRole("button", { name: "Save to library" }).first().click();
      await page.getByRole("dialog").getByLabel("Folder").fill("Finds/odd");
    },
    leave: (page) => page.getByRole("dialog").getByRole("button", { name: /^Save/ }).click(),
  },
  {
    name: "library-own",
    show: (page) => page.locator(".shelf-heading").first().waitFor(),
    leave: async (page) => {
      await page.locator(".card").focus();
      await page.keyboard.press("Delete");
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    },
  },
  {
    name: "library-folder-empty",
    like: "library-own-empty",
    show: (page) => page.getByRole("radio", { name: "Folder" }).click(),
    leave: async (page) => {
      await page.getByRole("radio", { name: "Collection" }).click();
      await closeLibrary(page);
      await page.locator("[data-stage] [tabindex]").focus();
    },
  },
];
