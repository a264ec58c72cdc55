// The selection and the floating paste as people use them: by menu, key, button and the clipboard, in the built studio.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OpenStudio, Rig } from "./studio.ts";
import {
  command,
  createUniverse,
  focusCells,
  openPattern,
  openStudio,
  reading,
  startRig,
  stateHash,
  status,
} from "./studio.ts";

const GLIDER = "#CXRLE Pos=-1,-1\nx = 3, y = 3, rule = B3/S23\nbo$2bo$3o!";
let rig: Rig;
let studio: OpenStudio;
let page: Page;
let middle = { x: 0, y: 0 };
let opened = 0;

beforeAll(async () => {
  rig = await startRig();
  studio = await openStudio(rig, { answersDialogs: true });
  page = studio.page;
  const box = await page.locator("[data-stage]").boundingBox();
  if (!box) throw new Error("there is no stage");
  middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
});
afterAll(() => rig.close());

const key = (chord: string) => page.keyboard.press(chord);
const soon = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 15_000, interval: 20 });
const population = () => soon(() => reading(page, "population"));
const region = (name: string) => page.getByRole("region", { name });
const selection = () => soon(() => region("Selection").innerText());
const title = () => soon(() => page.locator(".tab.on").innerText());

async function open(text: string, kind = "rle"): Promise<void> {
  await openPattern(page, `selected-${++opened}.${kind}`, text);
  await page.mouse.move(middle.x, middle.y);
}

/** What lies on the clipboard, once it is something new. */
async function copied(copy: () => Promise<unknown>): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await copy();
  const text = () => page.evaluate(() => navigator.clipboard.readText());
  await soon(text).not.toBe("");
  return text();
}

