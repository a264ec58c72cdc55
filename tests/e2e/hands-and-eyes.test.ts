// The studio for other hands and eyes: fingers, the keyboard alone, sharp screens, the light theme.

import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Rig } from "./studio.ts";
import { createUniverse, openStudio, reading, startRig } from "./studio.ts";

const LIGHT_CELL = "rgb(32,48,63)";
const LIGHT_GROUND = "rgb(250,247,239)";
let rig: Rig;

beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const population = (page: Page) => expect.poll(() => reading(page, "population"));
const zoom = (page: Page) =>
  expect.poll(() => page.getByRole("group", { name: "Zoom" }).locator("output").textContent());

async function emptyUniverse(page: Page): Promise<void> {
  await createUniverse(page);
  await population(page).toBe(0);
}

/** The stage's middle, on the page. */
async function middle(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const box = await page.locator("[data-stage]").boundingBox();
  if (!box) throw new Error("there is no stage");
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

/** The colour of the cells' canvas at a point of the page, and how many of its pixels make one of the page's. */
function pixelAt(
  page: Page,
  x: number,
  y: number,
): Promise<{ readonly colour: string; readonly ratio: number }> {
  return page.evaluate(
    ([px, py]) => {
      const canvas = document.querySelector<HTMLCanvasElement>("[data-stage] canvas");
      if (!canvas) throw new Error("there is no canvas");
      const { left, top, width } = canvas.getBoundingClientRect();
      const ratio = canvas.width / width;
      const copy = new OffscreenCanvas(canvas.width, canvas.height);
      const context = copy.getContext("2d");
      context?.drawImage(canvas, 0, 0);
      const [r, g, b] = context?.getImageData((px - left) * ratio, (py - top) * ratio, 1, 1).data ?? [];
      return { colour: `rgb(${r},${g},${b})`, ratio };
    },
    [x, y] as const,
  );
}

type Finger = { readonly x: number; readonly y: number };

/** Fingers go down one after the other, along the way together, and up. */
async function touch(session: CDPSession, from: readonly Finger[], to: readonly Finger[]): Promise<void> {
  const STEPS = 6;
  for (let n = 1; n <= from.length; n++) {
    await session.send("Input.dispatchTouchEvent", {
      type: "touchStart",
      touchPoints: from.slice(0, n).map(point),
    });
  }
  for (let step = 1; step <= STEPS; step++) {
    const now = from.map(({ x, y }, i) => {
      const end = to[i] as Finger;
      return { x: x + ((end.x - x) * step) / STEPS, y: y + ((end.y - y) * step) / STEPS };
    });
    await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: now.map(point) });
  }
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

const point = ({ x, y }: Finger, id: number) => ({ x, y, id });

describe("fingers", () => {
  test("one draws, two zoom and pan without drawing", async () => {
    const { page, complaints, close } = await openStudio(rig, { hasTouch: true, colorScheme: "light" });
    await emptyUniverse(page);
    const session = await page.context().newCDPSession(page);
    const { x, y } = await middle(page);
    await touch(session, [{ x: x + 2, y: y + 2 }], [{ x: x + 2 + 16 * 4, y: y + 2 }]);
    await population(page).toBe(5);
    await expect.poll(async () => (await pixelAt(page, x + 2, y + 2)).colour).toBe(LIGHT_CELL);

    // Both move by the same: what lies between them comes along.
    await touch(
      session,
      [
        { x: x - 60, y },
        { x: x + 60, y },
      ],
      [
        { x: x - 60, y: y + 160 },
        { x: x + 60, y: y + 160 },
      ],
    );
    await expect.poll(async () => (await pixelAt(page, x + 2, y + 162)).colour).toBe(LIGHT_CELL);
    await expect.poll(async () => (await pixelAt(page, x + 2, y + 5)).colour).toBe(LIGHT_GROUND);
    await zoom(page).toBe("16 px");

    await touch(
      session,
      [
        { x: x - 50, y },
        { x: x + 50, y },
      ],
      [
        { x: x - 100, y },
        { x: x + 100, y },
      ],
    );
    await zoom(page).toBe("32 px");
    await population(page).toBe(5);
    expect(complaints).toEqual([]);
    await close();
  });
});

