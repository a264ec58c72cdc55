// A rule of more than two states as a newcomer meets it: a file is opened, drawn in with a state, undone and filmed; then by keyboard
// alone; and the way between such rules and those of two states.

import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violations } from "./axe.ts";
import type { OpenStudio, Rig } from "./studio.ts";
import {
  dropFile,
  focusCells,
  openPattern,
  openStudio,
  reading,
  startRig,
  stateHash,
  status,
} from "./studio.ts";

const STAR_WARS = "x = 5, y = 3, rule = 345/2/4\n.A.A$ABCBA$.3A!";
const GLIDER = "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!";

let rig: Rig;
let studio: OpenStudio;
let page: Page;

beforeAll(async () => {
  rig = await startRig();
  studio = await openStudio(rig, { viewport: { width: 1024, height: 640 }, colorScheme: "dark" });
  page = studio.page;
});
afterAll(() => rig.close());

const soon = (read: () => Promise<unknown>) => expect.poll(read, { interval: 20 });
const population = () => soon(() => reading(page, "population"));
const palette = () => page.getByRole("radiogroup", { name: "Draw with" });
const inHand = () => palette().locator('[data-state="on"]').getAttribute("aria-label");
const copied = async (): Promise<string> => {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+c");
  const text = () => page.evaluate(() => navigator.clipboard.readText());
  await soon(text).not.toBe("");
  const rle = await text();
  return rle.slice(rle.indexOf("\n", rle.indexOf("rule"))).trim();
};

// First, as the others leave work that a reload would ask about.
test("a rule that stands in the pattern's own file comes along, also over a reload", async () => {
  const fade = [
    "x = 3, y = 1, rule = Fade\nABA!\n\n@RULE Fade\n@TABLE\nn_states:3\nneighborhood:vonNeumann\nsymmetries:none",
    "var a={0,1,2}\nvar b=a\nvar c=a\nvar d=a\n1,a,b,c,d,2\n2,a,b,c,d,0\n@NAMES\n1 bright\n2 dim\n",
  ].join("\n");
  await openPattern(page, "fade.rle", fade);
  await soon(() => status(page, "Rule")).toBe("Fade");
  await soon(() => palette().getByRole("radio").allInnerTexts()).toHaveLength(3);
  expect(await palette().getByRole("radio", { name: "2 dim" }).count()).toBe(1);
  await population().toBe(3);
  const before = await stateHash(page);
  await focusCells(page);
  await page.keyboard.press("Space");
  await soon(() => stateHash(page)).not.toBe(before);
  await page.reload();
  await page.locator("#rule-text").waitFor();
  await soon(() => status(page, "Rule")).toBe("Fade");
  await soon(() => stateHash(page)).toBe(before);
});

test("a rule that is missing is asked for by name; a dropped file is shown, kept and found, also by another window", async () => {
  const dusk = (states: number) =>
    `@RULE Dusk\n@TABLE\nn_states:${states}\nneighborhood:vonNeumann\nsymmetries:none\n1,0,0,0,0,2\n`;
  const pattern = "x = 3, y = 1, rule = Dusk\nABA!";
  await dropFile(page, "dusk.rle", pattern);
  await page.getByText("dusk.rle runs under Dusk, a rule of which there is no file here.").waitFor();
  expect(await page.getByRole("button", { name: "Choose Dusk.rule" }).count()).toBe(1);
  await dropFile(page, "Dusk.rule", `${dusk(4)}5,0,0,0,0,0\n`);
  const fault = page.getByRole("dialog", { name: "Dusk: the rule cannot be read" });
  await fault.getByText("Line 7, column 1.").waitFor();
  expect(await fault.locator("mark").innerText()).toBe("5");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await dropFile(page, "Dusk.rule", dusk(4));
  const rules = page.getByRole("dialog", { name: "Rules" });
  await rules.getByRole("group", { name: "Your rule files" }).getByRole("option", { name: "Dusk" }).waitFor();
  await soon(() => rules.locator(".rule-option[aria-selected=true]").innerText()).toBe("Dusk");
  await soon(() => page.getByText("dusk.rle runs under").count()).toBe(0);
  await page.keyboard.press("Escape");
  await openPattern(page, "dusk.rle", pattern);
  await soon(() => palette().getByRole("radio").count()).toBe(4);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByTestId("generation").waitFor();
  await dropFile(other, "Dusk.rule", dusk(5));
  await other.getByRole("button", { name: "Replace" }).click();
  await other.getByRole("button", { name: "Remove…" }).waitFor();
  await other.close();
  // The list is read anew while it is open.
  await soon(async () => {
    await page.keyboard.press("Control+Shift+r");
    await rules.getByRole("option", { name: "Dusk" }).first().click();
    await page.keyboard.press("Enter");
    await rules.waitFor({ state: "detached" });
    return palette().getByRole("radio").count();
  }).toBe(5);
  expect(studio.complaints).toEqual([]);
});