describe("a selection", () => {
  beforeEach(() => open(GLIDER));

  test("is dragged out, turned, copied and pasted, and all of it undone", async () => {
    await key("F4");
    await page.mouse.move(middle.x - 300, middle.y - 250);
    await page.mouse.down();
    await page.mouse.move(middle.x + 300, middle.y + 250, { steps: 5 });
    await page.mouse.up();
    await key("s");
    await selection().toContain("5 of 9");
    await key(">");
    const text = await copied(() => key("Control+c"));
    expect(text).toBe("x = 3, y = 3, rule = B3/S23\no$obo$2o!\n");
    await page.mouse.move(middle.x + 200, middle.y + 100);
    await key("v");
    await key("Enter");
    await population().toBe(10);
    const after = await stateHash(page);
    await focusCells(page);
    for (const left of [5, 5, 5]) {
      await key("z");
      await population().toBe(left);
    }
    for (let i = 0; i < 3; i++) await key("Shift+Z");
    await population().toBe(10);
    expect(await stateHash(page)).toBe(after);
  });

  test("is moved by a drag inside, resized at a handle, and has a chip with what people need", async () => {
    await key("f");
    await key("a");
    await key("F4");
    const chip = page.getByRole("group", { name: "On the selection" });
    await chip.getByText("5 cells").waitFor();
    const box = await chip.boundingBox();
    if (!box) throw new Error("there is no chip");
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x + 120, middle.y, { steps: 3 });
    await chip.waitFor({ state: "detached" });
    await page.mouse.up();
    await soon(() => chip.boundingBox().then((now) => now && now.x > box.x + 60)).toBe(true);
    await selection().toContain("5 of 9");
    await chip.getByRole("button", { name: "Rotate clockwise" }).click();
    await region("History").getByText("Rotate clockwise").first().waitFor();
    // What has the same name does the same.
    const names = await page
      .getByRole("button")
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? one.textContent ?? ""));
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual(["Identify"]);
    await chip.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Deselect" }).click();
    await chip.waitFor({ state: "detached" });
  });

  test("is lifted, moved by keys, and put down as one step back; Escape leaves all as it was", async () => {
    const before = await stateHash(page);
    await focusCells(page);
    await key("a");
    await key("Control+Shift+X");
    const move = region("Move");
    await move.waitFor();
    await key("Shift+ArrowRight");
    await soon(() => move.innerText()).toMatch(/Top left\s+9, -1/);
    await key("Escape");
    await selection().toMatch(/Top left\s+-1, -1/);
    expect(await stateHash(page)).toBe(before);
    await focusCells(page);
    await key("Control+Shift+X");
    await move.waitFor();
    await key("Shift+ArrowRight");
    await key("Enter");
    await selection().toMatch(/Top left\s+9, -1/);
    await population().toBe(5);
    await key("z");
    await selection().toMatch(/Top left\s+-1, -1/);
    expect(await stateHash(page)).toBe(before);
  });

  test("goes on alone, or everything but it does", async () => {
    await key("a");
    await key("Shift+Space");
    // Shut into its box, the glider loses the cell that would leave it.
    await selection().toContain("4 of 9");
    await key("Control+z");
    await selection().toContain("5 of 9");
    await key("Control+Shift+Space");
    await page.getByText("Nothing changed outside the selection.").waitFor();
    expect(await reading(page, "generation")).toBe(0);
  });

  test("is inverted, saved, and opened as a universe of its own", async () => {
    await key("a");
    await region("Selection").getByRole("button", { name: "Invert" }).click();
    await selection().toContain("4 of 9");
    await region("Selection").getByRole("button", { name: "Save" }).click();
    const dialog = page.getByRole("dialog", { name: "Save selection" });
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    const name = `selected-${opened}-selection.rle`;
    await page.getByText(`Saved the selection as ${name}.`).waitFor();
    const saved = await page.evaluate(async (file) => {
      const root = await navigator.storage.getDirectory();
      return (await (await root.getFileHandle(file)).getFile()).text();
    }, name);
    expect(saved).toBe("#CXRLE Pos=-1,-1\nx = 3, y = 3, rule = B3/S23\nobo$2o!\n");
    const hash = await stateHash(page);
    await region("Selection").getByRole("button", { name: "New universe" }).click();
    await title().toContain(`selected-${opened} selection`);
    await population().toBe(4);
    // At the same place, so the hash is the same.
    expect(await stateHash(page)).toBe(hash);
  });

  test("is filled from a seed that is shown and can be used again", async () => {
    await key("a");
    await key("Shift+Delete");
    await page.keyboard.press("F4");
    await page.mouse.move(middle.x - 200, middle.y - 200);
    await page.mouse.down();
    await page.mouse.move(middle.x + 200, middle.y + 200, { steps: 4 });
    await page.mouse.up();
    const panel = region("Selection");
    await selection().toMatch(/5 of \d{2,}/);
    const fill = panel.getByRole("button", { name: "Random fill" });
    await fill.click();
    await selection().not.toMatch(/\s5 of/);
    const first = await stateHash(page);
    await panel.getByRole("button", { name: "Use again" }).click();
    const seed = await panel.getByLabel("Seed").inputValue();
    expect(seed).toMatch(/^\d+$/);
    await focusCells(page);
    await key("Delete");
    await population().toBe(0);
    await fill.click();
    await selection().not.toMatch(/\s0 of/);
    expect(await stateHash(page)).toBe(first);
    await region("History").getByText(`Random fill 50 %, seed ${seed}`).first().waitFor();
    await panel.getByLabel("Seed").fill("12x");
    await panel.getByText("A seed is a whole number from 0 to 4,294,967,295.").waitFor();
    expect(await fill.isDisabled()).toBe(true);
    await panel.getByLabel("Seed").fill("");
    expect(await fill.isEnabled()).toBe(true);
  });
});

test("a paste right behind a copy is of that copy, however long it takes", async () => {
  await page.evaluate(() => navigator.clipboard.writeText("3o!"));
  await createUniverse(page, "Square", async (dialog) => {
    await dialog.getByLabel("Fill with random cells").check();
    for (const side of ["width", "height"]) await dialog.getByLabel(`Soup ${side}`).fill("900");
  });
  await focusCells(page);
  for (const chord of ["Control+a", "Control+c", "Control+v"]) await page.keyboard.press(chord);
  await region("Paste").getByText("900 × 900").waitFor();
  await page.keyboard.press("Escape");
});

