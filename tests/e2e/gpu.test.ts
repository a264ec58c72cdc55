// A universe on the GPU in the built studio: the picture comes from where the cells live, and looks as the CPU's.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nameAdapter } from "../../engine/gpu/device.ts";
import { onRealGpu } from "../support/chromium.ts";
import { optionsOf, pick } from "../support/pick.ts";
import type { Rig } from "./studio.ts";
import { command, createUniverse, inOwnStudio, inTurn, openPattern, reading, startRig } from "./studio.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const algorithm = (page: Page) => page.getByLabel("Algorithm", { exact: true });
const status = (page: Page) => page.locator(".status");

async function annealSoup(page: Page): Promise<void> {
  await createUniverse(page, "ANNEAL");
  await expect.poll(() => page.locator("#rule-text").inputValue()).toBe("B4678/S35678");
}

async function runOn(page: Page, id: "gpu" | "gpu-sparse" | "bitwise"): Promise<void> {
  await pick(algorithm(page), id);
  // The first universe on a GPU waits for its shaders.
  await expect.poll(() => algorithm(page).getAttribute("value"), { timeout: 20_000 }).toBe(id);
}

/** Which of the stage's canvases shows the cells. */
const surface = (page: Page): Promise<number> =>
  page
    .locator("[data-stage] canvas")
    .evaluateAll((all) => all.findIndex((canvas) => getComputedStyle(canvas).visibility === "visible"));

/**
 * The pixels of the canvas that shows the cells, as a hash, where it lies, and which of the stage's canvases it is. A screenshot
 * would need a window that the GPU puts together: where software does, Chromium leaves canvases of WebGPU out of its screenshots,
 * and putting a window together by SwiftShader takes three times as long as all the rest.
 */
async function picture(page: Page): Promise<{ readonly pixels: string; readonly surface: number }> {
  const pixels = await page.locator("[data-stage] canvas").evaluateAll(async (all) => {
    const canvas = all.find((one) => getComputedStyle(one).visibility === "visible") as HTMLCanvasElement;
    const { width, height } = canvas;
    const context = new OffscreenCanvas(width, height).getContext("2d") as OffscreenCanvasRenderingContext2D;
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const hash = new Uint32Array(await crypto.subtle.digest("SHA-256", data)).join(" ");
    const { opacity, transform, filter } = getComputedStyle(canvas);
    const place = [...Object.values(canvas.getBoundingClientRect().toJSON()), opacity, transform, filter];
    return [width, height, hash, ...place].join(", ");
  });
  return { pixels, surface: await surface(page) };
}

const GUN = `x = 36, y = 9, rule = B3/S23
24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!`;

/** A small window: the software that stands for a GPU draws it. */
const SMALL = { viewport: { width: 900, height: 560 } };
const seen = <T>(read: () => Promise<T>) => expect.poll(read, { interval: 100 });

/**
 * What is seen once that is the picture of the cells, as the studio makes it for the clipboard: it comes to the window a little
 * after the readings.
 */
async function settled(page: Page): Promise<Awaited<ReturnType<typeof picture>>> {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await command(page, "Copy view as image");
  await seen(() => page.locator("[data-stage] canvas").evaluateAll(unlikeCopied)).toBe(0);
  return picture(page);
}

/** Runs in the page: how many pixels of the canvas that shows the cells are not those on the clipboard; -1 where there are none. */
async function unlikeCopied(all: readonly Element[]): Promise<number> {
  const canvas = all.find((one) => getComputedStyle(one).visibility === "visible") as HTMLCanvasElement;
  const { width, height } = canvas;
  const wordsOf = (image: CanvasImageSource): Uint32Array => {
    const context = new OffscreenCanvas(width, height).getContext("2d") as OffscreenCanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    return new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  };
  const [item] = await navigator.clipboard.read();
  if (!item?.types.includes("image/png")) return -1;
  const copied = await createImageBitmap(await item.getType("image/png"));
  if (copied.width !== width || copied.height !== height) return -1;
  const wanted = wordsOf(copied);
  return wordsOf(canvas).filter((word, i) => word !== wanted[i]).length;
}

/** What the studio is to call the adapter that this browser gives, as part of a text. */
async function adapterName(page: Page): Promise<string> {
  const info = await page.evaluate(async () => {
    const found = (await navigator.gpu.requestAdapter())?.info;
    if (!found) throw new Error("There is no adapter.");
    const { vendor, architecture, device, description, isFallbackAdapter } = found;
    return { vendor, architecture, device, description, isFallbackAdapter };
  });
  const name = nameAdapter(info as GPUAdapterInfo);
  if (!onRealGpu) expect(name).toMatch(/swiftshader/i);
  return name;
}

const population = (page: Page) => expect.poll(() => reading(page, "population"));

/** In a studio that such tests use in turn, each on tabs of its own. */
const inWindow = (play: (page: Page) => Promise<void>): Promise<void> =>
  inTurn(rig, ({ page }) => play(page), SMALL);

