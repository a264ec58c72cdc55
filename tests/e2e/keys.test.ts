// Every key and every gesture that people bring along from Golly, each at work in the studio. One page serves them all. Tests of
// time open a pattern each and close the one before; others go back to the beginning of theirs, which takes a third of the work.

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OpenStudio, Rig } from "./studio.ts";
import { focusCells, openPattern, openStudio, reading, startRig, status } from "./studio.ts";

const GLIDER = "#CXRLE Pos=-1,-1\nx = 3, y = 3, rule = B3/S23\nbo$2bo$3o!";
let rig: Rig;
let studio: OpenStudio;
let page: Page;
/** The stage's middle, on which the middle of cell 0, 0 lies after `centre`. */
let middle = { x: 0, y: 0 };
let opened = 0;
/** What the pattern in front was opened from; null when a test has failed on it. */
let front: string | null = null;

beforeAll(async () => {
  rig = await startRig();
  studio = await openStudio(rig);
  page = studio.page;
  const box = await page.locator("[data-stage]").boundingBox();
  if (!box) throw new Error("there is no stage");
  middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
});
afterEach(({ task }) => {
  if (task.result?.state === "fail") front = null;
});
afterAll(() => rig.close());

const key = (chord: string) => page.keyboard.press(chord);
const soon = (read: () => Promise<unknown>) => expect.poll(read, { interval: 20 });
const population = () => soon(() => reading(page, "population"));
const generation = () => soon(() => reading(page, "generation"));
const zoom = async () => Number.parseFloat((await status(page, "Zoom")).replace("1 : ", "0.0"));
/** What the inspector says of the selection; nothing while there is none. */
const selection = async () => (await page.getByRole("region", { name: "Selection" }).allInnerTexts()).join();
const pressed = (tool: string) =>
  page
    .getByRole("navigation", { name: "Tools" })
    .getByRole("button", { name: tool, exact: true })
    .getAttribute("aria-pressed");

/** Draws with the cells, with the pointer in the middle. */
async function ready(): Promise<void> {
  await focusCells(page);
  await key("F2");
  await page.mouse.move(middle.x, middle.y);
}

/** A pattern in a tab of its own, with cell 0, 0 in the middle; the others are closed, some after the question whether to save them. */
async function open(rle: string): Promise<void> {
  front = null;
  await openPattern(page, `pattern-${++opened}.rle`, rle);
  const discard = page.getByRole("button", { name: "Discard" });
  for (let tabs = await page.locator(".tab").count(); tabs > 1; tabs--) {
    const closed = async () => (await page.locator(".tab").count()) < tabs;
    await page.locator(".tab:not(.on) .close-tab").first().click();
    await soon(async () => (await discard.isVisible()) || (await closed())).toBe(true);
    if (await discard.isVisible()) await discard.click();
    await soon(closed).toBe(true);
  }
  await ready();
  front = rle;
}

/** The glider as it was opened: its cells, nothing selected, nothing floating. What can be redone stays until the next edit. */
async function glider(): Promise<void> {
  if (front !== GLIDER) return open(GLIDER);
  await page.getByRole("listbox", { name: "History" }).press("Home");
  await generation().toBe(0);
  await population().toBe(5);
  expect(await page.getByRole("region", { name: "Paste" }).count()).toBe(0);
  await ready();
  // What was selected before the first edit belongs to the beginning.
  await key("k");
  await soon(selection).toBe("");
}

async function centre(): Promise<void> {
  await key("m");
  while ((await zoom()) > 32) await key("[");
  while ((await zoom()) < 32) await key("]");
  await soon(zoom).toBe(32);
}

/** The glider at 32 pixels a cell. */
async function largeGlider(): Promise<void> {
  await glider();
  await centre();
}

const at = (x: number, y: number) => ({ x: middle.x + x * 32, y: middle.y + y * 32 });