test("a file is opened, drawn in, undone and filmed", async () => {
  await openPattern(page, "star-wars.rle", STAR_WARS);
  await population().toBe(10);
  await soon(() => palette().getByRole("radio").count()).toBe(4);
  await soon(inHand).toBe("1 live");
  const before = await stateHash(page);
  const counts = page.getByRole("list", { name: "Cells in each state" }).getByRole("listitem");
  await soon(async () => (await counts.allInnerTexts()).map((text) => text.replace(/\s+/g, " "))).toEqual([
    "1 live 7",
    "2 dying 1 2",
    "3 dying 2 1",
  ]);
  await counts.last().getByRole("button").click();
  await soon(inHand).toBe("3 dying 2");
  const box = await page.locator("[data-stage]").boundingBox();
  if (!box) throw new Error("there is no stage");
  await page.mouse.move(box.x + 40, box.y + box.height - 90);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y + box.height - 90, { steps: 4 });
  await page.mouse.up();
  await population().toBeGreaterThan(12);
  await soon(() => status(page, "Cell")).toMatch(/: 3 dying 2$/);
  expect(await violations(page)).toEqual([]);
  expect(await copied()).toMatch(/ABCBA[\s\S]*\dC/);
  await focusCells(page);
  while ((await reading(page, "population")) > 10) {
    await page.keyboard.press("z");
    await page.waitForTimeout(50);
  }
  expect(await stateHash(page)).toBe(before);
  await page.keyboard.press("Control+e");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "GIF" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download", { timeout: 40_000 }),
    dialog.getByRole("button", { name: "Export" }).click(),
  ]);
  await dialog.waitFor({ state: "detached" });
  const film = await readFile(await download.path());
  expect(film.subarray(0, 6).toString("latin1")).toBe("GIF89a");
  for (const colour of ["fff6d8", "d9673a", "5f62c4"])
    expect(film.indexOf(Buffer.from(colour, "hex"))).toBeGreaterThan(0);
  expect(studio.complaints).toEqual([]);
});

test("by keyboard alone: keys choose, Alt and Enter draw, Pick takes a state, 0 erases", async () => {
  await openPattern(page, "keys.rle", STAR_WARS);
  await population().toBe(10);
  await page.keyboard.press("F2");
  await page.keyboard.press("2");
  await soon(inHand).toBe("2 dying 1");
  // In the middle of the pattern lies its C.
  for (const arrow of ["Right", "Left"]) await page.keyboard.press(`Alt+Arrow${arrow}`);
  await soon(() => status(page, "Cell")).toMatch(/: 3 dying 2$/);
  await page.keyboard.press("Alt+Enter");
  await soon(() => status(page, "Cell")).toMatch(/: 2 dying 1$/);
  await page.keyboard.press("z");
  await soon(() => status(page, "Cell")).toMatch(/: 3 dying 2$/);
  await page.keyboard.press("F3");
  await page.keyboard.press("Alt+Enter");
  await soon(inHand).toBe("3 dying 2");
  await page.keyboard.press("0");
  await soon(inHand).toBe("0 dead");
  await page.keyboard.press("Alt+Enter");
  await population().toBe(9);
  await page.keyboard.press("9");
  expect(await inHand()).toBe("0 dead");
});