/** Runs on for some generations, which are drawn, and stops when told. */
async function runs(page: Page): Promise<void> {
  const generation = await reading(page, "generation");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => reading(page, "generation"), { timeout: 20_000, interval: 150 })
    .toBeGreaterThan(generation + 8);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Run" }).first().waitFor();
}

describe("a universe on the GPU", () => {
  test("is drawn as on the CPU, runs, is drawn into, undone, and goes back", () =>
    inWindow(async (page) => {
      await annealSoup(page);
      await expect.poll(() => algorithm(page).getAttribute("value")).toBe("bitwise");
      await population(page).toBeGreaterThan(30_000);
      const start = await reading(page, "population");
      await expect.poll(() => surface(page)).toBe(0);
      const onCpu = await settled(page);

      await runOn(page, "gpu");
      await status(page)
        .getByText(await adapterName(page))
        .waitFor();
      await expect.poll(() => surface(page)).toBe(1);
      await seen(async () => (await picture(page)).pixels).toBe(onCpu.pixels);
      await population(page).toBe(start);

      await page.keyboard.press("Space");
      await expect.poll(() => reading(page, "generation")).toBe(1);
      await population(page).not.toBe(start);
      const stepped = await reading(page, "population");
      await seen(async () => (await picture(page)).pixels).not.toBe(onCpu.pixels);

      await page.keyboard.press("Control+a");
      await page.keyboard.press("Delete");
      await population(page).toBe(0);
      await page.keyboard.press("Control+z");
      await population(page).toBe(stepped);
      // The chip at the selection counts its cells, sooner or later.
      await page.keyboard.press("Escape");
      const drawn = await settled(page);

      await runOn(page, "bitwise");
      await population(page).toBe(stepped);
      await expect.poll(() => surface(page)).toBe(0);
      await seen(async () => (await picture(page)).pixels).toBe(drawn.pixels);
      await runOn(page, "gpu");
      await runs(page);
      await expect.poll(() => surface(page)).toBe(1);
    }));

  test("on the unbounded plane is shown as on the CPU, and runs", () =>
    inWindow(async (page) => {
      await openPattern(page, "gun.rle", GUN);
      const gun = await settled(page);
      expect(gun.surface).toBe(0);
      await runOn(page, "gpu-sparse");
      await seen(() => picture(page)).toEqual({ pixels: gun.pixels, surface: 1 });
      await page.keyboard.press("Space");
      await expect.poll(() => reading(page, "generation")).toBe(1);
      await seen(async () => (await picture(page)).pixels).not.toBe(gun.pixels);
      const stepped = await settled(page);
      await runOn(page, "bitwise");
      await seen(async () => (await picture(page)).pixels).toBe(stepped.pixels);
      await runOn(page, "gpu-sparse");
      await seen(async () => (await picture(page)).pixels).toBe(stepped.pixels);
      await runs(page);
    }));

  test("tabs of CPU and GPU universes each show their own", () =>
    inWindow(async (page) => {
      await expect.poll(() => surface(page)).toBe(0);
      const gun = await settled(page);
      await annealSoup(page);
      await runOn(page, "gpu");
      await expect.poll(() => surface(page)).toBe(1);
      const soup = await settled(page);
      expect(soup.pixels).not.toBe(gun.pixels);
      for (let turn = 0; turn < 2; turn++) {
        await page.getByRole("button", { name: "Small garden", exact: true }).first().click();
        await seen(async () => (await picture(page)).pixels === gun.pixels).toBe(true);
        await page
          .getByRole("button", { name: /^ANNEAL/ })
          .first()
          .click();
        await seen(async () => (await picture(page)).pixels === soup.pixels).toBe(true);
      }
    }));

  test("the preferences name the adapters, the next universe runs on the one that is chosen, or on the CPU, which is said", () =>
    inOwnStudio(rig, async ({ page }) => {
      const note = page.getByText("No GPU: running on the CPU.");
      expect(await note.count()).toBe(0);
      await page.keyboard.press("Control+,");
      const choice = page.getByLabel(/^GPU, for universes opened from now on/);
      const options = (): Promise<string[]> => optionsOf(choice);
      const name = await adapterName(page);
      const named = (label: string) => expect.stringContaining(`${label}: ${name}`);
      await expect.poll(options).toContainEqual(named("High performance"));
      await expect
        .poll(options)
        .toContainEqual(expect.stringMatching(/^Software, on the CPU: .*\(software\)/));
      expect(await options()).toContain("Never use the GPU");
      await pick(choice, "software");
      await page.keyboard.press("Escape");
      await annealSoup(page);
      await runOn(page, "gpu");
      await status(page)
        .getByText(/swiftshader \(software\)/i)
        .waitFor();
      await page.keyboard.press("Control+,");
      await pick(choice, "never");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Small garden", exact: true }).first().click();
      await note.waitFor();
      expect(await note.getAttribute("title")).toContain("never");
      expect(await optionsOf(algorithm(page))).not.toContain("GPU");
      // Asked again while the GPU is not to be used, the names are still there.
      await page.keyboard.press("Control+,");
      await expect.poll(options).toContainEqual(named("Automatic"));
    }));
});