describe("a screen of two pixels a pixel", () => {
  test("is used to the full, in the light theme's colours", async () => {
    const { page, complaints, close } = await openStudio(rig, { deviceScaleFactor: 2, colorScheme: "light" });
    await emptyUniverse(page);
    const { x, y } = await middle(page);
    await page.mouse.click(x + 2, y + 2);
    await population(page).toBe(1);
    await expect.poll(() => pixelAt(page, x + 2, y + 2)).toEqual({ colour: LIGHT_CELL, ratio: 2 });
    await expect.poll(() => pixelAt(page, x - 24, y + 2)).toEqual({ colour: LIGHT_GROUND, ratio: 2 });
    const sizes = await page.locator("[data-stage] canvas").evaluateAll((all) =>
      (all as HTMLCanvasElement[])
        .filter((canvas) => getComputedStyle(canvas).visibility === "visible")
        .map((canvas) => {
          const { width, height } = canvas.getBoundingClientRect();
          return [canvas.width - 2 * width, canvas.height - 2 * height];
        }),
    );
    // A box may end between two pixels; its canvas does not.
    expect(sizes).toHaveLength(2);
    for (const off of sizes.flat()) expect(Math.abs(off)).toBeLessThan(1);
    expect(complaints).toEqual([]);
    await close();
  });
});

interface Focused {
  readonly name: string;
  readonly ring: boolean;
  readonly stage: boolean;
}

/** What has the focus, and whether that can be seen. */
function focused(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    return {
      name: element.getAttribute("aria-label") ?? element.textContent?.trim() ?? element.tagName,
      ring: outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1 && width > 0 && height > 0,
      stage: element.closest("[data-stage]") !== null && element.matches("[role=application]"),
    };
  });
}

/** Presses a key until `done`; answers what had the focus on the way. */
async function walk(page: Page, key: string, done: (at: Focused) => boolean): Promise<readonly Focused[]> {
  const way: Focused[] = [];
  for (let n = 0; n < 80; n++) {
    await page.keyboard.press(key);
    const at = await focused(page);
    if (done(at)) return way;
    way.push(at);
  }
  throw new Error(`${key} leads nowhere: ${way.map(({ name }) => name).join(", ")}`);
}

const hidden = (way: readonly Focused[]) => way.filter(({ ring }) => !ring).map(({ name }) => name);

describe("the keyboard alone", () => {
  test("reaches everything, in the order of the window, and shows where it is", async () => {
    const { page, complaints, close } = await openStudio(rig, { running: true });
    await page.getByRole("button", { name: "Menu", exact: true }).focus();
    const top = await walk(page, "Tab", ({ stage }) => stage);
    expect(top.map(({ name }) => name).slice(0, 3)).toEqual([
      "Library",
      "Small garden",
      "Close Small garden",
    ]);
    expect(top.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["New universe", "Inspector", "Draw", "Zoom-out tool"]),
    );
    expect(hidden([...top, await focused(page)])).toEqual([]);
    // Tab is a step to the cells; this is the way out.
    await page.keyboard.press("Control+F6");
    const first = await focused(page);
    const dock = await walk(
      page,
      "Tab",
      ({ name }) => name === "BODY" || name === "Menu" || name.length > 60,
    );
    expect([first, ...dock].map(({ name }) => name)).toEqual(
      expect.arrayContaining(["Stop", "One generation", "Faster"]),
    );
    expect(hidden([first, ...dock])).toEqual([]);
    await page.locator("#dock button").first().focus();
    const inspector = await walk(page, "Shift+Tab", ({ name }) => name === "Fit");
    expect(inspector.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["Rule", "Birth with 3", "Survival with 8"]),
    );
    expect(hidden(inspector)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test("a dialog gives the focus back to where it was", async () => {
    const { page, close } = await openStudio(rig);
    await page.getByRole("button", { name: "Menu", exact: true }).focus();
    await page.keyboard.press("Tab");
    expect((await focused(page)).name).toBe("Library");
    for (const keys of ["Control+,", "Control+n", "Control+k"]) {
      await page.keyboard.press(keys);
      await page.getByRole("dialog").waitFor();
      // The focus stays within, however far one goes.
      for (let n = 0; n < 14; n++) await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await expect.poll(async () => (await focused(page)).name).toBe("Library");
    }
    // Who works with the cells works on with them.
    await page.locator("[role=application]").click({ position: { x: 30, y: 200 } });
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(async () => (await focused(page)).stage).toBe(true);
    await close();
  });
});
