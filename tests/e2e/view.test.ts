// How a universe is looked at: following, autofit, minimap, themes, ages, images, full screen; and that nothing jumps about.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pick } from "../support/pick.ts";
import type { OpenStudio, Rig, StudioOptions } from "./studio.ts";
import {
  command,
  createUniverse,
  dropFile,
  focusCells,
  inTurn,
  kept,
  openPattern,
  openStudio,
  reading,
  startRig,
  status,
} from "./studio.ts";
import { drawn } from "./walk.ts";

let rig: Rig;
let studio: OpenStudio;
let page: Page;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

async function open(options?: StudioOptions): Promise<void> {
  studio = await openStudio(rig, options);
  page = studio.page;
}

async function done(): Promise<void> {
  expect(studio.complaints).toEqual([]);
  await studio.close();
}

/** In a studio that such tests use in turn; they leave the first pattern and the preferences as they were. */
const inOne = (play: () => Promise<void>): Promise<void> =>
  inTurn(rig, (shared) => {
    ({ page } = shared);
    return play();
  });

const GLIDER = "x = 3, y = 3, rule = B3/S23\nbob$2bo$3o!";
const hint = () => page.locator(".status .hint").innerText();
const minimap = () => page.getByRole("img", { name: /^Minimap/ });

interface Place {
  readonly x: number;
  readonly y: number;
}

async function middle(): Promise<Place> {
  const box = await page.locator("[data-stage]").boundingBox();
  if (!box) throw new Error("there is no stage");
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

/** The cell in the middle of the view, from the status line. */
async function middleCell(): Promise<Place> {
  const { x, y } = await middle();
  await page.mouse.move(x + 1, y + 1);
  await page.mouse.move(x, y);
  await expect.poll(() => status(page, "Cell")).toMatch(/\d/);
  const [cx, cy] = (await status(page, "Cell")).replaceAll("\u2212", "-").match(/-?\d+/g) ?? [];
  return { x: Number(cx), y: Number(cy) };
}

/** What is seen of the universe, away from what floats on it. */
async function picture(): Promise<string> {
  const box = await page.locator("[data-stage]").boundingBox();
  if (!box) throw new Error("there is no stage");
  await page.mouse.move(box.x + 10, box.y + box.height - 10);
  const clip = { x: box.x + 40, y: box.y + 80, width: box.width - 80, height: box.height - 220 };
  return (await page.screenshot({ clip, timeout: 30_000 })).toString("base64");
}

/** The colour of the visible cells' canvas at its corner, and all colours on it. */
function colours(): Promise<readonly string[]> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLCanvasElement>("[data-stage] .stage canvas")];
    const canvas = all.find((one) => getComputedStyle(one).visibility === "visible");
    if (!canvas) throw new Error("there is no canvas");
    const copy = new OffscreenCanvas(canvas.width, canvas.height);
    const context = copy.getContext("2d");
    context?.drawImage(canvas, 0, 0);
    const words = new Uint32Array(
      context?.getImageData(0, 0, canvas.width, canvas.height).data.buffer ?? new ArrayBuffer(0),
    );
    return [...new Set(words)].map((word) =>
      [0, 8, 16].map((shift) => ((word >>> shift) & 255).toString(16).padStart(2, "0")).join(""),
    );
  });
}

describe("the camera", () => {
  test("follows a glider, through a zoom too, until the view is panned", () =>
    inOne(async () => {
      await openPattern(page, "glider.rle", GLIDER);
      await page.keyboard.press("Shift+T");
      await page.keyboard.press("Enter");
      await expect.poll(() => reading(page, "generation"), { timeout: 20_000 }).toBeGreaterThan(12);
      await page.keyboard.press("]");
      await expect.poll(() => reading(page, "generation"), { timeout: 20_000 }).toBeGreaterThan(24);
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Run" }).first().waitFor();
      const generation = await reading(page, "generation");
      // A cell diagonally every four generations.
      const wanted = Math.floor(generation / 4) + 1;
      for (const side of ["x", "y"] as const)
        await expect.poll(async () => Math.abs((await middleCell())[side] - wanted)).toBeLessThanOrEqual(2);
      await focusCells(page);
      await page.keyboard.press("ArrowLeft");
      await expect.poll(hint).toContain("no longer following");
      const away = await middleCell();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Space");
      await page.waitForTimeout(500);
      expect(await middleCell()).toEqual(away);
    }));

  test("autofit brings a pattern back into view as it grows, and ends when a part is looked at", () =>
    inOne(async () => {
      await openPattern(page, "row.rle", "x = 60, y = 1, rule = B3/S23\n60o!");
      for (const key of ["]", "]", "]"]) await page.keyboard.press(key);
      await minimap().waitFor();
      await page.keyboard.press("T");
      await minimap().waitFor({ state: "detached" });
      for (const key of ["]", "]"]) await page.keyboard.press(key);
      await expect.poll(hint).toContain("autofit is off");
    }));
});

