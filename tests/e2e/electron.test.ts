// What only the real Electron can show: its window, protocol, menu, dialogs, second start and last question.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { APP_URL } from "../../electron/app-protocol.ts";
import { sharedHeaders } from "../../electron/headers.ts";
import { isElectronAccelerator } from "../../electron/menu.ts";
import { cellsPopulation } from "../../engine/core/cells.ts";
import { readPattern } from "../../engine/formats/pattern-file.ts";
import { COMMANDS } from "../../renderer/window/commands/registry.ts";
import { ElectronUser, menuCommands, quit, REPOSITORY, whyNoElectron } from "./electron-app.ts";
import { reading } from "./studio.ts";

const why = whyNoElectron();
if (why !== null) console.warn(`Skipping the tests in Electron: ${why}.`);

const R_PENTOMINO = join(REPOSITORY, "assets/patterns/r-pentomino.rle");
const ACORN = join(REPOSITORY, "assets/patterns/acorn.rle");

const population = (page: Page) => expect.poll(() => reading(page, "population"), { timeout: 15_000 });
const generation = (page: Page) => expect.poll(() => reading(page, "generation"), { timeout: 15_000 });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();

/** An empty plane with a row of five cells on it. */
async function drawFive(page: Page): Promise<void> {
  await page.keyboard.press("ControlOrMeta+n");
  await page.getByRole("button", { name: "Create" }).click();
  await population(page).toBe(0);
  const box = await page.locator("[data-stage]").boundingBox();
  if (!box) throw new Error("there is no stage");
  const [x, y] = [box.x + box.width / 2 + 2, box.y + box.height / 2 + 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 16 * 4, y, { steps: 5 });
  await page.mouse.up();
  await population(page).toBe(5);
}

