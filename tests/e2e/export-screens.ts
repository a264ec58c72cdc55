// The export dialog, from a pattern to its last message.

import { pick } from "../support/pick.ts";
import type { Screen } from "./screen.ts";
import { named, pictured, previewed } from "./screen.ts";

export const EXPORT_SCREENS: readonly Screen[] = [
  {
    name: "export",
    show: async (page) => {
      await page.keyboard.press("Control+e");
      await previewed(page);
    },
  },
  {
    name: "export-camera",
    show: async (page) => {
      await page.keyboard.press("Control+e");
      await page.getByRole("radio", { name: "More" }).click();
      await pick(page.getByLabel("Any format"), "webm");
      await pick(page.getByLabel("Region"), "camera");
      await page.getByRole("button", { name: "Add a place on the way" }).click();
      await pictured(page);
    },
  },
  {
    name: "export-look",
    like: "export-camera",
    show: async (page) => {
      await page.keyboard.press("Control+e");
      await page.getByRole("radio", { name: "GIF" }).click();
      await pick(page.getByLabel("Region"), "growing");
      await page.getByText("Size and look").click();
      for (const box of ["Grid lines", "Colour cells by age", "Caption"]) await page.getByLabel(box).check();
      await pictured(page);
      await page.getByLabel("Caption").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "export-refused",
    like: "export",
    show: async (page) => {
      await page.keyboard.press("Control+e");
      await page.getByLabel("Every").fill("0");
      await page.getByRole("alert").waitFor();
    },
    leave: async (page) => {
      await page.getByLabel("Every").fill("1");
      await pick(page.getByLabel("Region"), "view");
      await page.keyboard.press("Escape");
    },
  },
  {
    name: "export-running",
    show: async (page) => {
      await page.keyboard.press("Control+e");
      await page.getByRole("spinbutton", { name: "To" }).fill("90000");
      await named(page, "Export").click();
      await page.getByRole("progressbar").waitFor();
    },
    leave: async (page) => {
      await named(page, /^(Stop|Cancel)$/).click();
      await page.keyboard.press("Escape");
    },
  },
  {
    name: "export-done",
    like: "error",
    show: async (page) => {
      await page.keyboard.press("Control+e");
      const from = Number(await page.getByRole("spinbutton", { name: "From" }).inputValue());
      await page.getByRole("spinbutton", { name: "To" }).fill(String(from + 3));
      await named(page, "Export").click();
      await page.locator(".message").hover();
    },
    // Under the pointer it stays for as long as it takes to look at it.
    leave: (page) => named(page, "Close the message").click(),
  },
];