test("a message leaves the minimap to be seen in a large and in a small window", async () => {
  await open({ withLibrary: true });
  await focusCells(page);
  for (let n = 0; n < 3; n++) await page.keyboard.press("]");
  await minimap().waitFor();
  await dropFile(page, "broken.rle", `x = 3, y = 3, rule = B3/S23\nb2o$2oz$bo!${" ".repeat(200)}`);
  await page.locator(".message").waitFor();
  for (const [width, height] of [
    [1280, 800],
    [1000, 600],
  ] as const) {
    await page.setViewportSize({ width, height });
    // So narrow a window begins without the library.
    if (width < 1180) await page.keyboard.press("Control+l");
    await drawn(page);
    const isClear = async (): Promise<boolean | null> => {
      const [message, map] = await Promise.all([
        page.locator(".message").boundingBox(),
        minimap().boundingBox(),
      ]);
      if (!message || !map) return null;
      return message.y + message.height <= map.y || message.x + message.width <= map.x;
    };
    await expect.poll(isClear).toBe(true);
  }
  await done();
});

test("the minimap comes when something is out of view, leads there, and can be turned off", () =>
  inOne(async () => {
    await expect.poll(() => minimap().count()).toBe(0);
    await focusCells(page);
    for (const key of ["]", "]", "]"]) await page.keyboard.press(key);
    await minimap().waitFor();
    const before = await middleCell();
    const box = await minimap().boundingBox();
    if (!box) throw new Error("there is no map");
    await page.mouse.move(box.x + 20, box.y + box.height / 2);
    await page.mouse.down();
    await expect.poll(async () => page.locator(".status").innerText()).toMatch(/Cell/);
    await page.mouse.up();
    await expect.poll(async () => (await middleCell()).x).toBeLessThan(before.x - 5);
    const pressed = await middleCell();
    // The view goes along with a drag, and not with a pointer that only passes.
    await page.mouse.move(box.x + 20, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 8, box.y + box.height / 2, { steps: 3 });
    await page.mouse.up();
    await expect.poll(async () => (await middleCell()).x).toBeGreaterThan(pressed.x + 5);
    const dragged = await middleCell();
    await page.mouse.move(box.x + 20, box.y + box.height / 2, { steps: 3 });
    await drawn(page);
    expect(await middleCell()).toEqual(dragged);
    await page.setViewportSize({ width: 1024, height: 640 });
    await expect.poll(async () => Math.round((await minimap().boundingBox())?.width ?? 0)).toBe(122);
    await command(page, "Minimap");
    await minimap().waitFor({ state: "detached" });
    await command(page, "Minimap");
    await minimap().waitFor();
    await focusCells(page);
    await page.keyboard.press("f");
  }));

test("the timeline has room to be dragged in windows of any width", () =>
  inOne(async () => {
    await openPattern(page, "row.rle", "x = 3, y = 1, rule = B3/S23\n3o!");
    await focusCells(page);
    for (let n = 0; n < 3; n++) await page.keyboard.press("Space");
    await expect.poll(() => reading(page, "generation")).toBe(3);
    const timeline = page.getByRole("slider", { name: "Timeline" });
    for (const width of [1160, 920, 853, 780, 640]) {
      await page.setViewportSize({ width, height: 600 });
      await drawn(page);
      const room = async (): Promise<boolean> => {
        const box = await timeline.boundingBox();
        return box !== null && box.width > 60 && box.x + box.width <= width;
      };
      await expect.poll(room, { message: `${width}` }).toBe(true);
    }
    await timeline.click({ position: { x: 1, y: 12 } });
    await expect.poll(() => reading(page, "generation")).toBe(0);
    await page.setViewportSize({ width: 1160, height: 800 });
  }));

