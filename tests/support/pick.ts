// The studio's selects, used as a pointer uses them: by tests and by benchmarks, which run without vitest.

import type { Locator } from "playwright-core";

/** Chooses from a select by the option's id, as a pointer does. Outside dialogs the cells get the keys after it. */
export async function pick(select: Locator, id: string): Promise<void> {
  await select.click();
  const list = select.page().locator(".select-list");
  await list.locator(`[role="option"][data-value="${id}"]`).click();
  await list.waitFor({ state: "detached" });
  // The select has the focus again a moment after its list has gone.
  await focused(select);
  if (!(await select.evaluate((button) => button.closest('[role="dialog"]') !== null))) await select.blur();
}

/** Waits until an element has the focus, for at most eight seconds. */
async function focused(element: Locator): Promise<void> {
  const deadline = performance.now() + 8000;
  while (!(await element.evaluate((one) => one === document.activeElement))) {
    if (performance.now() > deadline) throw new Error("The select did not get the focus back within 8 s.");
    await element.page().waitForTimeout(10);
  }
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