test("a rule of two states has no palette; changing to one says what it does to states, and undo brings them back", async () => {
  await openPattern(page, "glider.rle", GLIDER);
  await soon(() => palette().count()).toBe(0);
  await openPattern(page, "back.rle", STAR_WARS);
  await soon(() => palette().count()).toBe(1);
  const before = await stateHash(page);
  const rule = page.getByRole("textbox", { name: "Rule", exact: true });
  await rule.fill("B3/S23");
  await rule.press("Enter");
  await page.getByText("cells in states beyond are now in its last, live").waitFor();
  await soon(() => palette().count()).toBe(0);
  await population().toBe(10);
  await page.keyboard.press("z");
  await soon(() => palette().count()).toBe(1);
  expect(await stateHash(page)).toBe(before);
});

test("a palette of more states than fit scrolls from state 0 on and shows the state in hand", async () => {
  await openPattern(page, "many.rle", "x = 2, y = 1, rule = 23/3/256\nAyO!");
  await soon(() => palette().getByRole("radio").count()).toBe(256);
  const shown = async (name: string): Promise<boolean> => {
    const [box, around] = await Promise.all([
      palette().getByRole("radio", { name, exact: true }).boundingBox(),
      palette().boundingBox(),
    ]);
    return (
      box !== null && around !== null && box.y >= around.y && box.y + box.height <= around.y + around.height
    );
  };
  await soon(() => shown("0 dead")).toBe(true);
  expect(await shown("255 dying 254")).toBe(false);
  await page.getByRole("list", { name: "Cells in each state" }).getByRole("button", { name: /^255/ }).click();
  await soon(() => shown("255 dying 254")).toBe(true);
});

test("a rule is changed by pictures and fields, by keyboard alone, and each change is undone", async () => {
  await openPattern(page, "letters.rle", GLIDER);
  const rule = () => page.locator("#rule-text").inputValue();
  await page.getByText("Neighbourhoods and states").click();
  await page.getByRole("button", { name: "1c: one neighbour, below right", exact: true }).focus();
  // One tab stop for all pictures; the arrows go along a line and to the next one.
  expect(await page.locator('.letters button[tabindex="0"]').count()).toBe(1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await soon(rule).toBe("B2c3/S23");
  const two = page
    .getByRole("group", { name: "Birth", exact: true })
    .getByRole("button", { name: "Birth with 2" });
  await soon(() => two.getAttribute("aria-pressed")).toBe("mixed");
  expect(await violations(page)).toEqual([]);
  await two.click();
  await soon(rule).toBe("B23/S23");
  for (const before of ["B2c3/S23", "B3/S23"]) {
    await focusCells(page);
    await page.keyboard.press("z");
    await soon(rule).toBe(before);
  }
  const states = page.getByRole("spinbutton", { name: "States, as a number" });
  await states.fill("12");
  await soon(rule).toBe("B3/S23");
  await states.press("Enter");
  await soon(rule).toBe("23/3/12");
  const typed = page.getByRole("textbox", { name: "Rule", exact: true });
  await typed.fill("R5,C0,M1,S34..58,B34..45,NM");
  await typed.press("Enter");
  const range = page.getByRole("slider", { name: "Range" });
  await range.focus();
  await page.keyboard.press("ArrowRight");
  await soon(rule).toBe("R6,C0,M1,S47..81,B48..63,NM");
  await page.getByRole("button", { name: "Another range of counts for birth" }).click();
  await soon(rule).toBe("R6,C0,S46-80,B48-63,65");
  expect(await page.getByRole("switch", { name: "A cell counts itself" }).isDisabled()).toBe(true);
  expect(await violations(page)).toEqual([]);
  expect(studio.complaints).toEqual([]);
});

test("the list of rules has them, and a rule is applied from there", async () => {
  await openPattern(page, "list.rle", GLIDER);
  await page.getByRole("button", { name: "Browse rules…" }).click();
  const dialog = page.getByRole("dialog");
  await page.getByRole("combobox", { name: "Search rules" }).fill("brian");
  await dialog
    .getByRole("option", { name: /Brian's Brain/ })
    .first()
    .click();
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await soon(() => status(page, "Rule")).toBe("/2/3");
  await soon(() => palette().getByRole("radio").count()).toBe(3);
});