describe("colours", () => {
  test("of the cells are chosen apart from the studio's, and gone through by a key", async () => {
    await open({ colorScheme: "dark" });
    // The first garden begins with the colours of ages.
    await command(page, "Colour cells by age");
    await command(page, "Cell colours: Ink on paper");
    await expect.poll(colours).toEqual(expect.arrayContaining(["ffffff", "000000"]));
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    await focusCells(page);
    await page.keyboard.press("C");
    await expect.poll(hint).toBe("Cell colours: Phosphor");
    await expect.poll(colours).toContain("33ff66");
    // Kept for the next time.
    await expect.poll(async () => (await kept(page, "preferences")).join()).toMatch(/phosphor/);
    await page.reload();
    await page.getByTestId("generation").waitFor();
    // It is the first garden again, now without ages: a newborn cell's colour is not among them.
    await expect.poll(colours).toContain("33ff66");
    expect(await colours()).not.toContain("e8ffe8");
    await done();
  });

  test("by age are the same for a universe on the GPU", async () => {
    await open();
    await createUniverse(page, "ANNEAL");
    await expect.poll(() => status(page, "Rule")).toBe("B4678/S35678");
    for (const key of ["]", "]", "Shift+C"]) await page.keyboard.press(key);
    const patient = { timeout: 30_000, interval: 100 };
    const steps = async (): Promise<string> => {
      for (let n = 0; ; n++) {
        await expect.poll(() => reading(page, "generation")).toBe(n);
        // Each is seen before the next, as ages count what is shown: the ground, two kinds of lines, and cells of one age more.
        await expect.poll(async () => (await colours()).length, patient).toBe(4 + n);
        await focusCells(page);
        if (n === 2) break;
        await page.keyboard.press("Space");
      }
      const second = await picture();
      await page.keyboard.press("Space");
      await expect.poll(picture, patient).not.toBe(second);
      return picture();
    };
    const onCpu = await steps();
    await page.keyboard.press("Control+r");
    await expect.poll(() => reading(page, "generation")).toBe(0);
    await pick(page.getByLabel("Algorithm", { exact: true }), "gpu");
    await page.locator(".status").getByText("GPU", { exact: true }).waitFor({ timeout: 20_000 });
    // The GPU's own picture is there when it has followed the view, which goes away and comes back.
    await focusCells(page);
    const first = await picture();
    await page.keyboard.press("]");
    await expect.poll(picture, patient).not.toBe(first);
    await page.keyboard.press("[");
    await expect.poll(picture, patient).toBe(first);
    expect(await steps()).toBe(onCpu);
    // Density is what is seen from afar, and that is drawn where the cells are.
    for (const key of ["[", "[", "[", "[", "[", "["]) await page.keyboard.press(key);
    const surface = () =>
      page
        .locator("[data-stage] .stage canvas")
        .evaluateAll((all) => all.findIndex((canvas) => getComputedStyle(canvas).visibility === "visible"));
    await expect.poll(surface).toBe(1);
    await done();
  });
});

