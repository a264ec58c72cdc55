// Time as people use it: going far, back again, to and fro on the timeline, and what history lists of it.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pick } from "../support/pick.ts";
import type { OpenStudio, Rig } from "./studio.ts";
import {
  chooseCommand,
  createUniverse,
  focusCells,
  openPattern,
  openStudio,
  reading,
  startRig,
} from "./studio.ts";
import { drawn } from "./walk.ts";

const R_PENTOMINO = "#CXRLE Pos=-1,-1\nx = 3, y = 3, rule = B3/S23\nb2o$2o$bo!";
const BLINKER = "#CXRLE Pos=-1,0\nx = 3, y = 1, rule = B3/S23\n3o!";
const DOT = "#CXRLE Pos=0,0\nx = 1, y = 1, rule = B3/S23\no!";
let rig: Rig;
let studio: OpenStudio;
let page: Page;

beforeAll(async () => {
  rig = await startRig();
  studio = await openStudio(rig);
  page = studio.page;
  page.setDefaultTimeout(20_000);
});
afterAll(() => rig.close());

const soon = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 20_000, interval: 20 });
const generation = () => soon(() => reading(page, "generation"));
const population = () => soon(() => reading(page, "population"));
const timeline = () => page.getByRole("slider", { name: "Timeline" });
const lines = () => page.getByRole("listbox", { name: "History" }).getByRole("option");
const chosen = () =>
  soon(() =>
    page.getByRole("listbox", { name: "History" }).getByRole("option", { selected: true }).innerText(),
  );

async function goTo(target: number): Promise<void> {
  await page.keyboard.press("Shift+N");
  await page.getByLabel("Generation", { exact: true }).fill(String(target));
  await page.keyboard.press("Enter");
  await generation().toBe(target);
}

describe("time", () => {
  test("goes to generation 100 000, back by one, and anywhere in between", async () => {
    await openPattern(page, "far.rle", R_PENTOMINO);
    await goTo(100_000);
    await population().toBe(116);
    await focusCells(page);
    await page.keyboard.press("b");
    await generation().toBe(99_999);
    await timeline().focus();
    await page.keyboard.press("Home");
    await generation().toBe(0);
    await population().toBe(5);
    await page.keyboard.press("ArrowRight");
    await generation().toBe(1);
    await population().toBe(6);
    await page.keyboard.press("PageUp");
    await generation().toBe(10_001);
    await page.keyboard.press("End");
    await generation().toBe(100_000);
    await focusCells(page);
    await goTo(1000);
    await population().toBe(156);
  });

  test("is scrubbed by the mouse, and branches where something is drawn", async () => {
    await openPattern(page, "branch.rle", R_PENTOMINO);
    await goTo(200);
    const box = await timeline().boundingBox();
    if (!box) throw new Error("there is no timeline");
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width - 4, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 4, y, { steps: 6 });
    await page.mouse.move(box.x + box.width / 2, y, { steps: 6 });
    await page.mouse.up();
    // The thumb is where the pointer was; nearer generations may be shown on the way there.
    await drawn(page);
    const there = Number(await timeline().getAttribute("aria-valuenow"));
    expect(there).toBeGreaterThan(90);
    expect(there).toBeLessThan(110);
    await generation().toBe(there);
    await soon(() => lines().allInnerTexts()).toEqual([
      "Beginning",
      expect.stringMatching(new RegExp(`^Run 0.*${there}$`, "s")),
      expect.stringMatching(new RegExp(`^Run ${there}.*200`, "s")),
    ]);
    const stage = await page.locator("[data-stage]").boundingBox();
    if (!stage) throw new Error("there is no stage");
    await page.keyboard.press("F2");
    await page.mouse.click(stage.x + 40, stage.y + 140);
    await soon(() => lines().last().innerText()).toMatch(/^(Draw|Erase) 1 cell/);
    await soon(() => timeline().getAttribute("aria-valuemax")).toBe(String(there));
    await page.keyboard.press("z");
    await page.keyboard.press("z");
    await generation().toBe(0);
    await population().toBe(5);
  });

  test("is a list of what was done, by mouse and by keys", async () => {
    await openPattern(page, "list.rle", R_PENTOMINO);
    await goTo(10);
    await focusCells(page);
    await chooseCommand(page, "Clear universe");
    await population().toBe(0);
    await generation().toBe(0);
    await chooseCommand(page, "Resize universe");
    await pick(page.getByRole("dialog").getByLabel("Topology"), "torus");
    await page.getByRole("dialog").getByLabel("Width").fill("64");
    await page.getByRole("dialog").getByLabel("Height").fill("32");
    await page.getByRole("button", { name: "Resize", exact: true }).click();
    await page.getByRole("region", { name: "Universe" }).getByText("Torus 64 × 32").waitFor();
    await chooseCommand(page, "Set the generation number");
    await page.getByRole("dialog").getByLabel("Generation").fill("77");
    await page.getByRole("button", { name: "Set", exact: true }).click();
    await generation().toBe(77);
    await lines().nth(1).click();
    await generation().toBe(10);
    await page.getByRole("region", { name: "Universe" }).getByText("Unbounded").waitFor();
    await chosen().toMatch(/^Run 0/);
    const list = page.getByRole("listbox", { name: "History" });
    await list.focus();
    await page.keyboard.press("End");
    await chosen().toMatch(/^Call it generation 77/);
    await generation().toBe(77);
    await page.getByRole("region", { name: "Universe" }).getByText("Torus 64 × 32").waitFor();
    await page.keyboard.press("Home");
    await chosen().toBe("Beginning");
    await population().toBe(5);
    await page.keyboard.press("ArrowDown");
    await generation().toBe(10);
  });

  test("begins anew in the same tab, and can be undone", async () => {
    await openPattern(page, "anew.rle", R_PENTOMINO);
    const tabs = await page.locator(".tab").count();
    await goTo(20);
    await createUniverse(page, "Square", async (dialog) => {
      await pick(dialog.getByLabel("Topology"), "torus");
      await dialog.getByLabel(/^In place of anew\.rle/).check();
    });
    await generation().toBe(0);
    await population().toBe(0);
    expect(await page.locator(".tab").count()).toBe(tabs);
    await chosen().toMatch(/^New universe: Square 256 × 256/);
    await focusCells(page);
    await page.keyboard.press("z");
    await generation().toBe(20);
    await page.keyboard.press("b");
    await generation().toBe(19);
  });

  test("ends when all is dead, and when it repeats where that is wished", async () => {
    await openPattern(page, "dot.rle", DOT);
    await page.keyboard.press("Enter");
    await page.getByText(/^Stopped at generation \d+: everything has died\.$/).waitFor();
    await population().toBe(0);
    await openPattern(page, "blinker.rle", BLINKER);
    await chooseCommand(page, "Stop when periodic");
    await focusCells(page);
    await page.keyboard.press("Enter");
    await page.getByText(/^Stopped at generation \d+: the pattern repeats with period 2\.$/).waitFor();
    await page.getByRole("button", { name: "Run", exact: true }).waitFor();
    await chooseCommand(page, "Stop when periodic");
    expect(studio.complaints).toEqual([]);
  });
});
