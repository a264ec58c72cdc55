// Files in and out of the studio: frames, every format, recent files, large files, windows that close.

import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FORMATS } from "../../engine/formats/unpacked.ts";
import { inProcess } from "../support/in-process.ts";
import { pick } from "../support/pick.ts";
import type { Rig, StudioOptions } from "./studio.ts";
import { dropFile, focusCells, inTurn, openPattern, reading, startRig, stateHash } from "./studio.ts";

const TORUS = "x = 9, y = 7, rule = B3/S23:T37,21\n3b3o$bo4bo$obo3b2o$2b2o!";
let rig: Rig;
let folder: string;

beforeAll(async () => {
  rig = await startRig();
  folder = await mkdtemp(join(tmpdir(), "tessella-files-"));
});
afterAll(async () => {
  await rig.close();
  await rm(folder, { recursive: true, force: true });
});

const soon = (read: () => Promise<unknown>) => expect.poll(read, { interval: 20 });

const onTabs = (play: (page: Page) => Promise<void>, options?: StudioOptions): Promise<void> =>
  inTurn(rig, ({ page }) => play(page), options);
const withDialogs = (play: (page: Page) => Promise<void>): Promise<void> =>
  onTabs(play, { answersDialogs: true });

/** The state hash of a file at generation 0, and that it is read without a word. */
async function hashOf(file: string): Promise<string> {
  const { stdout, stderr } = await inProcess("run", file, "-m", "0", "--json");
  expect(stderr).toBe("");
  return JSON.parse(stdout).hash as string;
}