test("a split view draws one universe at two places, and a click chooses the pane that keys and tools act on", () =>
  inOne(async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    await openPattern(page, "block.rle", "x = 2, y = 2, rule = B3/S23\n2o$2o!");
    await page.keyboard.press("Control+\\");
    const pane = (n: number) => page.getByRole("application", { name: `pane ${n} of 2` });
    /** The pixels of a pane that are of live cells. */
    const drawnIn = (n: number): Promise<number> =>
      pane(n).evaluate((stage) => {
        const all = [...stage.querySelectorAll("canvas")];
        const canvas = all.find((one) => getComputedStyle(one).visibility === "visible") as HTMLCanvasElement;
        const context = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
        context?.drawImage(canvas, 0, 0);
        const { data = [] } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
        let bright = 0;
        for (let at = 1; at < data.length; at += 4) if ((data[at] as number) > 150) bright++;
        return bright;
      });
    await expect.poll(() => drawnIn(1)).toBeGreaterThan(100);
    await expect.poll(async () => Math.abs((await drawnIn(2)) / (await drawnIn(1)) - 1)).toBeLessThan(0.05);
    const whole = await drawnIn(1);
    const { width } = (await pane(2).boundingBox()) ?? { width: 0 };
    await pane(2).click({ position: { x: width - 60, y: 60 } });
    await expect.poll(() => reading(page, "population")).toBe(5);
    await expect.poll(() => drawnIn(1)).toBeGreaterThan(whole * 1.2);
    await page.keyboard.press("[");
    await expect.poll(() => drawnIn(2)).toBeLessThan(whole * 0.5);
    await expect.poll(() => drawnIn(1)).toBeGreaterThan(whole * 1.2);
    // A universe of its own comes into the pane in focus, and that pane closes with its tab.
    await createUniverse(page);
    await page.getByRole("application", { name: "Square, universe, pane 2 of 2" }).waitFor();
    // A tab dropped on a pane is shown there; the other pane gets what was there before.
    const drop = async (n: number): Promise<void> => {
      const tab = await page.locator(".tab", { hasText: "block" }).boundingBox();
      const to = await pane(n).boundingBox();
      if (!tab || !to) throw new Error("The tab or the pane is not there.");
      await page.mouse.move(tab.x + 20, tab.y + 10);
      await page.mouse.down();
      await page.mouse.move(to.x + to.width / 2, to.y + 90, { steps: 4 });
      await expect.poll(() => page.locator("[data-takes-tab]").getAttribute("data-pane")).toBe(`${n - 1}`);
      await page.mouse.up();
      await page.getByRole("application", { name: `block.rle, universe, pane ${n} of 2` }).waitFor();
      await page.getByRole("application", { name: `Square, universe, pane ${3 - n} of 2` }).waitFor();
      await expect.poll(() => page.locator("[data-takes-tab]").count()).toBe(0);
    };
    await drop(2);
    await drop(1);
    await page.locator(".tab.on", { hasText: "block" }).waitFor();
    await page.getByRole("button", { name: "Close this pane" }).click();
    await expect.poll(() => page.getByRole("application").count()).toBe(1);
    // Dropped on a half of the only pane it makes a split view.
    const other = await page.locator(".tab", { hasText: "Square" }).boundingBox();
    const stage = await page.getByRole("application").boundingBox();
    if (!other || !stage) throw new Error("The tab or the pane is not there.");
    await page.mouse.move(other.x + 20, other.y + 10);
    await page.mouse.down();
    await page.mouse.move(stage.x + 90, stage.y + 90, { steps: 4 });
    await expect.poll(() => page.locator("[data-takes-tab]").getAttribute("data-takes-tab")).toBe("left");
    await page.mouse.up();
    await page.getByRole("application", { name: "Square, universe, pane 1 of 2" }).waitFor();
    await page.getByRole("application", { name: "block.rle, universe, pane 2 of 2" }).waitFor();
    await page.emulateMedia({ colorScheme: null });
  }));

test("the view is copied as an image, made from the cells", () =>
  inOne(async () => {
    await focusCells(page);
    await page.keyboard.press("a");
    await page.keyboard.press("Control+Shift+C");
    const said = () => page.locator(".message").allInnerTexts();
    await expect.poll(said).toEqual([expect.stringContaining("on the clipboard, as an image")]);
    await page.keyboard.press("k");
    const same = (): Promise<string> =>
      page.evaluate(async () => {
        const [item] = await navigator.clipboard.read();
        const image = await createImageBitmap((await item?.getType("image/png")) as Blob);
        const canvas = document.querySelector<HTMLCanvasElement>("[data-stage] .stage canvas");
        if (!canvas) return "no canvas";
        const pixels = (source: CanvasImageSource): Uint32Array => {
          const context = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
          context?.drawImage(source, 0, 0);
          return new Uint32Array(
            context?.getImageData(0, 0, canvas.width, canvas.height).data.buffer as ArrayBuffer,
          );
        };
        const [a, b] = [pixels(image), pixels(canvas)];
        const live = new Set(a).size;
        return `${image.width === canvas.width && image.height === canvas.height} ${a.every((word, i) => word === b[i])} ${live > 2}`;
      });
    await expect.poll(same).toBe("true true true");
  }));

