// One state of the window that somebody may come to look at, and the steps that lead to many of them.

import type { Page } from "playwright-core";
import { chooseCommand } from "./studio.ts";

export interface Screen {
  readonly name: string;
  /** Another that is made of the same parts: what axe says of that one holds here. */
  readonly like?: string;
  readonly show: (page: Page) => Promise<unknown>;
  /** What brings the window back; Escape where nothing is said. */
  readonly leave?: (page: Page) => Promise<unknown>;
}

export const named = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();
export const stay = async (): Promise<void> => {};
export const keys =
  (...chords: readonly string[]) =>
  async (page: Page): Promise<void> => {
    for (const chord of chords) await page.keyboard.press(chord);
  };

/** A command that answers with a dialog. */
export const ask =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await chooseCommand(page, name);
    await page.getByRole("dialog", { name }).waitFor();
  };

/** The main menu with one of its menus open. */
export async function openMenu(page: Page, title: string): Promise<void> {
  await named(page, "Menu").click();
  await page.getByRole("menuitem", { name: title }).click();
  await page.getByRole("menu", { name: title }).waitFor();
}

export const closeMenu = async (page: Page): Promise<void> => {
  await page.keyboard.press("Escape");
  if ((await page.getByRole("menu").count()) > 0) await page.keyboard.press("Escape");
};

/** In the midst of a drag with the tool of a key. */
export async function dragWith(page: Page, tool: string): Promise<void> {
  await page.keyboard.press(tool);
  const box = await page.locator("[data-stage]").boundingBox();
  if (!box) throw new Error("there is no stage");
  await page.mouse.move(box.x + 120, box.y + 80);
  await page.mouse.down();
  for (const [x, y] of [
    [260, 90],
    [270, 200],
    [140, 210],
  ] as const) {
    await page.mouse.move(box.x + x, box.y + y, { steps: 3 });
  }
}

export const letGo = async (page: Page): Promise<void> => {
  await page.keyboard.press("Escape");
  await page.mouse.up();
};

export const search = (page: Page, text: string) => page.getByRole("searchbox").fill(text);

export const openLibrary = async (page: Page): Promise<void> => {
  if ((await page.getByRole("complementary", { name: "Library" }).count()) === 0)
    await named(page, "Library").click();
  await page.locator(".card").first().waitFor();
};

export const closeLibrary = (page: Page) => named(page, "Library").click();

/** The export's picture is there, as it is to be written now. */
export const pictured = (page: Page) =>
  page.locator('.export-preview[aria-busy="false"] canvas').waitFor({ timeout: 30_000 });

/** The export's picture is there, and what it will take: seconds of encoding go by to find that out. */
export const previewed = (page: Page) =>
  page
    .getByTestId("export-size")
    .getByText(/^about/)
    .waitFor({ timeout: 30_000 });