describe.skipIf(why !== null)("the studio in Electron", { timeout: 120_000 }, () => {
  let user: ElectronUser;
  beforeEach(async () => {
    user = await ElectronUser.make();
  });
  afterEach(() => user.remove());

  test("opens from its own scheme, with the shared headers, and has no way to Node", async () => {
    const studio = await user.start();
    const { app, page } = studio;
    expect(page.url()).toBe(APP_URL);
    const seen = await page.evaluate(async () => ({
      headers: Object.fromEntries((await fetch(location.href)).headers),
      isolated: crossOriginIsolated,
      shared: typeof SharedArrayBuffer !== "undefined",
      node: ["require", "process", "module"].filter((name) => name in globalThis),
      bridge: Object.keys((globalThis as { tessella?: object }).tessella ?? {}).sort(),
    }));
    for (const [name, value] of Object.entries(sharedHeaders())) {
      expect(seen.headers[name.toLowerCase()]).toBe(value);
    }
    expect(seen.node).toEqual([]);
    expect(seen.bridge).toEqual(["call", "dropped", "os", "subscribe", "version"]);
    // Isolation broke for custom schemes in one release of Electron; the studio has just started with it or without.
    expect(seen.shared).toBe(seen.isolated);
    console.log(`Electron: cross-origin isolated: ${seen.isolated}`);
    const outside = await page.evaluate(
      async () => (await fetch("tessella://studio/..%2f..%2fpackage.json")).status,
    );
    expect(outside).toBe(400);
    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      return { count: BrowserWindow.getAllWindows().length, visible: window?.isVisible() };
    });
    expect(preferences).toEqual({ count: 1, visible: true });
    await quit(studio);
  });

  test("draws and runs", async () => {
    const studio = await user.start();
    await drawFive(studio.page);
    await studio.page.keyboard.press("Space");
    await generation(studio.page).toBe(1);
    await population(studio.page).toBe(9);
    await quit(studio);
  });

  test("opens the file that it is started with, and the one of a second start", async () => {
    const studio = await user.start([R_PENTOMINO]);
    const { page } = studio;
    await button(page, "r-pentomino.rle").waitFor();
    await population(page).toBe(5);
    expect(await user.startAgain([ACORN])).toBe(0);
    await button(page, "acorn.rle").waitFor();
    await population(page).toBe(7);
    await quit(studio);
  });

  test("saves where the dialog says, whole, and under the name with its ending", async () => {
    const studio = await user.start([R_PENTOMINO]);
    const { app, page } = studio;
    await population(page).toBe(5);
    const chosen = join(user.folder, "saved");
    await app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    }, chosen);
    await page.keyboard.press("ControlOrMeta+Shift+s");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    const saved = expect.poll(() => readFile(`${chosen}.rle`).catch(() => null), { timeout: 15_000 });
    await saved.not.toBeNull();
    const { pattern } = readPattern(await readFile(`${chosen}.rle`));
    expect(cellsPopulation(pattern.cells)).toBe(5n);
    // A dialog that is dismissed saves nothing and breaks nothing.
    await app.evaluate(({ dialog }) => {
      dialog.showSaveDialog = async () => ({ canceled: true, filePath: "" });
    });
    await page.keyboard.press("ControlOrMeta+Shift+s");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await population(page).toBe(5);
    await quit(studio);
  });

  test("has the commands of the registry in its menu, and runs what is chosen there", async () => {
    const studio = await user.start([R_PENTOMINO]);
    const { app, page } = studio;
    await population(page).toBe(5);
    const items = await menuCommands(app);
    expect(items.length).toBeGreaterThan(40);
    for (const { id, label, accelerator } of items) {
      expect(COMMANDS.find(id), id).toBeDefined();
      expect(label).not.toBe("");
      if (accelerator !== null)
        expect(isElectronAccelerator(accelerator), `${id}: ${accelerator}`).toBe(true);
    }
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    await app.evaluate(({ Menu }) => void Menu.getApplicationMenu()?.getMenuItemById("select.all")?.click());
    await page.getByRole("region", { name: "Selection" }).getByText("5 of 9").waitFor();
    await quit(studio);
  });

  test("goes nowhere else, opens no second window and grants nothing", async () => {
    const studio = await user.start();
    const { app, page } = studio;
    await app.evaluate(({ shell }) => {
      const opened: string[] = [];
      Reflect.set(globalThis, "openedOutside", opened);
      shell.openExternal = async (url) => void opened.push(url);
    });
    for (const url of [
      "https://example.com/",
      "http://example.com/",
      "file:///etc/passwd",
      "data:text/html,x",
    ]) {
      await page.evaluate((address) => {
        const link = document.createElement("a");
        link.href = address;
        document.body.append(link);
        link.click();
        link.remove();
      }, url);
      expect(await page.evaluate((address) => window.open(address) === null, url)).toBe(true);
    }
    await page.waitForTimeout(500);
    expect(page.url()).toBe(APP_URL);
    await page.getByTestId("generation").waitFor();
    expect(app.windows()).toHaveLength(1);
    // The web goes to the user's own browser, once for the link and once for the window; the rest nowhere.
    const opened = await app.evaluate(() => Reflect.get(globalThis, "openedOutside") as readonly string[]);
    expect(opened).toEqual(["https://example.com/", "https://example.com/"]);
    const permissions = await page.evaluate(async () => ({
      place: (await navigator.permissions.query({ name: "geolocation" })).state,
      notices: await Notification.requestPermission(),
    }));
    expect(permissions).toEqual({ place: "denied", notices: "denied" });
    // What was refused has not let go of the question about unsaved work.
    await drawFive(page);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await quit(studio);
  });

  test("comes back where it was", async () => {
    const first = await user.start();
    await first.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 50, width: 905, height: 705 }),
    );
    await expect
      .poll(() => user.remembered("window.json"), { timeout: 15_000 })
      .toMatchObject({ bounds: { width: 905, height: 705 }, maximized: false });
    await quit(first);
    const second = await user.start();
    const bounds = await second.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.getBounds(),
    );
    // Where exactly is the window manager's business.
    expect(bounds).toMatchObject({ width: 905, height: 705 });
    await quit(second);
  });

  test("asks before unsaved work is closed, and stays when told to", async () => {
    const file = join(user.folder, "five.rle");
    await writeFile(file, "x = 1, y = 1, rule = B3/S23\no!");
    const { app, page } = await user.start([file]);
    await population(page).toBe(1);
    await drawFive(page);
    const close = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await close();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await population(page).toBe(5);
    await close();
    await page.getByRole("dialog").getByRole("button", { name: "Discard" }).waitFor();
    if (process.platform === "darwin") return;
    const ended = app.waitForEvent("close");
    page
      .getByRole("button", { name: "Discard" })
      .click()
      .catch(() => undefined);
    await ended;
  });
});