test("cells and dock alone: Shift-F11 in the window, F11 on the whole screen", () =>
  inOne(async () => {
    await focusCells(page);
    await page.keyboard.press("Shift+F11");
    await page.locator(".window.zen").waitFor();
    for (const name of ["Menu", "Draw", "Library"])
      expect(await page.getByRole("button", { name, exact: true }).count(), name).toBe(0);
    await page.getByTestId("generation").waitFor();
    await page.getByRole("button", { name: "Show the panels" }).click();
    await page.getByRole("button", { name: "Menu", exact: true }).waitFor();
    await focusCells(page);
    await page.keyboard.press("F11");
    await page.locator(".window.zen").waitFor();
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
    await focusCells(page);
    await page.keyboard.press("F11");
    await page.getByRole("button", { name: "Menu", exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(false);
  }));

test("a universe that strobes is held back, which the status line says, until that is turned off", () =>
  inOne(async () => {
    // Eight cells of nine, and the ninth, by turns.
    const [holes, full] = ["b2o".repeat(20), "60o"];
    const rows = Array.from({ length: 20 }, () => `${holes}$${full}$${full}`).join("$");
    await openPattern(page, "strobe.rle", `x = 60, y = 60, rule = B18/S:T60,60\n${rows}!`);
    const note = () => page.locator(".status dt", { hasText: "Flashing" });
    await page.keyboard.press("Enter");
    await note().waitFor({ timeout: 20_000 });
    const before = await reading(page, "generation");
    await expect.poll(() => reading(page, "generation"), { timeout: 20_000 }).toBeGreaterThan(before + 10);
    await page.keyboard.press("Control+,");
    await page.getByLabel("Limit flashing").uncheck();
    await page.keyboard.press("Escape");
    await note().waitFor({ state: "detached", timeout: 20_000 });
    await page.keyboard.press("Control+,");
    await page.getByLabel("Limit flashing").check();
    await page.keyboard.press("Escape");
    await note().waitFor({ timeout: 20_000 });
  }));

test("nothing moves on the screen while a gun runs for five seconds, and readings keep their places when it stops", async () => {
  await open({ running: true, withLibrary: true });
  await expect
    .poll(() => page.getByLabel("Algorithm", { exact: true }).getAttribute("value"))
    .toBe("bitwise");
  await page.getByTestId("population").waitFor();
  await expect.poll(() => reading(page, "generation")).toBeGreaterThan(3);
  const readings = () =>
    page
      .locator(".status dl > div, .numbers > div")
      .evaluateAll((all) => all.map((e) => Math.round(e.getBoundingClientRect().left)));
  const before = await readings();
  const shifts = await page.evaluate(
    () =>
      new Promise<readonly string[]>((resolve) => {
        const found: string[] = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, sources } = entry as PerformanceEntry & {
              readonly value: number;
              readonly sources: readonly {
                readonly node: Node | null;
                readonly previousRect: DOMRectReadOnly;
                readonly currentRect: DOMRectReadOnly;
              }[];
            };
            const who = sources.map(({ node, previousRect: from, currentRect: to }) => {
              const name = node?.parentElement?.outerHTML.slice(0, 120) ?? node?.nodeName ?? "gone";
              return `${name} ${JSON.stringify(from)} -> ${JSON.stringify(to)}`;
            });
            found.push(`${value.toFixed(5)} ${who.join("; ")}`);
          }
        }).observe({ type: "layout-shift" });
        setTimeout(() => resolve(found), 5000);
      }),
  );
  await expect.poll(() => reading(page, "generation"), { timeout: 20_000 }).toBeGreaterThan(20);
  expect(shifts).toEqual([]);
  expect(await readings()).toEqual(before);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Run" }).first().waitFor();
  await drawn(page);
  expect(await readings()).toEqual(before);
  await done();
});
