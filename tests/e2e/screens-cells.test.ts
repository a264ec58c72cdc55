// Cells on the screen (walk.ts says what is looked for), and what a lost window has left.

import { afterAll, beforeAll, expect, test } from "vitest";
import { CELL_SCREENS } from "./cell-screens.ts";
import type { Rig } from "./studio.ts";
import { createUniverse, kept, openStudio, reading, startRig } from "./studio.ts";
import type { Look } from "./walk.ts";
import { inspect, LOOKS, WALK, walk } from "./walk.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ development: true });
});
afterAll(() => rig.close());

test("errors, tools, looks and tabs", { timeout: WALK }, () => walk(rig, CELL_SCREENS));

test("what a lost window has left", async () => {
  const { page, complaints, close } = await openStudio(rig);
  await createUniverse(page);
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain("stage");
  await page.keyboard.press("Alt+Enter");
  await page.locator(".unsaved").waitFor();
  await expect.poll(() => kept(page, "snapshotHeads"), { timeout: 10_000 }).toHaveLength(1);
  const next = await page.context().newPage();
  // Without its last words, as in a crash.
  await page.close({ runBeforeUnload: false });
  await next.goto(rig.server.url);
  await next.getByRole("button", { name: "Recover" }).waitFor();
  // Enter must not throw away what was kept.
  expect(await next.evaluate(() => document.activeElement?.textContent)).toBe("Recover");
  await inspect(next, { name: "recovery", show: async () => {} }, LOOKS[0] as Look);
  const other = await page.context().newPage();
  await other.goto(rig.server.url);
  await other.getByRole("button", { name: "Recover" }).waitFor();
  await next.bringToFront();
  await next.getByRole("button", { name: "Recover" }).click();
  await expect.poll(() => reading(next, "population")).toBe(1);
  // Undo goes on where it was.
  await next.getByRole("dialog").waitFor({ state: "detached" });
  await next.keyboard.press("Control+z");
  await expect.poll(() => reading(next, "population")).toBe(0);
  // The work is open here now, and so another window that had found it offers it no more.
  await other.getByText("Another window has recovered or discarded the unsaved work.").waitFor();
  await other.getByRole("dialog").waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
  await close();
});
