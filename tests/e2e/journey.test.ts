// The whole way that a person goes with one pattern, in one sitting, and what the command line says of its result.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inProcess } from "../support/in-process.ts";
import type { Rig } from "./studio.ts";
import { focusCells, kept, openPattern, openStudio, reading, startRig, stateHash, status } from "./studio.ts";

const R_PENTOMINO = join(import.meta.dirname, "../../assets/patterns/r-pentomino.rle");
let rig: Rig;

beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const soon = (read: () => Promise<unknown>) => expect.poll(read, { interval: 20 });

interface CliAnswer {
  readonly population: number;
  readonly generation: number;
  readonly rule: string;
  readonly hash: string;
}

async function run(file: string, generation: number | string): Promise<CliAnswer> {
  const { stdout, stderr } = await inProcess("run", file, "-m", String(generation), "-q", "--json");
  expect(stderr).toBe("");
  return JSON.parse(stdout) as CliAnswer;
}

async function goTo(page: Page, generation: number): Promise<void> {
  await page.keyboard.press("Shift+N");
  await page.getByLabel("Generation", { exact: true }).fill(String(generation));
  await page.keyboard.press("Enter");
  await soon(() => reading(page, "generation")).toBe(generation);
}

/** The pointer goes to the stage, so far from its middle. */
async function pointAt(page: Page, dx: number, dy: number): Promise<void> {
  const box = await page.locator("[data-stage]").boundingBox();
  if (!box) throw new Error("there is no stage");
  await page.mouse.move(box.x + box.width / 2 + dx, box.y + box.height / 2 + dy);
}

async function clickAt(page: Page, dx: number, dy: number): Promise<void> {
  await pointAt(page, dx, dy);
  await page.mouse.down();
  await page.mouse.up();
}

test("opens, runs, draws, undoes, selects, turns, pastes, changes the rule, zooms and saves", async () => {
  const studio = await openStudio(rig);
  const { page } = studio;
  await openPattern(page, "r-pentomino.rle", await readFile(R_PENTOMINO));
  await goTo(page, 1103);
  await soon(() => reading(page, "population")).toBe(116);
  const settled = await run(R_PENTOMINO, 1103);
  expect(settled.population).toBe(116);
  expect(await stateHash(page)).toBe(settled.hash);

  // Back at the start there is room to draw.
  await page.keyboard.press("Control+r");
  await soon(() => reading(page, "generation")).toBe(0);
  const began = await stateHash(page);
  await page.keyboard.press("m");
  await clickAt(page, 320, 160);
  await soon(() => reading(page, "population")).toBe(6);
  await page.keyboard.press("z");
  await soon(() => reading(page, "population")).toBe(5);
  expect(await stateHash(page)).toBe(began);

  await page.keyboard.press("a");
  await page.keyboard.press(">");
  await page.keyboard.press("Control+c");
  await soon(() => page.evaluate(() => navigator.clipboard.readText())).toContain("!");
  await soon(() => stateHash(page)).not.toBe(began);
  await page.keyboard.press("a");
  await page.keyboard.press("Control+c");
  await soon(() => page.evaluate(() => navigator.clipboard.readText())).toContain("x = 3, y = 3");
  await pointAt(page, 245, -100);
  await page.keyboard.press("v");
  await page.keyboard.press("Enter");
  await soon(() => reading(page, "population")).toBe(10);

  await page.keyboard.press("Control+u");
  await page.keyboard.type("HighLife");
  await page.keyboard.press("Enter");
  await soon(() => status(page, "Rule")).toBe("B36/S23");
  await focusCells(page);
  const before = await status(page, "Zoom");
  await page.keyboard.press("[");
  await soon(() => status(page, "Zoom")).not.toBe(before);
  await goTo(page, 60);

  await page.keyboard.press("Control+Shift+s");
  const download = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  const saved = await (await download).path();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  // Without an ending the file's content has to say what it is.
  const told = await run(saved, 60);
  expect(told).toMatchObject({
    rule: "B36/S23",
    generation: 60,
    population: await reading(page, "population"),
  });
  expect(await stateHash(page)).toBe(told.hash);
  expect((await run(saved, 100)).hash).toBe(await goTo(page, 100).then(() => stateHash(page)));
  expect(studio.complaints).toEqual([]);
  await studio.close();
});

test("goes on after a crash with the work of which a copy was kept, with title, camera, file and rule", async () => {
  const studio = await openStudio(rig, { answersDialogs: true });
  const { page } = studio;
  await openPattern(page, "mine.rle", "x = 3, y = 3, rule = B36/S23\nbo$2bo$3o!");
  await page.keyboard.press("Control+Shift+s");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved mine.rle").waitFor();
  await focusCells(page);
  await page.keyboard.press("m");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("[");
  const zoom = await status(page, "Zoom");
  await page.keyboard.press("Space");
  await soon(() => reading(page, "generation")).toBe(1);
  // Generations alone are no work: a copy comes with the stroke. How soon it comes is in tests/renderer/studio/autosaver.
  expect(await kept(page, "snapshotHeads")).toEqual([]);
  await clickAt(page, 33, 17);
  await soon(() => reading(page, "population")).toBe(6);
  const hash = await stateHash(page);
  await expect.poll(() => kept(page, "snapshotHeads"), { timeout: 40_000 }).toHaveLength(1);
  const context = page.context();
  const next = await context.newPage();
  const session = await context.newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  void session.send("Page.crash").catch(() => {});
  await crashed;
  await next.goto(rig.server.url);
  await next.getByRole("dialog").getByText("mine.rle").waitFor();
  await next.getByRole("button", { name: "Recover" }).click();
  await next.locator(".tab.on", { hasText: "mine.rle" }).waitFor();
  await soon(() => reading(next, "population")).toBe(6);
  await soon(() => status(next, "Rule")).toBe("B36/S23");
  // While the dialog closes, the palette does not open.
  await next.getByRole("dialog").waitFor({ state: "detached" });
  expect(await stateHash(next)).toBe(hash);
  await soon(() => status(next, "Zoom")).toBe(zoom);
  // The same stroke at the same place of the screen takes the cell away again.
  await clickAt(next, 33, 17);
  await soon(() => reading(next, "population")).toBe(5);
  // It knows the file that it belongs to: no dialog comes.
  await next.keyboard.press("Control+s");
  await next.getByText("Saved mine.rle").waitFor();
  const text = await next.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    return (await (await root.getFileHandle("mine.rle")).getFile()).text();
  });
  expect(text).toContain("rule = B36/S23");
  // It has the beginning that it had.
  await next.getByRole("button", { name: "Reset to the start" }).click();
  await soon(() => reading(next, "generation")).toBe(0);
  await studio.close();
});