async function drag(
  from: readonly [number, number],
  to: readonly [number, number],
  button: "left" | "middle" = "left",
) {
  const [start, end] = [at(...from), at(...to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down({ button });
  await page.mouse.move(end.x, end.y, { steps: 4 });
}

async function select(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await key("F4");
  await drag(from, to);
  await page.mouse.up();
  await soon(selection).toContain("Top left");
}

/** The cells of the universe, as the clipboard gets them. */
async function copied(chord = "Control+c"): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await key(chord);
  const text = () => page.evaluate(() => navigator.clipboard.readText());
  await soon(text).not.toBe("");
  // What is cut is there before it is gone from here.
  if (chord === "Control+x") await population().toBe(0);
  return (await text()).split("\n").at(-2) ?? "";
}

describe("time", () => {
  beforeEach(() => open(GLIDER));

  test("Enter runs and stops", async () => {
    await key("Enter");
    await generation().toBeGreaterThan(2);
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await key("Enter");
    await page.getByRole("button", { name: "Run", exact: true }).waitFor();
  });

  test("Space goes on by one generation, held fast or not", async () => {
    await key("Space");
    await generation().toBe(1);
    for (let i = 0; i < 5; i++) await key("Space");
    await generation().toBe(6);
  });

  test("Tab goes on by a step", async () => {
    for (let i = 0; i < 3; i++) await page.getByRole("button", { name: "Larger step" }).click();
    await focusCells(page);
    await key("Tab");
    await generation().toBe(8);
    for (let i = 0; i < 3; i++) await page.getByRole("button", { name: "Smaller step" }).click();
  });

  test("+ and - change the speed", async () => {
    const speed = () => page.getByRole("group", { name: "Speed" }).locator("output").innerText();
    const before = await speed();
    await key("+");
    await soon(speed).not.toBe(before);
    await key("-");
    await soon(speed).toBe(before);
  });

  test("B and Backspace go back by one generation, and what was ahead is still there", async () => {
    for (let i = 0; i < 4; i++) await key("Space");
    await generation().toBe(4);
    await key("b");
    await generation().toBe(3);
    await key("Backspace");
    await generation().toBe(2);
    for (let i = 0; i < 2; i++) await key("Space");
    await generation().toBe(4);
  });

  test("Ctrl-R goes back to the start, also right after Stop", async () => {
    await key("Enter");
    await generation().toBeGreaterThan(0);
    await key("Enter");
    await key("Control+r");
    await generation().toBe(0);
    await page.getByRole("button", { name: "Run", exact: true }).waitFor();
  });

  test("Shift-N goes to a generation, onward and back", async () => {
    for (const target of [40, 12]) {
      await key("Shift+N");
      await page.getByLabel("Generation", { exact: true }).fill(String(target));
      await key("Enter");
      await generation().toBe(target);
    }
  });
});

describe("the view", () => {
  beforeEach(glider);

  test("f fits the pattern, Shift-F the selection", async () => {
    await centre();
    await key("f");
    await soon(zoom).toBeGreaterThan(32);
    await centre();
    await select([-8, -6], [8, 6]);
    await key("Shift+F");
    await soon(zoom).not.toBe(32);
  });

  test("t follows the pattern", async () => {
    // In a view that has fitted nothing yet: how near it goes depends on what it has shown.
    await open(GLIDER);
    await centre();
    await key("[");
    for (let i = 0; i < 4; i++) await key("Shift+ArrowRight");
    await key("t");
    await key("Space");
    await soon(zoom).toBe(32);
    await key("t");
  });

  test("[ and ] zoom out and in, arrows pan, and m centres", async () => {
    await centre();
    await key("[");
    await soon(zoom).toBe(16);
    await key("]");
    await soon(zoom).toBe(32);
    // The pointer rests; what moves is what lies under it.
    const cell = async () => (await status(page, "Cell")).replace(/ (live|dead)$/, "");
    await centre();
    await soon(cell).toBe("0, 0");
    for (const [arrow, sign] of [
      ["ArrowRight", /^\d+, 0$/],
      ["ArrowLeft", /^0, 0$/],
      ["ArrowDown", /^0, \d+$/],
      ["ArrowUp", /^0, 0$/],
    ] as const) {
      await key(arrow);
      await soon(cell).toMatch(sign);
    }
    await key("Shift+ArrowLeft");
    await soon(cell).not.toBe("0, 0");
    await key("m");
    await soon(cell).toBe("0, 0");
  });

  test("l shows and hides the grid lines", async () => {
    await centre();
    const cells = page.locator("[data-stage] .stage canvas").first();
    /** Whether a row of pixels as long as a cell, where nothing lives, has more than one colour. */
    const isLined = () =>
      cells.evaluate((canvas: HTMLCanvasElement) => {
        const context = new OffscreenCanvas(32, 1).getContext("2d");
        context?.drawImage(canvas, -Math.floor(canvas.width / 2) - 96, -Math.floor(canvas.height / 2) + 96);
        return new Set(new Uint32Array(context?.getImageData(0, 0, 32, 1).data.buffer ?? [])).size > 1;
      });
    await soon(isLined).toBe(true);
    await key("l");
    await soon(isLined).toBe(false);
    await key("l");
    await soon(isLined).toBe(true);
  });

  test("? shows the keys", async () => {
    await key("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await key("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  test("the wheel zooms at the pointer with any tool", async () => {
    for (const tool of ["F2", "F3", "F4", "F5", "F6", "F7"]) {
      await key(tool);
      await centre();
      const point = at(5, 3);
      await page.mouse.move(point.x, point.y);
      await soon(() => status(page, "Cell")).toMatch(/^5, 3/);
      await page.mouse.wheel(0, 240);
      await soon(zoom).toBe(16);
      await page.mouse.move(point.x + 1, point.y);
      await soon(() => status(page, "Cell")).toMatch(/^5, 3/);
    }
    await population().toBe(5);
  });

  test("a middle drag pans with any tool", async () => {
    for (const tool of ["F2", "F4"]) {
      await key(tool);
      await centre();
      await drag([0, 0], [4, 2], "middle");
      await soon(() => status(page, "Cell")).toMatch(/^0, 0/);
      await page.mouse.up({ button: "middle" });
      await soon(() => status(page, "Cell")).toMatch(/^0, 0/);
    }
    await population().toBe(5);
  });
});

describe("the clipboard and the selection", () => {
  beforeEach(largeGlider);

  test("a selects all, k nothing, s shrinks the selection", async () => {
    await key("a");
    await soon(selection).toContain("5 of 9");
    await key("k");
    await soon(selection).toBe("");
    await select([-6, -5], [6, 5]);
    await soon(selection).toContain("5 of 143");
    await key("s");
    await soon(selection).toContain("5 of 9");
  });

  test("Ctrl-C copies, Ctrl-X cuts, v and Ctrl-V paste at the pointer", async () => {
    await key("a");
    expect(await copied()).toBe("bo$2bo$3o!");
    expect(await copied("Control+x")).toBe("bo$2bo$3o!");
    const point = at(4, 2);
    await page.mouse.move(point.x, point.y);
    await key("v");
    await key("Enter");
    await population().toBe(5);
    await key("a");
    await soon(selection).toMatch(/Top left\s+4, 2/);
    await copied("Control+x");
    await key("Control+v");
    await key("Enter");
    await population().toBe(5);
  });

  test("Shift-M is the next paste mode, Shift-L the next paste location", async () => {
    await key("a");
    await copied();
    await key("v");
    const paste = page.getByRole("region", { name: "Paste" });
    await paste.getByText("Held by its top left").waitFor();
    await key("Shift+L");
    await paste.getByText("Held by its top right").waitFor();
    const mode = () => paste.getByRole("radio", { checked: true }).first().innerText();
    const before = await mode();
    expect(before).toBe("Or");
    await key("Shift+M");
    await soon(mode).not.toBe(before);
    for (let i = 0; i < 3; i++) await key("Shift+M");
    for (let i = 0; i < 4; i++) await key("Shift+L");
    await paste.getByText("Held by its top left").waitFor();
    await soon(mode).toBe(before);
    await key("Escape");
    await paste.waitFor({ state: "detached" });
  });

  test("Delete clears inside, Shift-Delete outside", async () => {
    await select([-1, 1], [1, 1]);
    await key("Shift+Delete");
    await population().toBe(3);
    await key("Delete");
    await population().toBe(0);
  });

  test("Ctrl-5 fills with random cells", async () => {
    await select([-9, -6], [9, 6]);
    await key("Control+5");
    await population().toBeGreaterThan(60);
  });

  test("x and y flip, > and < rotate", async () => {
    await key("a");
    for (const [chord, cells] of [
      ["x", "bo$o$3o!"],
      ["y", "3o$o$bo!"],
      [">", "b2o$obo$2bo!"],
      ["<", "3o$o$bo!"],
    ] as const) {
      await key(chord);
      expect(await copied()).toBe(cells);
    }
  });

  test("x, y, > and < turn a paste that floats", async () => {
    await key("a");
    await copied("Control+x");
    await key("v");
    for (const chord of ["x", "y", ">"]) await key(chord);
    await key("Enter");
    await population().toBe(5);
    await key("a");
    expect(await copied()).toBe("b2o$obo$2bo!");
  });

  test("arrows move a paste that floats, with Shift by ten", async () => {
    await key("a");
    await copied("Control+x");
    await key("v");
    const paste = page.getByRole("region", { name: "Paste" });
    const place = () => soon(() => paste.locator("dd").first().innerText());
    await place().toBe("0, 0");
    for (const chord of ["ArrowRight", "ArrowRight", "ArrowDown", "Shift+ArrowLeft"]) await key(chord);
    await place().toBe("-8, 1");
    await key("Shift+ArrowUp");
    await key("Enter");
    await population().toBe(5);
    await key("a");
    await soon(selection).toMatch(/Top left\s+-8, -9/);
  });

  test("Shift-click extends the selection", async () => {
    await select([-1, -1], [1, 1]);
    const corner = at(3, 4);
    await page.keyboard.down("Shift");
    await page.mouse.click(corner.x, corner.y);
    await page.keyboard.up("Shift");
    await soon(selection).toContain("of 30");
  });
});

describe("drawing", () => {
  beforeEach(largeGlider);

  test("z and Ctrl-Z undo, Shift-Z redoes, also as fast as they are pressed", async () => {
    await drag([4, 0], [6, 0]);
    await page.mouse.up();
    await key("z");
    await population().toBe(5);
    await key("Shift+Z");
    await population().toBe(8);
    await key("Control+z");
    await population().toBe(5);
    for (const chord of ["Shift+Z", "z", "Shift+Z"]) await key(chord);
    await population().toBe(8);
  });

  test("a stroke that begins on a live cell erases", async () => {
    await drag([-1, 1], [1, 1]);
    await page.mouse.up();
    await population().toBe(2);
  });

  test("Esc cancels a drag", async () => {
    await drag([4, 0], [7, 0]);
    await key("Escape");
    await page.mouse.up();
    await population().toBe(5);
    await key("F4");
    await drag([4, 0], [7, 3]);
    await soon(selection).toContain("Top left");
    await key("Escape");
    await page.mouse.up();
    await soon(selection).toBe("");
  });

  test("F2 to F7 choose draw, pick, select, pan and zoom", async () => {
    for (const [chord, tool] of [
      ["F3", "Pick"],
      ["F4", "Select"],
      ["F5", "Pan"],
      ["F6", "Zoom-in tool"],
      ["F7", "Zoom-out tool"],
      ["F2", "Draw"],
    ] as const) {
      await key(chord);
      await soon(() => pressed(tool)).toBe("true");
    }
  });

  test("F3 picks a state, F5 drags the view, F6 and F7 zoom by a click", async () => {
    await key("F3");
    const dead = at(5, 5);
    await page.mouse.click(dead.x, dead.y);
    await soon(() => pressed("Erase")).toBe("true");
    await key("F5");
    await drag([0, 0], [3, 0]);
    await page.mouse.up();
    await soon(() => status(page, "Cell")).toMatch(/^0, 0/);
    await key("F7");
    await page.mouse.click(middle.x, middle.y);
    await soon(zoom).toBe(16);
    await key("F6");
    await page.mouse.click(middle.x, middle.y);
    await soon(zoom).toBe(32);
    await population().toBe(5);
  });
});

test("Ctrl-F6 leaves the canvas, and single keys act there alone", async () => {
  await glider();
  await key("Control+F6");
  await soon(() => page.evaluate(() => document.activeElement?.closest("#dock") !== null)).toBe(true);
  for (const chord of ["a", "x", "Delete"]) await key(chord);
  expect(await selection()).toBe("");
  // Space is the focused button's own there, and it is Reset, which there is nothing for.
  const search = page.getByRole("searchbox", { name: "Search the library" });
  await key("Control+f");
  await search.waitFor();
  await page.keyboard.type("zax +");
  await soon(() => search.inputValue()).toBe("zax +");
  await search.fill("");
  await key("Control+l");
  await search.waitFor({ state: "detached" });
  expect(await selection()).toBe("");
  await population().toBe(5);
  await focusCells(page);
  await key("a");
  await soon(selection).toContain("5 of 9");
});

test("nothing of this complained", () => {
  expect(studio.complaints).toEqual([]);
});