describe("frames", () => {
  test.each(["P4, packed bits", "P1, text"])("%s are those of the command line", (spelling) =>
    onTabs(async (page) => {
      await openPattern(page, "torus.rle", TORUS);
      await page.keyboard.press("Control+e");
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("radio", { name: "PBM" }).click();
      // The first frame, as it will be.
      const preview = dialog.locator("canvas");
      await soon(() => preview.evaluate(({ width, height }: HTMLCanvasElement) => [width, height])).toEqual([
        37, 21,
      ]);
      await soon(() => darkPixels(preview)).toBe(await reading(page, "population"));
      await dialog.getByText(spelling).click();
      await dialog.getByLabel("To").fill("30");
      await dialog.getByLabel("Every").fill("7");
      const waiting = page.waitForEvent("download");
      // Soon it goes by itself.
      const told = page.getByText("Exported 5 frames to").waitFor();
      await dialog.getByRole("button", { name: "Export" }).click();
      const [download] = await Promise.all([waiting, told]);
      expect(download.suggestedFilename()).toBe("torus-frames.zip");
      const frames = unzipSync(await readFile(await download.path()));
      await writeFile(join(folder, "torus.rle"), TORUS);
      const out = await mkdtemp(join(folder, "frames-"));
      const options = ["--to", "30", "--every", "7", "-q", "-o", join(out, "torus-%04d.pbm")];
      const { code } = await inProcess(
        ...["export", join(folder, "torus.rle"), ...options],
        ...(spelling.startsWith("P1") ? ["--p1"] : []),
      );
      expect(code).toBe(0);
      const names = (await readdir(out)).sort();
      expect(names).toHaveLength(5);
      expect(Object.keys(frames).sort()).toEqual(names);
      for (const name of names) {
        expect(Buffer.from(frames[name] ?? []).equals(await readFile(join(out, name))), name).toBe(true);
      }
      // Neither moved nor marked by it.
      expect(await reading(page, "generation")).toBe(0);
    }),
  );

  test("that are stopped leave no half file, in a folder or at all", async () => {
    await onTabs(async (page) => {
      await openPattern(page, "torus.rle", TORUS);
      let downloads = 0;
      page.on("download", () => downloads++);
      await startLongExport(page);
      await page.getByRole("dialog").getByRole("button", { name: "Stop" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Export" }).waitFor();
      await page.waitForTimeout(300);
      expect(downloads).toBe(0);
    });
    await withDialogs(async (page) => {
      await openPattern(page, "torus.rle", TORUS);
      await startLongExport(page);
      await page.getByRole("dialog").getByRole("button", { name: "Stop" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Export" }).waitFor();
      const sizes = await page.evaluate(async () => {
        const frames = await (await navigator.storage.getDirectory()).getDirectoryHandle("frames");
        const found: [string, number][] = [];
        for await (const [name, handle] of (frames as unknown as Map<string, FileSystemFileHandle>).entries())
          found.push([name, (await handle.getFile()).size]);
        return found;
      });
      expect(sizes.length).toBeGreaterThan(0);
      // P4 of 37 x 21: the header and five bytes a row.
      for (const [name, size] of sizes)
        expect([name, size]).toEqual([expect.stringMatching(/^torus-\d{6}\.pbm$/), 114]);
    });
  });
});

async function startLongExport(page: Page): Promise<void> {
  await page.keyboard.press("Control+e");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "PBM" }).click();
  await dialog.getByLabel("To").fill("400000");
  await dialog.getByRole("button", { name: "Export" }).click();
  const done = async () => Number(await dialog.getByRole("progressbar").getAttribute("value"));
  await soon(done).toBeGreaterThan(2);
}

function darkPixels(canvas: ReturnType<Page["locator"]>): Promise<number> {
  return canvas.evaluate((element: HTMLCanvasElement) => {
    const context = element.getContext("2d") as CanvasRenderingContext2D;
    const { data } = context.getImageData(0, 0, element.width, element.height);
    return data.filter((value, at) => at % 4 === 0 && value === 0).length;
  });
}

describe("saving", () => {
  test("in every format that is written, as the command line reads it, and packed without a change", () =>
    onTabs(async (page) => {
      await openPattern(page, "gun.rle", TORUS.replace(":T37,21", ""));
      const hash = await stateHash(page);
      for (const { id, name, extensions, carries } of FORMATS.list().filter((format) => format.write)) {
        for (const gzip of [false, true]) {
          await page.keyboard.press("Control+Shift+s");
          const dialog = page.getByRole("dialog");
          await pick(dialog.getByLabel("Format"), id);
          const lost = (["rule", "position", "generation", "notes"] as const).filter(
            (part) => !carries.includes(part),
          );
          await soon(() => dialog.getByText(/^This format does not keep/).allInnerTexts()).toEqual(
            lost.length === 0 ? [] : [`This format does not keep the ${lost.join(", the ")}.`],
          );
          if (gzip) await dialog.getByLabel("Compress with gzip").check();
          const waiting = page.waitForEvent("download");
          await dialog.getByRole("button", { name: "Save" }).click();
          const download = await waiting;
          const ending = `${extensions[0]}${gzip ? ".gz" : ""}`;
          expect(download.suggestedFilename(), name).toBe(`gun${ending}`);
          const path = join(folder, `saved-${id}${ending}`);
          const plain = join(folder, `saved-${id}${extensions[0]}`);
          await download.saveAs(path);
          // A format without a place puts the cells' corner at the origin, where this pattern's is.
          if (gzip) expect(gunzipSync(await readFile(path)).equals(await readFile(plain)), name).toBe(true);
          else if (carries.includes("position") || id !== "pbm") expect(await hashOf(path), name).toBe(hash);
          await dialog.waitFor({ state: "detached" });
          await focusCells(page);
        }
      }
    }));

  test("back to where a file came from, and it is among the recent files", () =>
    withDialogs(async (page) => {
      await page.evaluate(async () => {
        const root = await navigator.storage.getDirectory();
        const writable = await (await root.getFileHandle("kept.rle", { create: true })).createWritable();
        await writable.write("x = 3, y = 1, rule = B36/S23\n3o!");
        await writable.close();
        Object.assign(window, { nextFile: "kept.rle" });
      });
      await page.keyboard.press("Control+o");
      await page.locator(".tab.on", { hasText: "kept.rle" }).waitFor();
      await soon(() => reading(page, "population")).toBe(3);
      await focusCells(page);
      await page.keyboard.press("Space");
      await page.keyboard.press("a");
      await page.keyboard.press("Delete");
      await soon(() => reading(page, "population")).toBe(0);
      await page
        .getByText("kept.rle, not saved")
        .waitFor({ state: "attached" })
        .catch(() => {});
      await page.keyboard.press("z");
      await soon(() => reading(page, "population")).toBe(3);
      await page.keyboard.press("x");
      await page.keyboard.press("Control+s");
      await page.getByText("Saved kept.rle").waitFor();
      await page.keyboard.press("Control+w");
      await page.locator(".tab", { hasText: "kept.rle" }).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      await page.getByRole("menuitem", { name: "Recent files" }).hover();
      await page.getByRole("menuitem", { name: "kept.rle" }).click();
      await page.locator(".tab.on", { hasText: "kept.rle" }).waitFor();
      await soon(() => reading(page, "population")).toBe(3);
      await soon(() => reading(page, "generation")).toBe(1);
    }));

  test("a window with unsaved work asks before it closes", () =>
    onTabs(async (page) => {
      await openPattern(page, "mine.rle", TORUS);
      await page.keyboard.press("a");
      await page.keyboard.press("x");
      await soon(() => page.title()).toMatch(/^•/);
      const asked = page.waitForEvent("dialog");
      await page.close({ runBeforeUnload: true });
      const question = await asked;
      expect(question.type()).toBe("beforeunload");
      await question.dismiss();
      expect(await reading(page, "generation")).toBe(0);
    }));
});

describe("a large file", () => {
  const LARGE = `x = 2000, y = 2000, rule = B3/S23\n${`${"bo2bob2o3bobo".repeat(100)}$\n`.repeat(2000)}!`;

  test("says at once that it is being opened, and leaves the window alive", () =>
    onTabs(async (page) => {
      await openPattern(page, "mine.rle", TORUS);
      await slowReading(page);
      await dropFile(page, "large.rle", LARGE);
      await page.locator(".status .hint").getByText("Opening large.rle").waitFor();
      // It is read by a worker: meanwhile there are keys and pictures.
      await page.keyboard.press("Space");
      await soon(() => reading(page, "generation")).toBe(1);
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByText("large.rle was not opened.").waitFor();
      await readAgain(page);
      await openPattern(page, "large.rle", LARGE);
      await soon(() => reading(page, "population")).toBeGreaterThan(1_000_000);
    }));

  test("can be cancelled, from the clipboard too, and nothing is lost", () =>
    onTabs(async (page) => {
      await openPattern(page, "mine.rle", TORUS);
      const hash = await stateHash(page);
      await slowReading(page);
      await dropFile(page, "large.rle", LARGE);
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByText("large.rle was not opened.").waitFor();
      await page.evaluate((text) => navigator.clipboard.writeText(text), LARGE);
      await focusCells(page);
      await page.keyboard.press("v");
      await page.getByText("Reading the clipboard…").first().waitFor();
      await page.keyboard.press("Escape");
      await page.getByText("Reading the clipboard…").first().waitFor({ state: "detached" });
      expect(await page.getByRole("region", { name: "Paste" }).count()).toBe(0);
      expect(await stateHash(page)).toBe(hash);
      await readAgain(page);
    }));
});

const readAgain = (page: Page) =>
  page.evaluate(() => void Object.assign(Worker.prototype, Reflect.get(window, "reading")));

/** Workers for large files never answer, until `readAgain`. */
async function slowReading(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    Object.assign(window, { reading: { postMessage } });
    Worker.prototype.postMessage = function (this: Worker, ...args: unknown[]) {
      const call = (args[0] ?? {}) as { verb?: string; args?: { source?: { length: number } } };
      if (call.verb === "read" && (call.args?.source?.length ?? 0) > 2 ** 20) return;
      Reflect.apply(postMessage, this, args);
    } as Worker["postMessage"];
  });
}