describe("a floating paste", () => {
  beforeEach(() => open(GLIDER));

  test("is set, turned, put down and dropped by buttons", async () => {
    await key("a");
    await copied(() => key("Control+c"));
    await key("v");
    const paste = region("Paste");
    await paste.getByRole("radio", { name: "Xor" }).click();
    await paste.getByText("Turns what its live cells meet.").waitFor();
    await paste.getByRole("radio", { name: "Middle" }).click();
    await paste.getByText("Held by its middle.").waitFor();
    await soon(() => paste.innerText()).toMatch(/Top left\s+-1, -1/);
    for (const verb of [
      "Flip left to right",
      "Flip top to bottom",
      "Rotate clockwise",
      "Rotate anticlockwise",
    ])
      await paste.getByRole("button", { name: verb }).click();
    await paste.getByRole("button", { name: "Place" }).click();
    // Turned by half a turn it shares two of its five cells with itself.
    await population().toBe(6);
    await key("v");
    await paste.getByRole("radio", { name: "Or", exact: true }).click();
    await paste.getByRole("radio", { name: "Top left" }).click();
    await paste.getByRole("button", { name: "Cancel" }).click();
    await paste.waitFor({ state: "detached" });
    await population().toBe(6);
  });

  test("for another rule says so, takes it over, or goes to a tab of its own", async () => {
    await page.evaluate(() => navigator.clipboard.writeText("x = 3, y = 1, rule = B36/S23\n3o!"));
    await key("v");
    const paste = region("Paste");
    await paste.getByText("Made for HighLife").waitFor();
    await paste.getByRole("button", { name: "Open in a tab" }).click();
    await title().toContain("Pasted pattern");
    await soon(() => status(page, "Rule")).toContain("B36/S23");
    await key("Control+w");
    await page.getByRole("button", { name: "Discard" }).click();
    await title().toContain(`selected-${opened}`);
    await focusCells(page);
    await key("v");
    await paste.getByRole("button", { name: "Use its rule" }).click();
    await soon(() => status(page, "Rule")).toContain("B36/S23");
    expect(await paste.getByText("Made for").count()).toBe(0);
    await key("Escape");
  });

  test("comes into view, however large it is and however far it is moved", async () => {
    await page.evaluate(() => navigator.clipboard.writeText("x = 40000, y = 2\n40000o$40000o!"));
    await key("v");
    await region("Paste").waitFor();
    await soon(() => status(page, "Zoom")).toMatch(/^1 : \d+/);
    await key("Escape");
    await key("f");
    await page.evaluate(() => navigator.clipboard.writeText("x = 3, y = 1\n3o!"));
    await key("v");
    await region("Paste").waitFor();
    const cell = () => status(page, "Cell");
    const before = await cell();
    for (let i = 0; i < 12; i++) await key("Shift+ArrowRight");
    // The pointer rests, the view went after the paste.
    await soon(cell).not.toBe(before);
    await key("Enter");
    await population().toBe(8);
  });
});

describe("far away", () => {
  test("a macrocell selection keeps its place exactly", async () => {
    const chain = Array.from({ length: 59 }, (_, i) => `${i + 4} ${i + 1} 0 0 0`);
    await open(
      `[M2] (test)\n#R B3/S23\n#G 12345678901234567890\n.*$..*$***$$$$$$\n${chain.join("\n")}\n`,
      "mc",
    );
    await population().toBe(5);
    await key("a");
    await selection().toContain("5 of 9");
    const text = await copied(() => command(page, "Copy as RLE with position"));
    expect(text).toBe(
      "#CXRLE Pos=-2305843009213693952,-2305843009213693951 Gen=12345678901234567890\n" +
        "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n",
    );
  });
});

test("nothing of this complained", () => {
  expect(studio.complaints).toEqual([]);
});
