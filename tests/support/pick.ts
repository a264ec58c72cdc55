// The studio's selects, used as a pointer uses them.

import type { Locator } from "playwright-core";
import { expect } from "vitest";

/** Chooses from a select by the option's id, as a pointer does. Outside dialogs the cells get the keys after it. */
export async function pick(select: Locator, id: string): Promise<void> {
  await select.click();
  const list = select.page().locator(".select-list");
  await list.locator(`[role="option"][data-value="${id}"]`).click();
  await list.waitFor({ state: "detached" });
  // The select has the focus again a moment after its list has gone.
  await expect.poll(() => select.evaluate((button) => button === document.activeElement)).toBe(true);
  if (!(await select.evaluate((button) => button.closest('[role="dialog"]') !== null))) await select.blur();
}

/** Whether a select lets a person choose that option. */
export async function isOffered(select: Locator, id: string): Promise<boolean> {
  await select.click();
  const list = select.page().locator(".select-list");
  const disabled = await list.locator(`[role="option"][data-value="${id}"]`).getAttribute("aria-disabled");
  await select.page().keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  return disabled !== "true";
}

/** The labels that a select offers. */
export async function optionsOf(select: Locator): Promise<string[]> {
  await select.click();
  const list = select.page().locator(".select-list");
  const labels = await list.getByRole("option").allInnerTexts();
  await select.page().keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  return labels;
}
